"""Wire Hardwon into a host and take it out again, to the byte; all of a host's parts or none."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path

from hardwon.config.paths import Paths
from hardwon.errors import InvalidInput, NotFound
from hardwon.install import entries, launchers, report
from hardwon.install.applying import apply_install, apply_uninstall, new_plan, plan_launchers
from hardwon.install.files import Unusable, read_target
from hardwon.install.hosts.base import Host, HostState, Machine, Own, Part, Shared, Step, Wanted
from hardwon.install.instructions import RULES
from hardwon.install.layout import USER
from hardwon.install.plan import Plan
from hardwon.install.record import Records, locked_records, read_records
from hardwon.install.report import Change, InstallReport
from hardwon.install.shared import Share

_ALL = Wanted(rules=True, activate=True)


def machine_of(
    directory: str | Path, paths: Paths, environ: Mapping[str, str], platform: str = sys.platform
) -> Machine:
    """The machine as it is now.

    Raises:
        InvalidInput: there is no such folder.
    """
    project = Path(os.path.realpath(directory))
    if not project.is_dir():
        raise InvalidInput(f"there is no folder {directory}", "Name the folder of the project.")
    return Machine(home=Path(paths.home), project=project, environ=environ, platform=platform)


def install_host(
    host: Host,
    machine: Machine,
    *,
    scope: str | None = None,
    wanted: Wanted | None = None,
    dry_run: bool = False,
    paths: Paths,
) -> InstallReport:
    """Wire Hardwon into a host. All or nothing, and nothing where all is in place already.

    Args:
        host: the host.
        machine: where.
        scope: None takes the host's usual one.
        wanted: what the person chose.
        dry_run: work everything out, write nothing.
        paths: where data and launchers live.

    Raises:
        InvalidInput: the host has no such scope.
        InstallRefused: a file cannot be edited safely; nothing was changed, and the snippet is to be pasted.
    """
    scope = scope_of(host, scope)
    wanted = wanted or Wanted()
    if host.wiring:
        return host.wiring.install(machine, scope, wanted, dry_run, paths)
    parts, known = host.parts(machine, scope, wanted), host.parts(machine, scope, _ALL)
    texts = launchers.launcher_texts(paths=paths)

    def planned(records: Records) -> Plan:
        plan = new_plan(host.name, _directory(machine, scope), scope, paths, records)
        _plan_parts(plan, parts)
        _plan_recorded(plan, parts, known, wanted)
        _plan_strays(plan, host, known)
        plan_launchers(plan, Path(paths.launcher_dir), dict(texts))
        plan.refuse_if_blocked()
        return plan

    plan = planned(read_records(paths))  # refuses before the data folder is made
    notes = [] if host.found(machine) else [f"{host.title} was not found on this machine; this waits for it."]
    if not dry_run:
        with locked_records(paths) as records:
            plan = planned(records)
            apply_install(plan, records)
            notes += _do_steps(plan, parts)
    changed = any(one.action in (report.CREATED, report.CHANGED) and one.part != "launcher" for one in plan.changes)
    if changed and host.after and not dry_run:
        notes.append(host.after)
    return InstallReport(
        directory=plan.install.directory, scope=scope, dry_run=dry_run,
        changes=tuple(plan.changes), notes=(*plan.notes, *notes),
    )  # fmt: skip


def uninstall_host(
    host: Host, machine: Machine, *, scope: str | None = None, dry_run: bool = False, paths: Paths
) -> InstallReport:
    """Take Hardwon out of a host: the original bytes where nobody edited since, else exactly what is ours.

    Args:
        host: the host.
        machine: where.
        scope: None takes out every scope that has it.
        dry_run: work everything out, change nothing.
        paths: where data and launchers live.

    Raises:
        InvalidInput: the host has no such scope.
        InstallRefused: a file cannot be edited safely; nothing was changed.
    """
    scopes = host.scopes if scope is None else (scope_of(host, scope),)
    if host.wiring:
        return host.wiring.uninstall(machine, scope, dry_run, paths)

    def planned(records: Records) -> list[Plan]:
        plans = []
        for one in scopes:
            plan = new_plan(host.name, _directory(machine, one), one, paths, records)
            known = host.parts(machine, one, _ALL)
            _plan_removal(plan, known)
            _plan_strays(plan, host, known)
            plan.refuse_if_blocked()
            plans.append(plan)
        return plans

    seen = read_records(paths)
    steps = [part for one in scopes for part in host.parts(machine, one, _ALL) if _is_step(part)]
    edits = any(plan.edits for plan in planned(seen))  # refuses before anything is undone
    idle = not Path(paths.data).is_dir() and not edits
    notes = _undo_steps(steps, dry_run)
    with nullcontext(seen) if dry_run or idle else locked_records(paths) as records:
        plans = planned(records)
        changes = apply_uninstall(plans, records, paths, dry_run=dry_run)
    changes = [change for change in changes if change.action != report.UNCHANGED or change.note]
    changes += [change for change, _ in notes if change]
    if not changes and not any(line for _, line in notes):
        notes.append((None, f"Nothing of Hardwon was installed in {host.title}."))
    return InstallReport(
        directory=_directory(machine, scopes[0]), scope=scopes[0], dry_run=dry_run,
        changes=tuple(changes), notes=tuple(line for _, line in notes if line),
    )  # fmt: skip


def host_state(host: Host, machine: Machine, scope: str, paths: Paths) -> HostState:
    """How Hardwon stands in a host, but for what a person may leave out; looks only, changes nothing."""
    if host.wiring:
        return host.wiring.state(machine, scope, paths)
    parts = host.parts(machine, scope, Wanted(rules=False))
    states = [(part, _part_state(part)) for part in parts]
    present = [state for _, state in states if state != entries.MISSING]
    state = entries.MISSING
    if present:
        same = len(set(present)) == 1 and len(present) == len(states)
        state = present[0] if same else entries.STALE
    off = [f"{part.name} {one}" for part, one in states if one != state and present]
    off += [f"{part.path} {why}" for part in parts if isinstance(part, Shared) and (why := _unreadable(part))]
    return HostState(
        host=host.name, title=host.title, scope=scope, found=host.found(machine), state=state,
        path=str(states[0][0].path) if states else "", note=", ".join(off),
    )  # fmt: skip


def wired_places(hosts: Iterable[Host], machine: Machine, paths: Paths, scope: str | None) -> list[tuple[str, str]]:
    """Where something of Hardwon is: each host's name with the scope.

    Args:
        hosts: those to look at.
        machine: where.
        paths: where the launchers live.
        scope: only this one; None looks at all of them.
    """
    records = read_records(paths)
    return [
        (host.name, one)
        for host in hosts
        for one in host.scopes
        if scope in (None, one)
        and (
            host_state(host, machine, one, paths).state in (entries.WIRED, entries.STALE)
            or records.get(_directory(machine, one), one, host.name)
        )
    ]


def config_of(host: Host, machine: Machine) -> tuple[str, list[tuple[str, str]]]:
    """A host's entry for pasting by hand, and the file of each scope that it goes into.

    Raises:
        NotFound: the host has nothing to paste.
    """
    if host.config is None:
        raise NotFound(f"{host.title} has no file to paste into", f"Run mem install {host.name}.")
    parts = [(scope, next(iter(host.parts(machine, scope, Wanted())), None)) for scope in host.scopes]
    return host.config(), [(scope, str(part.path)) for scope, part in parts if part is not None]


def scope_of(host: Host, scope: str | None) -> str:
    """The scope that is meant.

    Raises:
        InvalidInput: the host has no such scope.
    """
    if scope is None:
        return host.scopes[0]
    if scope not in host.scopes:
        raise InvalidInput(f"{host.title} has no {scope} scope", f"Use --scope {' or '.join(host.scopes)}.")
    return scope


def _directory(machine: Machine, scope: str) -> str:
    return str(machine.home if scope == USER else machine.project)


def _is_step(part: Part) -> bool:
    return not isinstance(part, Shared | Own)


def _plan_parts(plan: Plan, parts: Iterable[Part]) -> None:
    for part in parts:
        if isinstance(part, Shared):
            plan.put_in(part.share, part.path, mode=part.mode)
        elif isinstance(part, Own):
            plan.add_file(part.name, part.path, part.text, part.is_own)


def _plan_recorded(plan: Plan, parts: Iterable[Part], known: Iterable[Part], wanted: Wanted) -> None:
    """What an earlier installation added by choice: kept up where nothing was said of it, else taken out."""
    names = {(part.name, str(part.path)) for part in parts}
    for part in known:
        if (part.name, str(part.path)) in names or str(part.path) not in plan.install.files:
            continue
        if part.name == RULES and wanted.rules is False:
            _plan_removal(plan, [part])
        else:
            _plan_parts(plan, [part])


def _plan_strays(plan: Plan, host: Host, known: Sequence[Part]) -> None:
    """Take out what stands in files that the host's are no more, such as one that another goes before by now."""
    places = {str(part.path) for part in known}
    shares = [*(part.share for part in known if isinstance(part, Shared)), *host.shares]
    for name in plan.install.files:
        path = Path(name)
        if name in places or not path.is_file():
            continue
        share = next((share for share in shares if _share_state(share, path) in (entries.WIRED, entries.STALE)), None)
        if share:
            plan.take_out(share, path)
        else:
            plan.remove_file("file", path, b"")


