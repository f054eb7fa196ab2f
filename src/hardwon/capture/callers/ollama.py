"""A local model through Ollama's HTTP API. It costs nothing, so whatever goes wrong, it may be asked again."""

from __future__ import annotations

import json
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from hardwon.capture.callers.base import Refused, Reply
from hardwon.capture.model.answer import schema
from hardwon.capture.model.prices import Usage
from hardwon.capture.model.prompt import OUTPUT_TOKENS_MAX
from hardwon.errors import InvalidInput

DEFAULT_MODEL = "qwen3:8b"
DEFAULT_URL = "http://127.0.0.1:11434"
_TIMEOUT_S = 480.0  # without a graphics card
_CONTEXT_TOKENS = 32_768
_ANSWER_MAX = 1 << 22


class Ollama:
    """Asks /api/chat with the schema of an answer as the format.

    Args:
        model: "" for a small one.
        url: of the server.
        timeout_s: how long an answer may take.

    Raises:
        InvalidInput: the address is none of HTTP.
    """

    name = "ollama"
    is_free = True
    output_tokens_max = OUTPUT_TOKENS_MAX

    def __init__(self, *, model: str = "", url: str = DEFAULT_URL, timeout_s: float = _TIMEOUT_S) -> None:
        if not url.startswith(("http://", "https://")):
            raise InvalidInput("extraction_url is no address of HTTP", f"such as {DEFAULT_URL}")
        self.model = model or DEFAULT_MODEL
        self._url = url.rstrip("/") + "/api/chat"
        self._timeout_s = timeout_s

    def ask(self, system: str, message: str) -> Reply:
        """Make one call, past any proxy."""
        body = {
            "model": self.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": message}],
            "stream": False,
            "think": False,
            "format": schema(),
            "options": {"temperature": 0, "num_predict": OUTPUT_TOKENS_MAX, "num_ctx": _CONTEXT_TOKENS},
        }
        request = Request(self._url, json.dumps(body).encode(), {"content-type": "application/json"})
        try:
            with build_opener(ProxyHandler({})).open(request, timeout=self._timeout_s) as response:
                told: Any = json.loads(response.read(_ANSWER_MAX))
            text = str(told["message"]["content"])
        except HTTPError as error:
            error.close()
            raise Refused(f"Ollama answered {error.code}", passing=True, whole=True) from None
        except (OSError, HTTPException) as error:
            raise Refused(f"Ollama cannot be asked ({type(error).__name__})", passing=True, whole=True) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Refused("Ollama's answer cannot be read", passing=True) from None
        counts = [told.get(name) for name in ("prompt_eval_count", "eval_count")]
        into, out = (count if isinstance(count, int) else 0 for count in counts)
        return Reply(answer=text, usage=Usage(input_tokens=into, output_tokens=out), cost_usd=0.0)
