"""Which project a folder has, where that was not decided yet or its remote changed. Light, but for a look into a store.

A folder that nobody met before may have any project that nobody had before. One that another folder has is believed
only where the folder is proved to be a clone: it has a commit that was seen there, or a folder that has the project
has one of its commits. Until then, or until the person says so, it works by itself, and nothing it learns is lost.
"""

from __future__ import annotations

import posix

from hardwon.binding import register
from hardwon.binding.files import is_folder
from hardwon.binding.objects import Objects, tips
from hardwon.binding.project import Binding, Repository, printable, repository_at
from hardwon.binding.register import Decision, Record
from hardwon.config.paths import Paths

_PLACES_MAX = 12
_COMMITS_MAX = 12
_STAYS = (register.FIRST, register.CLONE, register.LINKED, register.MOVED)


def decide(paths: Paths, claim: Binding, known: Decision | None, *, keep: bool) -> Decision:
    """Decide. Never raises.

    Args:
        paths: where decisions are.
        claim: the folder with what it claims now.
        known: what was decided for it before, None for nothing.
        keep: write it down, and what was seen of the folder; where that cannot be done, it is decided again next time.
    """
    decision = _decided(paths, claim, known, keep)
    if keep:
        try:
            if decision != known:
                register.write_place(paths, claim.place, decision)
            _name_again(paths, claim, known, decision)
            note_seen(paths, claim, decision.value)
        except OSError:
            pass
    return decision


def _name_again(paths: Paths, claim: Binding, known: Decision | None, decision: Decision) -> None:
    """Have a folder's own name stand for what it has: sessions that began under the one go on under the other."""
    record = register.read_record(paths, claim.own)
    if decision.value == claim.own:
        if record is not None and record.alias:
            register.add_to_record(paths, claim.own, [("alias", "")])
    elif known is not None and known.how == register.OWN and decision.how in (register.FIRST, register.CLONE):
        register.add_to_record(paths, claim.own, [("alias", decision.value)])


def _decided(paths: Paths, claim: Binding, known: Decision | None, keep: bool) -> Decision:
    wanted = register.newest_name(paths, claim.value)
    if claim.value == claim.own and not _continues(paths, claim, wanted):
        wanted = claim.own  # another repository lies where one was
    prior = _prior(paths, claim, known)
    if known is not None and known.how == register.APART:
        return Decision(claim.value, claim.own, register.APART, wanted if wanted != claim.own else "")
    if wanted == claim.own:
        return Decision(claim.value, prior or wanted, known.how if prior and known else register.OWN)
    if prior == wanted:
        return Decision(claim.value, wanted, known.how if known else register.FIRST)
    if known is not None and known.how == register.LINKED and prior:
        return Decision(claim.value, prior, register.LINKED)  # the person's word stands above what remotes say
    # What has memories is not left behind: they come along first, or the person is asked.
    learnt = prior or (claim.own if _continues(paths, claim, claim.own) else "")
    learnt = learnt if learnt and has_store(paths, learnt) else ""
    if is_free(paths, claim, wanted, take=keep and not learnt):
        return _taking(claim, wanted, learnt, register.FIRST)
    if is_proved(paths, claim, wanted):
        return _taking(claim, wanted, learnt, register.CLONE)
    return Decision(claim.value, prior or claim.own, register.MOVED if prior else register.WAITS, wanted)


def _taking(claim: Binding, wanted: str, prior: str, how: str) -> Decision:
    """Give a folder the project it claims, once what it has learnt so far can come along."""
    if not prior:
        return Decision(claim.value, wanted, how)
    return Decision(claim.value, prior, register.MOVING if prior == claim.own else register.MOVED, wanted)


def _prior(paths: Paths, claim: Binding, known: Decision | None) -> str:
    """A project of other folders too that this folder had and still has: it was not replaced by another repository."""
    if known is None or known.how not in _STAYS:
        return ""
    value = register.newest_name(paths, known.value)
    return value if value != claim.own and _continues(paths, claim, value) else ""


def still_fits(paths: Paths, claim: Binding, value: str) -> bool:
    """Whether a folder that names no project now may keep one that it had."""
    return claim.value != claim.own or value == claim.own or _continues(paths, claim, value)


