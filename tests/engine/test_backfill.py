"""History on day one: sessions, commits and beads from before give memories with a record, once."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from hardwon.engine.backfill import Backfilled, Past, backfill, past_sessions, tried
from hardwon.errors import InvalidInput
from hardwon.hosts.claude_code.projects import slug
from hosts.lines import Lines
from workbench import DAY_MS, Bench

MAY_4 = 1_777_888_800_000


class History:
    """A project with a past."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench

    def session(self, lines: Lines, name: str, *, folder: Path | None = None) -> Path:
        place = slug(str(folder or self.bench.project))
        return lines.write(self.bench.home / ".claude" / "projects" / place / f"{name}.jsonl")

    def run(self, **more: object) -> Backfilled:
        with self.bench.engine() as engine:
            return backfill(engine, self.bench.environ, **more)  # type: ignore[arg-type]

    def past(self, since: int = 0) -> list[Past]:
        with self.bench.engine() as engine:
            return past_sessions(engine, self.bench.environ, since=since)

    def records(self) -> dict[str, str]:
        with self.bench.engine() as engine:
            return {one.content: engine.record(one.id).text for one in engine.list(limit=100)[0]}

    def git(self, *arguments: str, at: str = "2026-05-04T10:00:00Z") -> None:
        names = {"GIT_AUTHOR_NAME": "dev", "GIT_AUTHOR_EMAIL": "dev@example.com"}
        names |= {name.replace("AUTHOR", "COMMITTER"): value for name, value in names.items()}
        dates = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at, "GIT_CONFIG_GLOBAL": "/dev/null"}
        subprocess.run(
            ["git", *arguments], cwd=self.bench.project, check=True, capture_output=True,
            env={**names, **dates, "PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": str(self.bench.home)},
        )  # fmt: skip

    def commit(self, file: str, text: str, message: str) -> None:
        (self.bench.project / file).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)


@pytest.fixture
def history(bench: Bench) -> History:
    return History(bench)


def day(session: str, number: int, bench: Bench) -> Lines:
    return Lines(session, cwd=str(bench.project), timestamp=f"2026-05-{number:02d}T10:00:00.000Z")


def taught(bench: Bench) -> Lines:
    return day("s-1", 4, bench).person("From now on, always run the tests with `make check`, never with pytest.")


def used(bench: Bench, session: str = "s-2", number: int = 5) -> Lines:
    lines = day(session, number, bench).person("Make the importer accept empty files.")
    lines.edit("importer.py").bash("make check", "2 failed, 30 passed", error=True)
    lines.edit("importer.py").bash("make check", "32 passed in 2.1s")
    return lines.agent("Done.").person("thanks, that works")


def test_what_one_session_taught_has_a_record_from_a_later_one(history: History) -> None:
    history.session(used(history.bench), "s-2")
    history.session(taught(history.bench), "s-1")
    found = history.run()
    assert (found.sessions, found.sessions_read) == (2, 2)
    assert found.new >= 1
    (rule,) = [record for text, record in history.records().items() if "make check" in text and "tests" in text]
    assert rule.startswith("worked 1")


def test_a_session_from_before_the_lesson_says_nothing_of_it(history: History) -> None:
    history.session(taught(history.bench), "s-1")
    history.session(used(history.bench, "s-0", 1), "s-0")
    history.run()
    (rule,) = [record for text, record in history.records().items() if "make check" in text and "tests" in text]
    assert rule == ""


def test_a_second_run_finds_nothing_new(history: History) -> None:
    history.session(taught(history.bench), "s-1")
    history.session(used(history.bench), "s-2")
    first = history.run()
    before = history.records()
    again = history.run()
    assert first.sessions_read == 2
    assert (again.sessions_read, again.new, again.recorded, again.withdrawn) == (0, 0, 0, 0)
    assert history.records() == before


