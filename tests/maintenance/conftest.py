"""Fixtures of the maintenance tests."""

from __future__ import annotations

import pytest

from stores import fill
from workbench import Bench


@pytest.fixture
def filled(bench: Bench) -> Bench:
    """A store with rows of every kind."""
    fill(bench, 60)
    return bench