def _continues(paths: Paths, claim: Binding, value: str) -> bool:
    """Whether what is at a place now goes on with what had a project there, and is no other repository."""
    record = register.read_record(paths, value)
    if record is None or not record.commits or not claim.git_dir:
        return True
    return _has_seen(claim.git_dir, record) or not tips(claim.git_dir)


def is_free(paths: Paths, claim: Binding, wanted: str, *, take: bool) -> bool:
    """Whether nobody has a project.

    Args:
        paths: where decisions are.
        claim: the folder that would have it.
        wanted: the project.
        take: note it as taken, if nobody is quicker.
    """
    record = register.read_record(paths, wanted)
    if record is not None:
        # Whoever took it learnt nothing and is gone.
        return not has_store(paths, wanted) and not any(is_folder(place) for place in record.places)
    root = _root_in_store(paths, wanted)
    # A store nobody noted anything about: of the folder it was made for, else of one that cannot be told.
    if root is not None and root not in (claim.root, claim.place):
        return False
    if not take:
        return True
    try:
        return register.begin_record(paths, wanted)
    except OSError:
        return True


def is_proved(paths: Paths, claim: Binding, wanted: str) -> bool:
    """Whether a folder is certainly a clone of what others have under a project's name.

    Args:
        paths: where decisions are.
        claim: the folder.
        wanted: the project.
    """
    record = register.read_record(paths, wanted)
    if record is None:
        return False
    if printable(claim.place) in record.places and _continues(paths, claim, wanted):
        return True
    if not claim.git_dir:
        return False
    if _has_seen(claim.git_dir, record):
        return True
    own = Objects(claim.git_dir)
    mine = [name for name in tips(claim.git_dir)[:_COMMITS_MAX] if own.has_commit(name)]
    for place in record.places[:_PLACES_MAX]:
        there = certain_repository(place)
        if there is not None and there.common != claim.git_dir:
            other = Objects(there.common)
            theirs = tips(there.common)[:_COMMITS_MAX]
            if any(other.has_commit(name) for name in mine) or any(own.has_commit(name) for name in theirs):
                return True
    return False


def _has_seen(git_dir: str, record: Record) -> bool:
    own = Objects(git_dir)
    few = [*record.commits[: -register.COMMITS_MAX][: register.COMMITS_MAX], *record.commits[-register.COMMITS_MAX :]]
    return any(own.has_commit(name) for name in few[::-1])


def certain_repository(place: str) -> Repository | None:
    """The repository that is at a place, None where it may be another's."""
    found = repository_at(place) if is_folder(place) else None
    return found if found is not None and found.is_certain else None


def note_seen(paths: Paths, claim: Binding, value: str) -> None:
    """Note that a folder has a project, and commits that were seen there.

    Args:
        paths: where decisions are.
        claim: the folder.
        value: the project.

    Raises:
        OSError: it cannot be written.
    """
    record = register.read_record(paths, value) or Record(value)
    said = [("place", printable(claim.place))] if printable(claim.place) not in record.places else []
    if claim.git_dir:
        own = Objects(claim.git_dir)
        fresh = [name for name in tips(claim.git_dir)[:_COMMITS_MAX] if name not in record.commits]
        said += [("commit", name) for name in fresh if own.has_commit(name)]
    register.add_to_record(paths, value, said)


def has_store(paths: Paths, value: str) -> bool:
    """Whether a project has memories, or had."""
    if paths.db:
        return _root_in_store(paths, value) is not None
    try:
        posix.stat(paths.project_db(value))
    except OSError:
        return False
    return True


def _root_in_store(paths: Paths, value: str) -> str | None:
    """The folder a project's memories were first made in, None where it has none."""
    path = paths.project_db(value)
    try:
        posix.stat(path)
    except OSError:
        return None
    from hardwon.errors import StoreError
    from hardwon.store.database import open_for_reading
    from hardwon.store.projects import root_of

    try:
        database = open_for_reading(path)
        try:
            return root_of(database, value)
        finally:
            database.close()
    except StoreError:
        return ""  # it is there, and nothing can be told of it
