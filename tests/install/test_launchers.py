"""The committed entries and the per-user launcher: they run Hardwon where it is, and are silent where it is not."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardwon.errors import HardwonError, InstallRefused
from hardwon.hosts.claude_code import bundle
from hardwon.install import launchers

from .conftest import Site

AWKWARD = "hömé dïr 'q' \"d\" $x `id` \\ *"

# Stands for an interpreter: says who it is when asked, as a shim would, else notes how it was called.
INTERPRETER = """#!/bin/sh
case "$*" in
    *sys.executable*) printf %s "$0" ;;
    *) for argument; do printf '%s\\n' "$argument"; done > "$0.called"; cat >> "$0.called"; echo answer ;;
esac
"""


@pytest.fixture
def interpreter(site: Site) -> Path:
    """An interpreter at a path that needs quoting."""
    path = site.home / AWKWARD / "python"
    path.parent.mkdir()
    path.write_text(INTERPRETER)
    path.chmod(0o755)
    return path


def _entries(site: Site) -> dict[str, Any]:
    hooks = json.loads(site.settings.read_bytes())["hooks"]
    return {event: groups[-1]["hooks"][0] for event, groups in hooks.items()}


def _run(entry: dict[str, Any], home: Path, given: str = "{}") -> subprocess.CompletedProcess[str]:
    """Run an entry as the client does."""
    environ = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    command = [entry["command"], *entry["args"]]
    return subprocess.run(
        command, env=environ, cwd=home, input=given, capture_output=True, text=True, timeout=30, check=False
    )


def _assert_silent(done: subprocess.CompletedProcess[str]) -> None:
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_entry_runs_the_interpreter_with_the_event(site: Site, interpreter: Path) -> None:
    site.install(python=str(interpreter))
    for event, entry in _entries(site).items():
        assert _run(entry, site.home, "input").stdout == "answer\n"
        *options, launcher, library, told, given = Path(f"{interpreter}.called").read_text().split("\n")
        assert (options, told, given) == (["-I", "-S"], event, "input")
        assert launcher.endswith("/hardwon/hooks/launcher.py")
        assert Path(library, "apsw").is_dir()


def test_the_server_entry_runs_the_bridge_in_place_of_the_shell(site: Site, interpreter: Path) -> None:
    site.install(python=str(interpreter))
    entry = json.loads((site.project / ".mcp.json").read_bytes())["mcpServers"]["hardwon"]
    assert _run(entry, site.home).stdout == "answer\n"
    options = Path(f"{interpreter}.called").read_text().splitlines()
    assert options[:3] == ["-E", "-P", "-c"]
    assert "hardwon.server.bridge" in options[3]


def test_a_home_with_an_awkward_name_works(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    awkward = home / AWKWARD
    awkward.mkdir()
    monkeypatch.setenv("HOME", str(awkward))
    monkeypatch.delenv("HARDWON_HOME")
    project = awkward / "shop"
    project.mkdir()
    site = Site(home=awkward, project=project)
    interpreter = awkward / "python"
    interpreter.write_text(INTERPRETER)
    interpreter.chmod(0o755)
    site.install(python=str(interpreter))
    assert _run(_entries(site)["Stop"], awkward).stdout == "answer\n"
    assert {part.state for part in site.status().parts} == {"wired"}
    site.uninstall(purge_data=True)
    assert list(project.iterdir()) == []
    assert not site.launcher.exists()


def test_a_colleague_without_hardwon_hears_nothing(site: Site) -> None:
    site.install()
    entries = _entries(site)
    assert set(entries) == set(bundle.EVENTS)
    nobody = site.home / "colleague"
    nobody.mkdir()
    for entry in entries.values():
        _assert_silent(_run(entry, nobody))
    _assert_silent(_run(json.loads((site.project / ".mcp.json").read_bytes())["mcpServers"]["hardwon"], nobody))


@pytest.mark.parametrize("loss", ["interpreter", "folder", "broken", "unreadable", "damaged", "dead loader"])
def test_whatever_is_lost_an_entry_is_silent(site: Site, interpreter: Path, loss: str) -> None:
    site.install(python=str(interpreter))
    if loss == "interpreter":
        interpreter.unlink()
    elif loss == "folder":
        shutil.rmtree(site.launcher.parent)
    elif loss == "broken":
        site.launcher.write_text("if then ((( '")
    elif loss == "unreadable":
        site.launcher.unlink()
        site.launcher.mkdir()
    elif loss == "damaged":
        site.launcher.write_bytes(b"\x7fELF\0\xff\n" * 40)
    else:
        interpreter.write_text("#!/no/such/loader\n")
    for entry in _entries(site).values():
        _assert_silent(_run(entry, site.home))


@pytest.mark.parametrize("status", [1, 2, 126, 255])
def test_no_exit_status_of_the_interpreter_gets_through(site: Site, interpreter: Path, status: int) -> None:
    site.install(python=str(interpreter))
    interpreter.write_text(f"#!/bin/sh\necho noise >&2\nexit {status}\n")
    for entry in _entries(site).values():
        _assert_silent(_run(entry, site.home))


def test_a_server_entry_without_its_interpreter_ends_cleanly(site: Site, interpreter: Path) -> None:
    site.install(python=str(interpreter))
    interpreter.unlink()
    entry = json.loads((site.project / ".mcp.json").read_bytes())["mcpServers"]["hardwon"]
    _assert_silent(_run(entry, site.home))


def test_the_installed_hooks_answer_as_hooks_must(site: Site) -> None:
    site.install()
    for event, entry in _entries(site).items():
        payload = {"hook_event_name": event, "session_id": "s", "cwd": str(site.project), "transcript_path": ""}
        done = _run(entry, site.home, json.dumps(payload))
        assert (done.returncode, done.stderr) == (0, "")
        assert event == "PreCompact" or done.stdout == "" or isinstance(json.loads(done.stdout), dict)


def test_the_launcher_is_private(site: Site) -> None:
    site.install()
    assert stat.S_IMODE(site.launcher.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(site.launcher.stat().st_mode) == 0o600


def test_another_interpreter_rewrites_the_launcher_alone(site: Site, interpreter: Path) -> None:
    site.install()
    report = site.install(python=str(interpreter))
    changed = [change.path for change in report.changes if change.action == "changed"]
    assert changed == [str(site.launcher), str(site.launcher.with_name("mcp.sh"))]


def test_a_virtual_environments_own_interpreter_is_kept(site: Site) -> None:
    link = site.home / "env" / "bin" / "python"
    link.parent.mkdir(parents=True)
    link.symlink_to(sys.executable)
    assert launchers.real_interpreter(str(link)) == str(link)


def test_a_shim_is_looked_through(site: Site) -> None:
    shim = site.home / "shims" / "python"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    shim.chmod(0o755)
    assert os.path.samefile(launchers.real_interpreter(str(shim)), sys.executable)
    assert launchers.real_interpreter(str(shim)) != str(shim)


def test_an_interpreter_that_does_not_run_is_named(site: Site) -> None:
    with pytest.raises(HardwonError, match="does not run"):
        site.install(python=str(site.home / "nowhere" / "python"))
    assert list(site.project.iterdir()) == []


def test_a_path_that_a_script_cannot_name_is_refused(site: Site) -> None:
    link = site.home / "two\nlines"
    link.symlink_to(sys.executable)
    with pytest.raises(InstallRefused, match="line break"):
        site.install(python=str(link))
    assert list(site.project.iterdir()) == []


@pytest.mark.parametrize("given", [{}, {"XDG_DATA_HOME": "/elsewhere"}])
def test_hosts_that_pass_no_variables_on_reach_the_same_memories(
    site: Site, monkeypatch: pytest.MonkeyPatch, given: dict[str, str]
) -> None:
    chosen = site.home / "it's mine"
    monkeypatch.setenv("HARDWON_HOME", str(chosen))
    site.install()
    assert f"memories in {chosen}" in site.status().launcher.note
    show = '. "$HOME/.hardwon/mcp.sh" >/dev/null 2>&1; echo "$HARDWON_HOME"'
    script = (site.home / ".hardwon" / "mcp.sh").read_text().replace("exec ", ": ")
    (site.home / ".hardwon" / "mcp.sh").write_text(script)
    environ = {"HOME": str(site.home), "PATH": "/usr/bin:/bin", **given}
    done = subprocess.run(["/bin/sh", "-c", show], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == f"{chosen}\n"
    environ["HARDWON_HOME"] = "/given"
    done = subprocess.run(["/bin/sh", "-c", show], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "/given\n"


def test_the_usual_place_is_not_named(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HARDWON_HOME", "HARDWON_CONFIG", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name)
    site.install()
    assert "export" not in site.launcher.read_text()
    monkeypatch.setenv("HARDWON_HOME", str(site.home / "moved"))
    assert site.status().launcher.state == "wired"
