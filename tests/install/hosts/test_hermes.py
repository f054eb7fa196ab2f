"""Hermes' part of an installation: the folder, the setting, and the copy of Hardwon in Hermes' own interpreter."""

from __future__ import annotations

import dataclasses
import importlib.metadata as metadata
import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from hardwon.errors import InstallRefused
from hardwon.hosts.hermes.notes import entries_of
from hardwon.install import copying, interpreter
from hardwon.install.hosts import Wanted
from hardwon.install.hosts.hermes import HERMES, LOADER, PackageStep
from hardwon.install.interpreter import Interpreter, Package, ask, interpreter_of
from hardwon.install.notes import store_entries
from install.conftest import snapshot
from install.hosts.conftest import Hosts
from workbench import Bench

ACTIVE = Wanted(activate=True)


def hermes(hosts: Hosts) -> Path:
    return hosts.home / ".hermes"


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """An interpreter of its own, with no package."""
    venv.create(tmp_path / "their env", symlinks=True)
    return tmp_path / "their env" / "bin" / "python"


def with_launcher(hosts: Hosts, python: Path) -> Hosts:
    """The same machine with a `hermes` on the search path that this interpreter runs."""
    launcher = python.parent / "hermes"
    launcher.write_text(f"#!/bin/sh\n'''exec' '{python}' \"$0\" \"$@\"\n' '''\n")
    launcher.chmod(0o755)

    class WithHermes(Hosts):
        @property
        def machine(self) -> Any:
            before = super().machine
            path = f"{launcher.parent}:{before.environ['PATH']}"
            return dataclasses.replace(before, environ={**before.environ, "PATH": path})

    return WithHermes(site=hosts.site)


def runs(python: Path, code: str) -> str:
    done = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() + done.stderr.strip()[-300:]


# -- files ----------------------------------------------------------------------------------------------------


def test_the_folder_lies_where_hermes_looks_and_is_known_as_a_provider(hosts: Hosts) -> None:
    report = hosts.install("hermes")
    folder = hermes(hosts) / "plugins" / "hardwon"
    assert sorted(path.name for path in folder.iterdir()) == ["__init__.py", "plugin.yaml"]
    assert "register_memory_provider" in (folder / "__init__.py").read_text()[:8192]
    assert not (hermes(hosts) / "config.yaml").exists()
    assert any("once `hermes` is on the search path" in note for note in report.notes)
    (folder / "__pycache__").mkdir()
    hosts.uninstall("hermes")
    assert not hermes(hosts).exists() or not (folder / "__init__.py").exists()


def test_where_hardwon_is_missing_the_loader_warns_with_the_interpreter_and_registers_nothing(python: Path) -> None:
    code = f"exec({LOADER!r}); register(None)"
    said = runs(python, code)
    assert str(python.parent) in said and "mem install hermes" in said and "Traceback" not in said


@pytest.mark.parametrize(
    "data",
    [
        b"", b"model: x # mine\n", b"memory:\n  provider: honcho # chosen\n  limit: 3\n", b"memory:\r\n  limit: 1\r\n",
        b"memory:\n  provider: ''\nmodel: x", b"\xef\xbb\xbfa: 1\n",
    ],
)  # fmt: skip
def test_the_setting_is_made_only_when_asked_and_comes_back_to_the_byte(hosts: Hosts, data: bytes) -> None:
    config = hermes(hosts) / "config.yaml"
    config.parent.mkdir()
    config.write_bytes(data)
    hosts.install("hermes")
    assert config.read_bytes() == data
    hosts.install("hermes", wanted=ACTIVE)
    assert b"provider: hardwon" in config.read_bytes()
    mark = config.stat().st_mtime_ns
    hosts.install("hermes")
    assert config.stat().st_mtime_ns == mark
    hosts.uninstall("hermes")
    assert config.read_bytes() == data


def test_a_setting_that_cannot_be_edited_is_refused_and_nothing_is_written(hosts: Hosts) -> None:
    config = hermes(hosts) / "config.yaml"
    config.parent.mkdir()
    config.write_bytes(b"memory: {provider: honcho}\n")
    before = snapshot(hosts.home)
    with pytest.raises(InstallRefused) as refused:
        hosts.install("hermes", wanted=ACTIVE)
    assert "provider: hardwon" in refused.value.snippet
    assert snapshot(hosts.home) == before


