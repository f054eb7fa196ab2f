"""Fixtures for tests of outcomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from outcomes.sessions import Sessions


@pytest.fixture
def sessions(tmp_path: Path) -> Sessions:
    """Writes sessions and reads them back."""
    folder = tmp_path / "transcripts"
    folder.mkdir()
    return Sessions(folder)