def _plan_removal(plan: Plan, parts: Iterable[Part]) -> None:
    for part in parts:
        if isinstance(part, Shared):
            plan.take_out(part.share, part.path)
        elif isinstance(part, Own):
            plan.remove_file(part.name, part.path, part.text, part.is_own)


def _do_steps(plan: Plan, parts: Iterable[Part]) -> list[str]:
    notes = []
    for step in parts:
        if isinstance(step, Shared | Own):
            continue
        state = step.state()
        if state == entries.WIRED:
            plan.note(step.name, step.path, report.UNCHANGED)
        elif state == entries.FOREIGN:
            plan.note(step.name, step.path, report.FOREIGN, "another's of this name, left alone")
        elif line := step.put_in():
            notes.append(f"To finish, run: {line}")
        else:
            plan.note(step.name, step.path, report.CHANGED)
    return notes


def _undo_steps(steps: Iterable[Step | Shared | Own], dry_run: bool) -> list[tuple[Change | None, str]]:
    done: list[tuple[Change | None, str]] = []
    for step in steps:
        if isinstance(step, Shared | Own) or step.state() not in (entries.WIRED, entries.STALE):
            continue
        line = "" if dry_run else step.take_out()
        change = Change(part=step.name, path=str(step.path), action=report.CHANGED)
        done.append((None, f"To finish, run: {line}") if line else (change, ""))
    return done


def _part_state(part: Part) -> str:
    if isinstance(part, Shared):
        return _shared_state(part)
    if isinstance(part, Own):
        return _own_state(part)
    return part.state()


def _shared_state(part: Shared) -> str:
    return _share_state(part.share, part.path)


def _share_state(share: Share, path: Path) -> str:
    try:
        return share.state(read_target(path).data or b"")
    except (Unusable, entries.Uneditable):
        return entries.MISSING


def _unreadable(part: Shared) -> str:
    """Why nothing can be said of a file, "" where something can."""
    try:
        part.share.state(read_target(part.path).data or b"")
    except (Unusable, entries.Uneditable) as error:
        return f"cannot be read: {error}" if isinstance(error, entries.Uneditable) else str(error)
    return ""


def _own_state(part: Own) -> str:
    try:
        data = part.path.read_bytes()
    except OSError:
        return entries.MISSING
    if data == part.text:
        return entries.WIRED
    return entries.STALE if part.is_own and part.is_own(data) else entries.FOREIGN
