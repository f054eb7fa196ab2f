"""What is in question about a folder's project, and what a repository's `.hardwon.toml` proposes. Light.

Only a person answers: a file that came with a repository proposes, and no more.
"""

from __future__ import annotations

from hardwon.binding import register, remote
from hardwon.binding.files import read_regular
from hardwon.text.clean import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardwon.binding.project import Binding
    from hardwon.config.paths import Paths

FILE = ".hardwon.toml"
DECLINED = "-"  # in place of another project: the person wants to hear of none
_FILE_MAX = 64 << 10
_NAME_MAX = 200


def proposed(root: str) -> str:
    """The project that a folder's file names, "" for none that can be used.

    Args:
        root: the top-level folder of the work tree.
    """
    text = read_regular(f"{root.rstrip('/')}/{FILE}", _FILE_MAX).decode("utf-8", "replace").removeprefix("\ufeff")
    for line in text.split("\n"):
        line = line.strip()
        if line.startswith("["):
            break  # what stands in a table is another setting
        key, equals, value = line.partition("=")
        if equals and key.strip().strip("\"'") == "project":
            return project_named(_string(value.strip()))
    return ""


def _string(text: str) -> str:
    """A TOML string of one line without escapes; what is none is nothing."""
    quote = text[:1]
    if quote not in ("'", '"'):
        return ""
    inside, closed, rest = text[1:].partition(quote)
    rest = rest.strip()
    return inside if closed and "\\" not in inside and (not rest or rest[0] == "#") else ""


def project_named(text: str) -> str:
    """The project that somebody means by a name, an address or a binding; "" for none that any machine could have.

    Args:
        text: `repo:host/path`, a remote's address, or a plain name.
    """
    text = text.strip()
    if (
        not text
        or len(text) > _NAME_MAX
        or not text.isprintable()
        or " " in text
        or text.startswith(("path:", "/", "."))
    ):
        return ""
    if text.startswith("repo:"):
        text = text[5:]
    if "://" in text or ("@" in text and ":" in text):
        text = remote.normalise(text)
    parts = text.split("/")
    if not text or ".." in parts or "" in parts or "." in parts:
        return ""
    first, *rest = parts
    return "repo:" + "/".join([first.lower() if rest else first, *rest])


def question(paths: Paths, found: Binding) -> tuple[str, str]:
    """The project that a folder might be linked to, and a sentence on it; nothing where nothing is in question.

    Args:
        paths: where decisions are.
        found: the folder with its project.
    """
    if found.how == register.APART or found.other == DECLINED:
        return "", ""
    other = _shown(found.other)
    if found.how == register.WAITS:
        record = register.read_record(paths, found.other)
        holder = _shown(record.places[0]) if record and record.places else "another folder"
        return found.other, f"this folder claims {other}, which {holder} has; it keeps its own memories meanwhile"
    if found.how == register.MOVED:
        return (
            found.other,
            f"the remote names {other} now; the memories are still those of {_shown(found.value)}",
        )
    if found.how == register.MOVING:
        return found.other, f"the remote names {other} now; the memories go there when the next session starts"
    proposal = proposed(found.root)
    wanted = register.newest_name(paths, proposal) if proposal else ""
    if wanted and wanted != found.value:
        return wanted, f"{FILE} proposes the project {_shown(wanted)}"
    if found.other:
        return found.other, f"its history is that of {other} too, which has memories"
    return "", ""


def line_for_model(paths: Paths, found: Binding) -> str:
    """What a session is told at its start, "" for nothing: without names, for those are the repository's words.

    Args:
        paths: where decisions are.
        found: the folder with its project.
    """
    alike = found.how in (register.OWN, register.FIRST) and found.other
    if found.how == register.MOVING or (alike and not proposed(found.root)):
        return ""  # nobody has to decide: told where somebody looks
    if not question(paths, found)[0]:
        return ""
    return (
        "Hardwon: it is in question which project's memories this folder has. The person decides, in a shell: "
        "`mem project` tells, `mem project link` accepts, `mem project unlink` declines."
    )


def _shown(value: str) -> str:
    return one_line(value, _NAME_MAX)
