"""The settings as a hook reads them: from a compiled copy, without a TOML parser. Light.

The copy stands in the data folder and carries the size and time of the file it was made from; when they
differ, the file is parsed once and the copy renewed. A setting that cannot be used falls back to its default
here; `mem doctor` and `mem config` name it.
"""

from __future__ import annotations

import posix

from hardwon.config.paths import Paths, make_private_dir, setting_from
from hardwon.config.table import BY_NAME, SETTINGS
from hardwon.text import jsonlight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_HERE = ("fastembed", "onnx", "hashing", "none")  # embedders that send nothing anywhere


class Settings:
    """Every setting's value as an attribute named as in the table (hardwon.config.table)."""

    agent_outcomes: str
    allowed_hosts: str
    brief_tokens: int
    capture: bool
    capture_max: int
    dedup_overlap: float
    dedup_threshold: float
    dream_batch: int
    embedder: str
    embedding_dimensions: int
    embedding_key: str
    embedding_model: str
    embedding_url: str
    env: str
    extraction: str
    extraction_daily_usd: float
    extraction_key: str
    extraction_model: str
    extraction_url: str
    failure_gate: float
    idle_ms: int
    ignore: str
    inject: bool
    keep_transcripts: bool
    log_level: str
    maintain: str
    mode: str
    prompt_tokens: int
    proposal_days: int
    recall_limit: int
    relevance_floor: float
    rerank: str
    rerank_model: str
    retention: str
    scan: bool
    service: str
    service_idle_s: float
    session_days: int
    strict: bool
    tools: str
    transcript_days: int

    def __init__(self, values: Mapping[str, object]) -> None:
        self.problems: list[str] = []
        for setting in SETTINGS:
            value = values.get(setting.name, setting.default)
            try:
                value = setting.parse(value)
            except ValueError as error:
                self.problems.append(str(error))
                value = setting.default
            setattr(self, setting.name, value)
        if self.embedder not in _HERE:
            from hardwon.config.embedding import settle

            settle(self)


def from_environ(environ: Mapping[str, str]) -> dict[str, object]:
    """The settings that variables give, unparsed."""
    found: dict[str, object] = {}
    for setting in SETTINGS:
        if setting.file_only:
            continue
        value = setting_from(environ, setting.name.upper())
        if value:
            found[setting.name] = value
    return found


def quick_settings(paths: Paths, environ: Mapping[str, str]) -> Settings:
    """The settings in force: variables first, then the file, then the defaults. Never raises.

    Args:
        paths: where the file and its compiled copy are.
        environ: the process's environment, already trusted (hardwon.config.paths.trusted_environ).
    """
    return Settings(with_variables(_file_values(paths), environ))


def with_variables(values: Mapping[str, object], environ: Mapping[str, str]) -> dict[str, object]:
    """The file's values with those that variables give, which go before them where they may.

    Args:
        values: of the settings file.
        environ: the trusted environment.
    """
    given = from_environ(environ)
    if given.get("embedder", _HERE[0]) in _HERE and values.get("embedder", _HERE[0]) in _HERE:
        return {**values, **given}
    from hardwon.config.embedding import merged

    return merged(values, given)


def _file_values(paths: Paths) -> dict[str, object]:
    try:
        state = posix.stat(paths.config_file)
    except OSError:
        return {}
    stamp = f"{state.st_mtime_ns}-{state.st_size}-{state.st_ino}"
    copy = paths.data + "/settings.json"
    try:
        cached = jsonlight.loads(_read(copy))
        if isinstance(cached, dict) and cached.get("stamp") == stamp:
            return {key: value for key, value in cached["values"].items() if key in BY_NAME}
    except (OSError, ValueError, KeyError, AttributeError):
        pass
    return _compile(paths, copy, stamp)


def _compile(paths: Paths, copy: str, stamp: str) -> dict[str, object]:
    from hardwon.config.settings import read_file

    values, _ = read_file(paths.config_file)
    try:
        make_private_dir(paths.data)
        temporary = f"{copy}.{posix.getpid()}"
        handle = posix.open(temporary, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC, 0o600)
        try:
            posix.write(handle, jsonlight.dumps({"stamp": stamp, "values": values}).encode())
        finally:
            posix.close(handle)
        posix.rename(temporary, copy)
    except OSError:
        pass
    return values


def _read(path: str) -> bytes:
    handle = posix.open(path, posix.O_RDONLY)
    try:
        return posix.read(handle, 1 << 20)
    finally:
        posix.close(handle)
