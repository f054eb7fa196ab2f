"""Hardwon, and what it needs, copied from the running installation into another interpreter; and out of it again.

So it needs no network, no pip, and changes no package that is there: only what is missing is added, and a package that
has another version stays as it is. Each copy has a RECORD, and says by its INSTALLER who put it there.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata as metadata
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath

import hardwon
from hardwon.install.interpreter import Interpreter, own_kind

NAME = "hardwon"
INSTALLER = "hardwon"
ROOTS = ("apsw", "detect-secrets", "pathspec")
"""What a host's provider imports besides the standard library; each with what it needs itself."""

ENTRY_POINTS = "[hermes_agent.memory_providers]\nhardwon = hardwon.providers.hermes:register\n"
_COMPILED = (".so", ".pyd", ".dylib")
_REQUIREMENT = re.compile(r"[A-Za-z0-9._-]+")


class CannotCopy(Exception):
    """It cannot be done; the message says why."""

    def __init__(self, message: str, missing: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.missing = tuple(missing)


def plain(name: str) -> str:
    """A package's name as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed() -> list[str]:
    """All that a provider imports, by name, as the running installation has it."""
    found: dict[str, None] = {}
    waiting = list(ROOTS)
    while waiting:
        name = plain(waiting.pop(0))
        if name in found:
            continue
        found[name] = None
        for wanted in metadata.requires(name) or ():
            match = _REQUIREMENT.match(wanted)
            if match and ";" not in wanted:
                waiting.append(match[0])
    return list(found)


def missing_in(there: Interpreter) -> list[str]:
    """What a provider needs and an interpreter lacks."""
    return [name for name in needed() if name not in there.packages]


@lru_cache(maxsize=1)
def own_digest() -> str:
    """What the running installation's own code is recognised by."""
    whole = hashlib.sha256()
    for name, path in sorted(_own_files().items()):
        whole.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:32]


def put_in(there: Interpreter) -> None:
    """Copy Hardwon and what is missing; all or nothing, and in place of an earlier copy of ours.

    Raises:
        CannotCopy: something of it is not here, is made for another Python, or would take another file's place.
        OSError: the folder cannot be written.
    """
    names = missing_in(there)
    compiled = [name for name in names if _is_compiled(name)]
    if compiled and there.kind != own_kind():
        raise CannotCopy(f"{', '.join(compiled)} is made for another Python", compiled)
    with tempfile.TemporaryDirectory(dir=there.folder, prefix=".hardwon-") as made:
        fresh, former = Path(made, "new"), Path(made, "old")
        fresh.mkdir()
        former.mkdir()
        _write_own(fresh)
        for name in names:
            _write_copy(name, fresh)
        _replace(there.folder, fresh, former)


def take_out(there: Interpreter) -> list[str]:
    """Remove the copies that are ours; what another package needs by now stays. The names of what went.

    Raises:
        OSError: the folder cannot be written.
    """
    ours = {name for name, package in there.packages.items() if package.installer == INSTALLER}
    wanted = {need for name, package in there.packages.items() if name not in ours for need in package.needs}
    gone = []
    for name in sorted(ours - _with_needs(wanted & ours, there)):
        for path in _tops(there.folder, name):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        gone.append(name)
    return gone


def _with_needs(names: set[str], there: Interpreter) -> set[str]:
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found and name in there.packages:
            found.add(name)
            waiting += there.packages[name].needs
    return found


def _replace(folder: Path, fresh: Path, former: Path) -> None:
    """Put what was made in its place; an earlier copy of ours gives way, and comes back where that fails."""
    ours = {path.name for path in _tops(folder, NAME)}
    done: list[Path] = []
    try:
        for name in sorted(ours):
            (folder / name).rename(former / name)
        for path in sorted(fresh.iterdir()):
            if (folder / path.name).exists():
                raise CannotCopy(f"{folder / path.name} is there already and is no copy of ours")
            path.rename(folder / path.name)
            done.append(folder / path.name)
    except BaseException:
        for path in done:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in former.iterdir():
            path.rename(folder / path.name)
        raise


