"""A provider on a bench, and the conversations it is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardwon.engine import Engine
from hardwon.providers.hermes import HardwonProvider
from workbench import Bench

FLUSH_S = 30


class Talk:
    """A conversation as Hermes keeps it, shown to a provider exchange by exchange."""

    def __init__(self, provider: HardwonProvider, bench: Bench) -> None:
        self.bench = bench
        self.provider = provider
        self.messages: list[dict[str, Any]] = []
        self._calls = 0

    def say(self, user: str, answer: str = "Done.", *did: tuple[str, dict[str, Any], object]) -> str:
        """One exchange: what the person says, what the agent does (tool, arguments, result) and answers.

        Returns:
            what the memory gave.
        """
        self.bench.tick(60_000)
        self.provider.on_turn_start(1, user)
        self.bench.tick(100)
        given = self.provider.prefetch(user)
        self.provider._writes.flush(FLUSH_S)
        self.messages.append({"role": "user", "content": user, "api_content": f"{user}\n\n{given}"})
        for tool, arguments, result in did:
            self._calls += 1
            call = {"id": f"c{self._calls}", "type": "function"}
            function = {"name": tool, "arguments": json.dumps(arguments)}
            self.messages.append({"role": "assistant", "content": "", "tool_calls": [{**call, "function": function}]})
            text = result if isinstance(result, str) else json.dumps(result)
            self.messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
        self.messages.append({"role": "assistant", "content": answer})
        self.bench.tick(1_000)
        self.provider.sync_turn(user, answer, session_id="s1", messages=self.messages)
        assert self.provider._writes.flush(FLUSH_S)
        return given


def run(command: str, output: str = "", code: int = 0) -> tuple[str, dict[str, Any], object]:
    """A command in Hermes' terminal."""
    return "terminal", {"command": command}, {"output": output, "exit_code": code, "error": None}


@pytest.fixture
def start(bench: Bench) -> Iterator[Callable[..., HardwonProvider]]:
    """Begins sessions; all are ended with the test."""
    bench.more |= {"HARDWON_EMBEDDER": "none"}
    begun: list[HardwonProvider] = []

    def begin(session_id: str = "s1", opener: Callable[[str], Engine] | None = None, **kwargs: Any) -> HardwonProvider:
        recall_s = kwargs.pop("recall_s", 20.0)
        provider = HardwonProvider(
            bench.environ, opener or (lambda actor: bench.engine(actor=actor)), recall_s, lambda: bench.now
        )
        begun.append(provider)
        provider.initialize(session_id, **{"platform": "cli", "agent_context": "primary", **kwargs})
        provider._reads.flush(FLUSH_S)
        provider._writes.flush(FLUSH_S)
        return provider

    yield begin
    for provider in begun:
        provider.shutdown()


@pytest.fixture
def provider(start: Callable[..., HardwonProvider]) -> HardwonProvider:
    """A session that has begun."""
    return start()


@pytest.fixture
def talk(provider: HardwonProvider, bench: Bench) -> Talk:
    """Its conversation."""
    return Talk(provider, bench)
