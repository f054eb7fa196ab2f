"""What stands before the screen for a moment: a text to write, a choice to make, the keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static, TextArea

from hardwon.models import CATEGORIES


class Dialog(ModalScreen[object]):
    """A box before the screen; Escape closes it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Cancel")]

    def action_leave(self) -> None:
        """Close it without an answer."""
        self.dismiss(None)


class Writing(Dialog):
    """Asks for a text, and for a category where one is given; answers (text, category), or None.

    Args:
        title: what the text is for.
        text: what it begins with.
        category: what the category begins with, None where none is asked for.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+s", "keep", "Save"), ("escape", "leave", "Cancel")]

    def __init__(self, title: str, text: str = "", category: str | None = None) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._category = category

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._title, markup=False)
            yield TextArea(self._text, id="text", soft_wrap=True)
            if self._category is not None:
                yield Input(
                    self._category, id="category", placeholder="category", suggester=SuggestFromList(CATEGORIES)
                )
            yield Static("Ctrl+S saves, Escape cancels", markup=False)

    def on_mount(self) -> None:
        self.query_one(TextArea).move_cursor(self.query_one(TextArea).document.end)
        self.query_one(TextArea).focus()

    def action_keep(self) -> None:
        """Answer with what was written."""
        fields = self.query(Input)
        category = fields.first().value.strip() if fields else ""
        self.dismiss((self.query_one(TextArea).text, category))


class Choosing(Dialog):
    """Asks for one of some keys; answers with what the key stands for, or None.

    Args:
        title: what is asked.
        keys: a key, and what it stands for.
    """

    def __init__(self, title: str, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._title = title
        self._keys = keys

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._title, markup=False)
            for key, what in self._keys.items():
                yield Static(f"  {key}  {what}", markup=False)
            yield Static("Escape cancels", markup=False)

    def on_key(self, event: Key) -> None:
        if event.character is not None and event.character in self._keys:
            event.stop()
            self.dismiss(self._keys[event.character])


class Keys(Dialog):
    """Shows the keys of a screen.

    Args:
        keys: a key, and what it does.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape,question_mark,q,enter", "leave", "Close")]

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("Keys", markup=False)
            yield Static("\n".join(f"  {key:<12}{what}" for key, what in self._keys.items()), markup=False)
