"""The hosts by name, in the order they are listed."""

from __future__ import annotations

from hardwon.errors import NotFound
from hardwon.install.hosts.base import Host
from hardwon.install.hosts.cursor import CURSOR

HOSTS: dict[str, Host] = {host.name: host for host in (CURSOR,)}


def host_of(name: str) -> Host:
    """The host of a name.

    Raises:
        NotFound: there is none.
    """
    found = HOSTS.get(name)
    if found is None:
        raise NotFound(f"no host is named {name!r}", f"Known hosts: {', '.join(HOSTS)}.")
    return found
