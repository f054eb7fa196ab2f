"""Projects as a person sees them: which there are, which this folder has and why, and bringing them together.

Everything that moves memories is a person's act, but two that are proved to be nothing else: a folder gets its first
remote, or turns out to be a clone of what it claimed.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardwon.binding import Binding, bind, deciding, register, resolve
from hardwon.binding.objects import Objects
from hardwon.binding.project import printable, short_name
from hardwon.binding.proposal import DECLINED, project_named, proposed, question
from hardwon.binding.register import Decision
from hardwon.config.actor import AGENT
from hardwon.engine import moving
from hardwon.engine.stores import known_projects
from hardwon.errors import Ambiguous, InvalidInput, NotFound, PersonOnly, StoreError, StoreLocked
from hardwon.text.clean import one_line

if TYPE_CHECKING:
    from hardwon.config.paths import Paths

_GIT_S = 20
_ROOTS_MAX = 20
_NAME_MAX = 80


@dataclass(frozen=True, kw_only=True)
class Project:
    """One project.

    Attributes:
        value: its binding. name: what people call it. root: the folder it was first seen in.
        places: folders that have it. aliases: names that came into it.
        memories: how many it has, whatever their status.
        commits: how many commits are known to be its.
    """

    value: str
    name: str
    root: str
    places: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    memories: int = 0
    commits: int = 0


@dataclass(frozen=True, kw_only=True)
class Here:
    """What a folder has, and what is in question there.

    Attributes:
        project: the binding. place: the folder it was decided for.
        how: why, a word of hardwon.binding.register.
        claim: what its remote names. proposal: what its .hardwon.toml names, "" for nothing.
        target: what `mem project link` would link it to, "" for nothing.
        told: one sentence on that, "" where nothing is in question.
    """

    project: str
    place: str
    how: str
    claim: str
    proposal: str = ""
    target: str = ""
    told: str = ""


@dataclass(frozen=True, kw_only=True)
class Changed:
    """What became of projects.

    Attributes:
        project: what the folder, or what was named, is now.
        brought: how many memories came along.
        backup: the copy made before, "" for none.
        folded: memories that said exactly the same twice and are one now.
    """

    project: str
    brought: int = 0
    backup: str = ""
    folded: int = 0


# -- looking ---------------------------------------------------------------------------------------------------


def projects(paths: Paths) -> list[Project]:
    """Every project that has memories or was met, by name.

    Args:
        paths: where they are.
    """
    known = {value: (name, root) for value, name, root in known_projects(paths)}
    records = {record.value: record for record in register.records(paths)}
    found = []
    for value in {*known, *(value for value, record in records.items() if not record.alias)}:
        name, root = known.get(value, (short_name(value), ""))
        record = records.get(value)
        places = tuple(record.places) if record else ()
        found.append(
            Project(
                value=value,
                name=name,
                root=root or (places[0] if places else ""),
                places=places,
                aliases=tuple(register.names_of(paths, value)[1:]),
                memories=_count(paths, value) if value in known else 0,
                commits=len(record.commits) if record else 0,
            )
        )
    return sorted(found, key=lambda one: (one.name, one.value))


def _count(paths: Paths, value: str) -> int:
    with suppress(StoreError):
        return moving.memory_count(paths, value)
    return 0


def named(paths: Paths, wanted: str) -> Project:
    """The project that a person means by a binding, a name or a folder.

    Raises:
        NotFound, Ambiguous: none, or several, are called so.
    """
    newest = register.newest_name(paths, wanted)
    every = projects(paths)
    found = [one for one in every if one.value == newest] or [one for one in every if wanted == one.name]
    if not found and wanted.startswith(("/", ".", "~")):
        value = bind(os.path.abspath(os.path.expanduser(wanted)), paths).value
        found = [one for one in every if one.value == value]
    if not found:
        names = ", ".join(sorted({one.name for one in every})) or "none yet"
        raise NotFound(f"there is no project {one_line(wanted, 200)!r}", f"projects: {names}")
    if len(found) > 1:
        raise Ambiguous(
            f"several projects are called {one_line(wanted, 200)!r}",
            "name one of " + ", ".join(one.value for one in found),
        )
    return found[0]


def of_folder(paths: Paths, found: Here) -> Project:
    """The project that a folder has, also where nothing was learnt in it yet."""
    every = (one for one in projects(paths) if one.value == found.project)
    return next(every, Project(value=found.project, name=short_name(found.project), root=found.place))


def here(paths: Paths, folder: str) -> Here:
    """What a folder has, and what is in question there; changes nothing.

    Args:
        paths: where decisions are.
        folder: the folder.
    """
    found = bind(folder, paths)
    claim = resolve(folder, paths.home)
    target, told = question(paths, found)
    return Here(
        project=found.value,
        place=found.place,
        how=found.how,
        claim=claim.value,
        proposal=proposed(found.root),
        target=target,
        told=told,
    )


# -- settling what is proved -------------------------------------------------------------------------------------


def settle(paths: Paths, folder: str, *, at: int) -> Binding:
    """Carry out what is proved about a folder by now, and note what tells its clones later. Runs git, with care.

    Args:
        paths: where decisions are.
        folder: a folder that exists.
        at: the time, in milliseconds.

    Raises:
        StoreError: a store cannot be read or written; it is gone on with the next time.
    """
    moving.finish(paths)
    found = bind(folder, paths, keep=True)
    known = register.read_place(paths, found.place)
    claim = resolve(folder, paths.home)
    fits = found.how in (register.LINKED, register.APART) or deciding.still_fits(paths, claim, found.value)
    if found.how in (register.WAITS, register.MOVING, register.MOVED) or not fits:
        decision = deciding.decide(paths, claim, known, keep=True)
        found = found.decided(decision.value, decision.how, decision.other)
    if found.how == register.MOVING:
        found = _moved_along(paths, found, at)
    with suppress(OSError):
        note_first_commits(paths, found)
        deciding.note_seen(paths, found, found.value)
        found = _with_suggestion(paths, found)
    moving.sweep(paths, found.value, at=at)
    return found


def _moved_along(paths: Paths, found: Binding, at: int) -> Binding:
    """Bring what a folder learnt by itself into the project it has from now on."""
    is_first = deciding.is_free(paths, found, found.other, take=True)
    if not is_first and not deciding.is_proved(paths, found, found.other):
        return found  # somebody was quicker; whether this is a clone of it is decided when it is met again
    how = register.FIRST if is_first else register.CLONE
    moving.begin(paths, found.value, found.other, at=at, place=printable(found.place), how=how)
    return found.decided(found.other, how, "")


def note_first_commits(paths: Paths, found: Binding) -> None:
    """Note the commits a folder's history begins with: every whole clone has them.

    Args:
        paths: where decisions are.
        found: the folder with its project.

    Raises:
        OSError: it cannot be noted.
    """
    record = register.read_record(paths, found.value)
    place = printable(found.place)
    if not found.git_dir or (record is not None and place in record.rooted):
        return
    own = Objects(found.git_dir)
    said = [("commit", name) for name in _first_commits(found.git_dir) if own.has_commit(name)]
    register.add_to_record(paths, found.value, [*said, ("rooted", place)] if said else [])


def _first_commits(git_dir: str) -> Sequence[str]:
    """By git, which runs nothing that the repository configures, takes no lock and asks no network."""
    argv = ["git", f"--git-dir={git_dir}", "-c", "core.fsmonitor=", "-c", "log.showSignature=false"]
    argv += ["-c", "protocol.allow=never", "-c", "core.hooksPath=/dev/null"]
    argv += ["rev-list", "--max-parents=0", f"--max-count={_ROOTS_MAX}", "--branches", "--remotes", "HEAD"]
    environ = {"PATH": os.environ.get("PATH", os.defpath), "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}
    environ |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "HOME": os.environ.get("HOME", "/")}
    try:
        done = subprocess.run(
            argv, env=environ, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, timeout=_GIT_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    return done.stdout.decode("ascii", "replace").split() if done.returncode == 0 else ()


def _with_suggestion(paths: Paths, found: Binding) -> Binding:
    """Another project that has the same history: the remote was moved, or this is a fork."""
    if found.how not in (register.OWN, register.FIRST) or found.other or not found.git_dir:
        return found
    own = Objects(found.git_dir)
    for record in register.records(paths):
        if record.value in (found.value, found.own) or record.alias or not deciding.has_store(paths, record.value):
            continue
        if any(own.has_commit(name) for name in record.commits[::-1]):
            fresh = Decision(resolve(found.root, paths.home).value, found.value, found.how, record.value)
            register.write_place(paths, found.place, fresh)
            return found.decided(found.value, found.how, record.value)
    return found


# -- a person's acts -------------------------------------------------------------------------------------------


def link(environ: Mapping[str, str], paths: Paths, folder: str, wanted: str = "", *, actor: str, at: int) -> Changed:
    """Let a folder have another project; what it learnt so far comes along.

    Args:
        environ: the trusted environment.
        paths: where decisions are.
        folder: the folder.
        wanted: the project; "" for what the folder claims or its .hardwon.toml proposes.
        actor: PERSON or AGENT: who asks.
        at: the time, in milliseconds.

    Raises:
        PersonOnly: an agent asks.
        InvalidInput: nothing is claimed or proposed, or the name is none.
        NotFound, Ambiguous: the project is not known, or several are called so.
        StoreError: a store cannot be read or written; done again, it goes on.
    """
    _refuse(actor, "links a folder to a project")
    moving.finish(paths)
    found = bind(folder, paths, keep=True)
    target = _target(paths, found, wanted)
    claim = resolve(folder, paths.home).value
    if target == found.value:
        register.write_place(paths, found.place, Decision(claim, target, register.LINKED))
        return Changed(project=target)
    return _brought(environ, paths, found.value, target, place=printable(found.place), at=at)


def _target(paths: Paths, found: Binding, wanted: str) -> str:
    if not wanted:
        target = question(paths, found)[0] or (found.other if found.other != DECLINED else "")
        if not target:
            raise InvalidInput(
                f"this folder claims no other project than {found.value}",
                "name one: mem project link PROJECT; `mem project list` shows them",
            )
        return register.newest_name(paths, target)
    try:
        return named(paths, wanted).value
    except NotFound:
        value = project_named(wanted)
        if not value or not wanted.startswith("repo:"):
            raise
        return value


def _brought(environ: Mapping[str, str], paths: Paths, source: str, target: str, *, place: str, at: int) -> Changed:
    """Bring one project into another, with a copy before where both have something."""
    both = bool(moving.memories_of(paths, target)) and moving.is_there(paths, source)
    backup = _backup(paths, (source, target), at) if both else ""
    move = moving.begin(paths, source, target, at=at, place=place, backup=backup)
    if place:
        with suppress(OSError):
            found = bind(place, paths)
            deciding.note_seen(paths, found, target)
    folded = _fold(environ, target, _root(paths, target)) if both else 0
    return Changed(project=target, brought=len(move.ids), backup=backup, folded=folded)


def _root(paths: Paths, value: str) -> str:
    return next((root for known, _, root in known_projects(paths) if known == value), "")


def _backup(paths: Paths, values: Sequence[str], at: int) -> str:
    from hardwon.maintenance import backups

    return backups.create(paths, values, why="before-merge", at_s=at / 1000).name


def _fold(environ: Mapping[str, str], value: str, root: str) -> int:
    """Let upkeep retire what is there twice word for word; its journal has it, so it can be undone."""
    from hardwon.engine.core import open_engine
    from hardwon.engine.upkeep import maintain

    with open_engine(environ, binding=Binding(value, root)) as engine:
        if engine.settings.maintain == "off":
            return 0
        try:
            return maintain(engine, apply=True, auto_only=True).applied.total()
        except StoreLocked:  # it is at work, and will see them
            return 0


def merge(environ: Mapping[str, str], paths: Paths, source: str, target: str, *, actor: str, at: int) -> Changed:
    """Bring a whole project into another; folders of the first have the second from then on.

    Args:
        environ, paths, actor, at: as for `link`.
        source, target: bindings, names or folders.

    Raises:
        PersonOnly, NotFound, Ambiguous, InvalidInput, StoreError
    """
    _refuse(actor, "merges projects")
    moving.finish(paths)
    one, other = named(paths, source), named(paths, target)
    if one.value == other.value:
        raise InvalidInput(f"both are {one.value}", "name two projects")
    return _brought(environ, paths, one.value, other.value, place="", at=at)


def rename(environ: Mapping[str, str], paths: Paths, wanted: str, name: str, *, actor: str, at: int) -> Changed:
    """Call a project something else, or give it another binding.

    Args:
        environ, paths, actor, at: as for `link`.
        wanted: the project.
        name: a plain name for people; or `repo:host/path`, its lasting name from then on.

    Raises:
        PersonOnly, NotFound, Ambiguous, StoreError
        InvalidInput: the name cannot be used, or another project has the binding.
    """
    _refuse(actor, "renames a project")
    moving.finish(paths)
    one = named(paths, wanted)
    if name.startswith("path:") or not one_line(name).strip():
        raise InvalidInput("that is no name for a project", "give a plain name, or repo:host/path")
    if not name.startswith("repo:"):
        _call(paths, one.value, one_line(name, _NAME_MAX).strip())
        return Changed(project=one.value)
    value = project_named(name)
    if not value:
        raise InvalidInput(f"{one_line(name, 200)!r} is no binding", "write repo:host/path")
    if value == one.value:
        return Changed(project=value)
    if moving.memories_of(paths, value):
        raise InvalidInput(f"{value} has memories of its own", f"mem project merge {one.value} {value}")
    return _brought(environ, paths, one.value, value, place="", at=at)


def _call(paths: Paths, value: str, name: str) -> None:
    from hardwon.store import memories
    from hardwon.store.migrations import open_store

    database = open_store(paths.project_db(value))
    try:
        with database.atomic():
            memories.ensure_project(database, value, name, "", 0)
            memories.rename_project(database, value, name)
    finally:
        database.close()


def unlink(paths: Paths, folder: str, *, actor: str, at: int) -> Changed:
    """Let a folder be as it was: what a link brought goes back, and nothing more is asked about it.

    Where something is in question, that is declined and all else stays; else the folder is on its own from then on.

    Args:
        paths, folder, actor, at: as for `link`.

    Raises:
        PersonOnly, StoreError
        InvalidInput: it is on its own already.
    """
    _refuse(actor, "unlinks a folder")
    moving.finish(paths)
    found = bind(folder, paths, keep=True)
    claim = resolve(folder, paths.home)
    place = printable(found.place)
    if found.how == register.MOVED:
        register.write_place(paths, found.place, Decision(claim.value, found.value, register.LINKED))
        return Changed(project=found.value)
    if found.how in (register.FIRST, register.OWN) and question(paths, found)[0]:
        register.write_place(paths, found.place, Decision(claim.value, found.value, found.how, DECLINED))
        return Changed(project=found.value)
    if found.value == found.own and found.how in (register.OWN, register.APART):
        raise InvalidInput("this folder is on its own already", "`mem project` shows what it has")
    brought = next(
        (
            move
            for move in reversed(moving.moves(paths))
            if (move.place == place or move.source in (claim.value, claim.own))
            and move.target == found.value
            and move.state == moving.DONE
            and move.renames
        ),
        None,
    )
    if brought is None or found.how != register.LINKED:
        register.add_to_record(paths, found.value, [("leaves", place)])
        register.add_to_record(paths, found.own, [("alias", "")])
        register.write_place(paths, found.place, Decision(claim.value, found.own, register.APART, found.value))
        return Changed(project=found.own)
    back = moving.take_back(paths, brought, at=at)
    how = register.APART if brought.source == claim.own else register.FIRST
    register.write_place(paths, found.place, Decision(claim.value, brought.source, how, DECLINED))
    return Changed(project=brought.source, brought=len(back.ids))


def _refuse(actor: str, act: str) -> None:
    if actor == AGENT:
        raise PersonOnly(f"only a person {act}", "the person runs `mem project` in a shell of their own")
