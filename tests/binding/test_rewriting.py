"""A remote's address is what git itself makes of it, with the person's own shorthands and mirrors."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from hardwon.binding import resolve
from hardwon.binding.globs import matches

RULE = '[url "https://git.example/"]\n\tinsteadOf = {}\n'


def project(folder: Path, url: str, more: str = "") -> Path:
    """A repository with a remote, as git writes it."""
    (folder / ".git/objects").mkdir(parents=True)
    (folder / ".git/refs").mkdir()
    (folder / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git/config").write_text(f'[core]\n\tbare = false\n{more}[remote "origin"]\n\turl = {url}\n')
    return folder


def by_git(folder: Path, home: Path) -> str:
    """The address that git would use."""
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1"}
    argv = ["git", "-C", str(folder), "remote", "get-url", "origin"]
    return subprocess.run(argv, env=environ, check=True, capture_output=True, text=True).stdout.strip()


FILES: dict[str, dict[str, str]] = {
    "own file": {".gitconfig": RULE.format("ex:")},
    "other place": {".config/git/config": RULE.format("ex:")},
    "any case": {".gitconfig": '[URL "https://git.example/"]\nINSTEADOF="ex:" # short\n'},
    "the longest beginning counts": {
        ".gitconfig": '[url "https://wrong.example/"]\ninsteadOf = e\n' + RULE.format("ex:")
    },
    "several": {".gitconfig": RULE.format("other:") + "\tinsteadOf = ex:\n"},
    "included": {".gitconfig": "[include]\npath = more/urls\n", "more/urls": RULE.format("ex:")},
    "included from home": {".gitconfig": "[include]\npath = ~/urls\n", "urls": RULE.format("ex:")},
    "included twice removed": {
        ".gitconfig": "[include]\npath = a\n", "a": "[include]\npath = b\n", "b": RULE.format("ex:")
    },
    "included where work is": {
        ".gitconfig": '[includeIf "gitdir:~/work/"]\npath = urls\n', "urls": RULE.format("ex:")
    },
    "included by any case": {
        ".gitconfig": '[includeIf "gitdir/i:~/WORK/**"]\npath = urls\n', "urls": RULE.format("ex:")
    },
    "included by a part": {".gitconfig": '[includeIf "gitdir:work/"]\npath = urls\n', "urls": RULE.format("ex:")},
    "included by a wild card": {
        ".gitconfig": '[includeIf "gitdir:~/w*k/app/.git"]\npath = urls\n', "urls": RULE.format("ex:")
    },
    "in a circle": {".gitconfig": "[include]\npath = .gitconfig\n" + RULE.format("ex:")},
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_shorthands_of_the_person_are_followed(kind: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES[kind].items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    folder = project(home / "work/app", "ex:me/app.git")
    if kind != "in a circle":  # git refuses those
        assert by_git(folder, home) == "https://git.example/me/app.git"
    assert resolve(str(folder), str(home)).value == "repo:git.example/me/app"


@pytest.mark.parametrize(
    ("config", "url", "value"),
    [
        ("", "ex:me/app", "repo:ex/me/app"),
        ('[includeIf "gitdir:~/play/"]\npath = urls\n', "ex:me/app", "repo:ex/me/app"),
        ('[includeIf "onbranch:main"]\npath = urls\n', "ex:me/app", "repo:ex/me/app"),
        ('[url "https://push.example/"]\npushInsteadOf = ex:\n', "ex:me/app", "repo:ex/me/app"),
        ('[url "/srv/mirror/"]\ninsteadOf = https://git.example/\n', "https://git.example/a/b", "repo:git.example/a/b"),
        ('[url "git@git.example:"]\ninsteadOf = https://git.example/\n', "https://git.example/a/b.git",
         "repo:git.example/a/b"),
        ('[url "https://proxy.example/g/"]\ninsteadOf = https://git.example/\n', "https://git.example/a/b",
         "repo:proxy.example/g/a/b"),
    ],
)  # fmt: skip
def test_what_is_no_rule_for_it_changes_nothing(config: str, url: str, value: str, home: Path) -> None:
    (home / ".gitconfig").write_text(config)
    (home / "urls").write_text(RULE.format("ex:"))
    assert resolve(str(project(home / "work/app", url)), str(home)).value == value


def test_a_repository_has_rules_of_its_own(home: Path) -> None:
    folder = project(home / "work/app", "ex:me/app", RULE.format("ex:"))
    assert by_git(folder, home) == "https://git.example/me/app"
    assert resolve(str(folder), str(home)).value == "repo:git.example/me/app"


@pytest.mark.parametrize("kind", ["a pipe", "a folder", "no text", "unreadable"])
def test_a_config_file_that_cannot_be_read_is_none(kind: str, home: Path) -> None:
    path = home / ".gitconfig"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a folder":
        path.mkdir()
    else:
        path.write_bytes(b'\xff\0[url "include insteadof' if kind == "no text" else RULE.format("ex:").encode())
        path.chmod(0o600 if kind == "no text" else 0)
    value = resolve(str(project(home / "work/app", "git@git.example:me/app")), str(home)).value
    assert value == "repo:git.example/me/app"


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("**/code/**", "/home/me/code/app/.git/", True),
        ("/home/*/code/**", "/home/me/code/app", True),
        ("/home/*/code/**", "/home/me/x/code/app", False),
        ("/home/**/app", "/home/app", True),
        ("/home/**/app", "/home/a/b/app", True),
        ("/home/m?/x", "/home/me/x", True),
        ("/home/m?/x", "/home/mee/x", False),
        ("**", "/a", True),
        ("", "/a", False),
        ("*a*a*a*a*a*a*a*a*b", "a" * 3000, False),
        ("**/a/" * 40 + "b", "/a" * 90, False),
    ],
)
def test_patterns_fit_as_in_git(pattern: str, path: str, fits: bool) -> None:
    assert matches(pattern, path) is fits
