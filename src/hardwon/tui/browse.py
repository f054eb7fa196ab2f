"""Memories: list, search with the why, detail, and what a person does with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from hardwon.models import CATEGORIES, STATUSES, VERDICTS
from hardwon.text.clean import one_line
from hardwon.tui.base import Page
from hardwon.tui.dialogs import Choosing, Writing
from hardwon.tui.looking import PAGE, Detail, Listing, Shown, detail_of, look, told
from hardwon.tui.looks import page, row

if TYPE_CHECKING:
    from hardwon.engine import Engine
    from hardwon.tui.desk import Desk

_EMPTY = 'No memories here yet. Press a to store one, or in a shell: mem add "what is worth knowing next time"'
_NOTHING = "Nothing fits this query. Other words may find it; Escape shows the list."
_NONE_LIKE_IT = "No memory is like that. c and s change what is listed."
_FIRST_LETTERS = {"w": "worked", "f": "failed", "p": "partial"}


class Browse(Page):
    """The list of memories, and the one that is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", "Search", key_display="/"),
        Binding("a", "add", "Add"),
        Binding("e", "edit", "Edit"),
        Binding("o", "outcome", "Outcome"),
        Binding("d", "forget", "Forget"),
        Binding("p", "pin", "Pin", show=False),
        Binding("c", "category", "Category", show=False),
        Binding("s", "status", "Status", show=False),
        Binding("r", "app.go('review')", "Review"),
        Binding("escape", "clear", "List", show=False),
        Binding("m", "more", "More", show=False),
    ]
    HELP_KEYS: ClassVar[Mapping[str, str]] = {
        "/": "search; Enter goes to the hits, Escape back to the list",
        "j k": "next, previous; g G first, last",
        "J K": "scroll the memory",
        "a": "add a memory",
        "e": "edit; the old version is kept",
        "o": "outcome: it worked, failed or half worked",
        "d": "forget, or restore what is forgotten",
        "p": "pin, or unpin",
        "c": "category: all, or the next one",
        "s": "status: active, or the next one",
        "m": "list more",
        "2 or r": "review what upkeep proposes",
        "q": "quit",
    }

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._query = ""
        self._category = ""
        self._status = "active"
        self._limit = PAGE
        self._shown: Sequence[Shown] = ()
        self._detail: Detail | None = None
        self._name = ""

    def compose(self) -> ComposeResult:
        yield Static("Hardwon", id="top", markup=False)
        yield Input(placeholder="/ to search", id="query", select_on_focus=True)
        with Container(id="panes"):
            yield OptionList(id="list", markup=False)
            with VerticalScroll(id="detail"):
                yield Static("", id="memory", markup=False)
        yield Static("", id="state", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.choices.focus()
        self.load()

    def on_screen_resume(self) -> None:
        if self._shown:
            self.load()

    # -- list --------------------------------------------------------------------------------------------

    @work(exclusive=True, group="list")
    async def load(self, keep: str = "") -> None:
        """Fill the list anew.

        Args:
            keep: the id to choose; what is chosen now by default.
        """
        chosen = self._chosen()
        keep = keep or (chosen.id if chosen else "")
        if not self._name:
            self._name = one_line(await self.ask(lambda engine: engine.name) or "")
            self.query_one("#top", Static).update(f"Hardwon  {self._name}  memories")
        listing = await self.ask(
            partial(look, query=self._query, category=self._category, status=self._status, limit=self._limit)
        )
        if listing is None:
            self.state("The memories cannot be read.")
            return
        self._shown = listing.shown
        self.choices.set_options([Option(row(one)) for one in listing.shown])
        at = next((place for place, one in enumerate(listing.shown) if one.id == keep), 0)
        self.choices.highlighted = at if listing.shown else None
        if not listing.shown:
            self._detail = None
            self.query_one("#memory", Static).update(self._why_empty())
        self.state(self._told(listing))

    def _why_empty(self) -> str:
        if self._query:
            return _NOTHING
        return _NONE_LIKE_IT if self._category or self._status != "active" else _EMPTY

    def _told(self, listing: Listing) -> str:
        if self._query:
            left = len(listing.shown) - listing.total
            parts = [f"{listing.total} found", f"{left} left out" if left else ""]
        else:
            count = len(listing.shown)
            more = " (m lists more)" if count < listing.total else ""
            parts = [f"{count:,} of {listing.total:,} {self._status}{more}"]
        parts += [self._category, one_line(listing.note)]
        return ", ".join(filter(None, parts))

    def _chosen(self) -> Shown | None:
        at = self.choices.highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    @on(OptionList.OptionHighlighted)
    def chosen(self) -> None:
        """Show what is chosen."""
        self.show_detail()

    @work(exclusive=True, group="detail")
    async def show_detail(self) -> None:
        """Fetch and show the memory that is chosen."""
        shown = self._chosen()
        if shown is None:
            return
        detail = await self.ask(lambda engine: detail_of(engine, shown.id))
        if detail is None:
            return
        self._detail = detail
        self.query_one("#memory", Static).update(page(told(detail, shown.why)))
        self.query_one("#detail").scroll_home(animate=False)

    # -- search and filters ------------------------------------------------------------------------------

    def action_search(self) -> None:
        """Go to the line of the query."""
        self.query_one("#query").focus()

    @on(Input.Submitted, "#query")
    def searched(self, event: Input.Submitted) -> None:
        """Search for what was typed; nothing typed is the list."""
        self._query = event.value.strip()
        self.choices.focus()
        self.load()

    def action_clear(self) -> None:
        """Leave the query, and show the list."""
        self.query_one("#query", Input).value = ""
        self.choices.focus()
        if self._query:
            self._query = ""
            self.load()

    def action_category(self) -> None:
        """List the next category alone, after the last one all."""
        self._category = _next(("", *CATEGORIES), self._category)
        self.load()

    def action_status(self) -> None:
        """List the next status."""
        self._status = _next((*STATUSES, "all"), self._status)
        self._query = ""
        self.query_one("#query", Input).value = ""
        self.load()

    def action_more(self) -> None:
        """List more of them."""
        self._limit += PAGE
        self.load()

    # -- what a person does with one ---------------------------------------------------------------------

    @work
    async def action_add(self) -> None:
        """Store a memory."""
        answer = await self.app.push_screen_wait(Writing("A new memory", category="general"))
        if not isinstance(answer, tuple):
            return
        text, category = answer
        kept = await self.ask(lambda engine: engine.remember(text, category=category or "general"))
        if kept is not None:
            self.say("Remembered." if kept.created else "Known already; it counts as said again.")
            self.load(kept.memory.id)

    @work
    async def action_edit(self) -> None:
        """Write another text, or another category."""
        if self._detail is None:
            return
        memory = self._detail.memory
        answer = await self.app.push_screen_wait(Writing(f"Edit {memory.id}", memory.content, memory.category))
        if not isinstance(answer, tuple):
            return
        text, category = answer
        content = text if text != memory.content else None

        def call(engine: Engine) -> object:
            return engine.edit(memory.id, content=content, category=category or None)

        await self._changed(call, "Changed; the old version is kept.")

    @work
    async def action_outcome(self) -> None:
        """Say what became of it."""
        if self._detail is None:
            return
        id = self._detail.memory.id
        verdict = await self.app.push_screen_wait(Choosing(f"What became of {id}?", _FIRST_LETTERS))
        if isinstance(verdict, str) and verdict in VERDICTS:
            await self._changed(lambda engine: engine.record_outcome(id, verdict), f"Noted: {verdict}.")

    @work
    async def action_forget(self) -> None:
        """Forget it, or restore what is forgotten."""
        if self._detail is None:
            return
        memory = self._detail.memory
        if memory.status == "active":
            await self._changed(
                lambda engine: engine.archive(memory.id), "Forgotten; d among archived ones restores it."
            )
        else:
            await self._changed(lambda engine: engine.restore(memory.id), "Restored.")

    @work
    async def action_pin(self) -> None:
        """Pin it, or unpin it."""
        if self._detail is None:
            return
        memory = self._detail.memory
        pinned = memory.tier != "pinned"
        said = "Pinned: every brief has it." if pinned else "Unpinned."
        await self._changed(lambda engine: engine.set_pinned(memory.id, pinned), said)

    async def _changed(self, call: Callable[[Engine], object], said: str) -> None:
        if await self.ask(call) is not None:
            self.say(said)
            self.load()


def _next(values: Sequence[str], value: str) -> str:
    return values[(values.index(value) + 1) % len(values)]
