"""The memory provider `hardwon` of Hermes Agent. Imports without Hermes: its base class is looked for when it loads us.

Entry point `hermes_agent.memory_providers`; Hermes 0.19, which does not look there, finds it through the folder that
`mem install hermes` writes.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hardwon.providers.hermes.provider import HardwonProvider

__all__ = ["HardwonProvider", "provider_class", "register"]


def register(ctx: Any) -> None:
    """What Hermes calls to have the provider."""
    add = getattr(ctx, "register_memory_provider", None)
    if add is not None:  # a plugin that is loaded as another kind gets a context without it
        add(provider_class()())


def provider_class() -> type[HardwonProvider]:
    """The provider as a subclass of Hermes' own base class, by which newer versions know one; without Hermes alone."""
    try:
        base = import_module("agent.memory_provider").MemoryProvider
    except (ImportError, AttributeError):
        return HardwonProvider
    return type("HardwonMemoryProvider", (HardwonProvider, base), {"__doc__": HardwonProvider.__doc__})