def _tops(folder: Path, name: str) -> list[Path]:
    """The entries of a packages' folder that are a copy of ours of some package."""
    found: dict[str, None] = {}
    for info in folder.glob("*.dist-info"):
        if plain(info.name.removesuffix(".dist-info").rpartition("-")[0]) != name:
            continue
        if _read(info / "INSTALLER").strip() != INSTALLER:
            continue
        found |= dict.fromkeys(
            line.split("/")[0].split(",")[0] for line in _read(info / "RECORD").splitlines() if line.strip()
        )
    return [folder / top for top in found if top not in ("", ".", "..") and os.path.lexists(folder / top)]


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def _own_files() -> dict[str, Path]:
    """Our code, by its place below the packages' folder."""
    root = Path(hardwon.__file__).parent
    return {
        f"{NAME}/{path.relative_to(root).as_posix()}": path
        for path in root.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and "_bundle" not in path.parts
    }


def _write_own(target: Path) -> None:
    info = f"{NAME}-{hardwon.__version__}.dist-info"
    _copy(_own_files(), target)
    wheel = "Wheel-Version: 1.0\nGenerator: hardwon\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    about = f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {hardwon.__version__}\nSummary: For a host's own process.\n"
    about += "".join(f"Requires-Dist: {name}\n" for name in ROOTS)  # not the whole program: what a provider imports
    texts = {"METADATA": about, "WHEEL": wheel, "entry_points.txt": ENTRY_POINTS, "digest": own_digest() + "\n"}
    _seal(target, info, texts)


def _write_copy(name: str, target: Path) -> None:
    found = dict(_files_of(name))
    info = next(place.split("/")[0] for place in found if place.split("/")[0].endswith(".dist-info"))
    dropped = {f"{info}/{one}" for one in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")}
    _copy({place: path for place, path in found.items() if place not in dropped}, target)
    _seal(target, info, {})


def _files_of(name: str) -> Iterator[tuple[str, Path]]:
    """A package's files below the packages' folder, without programs and what was compiled from source.

    Raises:
        CannotCopy: it is not here, or its files are not known.
    """
    try:
        files = metadata.distribution(name).files
    except metadata.PackageNotFoundError:
        files = None
    for place in files or ():
        path = PurePosixPath(str(place))
        if path.parts and path.parts[0] not in ("..", "/") and "__pycache__" not in path.parts:
            yield str(path), Path(str(place.locate()))
    if not files:
        raise CannotCopy(f"{name} is not installed here as a package whose files are known", [name])


def _is_compiled(name: str) -> bool:
    return any(place.endswith(_COMPILED) for place, _ in _files_of(name))


def _copy(files: Mapping[str, Path], target: Path) -> None:
    for place, source in files.items():
        path = target / place
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)


def _seal(target: Path, info: str, texts: Mapping[str, str]) -> None:
    """Say in a package's own folder what it is, who put it there, and which files it has."""
    (target / info).mkdir(exist_ok=True)
    for name, text in {**texts, "INSTALLER": INSTALLER + "\n"}.items():
        (target / info / name).write_text(text, encoding="utf-8")
    tops = {info, *(path.split("/")[0] for path in _recorded(target))}
    lines = []
    for path in sorted(one for top in tops for one in _below(target / top)):
        data = path.read_bytes()
        hashed = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path.relative_to(target).as_posix()},sha256={hashed},{len(data)}")
    (target / info / "RECORD").write_text("\n".join([*lines, f"{info}/RECORD,,"]) + "\n")


def _recorded(target: Path) -> list[str]:
    """Entries that no other package's record has yet."""
    known = {line.split("/")[0] for info in target.glob("*.dist-info") for line in _read(info / "RECORD").splitlines()}
    return [path.name for path in target.iterdir() if path.name not in known and not path.name.endswith(".dist-info")]


def _below(path: Path) -> list[Path]:
    return [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
