"""The program's own log: which command, how it ended, where it went wrong; never what was stored or asked.

Imported only when there is something to log, because `logging` costs as much as a search.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, Any

from hardwon.config.paths import make_private_dir
from hardwon.errors import HardwonError

if TYPE_CHECKING:
    from hardwon.cli.door import Door

_SIZE_MAX = 512 << 10
_FORMAT = "%(asctime)s %(levelname)s %(message)s"


class _PrivateFile(RotatingFileHandler):
    """A log of bounded size that only its owner can read, and that complains to nobody."""

    has_failed = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Note that a line could not be written."""
        self.has_failed = True

    def _open(self) -> Any:
        return open(
            self.baseFilename,
            self.mode,
            encoding=self.encoding,
            errors=self.errors,
            opener=lambda path, flags: os.open(path, flags, 0o600),
        )


def log_file(logs: str) -> str:
    """Where the log is, below the folder of logs."""
    return logs + "/cli.log"


def note(door: Door, level: str, message: str) -> None:
    """Log one line, if the settings want lines of that level. Never raises.

    Args:
        door: its settings tell the level, and whether it goes to standard error too.
        level: DEBUG, INFO, WARNING or ERROR.
        message: a line without stored or given text.
    """
    _write(door, level, message, "")


def unexpected(door: Door, error: Exception) -> str:
    """Log where an error came from, by its kind and lines alone: its words may hold what somebody stored.

    Args:
        door: in the mode `development` the whole of it goes to standard error.
        error: what was raised.

    Returns:
        the log's path, "" when it cannot be written.
    """
    frames = "".join(traceback.format_list([_bare(frame) for frame in traceback.extract_tb(error.__traceback__)]))
    whole = "".join(traceback.format_exception(error))
    written = _write(door, "ERROR", f"{type(error).__name__}\n{frames.rstrip()}", whole)
    return log_file(door.paths.logs) if written else ""


def _bare(frame: traceback.FrameSummary) -> traceback.FrameSummary:
    return traceback.FrameSummary(frame.filename, frame.lineno, frame.name, lookup_line=False, line="")


def _write(door: Door, level: str, message: str, whole: str) -> bool:
    number = logging.getLevelName(level)
    try:
        if number < logging.getLevelName(door.settings.log_level):
            return False
        if door.settings.env == "development" and sys.stderr is not None:
            sys.stderr.write((whole or message).rstrip() + "\n")
        return _append(door, number, message)
    except (HardwonError, OSError):
        return False


def _append(door: Door, number: int, message: str) -> bool:
    make_private_dir(door.paths.logs)
    handler = _PrivateFile(
        log_file(door.paths.logs), maxBytes=_SIZE_MAX, backupCount=1, encoding="utf-8", errors="replace"
    )
    handler.setFormatter(logging.Formatter(_FORMAT))
    logger = logging.Logger("hardwon.cli")
    logger.addHandler(handler)
    try:
        logger.log(number, message)
    finally:
        handler.close()
    return not handler.has_failed
