"""The Claude API, through its Python SDK, which is imported with the first call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardwon.capture.callers.base import TIMEOUT_S, Refused, Reply, Unknown, refusal_of
from hardwon.capture.model.answer import schema
from hardwon.capture.model.prices import Usage, cost
from hardwon.capture.model.prompt import OUTPUT_TOKENS_MAX

if TYPE_CHECKING:
    import anthropic

DEFAULT_MODEL = "claude-haiku-4-5"
URL = "https://api.anthropic.com"
_TOOL = "write_down"
# Raised before a byte of the request is on its way.
_NEVER_SENT = ("ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol", "InvalidURL", "ProxyError")


class ClaudeApi:
    """Asks with a tool whose input has the schema of an answer; the instructions go into the prompt cache.

    Args:
        key: of the API.
        model: "" for a small one.
        url: "" for the API's own address; never taken from the environment.
        timeout_s: how long an answer may take.
    """

    name = "anthropic"
    is_free = False
    output_tokens_max = OUTPUT_TOKENS_MAX

    def __init__(self, *, key: str, model: str = "", url: str = "", timeout_s: float = TIMEOUT_S) -> None:
        self.model = model or DEFAULT_MODEL
        self._key = key
        self._url = url or URL
        self._timeout_s = timeout_s

    def ask(self, system: str, message: str) -> Reply:
        """Make one call; the SDK's own retries are off, since it also repeats what may have been charged."""
        import anthropic

        try:
            client = anthropic.Anthropic(api_key=self._key, base_url=self._url, max_retries=0, timeout=self._timeout_s)
            with client:
                answer = self._create(client, system, message)
        except anthropic.APIStatusError as error:
            raise _of_status(error) from None
        except anthropic.APIConnectionError as error:  # a timeout is one
            cause = type(error.__cause__).__name__
            if cause in _NEVER_SENT:
                raise Refused(f"the Claude API cannot be reached ({cause})", passing=True, whole=True) from None
            raise Unknown(f"the call was cut ({cause})") from None
        except anthropic.AnthropicError as error:
            raise Unknown(f"the answer cannot be read ({type(error).__name__})") from None
        except Exception as error:
            raise Unknown(f"the call failed ({type(error).__name__})") from None
        return self._reply(answer)

    def _create(self, client: anthropic.Anthropic, system: str, message: str) -> Any:
        return client.messages.create(
            model=self.model,
            max_tokens=self.output_tokens_max,
            system=[{"type": "text", "text": system, "cache_control": {"type": "ephemeral"}}],
            messages=[{"role": "user", "content": message}],
            tools=[{"name": _TOOL, "description": "Write down what the record taught.", "input_schema": schema()}],
            tool_choice={"type": "tool", "name": _TOOL},
        )

    def _reply(self, answer: Any) -> Reply:
        try:
            usage = Usage(
                input_tokens=int(answer.usage.input_tokens),
                output_tokens=int(answer.usage.output_tokens),
                cache_read_tokens=int(answer.usage.cache_read_input_tokens or 0),
                cache_write_tokens=int(answer.usage.cache_creation_input_tokens or 0),
            )
            blocks = [block.input for block in answer.content if block.type == "tool_use"]
            texts = [block.text for block in answer.content if block.type == "text"]
        except (AttributeError, TypeError, ValueError):
            raise Unknown("the answer is none of the Messages API") from None
        return Reply(answer=blocks[0] if blocks else "\n".join(texts), usage=usage, cost_usd=cost(self.model, usage))


def _of_status(error: anthropic.APIStatusError) -> Exception:
    message = f"the Claude API answered {error.status_code}"
    try:
        wait_s = float(error.response.headers.get("retry-after", 0))
    except ValueError:
        wait_s = 0
    return refusal_of(error.status_code, message, wait_s) or Unknown(message)