def test_a_moved_folder_of_hermes_is_followed(hosts: Hosts) -> None:
    environ = {**hosts.site.environ, "HERMES_HOME": str(hosts.home / "profiles" / "work")}
    machine = dataclasses.replace(hosts.machine, environ=environ)
    paths = [part.path for part in HERMES.parts(machine, "user", ACTIVE)]
    assert hosts.home / "profiles/work/plugins/hardwon/__init__.py" in paths
    assert hosts.home / "profiles/work/config.yaml" in paths


# -- the interpreter ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["shebang", "shell", "link", "wrapper", "beside"])
def test_the_interpreter_is_found_by_the_launcher(tmp_path: Path, python: Path, kind: str) -> None:
    folder = python.parent
    texts = {
        "shebang": f"#!{tmp_path}/env/bin/python\nimport x\n",
        "shell": f"#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''\n",
        "link": f'#!/bin/sh\n\'\'\'exec\' "{python}" "$0" "$@"\n',
        "wrapper": f'#!/bin/sh\nunset PYTHONPATH\nexec "{folder}/real" "$@"\n',
        "beside": "#!/usr/bin/env bash\necho hello\n",
    }
    (tmp_path / "env").symlink_to(folder.parent)  # a shebang takes no space
    (folder / "real").write_text(texts["shell"])
    launcher = folder / "hermes" if kind == "beside" else tmp_path / "hermes"
    launcher.write_text(texts[kind])
    if kind == "link":
        (tmp_path / "bin").mkdir()
        (tmp_path / "bin" / "hermes").symlink_to(launcher)
        launcher = tmp_path / "bin" / "hermes"
    found = interpreter_of(launcher)
    assert found is not None
    assert runs(found, "import sys; print(sys.prefix)").endswith(("their env", "/env"))


@pytest.mark.parametrize(
    "text", ["", "#!/bin/sh\necho hello\n", "#!/missing/bin/python3\n", "\x7fELF\0\0", "#!/bin/sh\nexec hermes\n"]
)
def test_a_launcher_that_names_none_has_none(tmp_path: Path, text: str) -> None:
    launcher = tmp_path / "hermes"
    launcher.write_text(text)
    assert interpreter_of(launcher) is None
    assert interpreter_of(tmp_path / "missing") is None


def test_an_interpreter_that_does_not_run_says_nothing(tmp_path: Path) -> None:
    assert ask(tmp_path / "missing") is None
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho '{}'\n")
    broken.chmod(0o755)
    assert ask(broken) is None


def test_hardwon_is_copied_into_hermes_interpreter_works_there_and_goes_again(hosts: Hosts, python: Path) -> None:
    machine = with_launcher(hosts, python)
    empty = snapshot(python.parent.parent)
    report = machine.install("hermes")
    assert str(python) in {change.path for change in report.changes if change.action == "changed"}
    assert machine.state("hermes").state == "wired"
    assert (
        runs(python, "from hardwon.providers.hermes import HardwonProvider as P; print(P().is_available())") == "True"
    )
    found = runs(
        python, "import importlib.metadata as m; print(*m.entry_points(group='hermes_agent.memory_providers'))"
    )
    assert "hardwon.providers.hermes:register" in found
    for package in ("hardwon", "apsw"):
        recorded = f"import importlib.metadata as m; files = m.distribution({package!r}).files; "
        recorded += "print(all(file.locate().is_file() for file in files))"
        assert runs(python, recorded) == "True"
    again = machine.install("hermes")
    assert not again.changed
    machine.uninstall("hermes")
    after = snapshot(python.parent.parent)
    assert {name: what for name, what in after.items() if "__pycache__" not in name} == empty


def test_a_copy_of_an_earlier_version_is_renewed(hosts: Hosts, python: Path) -> None:
    machine = with_launcher(hosts, python)
    machine.install("hermes")
    there = ask(python)
    assert there is not None
    [info] = there.folder.glob("hardwon-*.dist-info")
    (info / "digest").write_text("older\n")
    (there.folder / "hardwon" / "left_over.py").write_text("")
    assert machine.state("hermes").state == "stale"
    assert machine.install("hermes").changed
    assert machine.state("hermes").state == "wired"
    assert not (there.folder / "hardwon" / "left_over.py").exists()


def test_what_hermes_has_is_never_replaced_and_what_it_needs_by_then_stays(hosts: Hosts, python: Path) -> None:
    there = ask(python)
    assert there is not None
    theirs = there.folder / "pathspec"
    info = there.folder / "pathspec-0.0.1.dist-info"
    for folder in (theirs, info):
        folder.mkdir()
    (theirs / "__init__.py").write_text("theirs = True\n")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pathspec\nVersion: 0.0.1\n")
    machine = with_launcher(hosts, python)
    machine.install("hermes")
    assert (theirs / "__init__.py").read_text() == "theirs = True\n"
    other = there.folder / "other-1.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\nRequires-Dist: apsw>=3\n")
    machine.uninstall("hermes")
    assert theirs.exists() and (there.folder / "apsw").exists()
    assert not (there.folder / "hardwon").exists() and not list(there.folder.glob("detect_secrets*"))


