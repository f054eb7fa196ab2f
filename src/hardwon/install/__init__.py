"""Wire Hardwon into a host and take it out again, to the byte."""

from __future__ import annotations

from hardwon.install.plugin import install_plugin, uninstall_plugin
from hardwon.install.purge import purge_everything, purge_project
from hardwon.install.report import Change, InstallReport, PartState, StatusReport
from hardwon.install.status import status

__all__ = [
    "Change",
    "InstallReport",
    "PartState",
    "StatusReport",
    "install_plugin",
    "purge_everything",
    "purge_project",
    "status",
    "uninstall_plugin",
]
