"""The terminal app, played by its own pilot: keys in, screen and store out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static, TextArea

from hardwon.config.actor import AGENT
from hardwon.engine.deciding import decide, queue
from hardwon.engine.upkeep import maintain
from hardwon.tui.app import BROWSE, REVIEW, MemoryApp
from hardwon.tui.desk import Desk
from workbench import DAY_MS, Bench

CACHE = "The cache must be cleared after a schema change"
PORTS = "Ports begin at 8000"
Play = Callable[["Played"], Awaitable[None]]


class Played:
    """The running app, as a person sees it."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self._pilot = pilot
        self.app: Any = pilot.app

    async def press(self, *keys: str) -> None:
        await self._pilot.press(*keys)

    async def write(self, text: str) -> None:
        """Put a text where the cursor is."""
        field = self.app.focused
        field.insert_text_at_cursor(text) if isinstance(field, Input) else field.insert(text)
        await self._pilot.pause()

    def text(self, selector: str) -> str:
        return str(self.app.screen.query_one(selector, Static).visual)

    @property
    def rows(self) -> list[str]:
        choices = self.app.screen.query_one("#list", OptionList)
        return [str(choices.get_option_at_index(at).prompt) for at in range(choices.option_count)]

    @property
    def said(self) -> str:
        return "\n".join(one.message for one in self.app._notifications)

    async def until(self, found: Callable[[], object]) -> None:
        for _ in range(400):
            try:
                if found():
                    return
            except LookupError:
                pass
            await self._pilot.pause(0.01)
        raise AssertionError(f"it did not come to that: {self.rows}, {self.said}")

    async def sees(self, text: str, where: str = "#memory") -> None:
        await self.until(lambda: self.app.screen.query(where) and text in self.text(where))

    async def lists(self, count: int) -> None:
        await self.until(lambda: len(self.rows) == count)


def play(bench: Bench, acts: Play, *, begin: str = BROWSE, size: tuple[int, int] = (80, 24)) -> None:
    """Run the app, and play it."""

    async def run() -> None:
        with Desk(bench.engine) as desk:
            async with MemoryApp(desk, begin=begin).run_test(size=size) as pilot:
                await acts(Played(pilot))

    asyncio.run(run())


def contradiction(bench: Bench) -> str:
    """Have upkeep ask a question; its id."""
    bench.remember("We deploy from the release branch")
    bench.tick(DAY_MS)
    with bench.engine(actor=AGENT) as engine:
        engine.remember("We now deploy from the main branch")
        [question] = queue(engine)
    return question.proposal.id


# -- browse ---------------------------------------------------------------------------------------------------


def test_an_empty_store_says_what_to_do(bench: Bench) -> None:
    async def acts(app: Played) -> None:
        await app.sees("No memories here yet. Press a")
        for key in ("e", "o", "d", "p", "j", "k", "G", "m"):
            await app.press(key)
        assert app.said == ""
        await app.press("c")
        await app.sees("No memory is like that")

    play(bench, acts)
    assert not (bench.home / "data").exists()


def test_memories_are_listed_and_moved_through(bench: Bench) -> None:
    bench.remember(PORTS)
    bench.tick(1)
    bench.remember(CACHE, category="gotcha")

    async def acts(app: Played) -> None:
        await app.sees(CACHE)
        assert [CACHE in app.rows[0], PORTS in app.rows[1]] == [True, True]
        assert "2 of 2 active" in app.text("#state") and "app" in app.text("#top")
        await app.press("j")
        await app.sees(PORTS)
        await app.press("k")
        await app.sees(CACHE)
        await app.press("G")
        await app.sees(PORTS)
        await app.press("g")
        await app.sees(CACHE)

    play(bench, acts)


def test_a_search_shows_why_and_what_it_left_out(bench: Bench) -> None:
    bench.remember(CACHE, PORTS, "The cache of the parser is another one")
    with bench.engine() as engine:
        engine.archive("m00000000005")

    async def acts(app: Played) -> None:
        await app.lists(2)
        await app.press("slash")
        await app.write("cache")
        await app.press("enter")
        await app.until(lambda: len(app.rows) == 2 and "left out: archived" in app.rows[1])
        await app.sees("relevance")
        assert app.text("#state").startswith("1 found, 1 left out")
        await app.press("j")
        await app.sees("left out: archived")
        await app.press("escape")
        await app.until(lambda: "2 of 2" in app.text("#state"))
        await app.press("slash")
        await app.write("zebra")
        await app.press("enter")
        await app.sees("Nothing fits this query")

    play(bench, acts)


