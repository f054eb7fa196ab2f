"""What both screens share: asking the engine, telling errors, moving in the list, the keys' help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import OptionList, Static

from hardwon.errors import HardwonError
from hardwon.text.clean import for_terminal, one_line
from hardwon.tui.dialogs import Keys
from hardwon.tui.looks import WIDE

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.tui.desk import Desk

T = TypeVar("T")


class Page(Screen[None]):
    """A list above, or beside, the detail of what is chosen in it.

    Args:
        desk: the engine's.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "Down", show=False),
        Binding("k", "move(-1)", "Up", show=False),
        Binding("g,home", "edge(0)", "First", show=False),
        Binding("G,end", "edge(-1)", "Last", show=False),
        Binding("J,ctrl+d", "scroll(1)", "Scroll the detail", show=False),
        Binding("K,ctrl+u", "scroll(-1)", "Scroll the detail back", show=False),
        Binding("question_mark", "keys", "Keys"),
    ]
    HELP_KEYS: ClassVar[Mapping[str, str]] = {}

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    @property
    def choices(self) -> OptionList:
        """The list."""
        return self.query_one("#list", OptionList)

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= WIDE, "wide")

    async def ask(self, call: Callable[[Engine], T]) -> T | None:
        """Make one call of the engine; what goes wrong is told, and answered by None."""
        try:
            return await self.desk.do(call)
        except HardwonError as error:
            self.tell_error(error)
            return None

    def tell_error(self, error: HardwonError) -> None:
        """Say what is wrong, and what to do."""
        hint = f"\n{for_terminal(error.hint)}" if error.hint else ""
        self.notify(one_line(str(error), 400) + hint, severity="error", markup=False)

    def say(self, text: str) -> None:
        """Say what was done."""
        self.notify(text, markup=False)

    def state(self, text: str) -> None:
        """What stands in the last line above the keys."""
        self.query_one("#state", Static).update(text)

    def action_move(self, by: int) -> None:
        """Choose the next, or the one before."""
        if by > 0:
            self.choices.action_cursor_down()
        else:
            self.choices.action_cursor_up()

    def action_edge(self, index: int) -> None:
        """Choose the first, or the last."""
        if index == 0:
            self.choices.action_first()
        else:
            self.choices.action_last()

    def action_scroll(self, by: int) -> None:
        """Scroll the detail by half of its height."""
        detail = self.query_one("#detail")
        detail.scroll_relative(y=by * max(detail.size.height // 2, 1), animate=False)

    def action_keys(self) -> None:
        """Show the keys."""
        self.app.push_screen(Keys(self.HELP_KEYS))
