"""Which folder a session works in, and so which project it belongs to. Light."""

from __future__ import annotations

from hardwon.binding import Binding, bind
from hardwon.binding.files import is_folder
from hardwon.binding.register import newest_name
from hardwon.config.paths import Paths


def project_of(cwd: str, project_dir: str, paths: Paths, known: str = "") -> Binding:
    """The project of a session.

    An agent changes folders while it works, into repositories below its project too; the session stays
    where it was started. A folder that is gone (a work tree removed under a running session) leaves the
    session its project.

    Args:
        cwd: the working folder the event names; may be gone, or "".
        project_dir: the folder the client was started in, "" when it does not say.
        paths: where it was decided which folder has which project; what is decided now is kept there.
        known: the project this session was seen in before, "" when it was not.
    """
    there = bool(cwd) and is_folder(cwd)
    if project_dir and is_folder(project_dir) and (not there or _within(cwd, project_dir)):
        return bind(project_dir, paths, keep=True)
    found = bind(cwd, paths, keep=there)
    return Binding(newest_name(paths, known), found.root) if known and not there else found


def _within(path: str, folder: str) -> bool:
    folder = folder.rstrip("/")
    return path == folder or path.startswith(folder + "/")