def test_lists_are_filtered(bench: Bench) -> None:
    bench.remember(CACHE, category="architecture")
    [gone] = bench.remember(PORTS)
    with bench.engine() as engine:
        engine.archive(gone)

    async def acts(app: Played) -> None:
        await app.lists(1)
        await app.press("c")
        await app.until(lambda: "architecture" in app.text("#state"))
        assert len(app.rows) == 1
        await app.press("c")
        await app.until(lambda: "convention" in app.text("#state"))
        assert app.rows == []
        await app.press(*"c" * 9, "s", "s")
        await app.until(lambda: "archived" in app.text("#state") and PORTS in app.rows[0])
        await app.press("d")
        await app.until(lambda: "Restored" in app.said)

    play(bench, acts)
    with bench.engine() as engine:
        assert engine.get(gone).status == "active"


def test_the_detail_has_versions_and_outcomes(bench: Bench) -> None:
    [id] = bench.remember(CACHE, tags=["db"], files=["schema.sql"])
    with bench.engine() as engine:
        engine.edit(id, content=CACHE + " of orders")
        engine.record_outcome(id, "worked", note="green at last")

    async def acts(app: Played) -> None:
        await app.sees("versions 2")
        told = app.text("#memory")
        assert all(
            part in told for part in ("tags     db", "schema.sql", "green at last", "edited: ", "created: ", "worked 1")
        )

    play(bench, acts)


def test_a_memory_is_added(bench: Bench) -> None:
    async def acts(app: Played) -> None:
        await app.press("a")
        await app.until(lambda: app.app.screen.query(TextArea))
        await app.press("j", "a", "slash", "q", "space")
        await app.write("is a path")
        await app.press("tab", "ctrl+u")
        await app.write("gotcha")
        await app.press("ctrl+s")
        await app.lists(1)
        await app.press("a")
        await app.until(lambda: app.app.screen.query(TextArea))
        await app.press("x", "escape")
        await app.until(lambda: not app.app.screen.query(TextArea))

    play(bench, acts)
    with bench.engine() as engine:
        [memory] = engine.list()[0]
    assert (memory.content, memory.category, memory.trust) == ("ja/q is a path", "gotcha", "user")


def test_a_memory_is_edited_judged_pinned_and_forgotten(bench: Bench) -> None:
    [id] = bench.remember(CACHE)

    async def acts(app: Played) -> None:
        await app.sees(CACHE)
        await app.press("e")
        await app.until(lambda: app.app.screen.query(TextArea))
        await app.write(" twice")
        await app.press("ctrl+s")
        await app.sees("versions 2")
        await app.press("o")
        await app.until(lambda: "What became" in str(app.app.screen.query(Static).first().visual))
        await app.press("x", "w")
        await app.sees("worked 1")
        await app.press("p")
        await app.sees("pinned")
        await app.press("d")
        await app.sees("No memories here yet")

    play(bench, acts)
    with bench.engine() as engine:
        memory = engine.get(id)
        assert (memory.content, memory.tier, memory.status) == (CACHE + " twice", "pinned", "archived")
        assert engine.record(id).worked == 1


def test_what_goes_wrong_is_told(bench: Bench) -> None:
    bench.remember(CACHE)

    async def acts(app: Played) -> None:
        await app.sees(CACHE)
        await app.press("e")
        await app.until(lambda: app.app.screen.query(Input))
        app.app.screen.query_one("#category", Input).value = "nonsense"
        await app.press("ctrl+s")
        await app.until(lambda: "'nonsense' is no category\nuse one of" in app.said)

    play(bench, acts)


def test_a_damaged_store_is_told_and_not_shown_as_empty(bench: Bench) -> None:
    bench.remember(CACHE)
    bench.file.write_bytes(b"no database" * 1000)

    async def acts(app: Played) -> None:
        await app.until(lambda: "damaged" in app.said)
        await app.sees("cannot be read", "#state")
        assert "No memories" not in app.text("#memory")

    play(bench, acts)


def test_what_is_stored_moves_no_cursor_and_marks_nothing(bench: Bench) -> None:
    bench.remember("[bold]Not[/bold] \u202emarked [link=x]up[/] and [@click=app.quit]quit[/]")

    async def acts(app: Played) -> None:
        await app.sees("[bold]Not[/bold] marked [link=x]up[/] and [@click=app.quit]quit[/]")
        assert "[bold]Not[/bold]" in app.rows[0]

    play(bench, acts)


def test_many_memories_are_listed_in_parts(bench: Bench) -> None:
    with bench.engine() as engine, engine.batch():
        for number in range(205):
            engine.remember(f"Fact number {number}")

    async def acts(app: Played) -> None:
        await app.lists(200)
        assert "200 of 205 active (m lists more)" in app.text("#state")
        await app.press("m")
        await app.lists(205)

    play(bench, acts)


