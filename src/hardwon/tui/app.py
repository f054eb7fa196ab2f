"""The app: two screens, browse and review, over one engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from hardwon.tui.browse import Browse
from hardwon.tui.desk import Desk
from hardwon.tui.looks import CSS
from hardwon.tui.review import Review

if TYPE_CHECKING:
    from hardwon.engine import Engine

BROWSE, REVIEW = "browse", "review"


class MemoryApp(App[None]):
    """Memories and questions in a terminal.

    Args:
        desk: the engine's.
        begin: BROWSE or REVIEW.
    """

    TITLE = "Hardwon"
    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", f"go('{BROWSE}')", "Memories", show=False),
        Binding("2", f"go('{REVIEW}')", "Review", show=False),
        Binding("q,ctrl+c", "quit", "Quit", key_display="q"),
    ]

    def __init__(self, desk: Desk, *, begin: str = BROWSE) -> None:
        super().__init__()
        self.theme = "ansi-dark"
        self._begin = begin
        self._pages: Mapping[str, Callable[[], Browse | Review]] = {
            BROWSE: lambda: Browse(desk),
            REVIEW: lambda: Review(desk),
        }

    def on_mount(self) -> None:
        for name, made in self._pages.items():
            self.add_mode(name, made)
        self.switch_mode(self._begin)

    def action_go(self, name: str) -> None:
        """Show another screen."""
        self.switch_mode(name)


def run(opener: Callable[[], Engine], *, begin: str = BROWSE) -> None:
    """Run the app until the person quits.

    Args:
        opener: opens the engine.
        begin: the screen to begin with.
    """
    with Desk(opener) as desk:
        MemoryApp(desk, begin=begin).run()
