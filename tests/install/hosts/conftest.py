"""Installing into hosts as `mem install` would, on a machine of one's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hardwon.install import InstallReport
from hardwon.install.hosts import HOSTS, HostState, Machine, Wanted, host_of, host_state, install_host, uninstall_host
from hardwon.install.hosts.base import Host, Shared
from install.conftest import Site


@dataclass(frozen=True, kw_only=True)
class Hosts:
    """A person's hosts, on one platform."""

    site: Site
    platform: str = "linux"

    @property
    def home(self) -> Path:
        return self.site.home

    @property
    def machine(self) -> Machine:
        environ = {**self.site.environ, "XDG_CONFIG_HOME": str(self.home / ".config")}
        return Machine(home=self.home, project=self.site.project, environ=environ, platform=self.platform)

    def install(self, host: str | Host, **options: Any) -> InstallReport:
        return install_host(_host(host), self.machine, paths=self.site.paths, **options)

    def uninstall(self, host: str | Host, **options: Any) -> InstallReport:
        return uninstall_host(_host(host), self.machine, paths=self.site.paths, **options)

    def state(self, host: str, scope: str = "user") -> HostState:
        return host_state(host_of(host), self.machine, scope, self.site.paths)

    def server(self, host: str, scope: str = "user") -> Shared:
        """The part that is the host's list of servers."""
        parts = HOSTS[host].parts(self.machine, scope, Wanted())
        return next(part for part in parts if isinstance(part, Shared) and part.name == "mcp")


def _host(host: str | Host) -> Host:
    return host_of(host) if isinstance(host, str) else host


@pytest.fixture
def hosts(site: Site) -> Hosts:
    """Every host's files below an empty home."""
    return Hosts(site=site)


@pytest.fixture
def on_platform(site: Site) -> Callable[[str], Hosts]:
    """The same on another platform."""
    return lambda platform: Hosts(site=site, platform=platform)
