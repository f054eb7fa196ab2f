"""The only room that knows SQL and SQLite."""

from __future__ import annotations

from hardwon.store import apsw_light as apsw_light  # before any module here imports apsw
