"""Copies of stores: whole, made while they are in use, restored in one step, and never half."""

from __future__ import annotations

import errno
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from hardwon.errors import InvalidInput, NotFound, StoreDamaged, StoreError
from hardwon.maintenance import backups
from hardwon.store import backup
from hardwon.store.database import SCHEMA_VERSION
from hardwon.store.integrity import examine
from migrations.test_migrations import store_of
from processes import Child
from workbench import Bench


def texts(bench: Bench, **options: bool) -> list[str]:
    with bench.engine() as engine:
        return sorted(one.content for one in engine.list(status="all", limit=1000, **options)[0])  # type: ignore[arg-type]


def made(bench: Bench, **options: object) -> backups.Backup:
    return backups.create(bench.paths, [bench.binding], **options)  # type: ignore[arg-type]


def test_a_backup_made_while_the_store_is_in_use_is_whole_and_comes_back(bench: Bench) -> None:
    bench.remember("first", "second")
    with bench.engine() as engine:
        engine.remember("mine", to_user=True)
        database = engine.stores.writing(bench.binding)
        with database.atomic():
            database.change("UPDATE projects SET name = 'half way'")
            one = made(bench)
    assert one.projects == (bench.binding, "user")
    assert os.stat(one.path).st_mode & 0o077 == 0
    bench.remember("third")
    done = backups.restore(bench.paths, one.name[:12], bench.binding)
    assert texts(bench) == ["first", "mine", "second"]
    assert "what was there is kept" in done[0]
    before = next(found for found in backups.listed(bench.paths) if found.why == "before-restore")
    backups.restore(bench.paths, before.name, bench.binding)
    assert texts(bench) == ["first", "mine", "second", "third"]
    assert examine(str(bench.file)).is_sound


def test_everything_moves_to_another_machine(bench: Bench, tmp_path: Path) -> None:
    other = bench.home / "work" / "other"
    other.mkdir()
    with bench.engine(folder=other) as engine:
        engine.remember("of another project")
        engine.remember("mine", to_user=True)
    bench.remember("of this project")
    (bench.home / "config.toml").write_text("recall_limit = 7\n")
    file = str(tmp_path / "all.zip")
    made(bench, everything=True, target=file)
    fresh = Bench(home=tmp_path / "machine", project=bench.project)
    done = backups.restore(fresh.paths, file, fresh.binding, everything=True)
    assert len(done) == 4
    assert texts(fresh, all_projects=True) == ["mine", "of another project", "of this project"]
    assert (fresh.home / "config.toml").read_text() == "recall_limit = 7\n"


