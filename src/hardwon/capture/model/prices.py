"""What tokens cost, in US dollars a million: as published for the Claude API, by the beginning of a model's name."""

from __future__ import annotations

from dataclasses import dataclass

_PER = 1_000_000
_CACHE_WRITE, _CACHE_READ = 1.25, 0.1  # of the price of input
# The longest beginning that fits counts.
_PRICES = {
    "claude-3-haiku": (0.25, 1.25),
    "claude-3-5-haiku": (0.80, 4.0),
    "claude-haiku": (1.0, 5.0),
    "haiku": (1.0, 5.0),
    "claude-3": (3.0, 15.0),
    "claude-sonnet": (3.0, 15.0),
    "sonnet": (3.0, 15.0),
    "claude-opus": (5.0, 25.0),
    "opus": (5.0, 25.0),
    "claude-opus-4-1": (15.0, 75.0),
    "claude-opus-4-2025": (15.0, 75.0),
    "claude-opus-4-0": (15.0, 75.0),
    "claude-3-opus": (15.0, 75.0),
}
_DEAREST = (15.0, 75.0)
_CHARACTERS_A_TOKEN = 2.5  # fewer than there are, so that an estimate is too high sooner than too low


@dataclass(frozen=True, kw_only=True)
class Usage:
    """The tokens of one call. `input_tokens` are those that neither came from the cache nor went into it."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0


def price_of(model: str) -> tuple[float, float]:
    """The price of a million tokens of input and of output; the dearest where the model is not known."""
    fitting = [name for name in _PRICES if model.lower().startswith(name)]
    return _PRICES[max(fitting, key=len)] if fitting else _DEAREST


def cost(model: str, usage: Usage) -> float:
    """What a call cost, in US dollars."""
    into, out = price_of(model)
    read = usage.input_tokens + _CACHE_WRITE * usage.cache_write_tokens + _CACHE_READ * usage.cache_read_tokens
    return (read * into + usage.output_tokens * out) / _PER


def most(model: str, characters: int, output_tokens_max: int) -> float:
    """The most that a call may cost, in US dollars.

    Args:
        model: its name.
        characters: of all that is sent.
        output_tokens_max: the longest answer.
    """
    sent = int(characters / _CHARACTERS_A_TOKEN) + 1
    return cost(model, Usage(cache_write_tokens=sent, output_tokens=output_tokens_max))
