"""Every way to write one remote gives one name, and no way gives its secrets away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.binding.gitconfig import parse
from hardwon.binding.remote import local_path, normalise

SAME = [
    "git@git.example:me/app.git",
    "git@git.example:me/app",
    "git.example:me/app.git",
    "git@git.example:/me/app.git/",
    "[git@git.example]:me/app.git",
    "[git@git.example:22]:me/app.git",
    "ssh://git@git.example/me/app.git",
    "ssh://git@git.example:22/me/app",
    "git+ssh://git@git.example/me/app",
    "SSH://git@GIT.Example:22//me/./app.git",
    "https://git.example/me/app",
    "https://git.example:443/me/app.git",
    "https://git.example:/me/app.git",
    "https://me:" + "pass%40word" + "@git.example/me/app.git",
    "https://" + "token" + "@git.example/me/app/",
    "https://user@mail.example:pw@git.example/me/app",
    "http://git.example:80/me/app.git",
    "git://git.example:9418/me/app.git",
    "https://git.example./me/app.git?x=1#y",
    "https://git.example/me/%61pp.git",
    "https://git.example/you/../me/app.git",
    "  https://git.example/me/app.git ",
]


@pytest.mark.parametrize("url", SAME)
def test_ssh_and_https_forms_are_one(url: str) -> None:
    assert local_path(url.strip()) == ""
    assert normalise(url) == "git.example/me/app"


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://git.example:8443/me/app.git", "git.example:8443/me/app"),
        ("ssh://git@git.example:2222/me/app.git", "git.example:2222/me/app"),
        ("[git@git.example:2222]:me/app.git", "git.example:2222/me/app"),
        ("http://git.example:443/me/app", "git.example:443/me/app"),
        ("ssh://git@ssh.github.com:443/me/app.git", "github.com/me/app"),
        ("https://git.example/Me/App.git", "git.example/Me/App"),
        ("https://git.example/group/sub/app.git", "git.example/group/sub/app"),
        ("git@git.example:~me/app.git", "git.example/~me/app"),
        ("ssh://[2001:db8::1]:2222/me/app.git", "[2001:db8::1]:2222/me/app"),
        ("ssh://git@[2001:db8::1]/me/app.git", "[2001:db8::1]/me/app"),
        ("git@[2001:db8::1]:me/app.git", "[2001:db8::1]/me/app"),
        ("https://git.example/.git", ""),
        ("https://git.example/", ""),
        ("https://git.example", ""),
        ("https://", ""),
        ("https:///me/app", ""),
        ("git@git.example:", ""),
        (":me/app", ""),
        ("", ""),
        ("ext::sh -c 'echo x'", ""),
        ("codecommit::eu-west-1://app", ""),
        ("https://git.example/100%/x%zz%", "git.example/100%/x%zz%"),
    ],
)
def test_what_differs_stays_different(url: str, name: str) -> None:
    assert normalise(url) == name


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("/srv/app.git", "/srv/app.git"),
        ("../app", "../app"),
        ("./a:b/c", "./a:b/c"),
        ("file:///srv/app.git", "/srv/app.git"),
        ("FILE://localhost/srv/app%20x.git", "/srv/app x.git"),
        ("file://nas/srv/app.git", ""),
        ("app", "app"),
        ("host:app", ""),
        ("https://git.example/me/app", ""),
    ],
)
def test_remotes_on_this_machine_are_told_from_others(url: str, path: str) -> None:
    assert local_path(url) == path


def test_a_share_is_named_by_its_host() -> None:
    assert normalise("file://NAS/srv/app.git") == "nas/srv/app"


@given(st.text(max_size=60))
def test_no_address_raises(url: str) -> None:
    name = normalise(url)
    assert name == "" or "/" in name
    assert isinstance(local_path(url), str)


@given(
    st.from_regex(r"[a-z][a-z0-9]{0,8}(\.[a-z]{2,5}){1,2}", fullmatch=True),
    st.lists(st.from_regex(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,8}", fullmatch=True), min_size=1, max_size=4),
    st.from_regex(r"[A-Za-z0-9]{1,8}", fullmatch=True),
)
def test_user_and_password_never_show(host: str, parts: list[str], secret: str) -> None:
    path = "/".join(parts)
    forms = [
        f"https://{secret}@{host}/{path}.git",
        f"https://u:{secret}@{host}/{path}",
        f"ssh://{secret}@{host}:22/{path}.git",
        f"{secret}@{host}:{path}.git",
    ]
    assert {normalise(form) for form in forms} == {f"{host}/{path}"}


WANTED = frozenset(("core.bare", "remote.origin.url", "remote.upstream.url"))
URL = "https://git.example/me/app"
CONFIGS = {
    "plain": b'[remote "origin"]\n\turl = %s\n',
    "byte order mark": b'\xef\xbb\xbf[remote "origin"]\nurl=%s\n',
    "crlf": b'[remote "origin"]\r\n\turl = %s\r\n',
    "upper case": b'[REMOTE "origin"]\n\tURL = %s\n',
    "on the header's line": b'[remote "origin"] url = %s\n',
    "old form": b"[remote.Origin]\nurl = %s\n",
    "comments": b'# [remote "origin"]\n; x\n[remote "origin"] # here\n url = %s ; there\n',
    "quotes": b'[remote "origin"]\nurl = "%s"   # x\n',
    "half quotes": b'[remote "origin"]\nurl = https://git."example"/me/app\n',
    "continued": b'[remote "origin"]\nurl = https://git.example\\\n/me/app\n',
    "a bracket and a quote in another name": b'[branch "a\\"b]c"]\n\tmerge = x\n[remote "origin"]\nurl = %s\n',
    "an equals sign and an escape elsewhere": (
        b'[alias]\n x = "!f() { echo \\"[remote \\\\\\"origin\\\\\\"]\\"; }; f"\n[remote "origin"]\nurl=%s'
    ),
    "included files": b'[include]\n\tpath = /etc/passwd\n[remote "origin"]\nurl = %s\n',
    "no utf-8": b'[user]\n\tname = Jos\xe9\n[remote "origin"]\nurl = %s\n',
    "several": b'[remote "origin"]\nurl = %s\nurl = https://other.example/x\npushurl = git@x:y\n',
    "in two sections": b'[remote "origin"]\nfetch = x\n[core]\nbare = false\n[remote "origin"]\nurl = %s\n',
    "behind much else": b'[branch "b"]\n\tmerge = refs/heads/b\n' * 20_000 + b'[remote "origin"]\n\turl = %s\n',
    "behind broken lines": b'[remote "or\n]]\n=\n\\\n[\n[remote "origin"]\nurl = %s\n',
}


@pytest.mark.parametrize("kind", CONFIGS)
def test_a_config_file_is_read_as_git_reads_it(kind: str) -> None:
    found = parse(CONFIGS[kind].replace(b"%s", URL.encode()), WANTED)
    assert found["remote.origin.url"][0] == URL


def test_a_flag_without_a_value_is_true() -> None:
    assert parse(b"[core]\n\tbare\n", WANTED) == {"core.bare": ["true"]}


@pytest.mark.parametrize(
    "data",
    [b"", b"\0" * 1000, b"[", b'[remote "origin', b"[remote\n", b"\\\n\\\n\\", b'[remote "origin"]\nurl', b"\xff" * 99],
)
def test_a_broken_config_file_says_nothing_and_raises_nothing(data: bytes) -> None:
    assert parse(data, WANTED).get("remote.origin.url", ["true"]) == ["true"]


@given(st.binary(max_size=300))
def test_no_config_file_raises(data: bytes) -> None:
    parse(data, WANTED)
    parse(b'[remote "origin"]\nurl = ' + data, WANTED)