def test_a_damaged_backup_changes_nothing(bench: Bench) -> None:
    bench.remember(*(f"memory {number} about ports" for number in range(50)))
    one = made(bench)
    bench.remember("later")
    data = Path(one.path).read_bytes()
    for name, broken in (("cut", data[: len(data) // 2]), ("text", b"no archive"), ("empty", b"")):
        file = bench.home / f"{name}.zip"
        file.write_bytes(broken)
        with pytest.raises(StoreDamaged, match="damaged"):
            backups.restore(bench.paths, str(file), bench.binding)
    swapped = bench.home / "swapped.zip"
    with zipfile.ZipFile(one.path) as old, zipfile.ZipFile(swapped, "w") as new:
        for member in old.namelist():
            content = old.read(member)
            new.writestr(member, content if member.endswith(".json") else content[:-1] + b"x")
    with pytest.raises(StoreDamaged, match="not as it was packed"):
        backups.restore(bench.paths, str(swapped), bench.binding)
    assert "later" in texts(bench)


def test_no_name_in_a_backup_leads_out_of_its_folder(bench: Bench) -> None:
    bench.remember("first")
    one = made(bench)
    evil = bench.home / "evil.zip"
    with zipfile.ZipFile(one.path) as old, zipfile.ZipFile(evil, "w") as new:
        for member in old.namelist():
            new.writestr(member, old.read(member))
        new.writestr("../../escaped.db", b"x")
    backups.restore(bench.paths, str(evil), bench.binding)
    assert not list(bench.home.rglob("escaped.db"))


@pytest.mark.parametrize("has_links", [True, False])
def test_backups_of_one_second_take_no_place_from_each_other(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    bench.remember("first")
    if not has_links:

        def refused(*_: object) -> None:
            raise OSError(errno.EPERM, "no links here")

        monkeypatch.setattr(os, "link", refused)
    pack = backups._pack
    inner: list[backups.Backup] = []

    def pack_while_another_is_made(*arguments: Any) -> None:
        if not inner:
            inner.append(backups.Backup(name="", path="", created_at="", projects=(), bytes=0, why=""))
            inner[0] = made(bench, at_s=5.0)
        pack(*arguments)

    monkeypatch.setattr(backups, "_pack", pack_while_another_is_made)
    outer = made(bench, at_s=5.0)
    assert outer.name != inner[0].name
    assert [one.projects for one in backups.listed(bench.paths)] == [outer.projects] * 2
    assert os.stat(outer.path).st_nlink == 1


def test_what_is_not_there_is_named(bench: Bench) -> None:
    with pytest.raises(NotFound, match="nothing to back up"):
        made(bench)
    bench.remember("first")
    one = made(bench)
    with pytest.raises(NotFound, match="nothing of this project"):
        backups.restore(bench.paths, one.name, "path:/elsewhere")
    with pytest.raises(NotFound):
        backups.find(bench.paths, "2001")
    with pytest.raises(InvalidInput, match="there already"):
        made(bench, target=one.path)
    assert backups.delete(bench.paths, one.name) == one.path
    assert backups.listed(bench.paths) == []


def test_a_file_of_several_projects_is_backed_up_as_one(home: Path) -> None:
    bench = Bench.at(home, HARDWON_DB=str(home / "all.db"))
    bench.remember("first")
    one = made(bench)
    bench.remember("second")
    backups.restore(bench.paths, one.name, bench.binding)
    assert texts(bench) == ["first"]


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION))
def test_a_store_is_copied_before_its_schema_changes(bench: Bench, version: int) -> None:
    store_of(bench.file, version).close()
    bench.remember("first")
    [one] = backups.listed(bench.paths)
    assert one.why == "before a change of the schema"
    assert examine(one.path).version == version


def test_without_room_for_the_copy_the_schema_does_not_change(bench: Bench) -> None:
    store_of(bench.file, 1).close()
    Path(bench.paths.backups).write_text("in the way")
    with pytest.raises(StoreError):
        bench.remember("first")
    assert examine(str(bench.file)).version == 1


@pytest.mark.parametrize(
    ("module", "name"), [(backup, "_check"), (backups, "_pack"), (backups, "_refuse_unsound"), (backups, "put_back")]
)
def test_killed_at_any_step_a_store_is_as_it_was_and_a_backup_whole_or_not_there(
    bench: Bench, module: object, name: str
) -> None:
    bench.remember("first")
    one = made(bench)
    bench.remember("second")

    def work(_: object) -> None:
        setattr(module, name, lambda *_: os._exit(9))
        backups.restore(bench.paths, one.name, bench.binding)

    assert Child(work).wait()[0] == 9
    assert texts(bench) == ["first", "second"]
    for found in backups.listed(bench.paths):
        with zipfile.ZipFile(found.path) as packed:
            assert packed.testzip() is None
    backups.restore(bench.paths, one.name, bench.binding)
    assert texts(bench) == ["first"]


def test_killed_while_pages_are_put_back_a_store_is_one_or_the_other(bench: Bench) -> None:
    bench.remember(*(f"memory {number} about ports" for number in range(200)))
    one = made(bench)
    bench.remember("second")

    def work(_: object) -> None:
        def copy(source: object, target: object) -> None:
            with target.backup("main", source, "main") as under_way:  # type: ignore[attr-defined]
                under_way.step(5)
                os._exit(9)

        backup._copy = copy  # type: ignore[assignment]
        backup.put_back(str(bench.home / "copy.db"), str(bench.file))

    with zipfile.ZipFile(one.path) as packed:
        (bench.home / "copy.db").write_bytes(packed.read("store-0.db"))
    assert Child(work).wait()[0] == 9
    assert len(texts(bench)) == 201
    assert examine(str(bench.file)).is_sound
