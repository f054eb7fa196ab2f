"""Which folder a session works in, and so which project it belongs to. Light."""

from __future__ import annotations

from hardwon.binding import Binding, resolve
from hardwon.binding.files import is_folder


def project_of(cwd: str, project_dir: str, home: str, known: str = "") -> Binding:
    """The project of a session.

    An agent changes folders while it works, into repositories below its project too; the session stays
    where it was started. A folder that is gone (a work tree removed under a running session) leaves the
    session its project.

    Args:
        cwd: the working folder the event names; may be gone, or "".
        project_dir: the folder the client was started in, "" when it does not say.
        home: the person's home folder.
        known: the project this session was seen in before, "" when it was not.
    """
    there = bool(cwd) and is_folder(cwd)
    if project_dir and is_folder(project_dir) and (not there or _within(cwd, project_dir)):
        return resolve(project_dir, home)
    found = resolve(cwd, home)
    return Binding(known, found.root) if known and not there else found


def _within(path: str, folder: str) -> bool:
    folder = folder.rstrip("/")
    return path == folder or path.startswith(folder + "/")
