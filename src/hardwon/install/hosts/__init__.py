"""Every host that `mem install` knows, one module each; what they share is in `base` and `running`."""

from __future__ import annotations

from hardwon.install.hosts.base import Host, HostState, Machine, Wanted
from hardwon.install.hosts.registry import HOSTS, host_of
from hardwon.install.hosts.running import (
    config_of,
    host_state,
    install_host,
    machine_of,
    uninstall_host,
    wired_places,
)

__all__ = [
    "HOSTS",
    "Host",
    "HostState",
    "Machine",
    "Wanted",
    "config_of",
    "host_of",
    "host_state",
    "install_host",
    "machine_of",
    "uninstall_host",
    "wired_places",
]
