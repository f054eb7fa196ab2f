"""Put our entries into a settings or MCP document, find them again in any form, and take exactly them out.

What stood where an entry needed a container (nothing but blanks, or null) is returned as "kept" text, so that
removal puts it back. Knows documents, not files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hardwon.hosts.claude_code import bundle
from hardwon.install.jsonc import Document, Path

Kept = dict[str, str]

WIRED, STALE, MISSING, FOREIGN = "wired", "stale", "missing", "foreign"

# The marker as a word of its own: another tool's "hardwon-hooks-demo" is not ours.
_HOOK = re.compile(rf"(?<![\w./-]){bundle.HOOK_MARKER}(?![\w./-])|{re.escape(bundle.HOOK_LAUNCHER)}(?!\w)")
_SERVER = re.compile(rf"(?<![\w./-]){bundle.MCP_MARKER}(?![\w./-])|{re.escape(bundle.MCP_LAUNCHER)}(?!\w)")


class Uneditable(ValueError):
    """The document has something else where our entry belongs; the message says what."""


def add_hooks(document: Document) -> Kept:
    """Add one entry of ours per event; the document must hold none.

    Returns:
        the text that had to give way, by dotted place.

    Raises:
        Uneditable: a container is of another type.
    """
    kept: Kept = {}
    groups = {event: bundle.hook_group(event) for event in bundle.EVENTS}
    wrapped = {event: [group] for event, group in groups.items()}
    hooks = _container(document, (), "hooks", "{", kept, wrapped)
    if hooks is None:
        return kept
    for event in document.children(hooks):
        name = _key(document, event)
        if document.find("hooks", str(name)) == event and name not in groups and _is_null(document, event):
            # What an uninstaller left of another tool; the client complains of it at each start.
            kept[f"hooks.{name}"] = document.source(event)
            document.replace_source(event, "[]")
    for wanted, group in groups.items():
        place = _container(document, hooks, f"hooks.{wanted}", "[", kept, [group])
        if place is not None:
            document.append(place, group)
    return kept


def add_server(document: Document) -> Kept:
    """Add our server to an MCP document that has none of that key; see `add_at`."""
    return add_at(document, ("mcpServers", bundle.SERVER_KEY), bundle.mcp_entry())


def add_at(document: Document, keys: tuple[str, ...], value: object) -> Kept:
    """Add a value below nested keys, making the objects that are not there.

    Args:
        document: without anything at these keys.
        keys: the way to the value; none has a dot.
        value: any JSON value.

    Returns:
        the text that had to give way, by dotted place.

    Raises:
        Uneditable: a container is of another type, or there is a value already.
    """
    kept: Kept = {}
    parent: Path = ()
    for depth in range(1, len(keys)):
        content = value
        for key in reversed(keys[depth:]):
            content = {key: content}
        place = _container(document, parent, ".".join(keys[:depth]), "{", kept, content)
        if place is None:
            return kept
        parent = place
    standing = document.find(*keys)
    if standing is None:
        document.append(parent, value, keys[-1])
    elif _is_null(document, standing):
        kept[".".join(keys)] = document.source(standing)
        document.replace(standing, value)
    else:
        raise Uneditable(f'"{".".join(keys[:-1])}" has another entry named "{keys[-1]}"')
    return kept


def _container(document: Document, parent: Path, name: str, kind: str, kept: Kept, content: object) -> Path | None:
    """The path of a container that is there, or None after it has been made with `content` in it."""
    if document.root.kind != "{":
        raise Uneditable("the top level is no object")
    if not parent:
        _keep(document, (), "", kept)
    keys = name.split(".")
    path = document.find(*keys)
    if path is None:
        document.append(parent, content, keys[-1])
        return None
    if _is_null(document, path):
        kept[name] = document.source(path)
        document.replace(path, content)
        return None
    if document.node(path).kind != kind:
        raise Uneditable(f'"{name}" is no {"object" if kind == "{" else "list"}')
    _keep(document, path, name, kept)
    return path


def _is_null(document: Document, path: Path) -> bool:
    node = document.node(path)
    return not node.kind and node.scalar is None


def _keep(document: Document, path: Path, name: str, kept: Kept) -> None:
    if not path and document.was_blank:
        kept[name] = document.blank
    elif document.is_hollow(path):
        kept[name] = document.source(path)


def remove_hooks(document: Document, kept: Kept) -> bool:
    """Take out every entry of ours, and the containers that only they filled.

    Args:
        kept: what `add_hooks` returned; empty if that is not known.

    Returns:
        whether there were any.
    """
    removed = False
    kept = dict(kept)
    for hooks in document.children((), "hooks"):
        own_text = kept.pop("hooks", None)  # of doubled keys only the last, met first, was edited
        if document.node(hooks).kind == "{" and _remove_from_events(document, hooks, kept):
            removed = True
            _restore_if_hollow(document, hooks, own_text)
    if removed:
        _restore_root(document, kept)
    return removed


def _remove_from_events(document: Document, hooks: Path, kept: Kept) -> bool:
    removed = False
    for event in document.children(hooks):
        own_text = kept.pop(f"hooks.{_key(document, event)}", None)
        if _remove_from_event(document, event):
            removed = True
            _restore_if_hollow(document, event, own_text)
        elif own_text == "null":
            _restore_if_hollow(document, event, own_text)
    return removed


def remove_server(document: Document, kept: Kept) -> bool:
    """Take out our server, and the containers that only it filled; see `remove_hooks`."""
    return remove_at(document, ("mcpServers", bundle.SERVER_KEY), kept, is_own_server)


def remove_at(document: Document, keys: tuple[str, ...], kept: Kept, is_own: Callable[[Any], bool]) -> bool:
    """Take out the value below nested keys where it is ours, and the containers that only it filled.

    Args:
        document: may hold doubled keys; every one is looked into.
        keys: the way to the value.
        kept: what `add_at` returned; empty if that is not known.
        is_own: whether a value is ours.

    Returns:
        whether there was any.
    """
    removed = _remove_below(document, (), keys, 0, kept, is_own)
    if removed:
        _restore_root(document, kept)
    return removed


def _remove_below(
    document: Document, parent: Path, keys: tuple[str, ...], depth: int, kept: Kept, is_own: Callable[[Any], bool]
) -> bool:
    removed = False
    for child in document.children(parent, keys[depth]):
        if depth + 1 == len(keys):
            if is_own(document.node(child).value()):
                own_text = kept.get(".".join(keys))
                if own_text is None:
                    document.remove(child)
                else:
                    document.replace_source(child, own_text)
                removed = True
        elif _remove_below(document, child, keys, depth + 1, kept, is_own):
            _restore_if_hollow(document, child, kept.get(".".join(keys[: depth + 1])))
            removed = True
    return removed


def _key(document: Document, path: Path) -> str | None:
    return document.node(path[:-1]).members[path[-1]].key


def _remove_from_event(document: Document, event: Path) -> bool:
    removed = False
    if document.node(event).kind != "[":
        return False
    for group in document.children(event):
        if document.node(group).kind == "{" and _remove_from_group(document, group):
            removed = True
            hooks = document.find_in(group, "hooks")
            if hooks is not None and document.is_hollow(hooks):
                document.remove(group)
    return removed


def _remove_from_group(document: Document, group: Path) -> bool:
    removed = False
    for hooks in document.children(group, "hooks"):
        if document.node(hooks).kind != "[":
            continue
        for hook in document.children(hooks):
            if is_own_hook(document.node(hook).value()):
                document.remove(hook)
                removed = True
    return removed


def _restore_if_hollow(document: Document, path: Path, text: str | None) -> None:
    if not document.is_hollow(path):
        return
    if text is None:
        document.remove(path)
    else:
        document.replace_source(path, text)


def _restore_root(document: Document, kept: Kept) -> None:
    if not document.is_hollow(()) or "" not in kept:
        return
    if kept[""].strip(" \t\r\n"):
        document.replace_source((), kept[""])
    else:
        document.make_blank(kept[""])


def holds(found: Any, wanted: Any) -> bool:
    """Whether a value is as wanted, but for keys that the host or a person added."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return all(key in found and holds(found[key], value) for key, value in wanted.items())
    return bool(found == wanted) and type(found) is type(wanted)