def test_after_an_interruption_the_next_run_goes_on(history: History) -> None:
    history.session(taught(history.bench), "s-1")
    history.session(used(history.bench), "s-2")
    history.session(used(history.bench, "s-3", 6), "s-3")

    def stop(size: int, name: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        history.run(progress=stop)
    interrupted = history.run()
    assert interrupted.sessions_read == 2
    whole = Bench.at(history.bench.home / "another")
    other = History(whole)
    other.session(taught(whole), "s-1")
    other.session(used(whole), "s-2")
    other.session(used(whole, "s-3", 6), "s-3")
    other.run()
    assert history.records() == other.records()


def test_a_dry_run_tells_the_same_and_keeps_nothing(history: History) -> None:
    history.session(taught(history.bench), "s-1")
    history.session(used(history.bench), "s-2")
    history.bench.remember("Something known already")
    with history.bench.engine() as engine:
        told = tried(engine, history.bench.environ, progress=lambda size, name: None)
    assert list(history.records()) == ["Something known already"]
    done = history.run()
    assert (told.new, told.recorded, told.sessions_read) == (done.new, done.recorded, done.sessions_read)


def test_only_what_is_from_then_on_is_read(history: History) -> None:
    history.session(taught(history.bench), "s-1")
    history.session(used(history.bench), "s-2")
    assert [one.session_id for one in history.past(MAY_4 + DAY_MS // 2)] == ["s-2"]


def test_sessions_of_folders_within_and_of_work_trees_belong_to_the_project(history: History, tmp_path: Path) -> None:
    history.git("init", "-q")
    history.commit("a.txt", "a", "First")
    tree, clone = tmp_path / "tree", tmp_path / "clone"
    history.git("worktree", "add", "-q", str(tree))
    history.git("clone", "-q", str(history.bench.project), str(clone))
    sibling = Path(f"{history.bench.project}-2")
    places = {"main": history.bench.project, "sub": history.bench.project / "src", "tree": tree, "clone": clone}
    for name, folder in {**places, "sibling": sibling}.items():
        folder.mkdir(exist_ok=True)
        history.session(
            Lines(name, cwd=str(folder)).person("Add a test for the importer, please."), name, folder=folder
        )
    assert sorted(one.session_id for one in history.past()) == ["clone", "main", "sub", "tree"]


def test_fixes_that_say_why_and_reverts_become_memories_of_the_repository(history: History) -> None:
    history.git("init", "-q")
    history.commit("a.py", "a", "Add a reader")
    why = "The totals were rounded per line, so that three lines of 0.005 were off by a cent. Round once at the end."
    history.commit("cart.py", "b", f"fix(cart): round totals once\n\n{why}\n\nCo-Authored-By: Somebody <s@example.com>")
    history.commit("c.py", "c", "Fix typo")
    history.commit("mmap.py", "d", "Use mmap for the index")
    history.git("revert", "--no-edit", "HEAD")
    reason = "This reverts commit 0123456789.\n\nIt was slower on every size."
    history.git("commit", "-q", "--amend", "-m", f'Revert "Use mmap for the index"\n\n{reason}')
    found = history.run()
    assert (found.commits, found.new) == (5, 2)
    records = history.records()
    assert records[f"Round totals once: {why}"].startswith("worked 1")
    assert records["“Use mmap for the index” was tried and taken back: It was slower on every size."] == ""
    with history.bench.engine() as engine:
        fixed = next(one for one in engine.list()[0] if "Round" in one.content)
    assert (fixed.category, fixed.trust, fixed.files, fixed.origin.who) == (
        "troubleshooting", "repository", ("cart.py",), "commit",
    )  # fmt: skip


def test_beads_that_say_how_they_ended_become_memories(history: History) -> None:
    folder = history.bench.project / ".beads"
    folder.mkdir()
    closed = {"status": "closed", "created_at": "2026-04-01T00:00:00Z", "closed_at": "2026-04-02T00:00:00Z"}
    beads = [
        {"id": "a-1", "title": "Cents are off", "close_reason": "Fixed by rounding once, at the end", **closed},
        {"id": "a-2", "title": "Columnar cache", "close_reason": "Abandoned: twice the memory for nothing", **closed},
        {"id": "a-3", "title": "Tidy", "close_reason": "Done", **closed},
        {"id": "a-4", "title": "Cents again", "close_reason": "Duplicate of a-1, which is fixed", **closed},
    ]
    (folder / "issues.jsonl").write_text("".join(json.dumps(bead) + "\n" for bead in beads))
    found = history.run()
    assert (found.beads, found.tasks, found.new) == (4, 4, 2)
    assert history.records() == {
        "Cents are off: Fixed by rounding once, at the end": "worked 1, last 2 Apr",
        "Columnar cache: Abandoned: twice the memory for nothing": "",
    }
    assert history.run().new == 0


def test_nothing_is_learnt_where_capture_is_off(history: History) -> None:
    history.bench.more["HARDWON_CAPTURE"] = "false"
    history.session(taught(history.bench), "s-1")
    with pytest.raises(InvalidInput):
        history.run()
    assert history.records() == {}


def test_a_transcript_that_is_not_utf_8_is_named_with_a_way_out(history: History) -> None:
    path = history.session(taught(history.bench), "s-1")
    path.write_bytes(("\ufeff" + path.read_text()).encode("utf-16-le"))
    [note] = history.run().notes
    assert note.startswith(f"{path}: UTF-16 text, not UTF-8; convert it to UTF-8 first: iconv -f UTF-16 -t UTF-8")
    assert history.records() == {}