def interpreter_with(folder: Path, **changed: Any) -> Interpreter:
    fields: dict[str, Any] = {
        "path": Path("/x/python"), "version": (3, 12), "kind": interpreter.own_kind(), "prefix": "/x", "folder": folder,
        "packages": {},
    }  # fmt: skip
    return Interpreter(**{**fields, **changed})


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"kind": ("cpython-399", "", "")}, "/x/python -m pip install apsw"),
        ({"version": (3, 10)}, "Python 3.11 or newer"),
        ({"packages": {"hardwon": Package(version="0.0.1", installer="pip", digest="", needs=())}},
         "/x/python -m pip uninstall hardwon; then mem install hermes"),
    ],
)  # fmt: skip
def test_where_it_cannot_be_copied_the_command_is_told_and_nothing_is_left(
    tmp_path: Path, changed: dict[str, Any], told: str
) -> None:
    step = PackageStep(Path("/x/python"), tmp_path)
    step._there = interpreter_with(tmp_path, **changed)
    assert told in step.put_in()
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_way_is_kept_and_what_was_there_comes_back(tmp_path: Path) -> None:
    (tmp_path / "hardwon").mkdir()
    (tmp_path / "hardwon" / "mine.py").write_text("mine")
    there = interpreter_with(tmp_path)
    with pytest.raises(copying.CannotCopy, match="no copy of ours"):
        copying.put_in(there)
    step = PackageStep(Path("/x/python"), tmp_path / "plugin")
    step._there = there
    assert "once this is mended" in step.put_in()
    assert [path.name for path in tmp_path.iterdir()] == ["hardwon"]
    assert (tmp_path / "hardwon" / "mine.py").read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    step = PackageStep(Path("/x/python"), tmp_path)
    step._there = interpreter_with(tmp_path / "missing")
    assert "can be written" in step.put_in()


def test_packages_that_another_installer_put_there_are_left_to_it(tmp_path: Path) -> None:
    step = PackageStep(Path("/x/python"), tmp_path)
    theirs = Package(version="1", installer="pip", digest="", needs=())
    step._there = interpreter_with(tmp_path, packages={"hardwon": theirs})
    assert step.take_out() == "/x/python -m pip uninstall hardwon"


def test_all_that_a_provider_imports_is_copied() -> None:
    code = (
        "import sys, json; from hardwon.providers.hermes import HardwonProvider; p = HardwonProvider(); "
        "p.initialize('s'); p.sync_turn('From now on, always use spaces in YAML files.', 'ok'); p.on_session_end([]); "
        "p.handle_tool_call('memory_recall', {'query': 'x'}); p.shutdown(); "
        "print(json.dumps(sorted({n.split('.')[0] for n, m in sys.modules.items() "
        "if 'site-packages' in (getattr(m, '__file__', '') or '')})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    known = metadata.packages_distributions()
    used = {copying.plain(name) for module in json.loads(done.stdout) for name in known.get(module, ())}
    assert used - {"hardwon", "setuptools"} <= {*copying.needed(), "typing-extensions"}


# -- notes ----------------------------------------------------------------------------------------------------


def test_notes_of_hermes_are_stored_once_and_stay(hosts: Hosts, bench: Bench) -> None:
    folder = hermes(hosts) / "memories"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("The CI image has no git-lfs.\n§\n\n§\nTests need `make db` first.\n")
    (folder / "USER.md").write_text("§\nPrefers short answers.")
    before = snapshot(folder)
    for _ in range(2):
        with bench.engine() as engine:
            assert store_entries(engine, entries_of(hermes(hosts))) == 3
    with bench.engine() as engine:
        found = {(one.content, one.project == "user", one.trust) for one in engine.list()[0]}
    assert found == {
        ("The CI image has no git-lfs.", False, "agent"),
        ("Tests need `make db` first.", False, "agent"),
        ("Prefers short answers.", True, "agent"),
    }
    assert snapshot(folder) == before


@pytest.mark.parametrize("data", [b"\xff\xfe", b"x" * (300 << 10), b"", b"\n\xc2\xa7\n"])
def test_notes_that_are_none_are_passed_over(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "MEMORY.md").write_bytes(data)
    assert entries_of(tmp_path) == []