@pytest.mark.parametrize(("size", "beside"), [((80, 24), False), ((160, 40), True), ((40, 10), False)])
def test_the_screen_fits_any_terminal(bench: Bench, size: tuple[int, int], beside: bool) -> None:
    bench.remember(CACHE, "word " * 2000)

    async def acts(app: Played) -> None:
        await app.lists(2)
        await app.until(lambda: app.app.screen.query_one("#detail").region.height)
        listed, detail = (app.app.screen.query_one(name).region for name in ("#list", "#detail"))
        assert (listed.y == detail.y) == beside
        assert listed.height >= 1 and detail.height >= 2
        assert detail.right <= size[0] and detail.bottom < size[1]
        before = app.app.screen.query_one("#detail").scroll_y
        await app.press("j")
        await app.press("k", "J")
        await app.until(lambda: app.app.screen.query_one("#detail").scroll_y > before or "cache" in app.text("#memory"))

    play(bench, acts, size=size)


def test_the_keys_are_told(bench: Bench) -> None:
    async def acts(app: Played) -> None:
        for where, told in (("1", "forget"), ("2", "approve")):
            await app.press(where, "question_mark")
            await app.until(lambda: len(app.app.screen_stack) > 1)
            assert told in "\n".join(str(one.visual) for one in app.app.screen.query(Static))
            await app.press("question_mark")
            await app.until(lambda: len(app.app.screen_stack) == 1)

    play(bench, acts)


# -- review ---------------------------------------------------------------------------------------------------


def test_nothing_to_decide_is_said(bench: Bench) -> None:
    async def acts(app: Played) -> None:
        await app.sees("Nothing to decide", "#question")
        for key in ("a", "n", "e", "p", "s", "A"):
            await app.press(key)
        assert app.said == ""

    play(bench, acts, begin=REVIEW)


@pytest.mark.parametrize(
    ("keys", "state", "said"),
    [("a", "approved", "Approved"), ("n", "kept", "Kept"), ("p", "promoted", "Pinned")],
)
def test_a_question_is_decided(bench: Bench, keys: str, state: str, said: str) -> None:
    contradiction(bench)

    async def acts(app: Played) -> None:
        await app.sees("If approved: the first is replaced by the second", "#question")
        await app.press(*keys)
        await app.until(lambda: said in app.said)
        await app.sees("Nothing to decide", "#question")

    play(bench, acts, begin=REVIEW)
    from hardwon.engine.deciding import counts

    with bench.engine() as engine:
        assert counts(engine)[state] == 1


def test_a_question_is_edited_then_approved(bench: Bench) -> None:
    contradiction(bench)

    async def acts(app: Played) -> None:
        await app.sees("If approved", "#question")
        await app.press("e")
        await app.until(lambda: app.app.screen.query(TextArea))
        await app.write(" at noon")
        await app.press("ctrl+s")
        await app.until(lambda: "your text" in app.said)

    play(bench, acts, begin=REVIEW)
    with bench.engine() as engine:
        assert [one.content for one in engine.list()[0]] == ["We now deploy from the main branch at noon"]


def test_a_skipped_question_stays_open(bench: Bench) -> None:
    contradiction(bench)

    async def acts(app: Played) -> None:
        await app.sees("If approved", "#question")
        await app.press("s")
        await app.press("R")
        await app.lists(1)

    play(bench, acts, begin=REVIEW)
    with bench.engine() as engine:
        assert len(queue(engine)) == 1


def test_who_is_second_is_told_that_it_is_decided(bench: Bench) -> None:
    id = contradiction(bench)

    async def acts(app: Played) -> None:
        await app.sees("If approved", "#question")
        with bench.engine() as elsewhere:
            decide(elsewhere, id, "keep")
        await app.press("a")
        await app.until(lambda: "already decided: kept (person)" in app.said)
        await app.sees("Nothing to decide", "#question")

    play(bench, acts, begin=REVIEW)
    with bench.engine() as engine:
        assert engine.list()[1] == 2


def test_all_about_a_subject_are_decided_at_once(bench: Bench) -> None:
    contradiction(bench)
    bench.tick(DAY_MS)
    with bench.engine(actor=AGENT) as engine:
        engine.remember("We now deploy from the stable branch")
        count = len(queue(engine))
    assert count > 1

    async def acts(app: Played) -> None:
        await app.lists(count)
        await app.press("A")
        await app.until(lambda: len(app.app.screen_stack) > 1)
        await app.press("n")
        await app.until(lambda: f"{count} of {count} decided" in app.said)
        await app.lists(0)

    play(bench, acts, begin=REVIEW)


def test_the_screens_are_one_key_apart(bench: Bench) -> None:
    contradiction(bench)
    with bench.engine() as engine:
        maintain(engine)

    async def acts(app: Played) -> None:
        await app.sees("deploy")
        await app.press("r")
        await app.sees("If approved", "#question")
        await app.press("a")
        await app.until(lambda: "Approved" in app.said)
        await app.press("1")
        await app.lists(1)
        await app.press("q")
        await app.until(lambda: app.app._exit)

    play(bench, acts)