def merged(found: Any, wanted: Any) -> Any:
    """A value as wanted, with the keys that the host or a person added to it."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return {**found, **{key: merged(found.get(key), value) for key, value in wanted.items()}}
    return wanted


def is_own_hook(hook: Any) -> bool:
    """Whether a hook's value is an entry of ours, of this version or an earlier one."""
    return _is_own(hook, _HOOK)


def is_own_server(server: Any) -> bool:
    """Whether a server's value is an entry of ours, of this version or an earlier one."""
    return _is_own(server, _SERVER)


def _is_own(value: Any, pattern: re.Pattern[str]) -> bool:
    if not isinstance(value, dict):
        return False
    arguments = value.get("args")
    texts = [value.get("command"), *(arguments if isinstance(arguments, list) else ())]
    return any(isinstance(text, str) and pattern.search(text) for text in texts)


def hook_states(settings: Any) -> dict[str, str]:
    """How each event stands in a settings file's value: WIRED, STALE or MISSING.

    An event that this version does not use appears too, as STALE, when an entry of ours is in it.
    """
    hooks = settings.get("hooks") if isinstance(settings, dict) else None
    hooks = hooks if isinstance(hooks, dict) else {}
    states = {event: _event_state(event, hooks.get(event)) for event in bundle.EVENTS}
    for event in hooks:
        if event not in states and _own_in(hooks[event]):
            states[event] = STALE
    return states


def _event_state(event: str, groups: Any) -> str:
    own = _own_in(groups)
    wanted = bundle.hook_group(event)
    if not own:
        return MISSING
    return WIRED if own == [(wanted.get("matcher"), wanted["hooks"][0])] else STALE


def _own_in(groups: Any) -> list[tuple[Any, Any]]:
    """The matcher and value of each hook of ours in an event's groups."""
    found = []
    for group in groups if isinstance(groups, list) else ():
        hooks = group.get("hooks") if isinstance(group, dict) else None
        for hook in hooks if isinstance(hooks, list) else ():
            if is_own_hook(hook):
                found.append((group.get("matcher"), hook))
    return found


def server_state(document: Any) -> str:
    """How our server stands in an MCP file's value."""
    servers = document.get("mcpServers") if isinstance(document, dict) else None
    server = servers.get(bundle.SERVER_KEY) if isinstance(servers, dict) else None
    if server is None:
        return MISSING
    if not is_own_server(server):
        return FOREIGN
    # The client adds its own keys, and a person may add variables.
    return WIRED if bundle.mcp_entry().items() <= server.items() else STALE
