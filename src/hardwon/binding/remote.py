"""One name for every way to write a git remote. Light.

`git@host:me/app.git`, `ssh://git@host:22/me/app` and `https://token@host/me/app/` are one repository: the
host in lower case and the path, without user, password, default port and `.git`.
"""

from __future__ import annotations

_DEFAULT_PORTS = {"http": "80", "https": "443", "ssh": "22", "git": "9418", "ftp": "21", "ftps": "990"}
# Hosts that answer ssh on the https port for those behind a firewall.
_SAME_HOST = {
    "ssh.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
}
_HEX = "0123456789abcdefABCDEF"


def local_path(url: str) -> str:
    """The folder a remote on this machine names, "" for a remote elsewhere.

    Args:
        url: a remote's address as it stands in a config file.
    """
    if url[:7].lower() == "file://":
        host, slash, path = url[7:].partition("/")
        return _decoded(slash + path) if host.lower() in ("", "localhost") else ""
    if "://" in url or "::" in url:
        return ""
    # Short ssh addresses have their colon before the first slash.
    return "" if ":" in url.partition("/")[0] else url


def normalise(url: str) -> str:
    """`<host>/<path>` of a remote elsewhere, "" when there is no such thing in it.

    Args:
        url: a remote's address: a URL, or ssh's short form `user@host:path`.
    """
    url = url.strip()
    scheme, mark, rest = url.partition("://")
    if mark:
        scheme = scheme.lower().rsplit("+", 1)[-1]
        if "::" in scheme:
            return ""
        authority, _, path = rest.partition("/")
        path = _decoded(path.partition("?")[0].partition("#")[0])
        host, port = _split_port(authority.rpartition("@")[2])
    elif "::" in url.partition("[")[0]:
        return ""  # `helper::address` means whatever the helper makes of it
    else:
        scheme = "ssh"
        host, port, path = _short_form(url)
    host = host.lower().rstrip(".")
    path = _tidy(path)
    if not host or not path:
        return ""
    if host in _SAME_HOST:
        host = _SAME_HOST[host]
    elif port and port != _DEFAULT_PORTS.get(scheme):
        host = f"{host}:{port}"
    return f"{host}/{path}"


def _short_form(url: str) -> tuple[str, str, str]:
    """Host, port and path of `user@host:path` and `[user@host:port]:path`."""
    if "[" in url and "]:" in url:
        inside, _, path = url.partition("]:")
        host = inside.rpartition("[")[2]
        if host.count(":") > 1:
            return f"[{host}]", "", path
        host, port = _split_port(host.rpartition("@")[2])
        return host, port, path
    authority, _, path = url.partition(":")
    return authority.rpartition("@")[2], "", path


def _split_port(authority: str) -> tuple[str, str]:
    host, colon, port = authority.rpartition(":")
    if colon and port.isascii() and (port.isdigit() or not port) and (not host.count(":") or host[-1:] == "]"):
        return host, port.lstrip("0")
    return authority, ""


def _tidy(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    if parts and parts[-1][-4:].lower() == ".git":
        parts[-1] = parts[-1][:-4]
    return "/".join(parts).rstrip("/")


def _decoded(path: str) -> str:
    """Percent-decoded text; what is no `%XX` stays as it is."""
    first, *parts = path.split("%")
    if not parts:
        return path
    data = first.encode("utf-8", "surrogateescape")
    for part in parts:
        if len(part) >= 2 and part[0] in _HEX and part[1] in _HEX:
            data += bytes((int(part[:2], 16),)) + part[2:].encode("utf-8", "surrogateescape")
        else:
            data += b"%" + part.encode("utf-8", "surrogateescape")
    return data.decode("utf-8", "surrogateescape")
