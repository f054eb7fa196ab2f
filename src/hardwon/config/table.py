"""The one table of settings: it drives parsing, help, the docs and the docs' test. Light.

A setting's environment variable is HARDWON_ and its name in capitals.
"""

from __future__ import annotations

MODES = ("development", "testing", "production")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
SERVICE_MODES = ("auto", "off")
EMBEDDERS = (
    "fastembed", "onnx", "http", "openai", "openrouter", "ollama", "voyage", "cohere", "hashing", "none"
)  # fmt: skip
RERANKERS = ("off", "fastembed")
EXTRACTIONS = ("rules", "anthropic", "claude-code", "ollama")
REACHES = ("hosted", "local")


class Setting:
    """One row: what it is called, what it is unless chosen, what it may be, what it does."""

    __slots__ = ("choices", "default", "file_only", "help", "high", "low", "name", "secret")

    def __init__(
        self,
        name: str,
        default: str | int | float | bool,
        help: str,
        *,
        low: float = 0,
        high: float = float("inf"),
        choices: tuple[str, ...] = (),
        file_only: bool = False,
        secret: bool = False,
    ) -> None:
        self.name = name
        self.default = default
        self.help = help
        self.low = low
        self.high = high
        self.choices = choices
        self.file_only = file_only  # where text is sent to: never from a variable, which a project can set
        self.secret = secret

    def parse(self, value: object) -> str | int | float | bool:
        """Turn what a file, a variable or a person gave into this setting's type.

        Raises:
            ValueError: it is of another type or out of bounds; the message says what is allowed.
        """
        if isinstance(self.default, bool):
            return self._parse_bool(value)
        if isinstance(self.default, int | float):
            return self._parse_number(value)
        if not isinstance(value, str):
            raise ValueError(f"{self.name} takes text")
        if self.choices and value not in self.choices:
            raise ValueError(f"{self.name} takes one of {', '.join(self.choices)}")
        return value

    def _parse_bool(self, value: object) -> bool:
        word = str(value).lower()
        if word in ("true", "1", "yes", "on"):
            return True
        if word in ("false", "0", "no", "off"):
            return False
        raise ValueError(f"{self.name} takes true or false")

    def _parse_number(self, value: object) -> int | float:
        kind = type(self.default)
        bounds = f"from {self.low:g} to {self.high:g}" if self.high != float("inf") else f"of {self.low:g} or more"
        try:
            number = float(str(value))
        except ValueError:
            number = float("nan")
        if number == self.default:
            return int(number) if kind is int else number
        if not self.low <= number <= self.high or (kind is int and number != int(number)):
            raise ValueError(f"{self.name} takes a {'whole ' if kind is int else ''}number {bounds}")
        return int(number) if kind is int else number


SETTINGS: tuple[Setting, ...] = (
    Setting("env", "production", "What this installation is for: logging and safety defaults.", choices=MODES),
    Setting("log_level", "WARNING", "The least severe message that is logged.", choices=LOG_LEVELS),
    Setting("tools", "core", "MCP tools offered: core, all, or names separated by commas."),
    Setting("strict", False, "Whether each call of an MCP tool has to name the project it is for."),
    Setting("allowed_hosts", "", "Names besides this machine's own under which an HTTP server may be asked, with "
            "commas between."),
    Setting("recall_limit", 5, "Memories that a search or a prompt brings at most.", low=1, high=100),
    Setting("brief_tokens", 600, "Token budget of the brief at the start of a session.", low=50, high=2400),
    Setting("prompt_tokens", 600, "Token budget of what is added to one prompt.", low=50, high=2400),
    Setting("relevance_floor", 0.3, "Least relevance (0 to 1) for a memory to be recalled.", high=1),
    Setting("failure_gate", -0.5, "At this outcome score or lower a memory is held back.", low=-1, high=0),
    Setting("inject", True, "Whether hooks add memories to a session at all."),
    Setting("capture", True, "Whether sessions are read for learnings."),
    Setting("capture_max", 12, "New memories that one session may add by itself.", high=1000),
    Setting("agent_outcomes", "confirm", "What an agent says of a memory: confirm waits for other evidence, "
            "count counts at half weight.", choices=("confirm", "count")),
    Setting("embedder", "fastembed", "What turns text into vectors, once prepared; none searches by words alone. One "
            "that sends text to another machine counts in the file only.", choices=EMBEDDERS),
    Setting("embedding_model", "sentence-transformers/all-MiniLM-L6-v2", "The embedding model, as fastembed or the "
            "embedding server names it."),
    Setting("embedding_dimensions", 0, "The length of a vector of an embedder that is asked over HTTP; its model's "
            "usual one by default.", low=128, high=3072),
    Setting("embedding_url", "", "Where an embedder is asked over HTTP: needed for http (OpenAI's /v1/embeddings), for "
            "the others in place of their own address.", file_only=True),
    Setting("embedding_key", "", "The embedding server's key.", file_only=True, secret=True),
    Setting("rerank", "off", "Whether the service has a second model read the first hits of a search and order them "
            "anew.", choices=RERANKERS),
    Setting("rerank_model", "Xenova/ms-marco-MiniLM-L-6-v2", "The cross-encoder for that, as fastembed names it."),
    Setting("service", "auto", "The background service: auto starts it where it helps, off does without.",
            choices=SERVICE_MODES),
    Setting("service_idle_s", 20.0, "Seconds without any session after which the service leaves.", high=86_400),
    Setting("mode", "hosted", "local lets no text leave this machine for a model, whatever extraction and "
            "embedder are.", choices=REACHES, file_only=True),
    Setting("extraction", "rules", "What reads a session for learnings besides the rules: a model, in the background.",
            choices=EXTRACTIONS, file_only=True),
    Setting("extraction_model", "", "The model for that, as its host names it; a small one by default.",
            file_only=True),
    Setting("extraction_url", "", "Where the model is asked, in place of its host's own address.", file_only=True),
    Setting("extraction_key", "", "The key of the Claude API; ANTHROPIC_API_KEY by default.", file_only=True,
            secret=True),
    Setting("extraction_daily_usd", 0.5, "The most that models may cost in a day (UTC), in US dollars.", high=1000,
            file_only=True),
    Setting("ignore", "", "Files that are never learnt from, in .gitignore's syntax, with commas between."),
    Setting("scan", True, "Whether a new session looks for facts in the project's files, in the background."),
    Setting("keep_transcripts", False, "Whether the redacted conversation is kept, compressed, before a compaction."),
    Setting("transcript_days", 30, "Days that kept conversations stay.", low=1, high=3650),
    Setting("session_days", 30, "Days that session records are kept.", low=1, high=3650),
    Setting("maintain", "safe", "Upkeep in idle time: safe applies what is provably safe and asks about the rest, off "
            "does nothing by itself.", choices=("safe", "off")),
    Setting("idle_ms", 60_000, "Milliseconds without a request after which upkeep begins.", low=1000, high=86_400_000),
    Setting("dream_batch", 8, "Stores that upkeep looks at in one go.", low=1, high=1000),
    Setting("dedup_threshold", 0.95, "Least cosine of near-duplicates.", low=0.5, high=1),
    Setting("dedup_overlap", 0.0, "Least share of common words of near-duplicates where there are no vectors; 0 follows"
            " dedup_threshold.", high=1),
    Setting("proposal_days", 30, "Days after which an undecided proposal ends.", low=1, high=3650),
    Setting("retention", "", "Days that memories of a category are kept unless they are used: command=365,general=180"
            "."),
)  # fmt: skip

BY_NAME: dict[str, Setting] = {setting.name: setting for setting in SETTINGS}
