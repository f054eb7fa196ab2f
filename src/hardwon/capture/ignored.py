"""Files that are never read and never learnt from: those that hold secrets by custom, and those a person named.

Patterns have the syntax of .gitignore: in the setting `ignore` (HARDWON_IGNORE), in `.hardwonignore` of the project's
folder and of the home folder. A later one overrules an earlier one, so `!.env.ci` makes a file readable again.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pathspec import GitIgnoreSpec

from hardwon.hosts.turns import Turn
from hardwon.text.listed import listed

FILE_NAME = ".hardwonignore"
BY_CUSTOM = (
    ".env", ".env.*", "*.env", "!.env.example", "!.env.sample", "!.env.template", "!.env.dist", "!*.example.env",
    ".envrc", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk", "*.asc", "*.gpg",
    "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".htpasswd", ".npmrc",
    ".pypirc", ".yarnrc.yml", ".git-credentials", "**/.aws/credentials", "**/.docker/config.json", "**/.kube/config",
    "kubeconfig", "**/.ssh/*", "!**/.ssh/*.pub", "!**/.ssh/config", ".gnupg/", "credentials.json",
    "client_secret*.json", "service-account*.json", "secrets.y*ml", "secrets.json", "secrets.toml", "secret.y*ml",
    "*.secret", "*.secrets", "terraform.tfstate*", "*.tfvars", "!*.example.tfvars", "vault-password*", ".vault_pass*",
    "/proc/*/environ", "/run/secrets/",
)  # fmt: skip
_SIZE_MAX = 65_536
_PATH_INPUTS = ("file_path", "notebook_path", "path", "filePath", "uri")
# Commands that show what a file holds, and those that show the environment.
_SHOWS = listed(
    """cat bat less more head tail nl od xxd hexdump strings base64 grep egrep rg ag ack sed awk cut sort uniq tac rev
    diff cmp comm jq yq xq vim vi nano emacs type gc get-content select-string tee column paste openssl gpg printf
    echo python python3 node ruby perl php dotenv"""
)
_ENVIRONMENT = re.compile(
    r"(?:^|[;&|(]\s*)(?:printenv\b|env\s*(?:$|[|;&>])|export\s+-p|set\s*(?:$|[|;&>])|declare\s+-[xp])"
)
_SHELLS = frozenset({"Bash", "PowerShell", "Shell", "shell", "bash"})
_WORDS_MAX = 200
_HIDDEN_MAX = 500
_TOLD_MAX = 2000


class Ignored:
    """Which paths are left alone.

    Args:
        root: the project's folder, "" for none.
        patterns: lines in the syntax of .gitignore, after those that hold by custom.
    """

    def __init__(self, root: str, patterns: tuple[str, ...] = ()) -> None:
        self._root = root.rstrip("/")
        self._spec = GitIgnoreSpec.from_lines([*BY_CUSTOM, *patterns])
        self._told: dict[str, bool] = {}

    @classmethod
    def of(cls, root: str, home: str, setting: str = "") -> Ignored:
        """What a person's files and setting say.

        Args:
            root: the project's folder.
            home: the person's home folder.
            setting: patterns with commas, colons or line ends between them.
        """
        named = [line.strip() for line in re.split(r"[,:\n]", setting) if line.strip()]
        lines = [*_lines(home), *(_lines(root) if root != home else []), *named]
        return cls(root, tuple(lines))

    def covers(self, path: str) -> bool:
        """Whether a path, absolute or below the project, is left alone."""
        if path not in self._told:
            if len(self._told) >= _TOLD_MAX:
                self._told.clear()
            self._told[path] = self._covers(path)
        return self._told[path]

    def _covers(self, path: str) -> bool:
        path = path.removeprefix("file://")
        if path.startswith(self._root + "/") and self._root:
            path = path[len(self._root) + 1 :]
        path = path.removeprefix("~/").lstrip("/")
        while path.startswith("./"):
            path = path[2:]
        return bool(path) and self._spec.match_file(path)

    def is_shown_by(self, command: str) -> bool:
        """Whether a shell command puts out what such a file, or the environment, holds."""
        if _ENVIRONMENT.search(command):
            return True
        try:
            words = shlex.split(command.replace("\n", " ; "), comments=False)
        except ValueError:
            words = command.split()
        words = [word.strip("\"'`();&|<>") for word in words[:_WORDS_MAX]]
        if not any(word.rpartition("/")[2].lower() in _SHOWS for word in words):
            return False
        return any(self.covers(part) for word in words for part in re.split(r"[=@:<>]", word) if _is_path_like(part))


def _is_path_like(word: str) -> bool:
    return bool(word) and not word.startswith("-") and ("." in word or "/" in word or "_" in word) and len(word) < 400


def _lines(folder: str) -> list[str]:
    if not folder:
        return []
    try:
        with Path(folder, FILE_NAME).open(encoding="utf-8", errors="replace") as source:
            return source.read(_SIZE_MAX).splitlines()
    except (OSError, ValueError):
        return []


class Veil:
    """Takes out of a session what came from such files: the call that read or wrote one, and its result.

    Args:
        ignored: which files.
    """

    def __init__(self, ignored: Ignored) -> None:
        self._ignored = ignored
        self._hidden: dict[str, bool] = {}

    def over(self, turn: Turn) -> Iterator[Turn]:
        """The turn as it may be learnt from; nothing where it is such a file's alone."""
        if turn.kind == "tool_use":
            hidden = self._hides(turn)
            if hidden is not None:
                self._hidden[turn.tool_use_id] = hidden
                if len(self._hidden) > _HIDDEN_MAX:
                    del self._hidden[next(iter(self._hidden))]
            if not hidden:
                yield turn
        elif turn.kind == "tool_result" and turn.tool_use_id in self._hidden:
            if not self._hidden[turn.tool_use_id]:
                yield replace(turn, text="")
        else:
            yield turn

    def _hides(self, turn: Turn) -> bool | None:
        """True for the call and its result, False for the result's text alone, None for neither."""
        paths = [turn.tool_input.get(name) for name in _PATH_INPUTS]
        if any(isinstance(path, str) and self._ignored.covers(path) for path in paths):
            return True
        command = turn.tool_input.get("command")
        if turn.tool in _SHELLS and isinstance(command, str) and self._ignored.is_shown_by(command):
            return False
        return None
