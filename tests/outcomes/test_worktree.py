"""What a session's git commands did to its own edits: only what was really taken back counts as taken back."""

from __future__ import annotations

import pytest

from hardwon.outcomes.evidence.gitcalls import git_calls
from hardwon.outcomes.evidence.pieces import Action
from hardwon.outcomes.evidence.worktree import WorkTree

STEPS = [
    # steps: an edit of a file, or a git line and what it printed; then the files whose edits were taken back
    (["a.py", ("git checkout -- a.py", "")], "a.py"),
    (["a.py", ("git restore a.py", "")], "a.py"),
    (["a.py", "b.py", ("git checkout .", "")], "a.py b.py"),
    (["a.py", "src/b.py", ("git checkout -- src", "")], "src/b.py"),
    (["a.py", ("git reset --hard", "HEAD is now at 1")], "a.py"),
    (["a.py", ("git restore --staged a.py", "")], ""),
    (["a.py", ("git reset --soft HEAD~1", "")], ""),
    (["a.py", ("git reset a.py", "")], ""),
    (["a.py", ("git commit -qam x", ""), ("git reset --hard", "")], ""),
    (["a.py", ("git commit -qam x", ""), ("git checkout -- a.py", "")], ""),
    (["a.py", ("git commit -qam x", ""), "b.py", ("git reset --hard", "")], "b.py"),
    (["a.py", ("git commit -qam x", ""), ("git reset --hard HEAD~1", "")], "a.py"),
    (["a.py", ("git commit -qam x", ""), ("git reset --hard HEAD^", "")], "a.py"),
    (["a.py", ("git commit -qam x", ""), ("git reset --hard HEAD~7", "")], "a.py"),
    (["a.py", ("git commit -qam x", ""), ("git reset --hard origin/main", "")], "a.py"),
    (["a.py", ("git commit -qam x", ""), ("git push", ""), ("git reset --hard origin/main", "")], ""),
    (["a.py", ("git commit -qam x", ""), ("git checkout HEAD~1 -- a.py", "")], "a.py"),
    (["a.py", ("git commit -qam x", ""), ("git restore --source=HEAD~1 a.py", "")], "a.py"),
    (["a.py", ("git commit -am x", "[main abc1234] x"), ("git revert --no-edit abc1234", "")], "a.py"),
    (["a.py", ("git commit -qam x && git log --oneline -1", "abc1234 x"), ("git revert abc1234f", "")], "a.py"),
    (["a.py", ("git commit -qam x && git rev-parse --short HEAD", "abc1234"), ("git revert abc1234", "")], "a.py"),
    (["a.py", ("git commit -qam x", ""), ("git revert --no-edit HEAD", "")], "a.py"),
    (["a.py", ("git commit -qam x", ""), "b.py", ("git commit -qam y", ""), ("git revert HEAD~1", "")], "a.py"),
    (["a.py", ("git commit -qam x", ""), ("git revert HEAD~5", "")], ""),
    (["a.py", ("git commit -qam x", ""), ("git revert 9999999", "")], ""),
    (["a.py", ("git commit -qam x", ""), ("git revert --abort", "")], ""),
    (["a.py", ("git add a.py && git commit -qm x", ""), ("git reset --hard", "")], ""),
    (["a.py", "b.py", ("git add a.py && git commit -qm x", ""), ("git reset --hard", "")], "b.py"),
    (["a.py", ("git commit -qam x", ""), "b.py", ("git commit --amend -qa", ""), ("git revert HEAD", "")], "a.py b.py"),
    (["a.py", ("git stash", ""), ("git reset --hard", ""), ("git stash pop", "")], ""),
    (["a.py", ("git stash", ""), ("git stash drop", "")], "a.py"),
    (["a.py", ("git stash && git pull && git stash pop", ""), ("git checkout a.py", "")], "a.py"),
    ([("git switch -c x", ""), "a.py", ("git commit -qam x", ""), ("git switch main && git branch -D x", "")], "a.py"),
    (
        [
            ("git checkout -b x", ""),
            "a.py",
            ("git commit -qam x", ""),
            ("git checkout main && git merge x && git branch -d x", ""),
        ],
        "",
    ),
    (["a.py", ("git rebase main", ""), ("git checkout main", ""), ("git switch -", "")], ""),
    (["a.py", ("git commit -qam x", "nothing to commit"), ("git reset --hard", "")], "a.py"),
]


@pytest.mark.parametrize(("steps", "lost"), STEPS, ids=[" · ".join(map(str, steps))[:90] for steps, _ in STEPS])
def test_only_what_git_took_back_is_taken_back(steps: list[str | tuple[str, str]], lost: str) -> None:
    tree = WorkTree()
    found: set[str] = set()
    for step in steps:
        if isinstance(step, str):
            tree.edited(Action(kind="edit", path=step, key=step))
        else:
            found |= taken_back(tree, *step)
    assert found == set(lost.split())


def taken_back(tree: WorkTree, line: str, output: str) -> set[str]:
    found: set[str] = set()
    for call in git_calls(line, output):
        found |= tree.follow(call, output)
    return found


def test_a_line_that_failed_counts_for_what_git_printed() -> None:
    line = "git revert --no-edit abc1234 && pytest -q"
    shown = '[main def5678] Revert "x"\n1 failed in 0.1s'
    assert [call.kind for call in git_calls(line, shown, is_ok=False)] == ["undone commits"]
    assert git_calls(line, "error: could not revert abc1234", is_ok=False) == []
    assert git_calls("git reset --hard && pytest -q", "1 failed in 0.1s", is_ok=False) == []


def test_a_long_session_keeps_a_bounded_number_of_edits() -> None:
    tree = WorkTree()
    for number in range(5000):
        tree.edited(Action(kind="edit", path=f"{number}.py", key=str(number)))
    assert 0 < len(taken_back(tree, "git reset --hard", "")) <= 2000
