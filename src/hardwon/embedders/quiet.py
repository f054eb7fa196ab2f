"""Keeps model runtimes from reporting to their makers.

Where it is merely imported, onnxruntime gives the machine a number, keeps a database of events below the cache
folder, and sends them to its maker. One variable in its environment prevents all of it, set before the import.
"""

from __future__ import annotations

import os

_SWITCHES = {"ORT_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}


def report_to_nobody() -> None:
    """Switch the reports of runtimes off for this process; call it before any of them is imported."""
    os.environ.update(_SWITCHES)
