"""Questions that upkeep asks: approve, keep, edit then approve, promote, or leave for later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from hardwon.engine import deciding
from hardwon.errors import HardwonError, InvalidInput
from hardwon.text.clean import one_line
from hardwon.tui.base import Page
from hardwon.tui.dialogs import Choosing, Writing
from hardwon.tui.looking import draft_of, question_told
from hardwon.tui.looks import page

if TYPE_CHECKING:
    from hardwon.engine.deciding import Question
    from hardwon.tui.desk import Desk

_MAX = 200
_EMPTY = "Nothing to decide. `mem maintain --apply` looks for doubles, contradictions and what is stale."
_DONE = {"approved": "Approved.", "kept": "Kept as it is.", "edited": "Approved with your text.", "promoted": "Pinned."}


class Review(Page):
    """The open questions, and the one that is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "decide('approve')", "Approve"),
        Binding("n", "decide('keep')", "Keep"),
        Binding("e", "edit", "Edit"),
        Binding("p", "decide('promote')", "Promote"),
        Binding("s", "skip", "Skip"),
        Binding("b", "app.go('browse')", "Memories"),
        Binding("A", "all", "All about this", show=False),
        Binding("R", "load", "Look again", show=False),
    ]
    HELP_KEYS: ClassVar[Mapping[str, str]] = {
        "j k": "next, previous; g G first, last",
        "J K": "scroll the question",
        "a": "approve: do what is proposed",
        "n": "no: keep as it is, and do not ask again",
        "e": "edit, then approve with your text",
        "p": "promote: keep, and pin",
        "s": "skip: leave it open",
        "A": "decide all about this subject",
        "R": "look again",
        "1 or b": "browse memories",
        "q": "quit",
    }

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._questions: Sequence[Question] = ()

    def compose(self) -> ComposeResult:
        yield Static("Hardwon  review", id="top", markup=False)
        with Container(id="panes"):
            yield OptionList(id="list", markup=False)
            with VerticalScroll(id="detail"):
                yield Static("", id="question", markup=False)
        yield Static("", id="state", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.choices.focus()

    def on_screen_resume(self) -> None:
        self.action_load()

    # -- list --------------------------------------------------------------------------------------------

    @work(exclusive=True, group="list")
    async def action_load(self, at: int | None = None) -> None:
        """Fetch the open questions.

        Args:
            at: the place to choose; where the choice stands by default.
        """
        found = await self.ask(partial(deciding.queue, limit=_MAX))
        if found is None:
            self.state("The questions cannot be read.")
            return
        at = self.choices.highlighted or 0 if at is None else at
        self._questions = found
        self.choices.set_options([Option(_row(one)) for one in found])
        self.choices.highlighted = min(at, len(found) - 1) if found else None
        if not found:
            self.query_one("#question", Static).update(_EMPTY)
        more = "" if len(found) < _MAX else " or more"
        self.state(f"{len(found)}{more} to decide" if found else "")

    def _chosen(self) -> Question | None:
        at = self.choices.highlighted
        return self._questions[at] if at is not None and at < len(self._questions) else None

    @on(OptionList.OptionHighlighted)
    def chosen(self) -> None:
        """Show the question that is chosen."""
        question = self._chosen()
        if question is not None:
            self.query_one("#question", Static).update(page(question_told(question)))
            self.query_one("#detail").scroll_home(animate=False)

    # -- decisions ---------------------------------------------------------------------------------------

    @work
    async def action_decide(self, decision: str) -> None:
        """Decide the question that is chosen."""
        question = self._chosen()
        if question is not None:
            await self._decide(question, decision)

    @work
    async def action_edit(self) -> None:
        """Write the text that is to stand, and approve."""
        question = self._chosen()
        if question is None:
            return
        answer = await self.app.push_screen_wait(Writing("The text that is to stand", draft_of(question)))
        if isinstance(answer, tuple):
            await self._decide(question, deciding.EDIT, answer[0])

    def action_skip(self) -> None:
        """Leave it open, and go on."""
        self.choices.action_cursor_down()

    @work
    async def action_all(self) -> None:
        """Decide every question about the same subject."""
        question = self._chosen()
        if question is None:
            return
        subject = question.proposal.subject
        same = [one for one in self._questions if one.proposal.subject == subject]
        title = f"{len(same)} about {one_line(subject, 60)}"
        choice = await self.app.push_screen_wait(Choosing(title, {"a": deciding.APPROVE, "n": deciding.KEEP}))
        if not isinstance(choice, str):
            return
        done = 0
        for one in same:
            try:
                await self.desk.do(partial(deciding.decide, id_prefix=one.proposal.id, decision=choice))
                done += 1
            except InvalidInput:  # an earlier one changed its memories, or somebody else was first
                continue
            except HardwonError as error:
                self.tell_error(error)
                break
        self.say(f"{done} of {len(same)} decided.")
        self.action_load()

    async def _decide(self, question: Question, decision: str, text: str | None = None) -> None:
        call = partial(deciding.decide, id_prefix=question.proposal.id, decision=decision, text=text)
        done = await self.ask(call)
        if done is not None:
            self.say(_DONE.get(done.state, done.state))
        self.action_load()


def _row(question: Question) -> str:
    asked = question.proposal
    return one_line(f"{asked.kind.ljust(14)} {asked.subject}: {asked.evidence.get('reason', '')}", 400)
