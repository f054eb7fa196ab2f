"""The hosts of embedding models by name: where each is asked, whose key it takes, what its models give and cost. Light.

Nothing here is asked by itself: a host counts only where the person's own settings file names it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardwon.config.quick import Settings

OPENAI_FORM, VOYAGE_FORM, COHERE_FORM = "openai", "voyage", "cohere"
LOCAL_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
_LOOPBACK = ("localhost", "::1")
_DEAREST_USD = 0.2  # a million tokens of a model that is not known


class Host:
    """One host.

    Attributes:
        url: where it is asked, without the name of the call.
        model: the one that is used unless another is chosen.
        key: the name of its key, "" where it takes none.
        form: how its requests and answers look.
    """

    __slots__ = ("form", "key", "model", "url")

    def __init__(self, url: str, model: str, key: str, form: str = OPENAI_FORM) -> None:
        self.url = url
        self.model = model
        self.key = key
        self.form = form


HOSTS: dict[str, Host] = {
    "openai": Host("https://api.openai.com/v1", "text-embedding-3-small", "OPENAI_API_KEY"),
    "openrouter": Host("https://openrouter.ai/api/v1", "google/gemini-embedding-001", "OPENROUTER_API_KEY"),
    "ollama": Host("http://127.0.0.1:11434/v1", "nomic-embed-text", ""),
    "voyage": Host("https://api.voyageai.com/v1", "voyage-4", "VOYAGE_API_KEY", VOYAGE_FORM),
    "cohere": Host("https://api.cohere.com/v2", "embed-v4.0", "COHERE_API_KEY", COHERE_FORM),
}
SERVERS = ("http", *HOSTS)  # what is asked over HTTP at all
_PAID = ("openai", "openrouter", "voyage", "cohere")

_VOYAGE = (256, 512, 1024, 2048)
# Of each model, by the last part of its name: dimensions unless others are asked for, those it can give (a pair of
# bounds, or a list; none where it has one length only), US dollars a million tokens.
_MODELS: dict[str, tuple[int, tuple[int, ...], float]] = {
    "text-embedding-3-small": (1536, (1, 1536), 0.02),
    "text-embedding-3-large": (3072, (1, 3072), 0.13),
    "text-embedding-ada-002": (1536, (), 0.10),
    "gemini-embedding-001": (1536, (128, 3072), 0.15),
    "voyage-4-large": (1024, _VOYAGE, 0.12),
    "voyage-4": (1024, _VOYAGE, 0.06),
    "voyage-4-lite": (1024, _VOYAGE, 0.02),
    "voyage-3-large": (1024, _VOYAGE, 0.18),
    "voyage-3.5": (1024, _VOYAGE, 0.06),
    "voyage-3.5-lite": (1024, _VOYAGE, 0.02),
    "voyage-code-3": (1024, _VOYAGE, 0.18),
    "voyage-finance-2": (1024, (), 0.12),
    "voyage-law-2": (1024, (), 0.12),
    "embed-v4.0": (1536, (256, 512, 1024, 1536), 0.12),
    "embed-english-v3.0": (1024, (), 0.10),
    "embed-multilingual-v3.0": (1024, (), 0.10),
    "embed-english-light-v3.0": (384, (), 0.10),
    "embed-multilingual-light-v3.0": (384, (), 0.10),
    "nomic-embed-text": (768, (), 0.0),
    "mxbai-embed-large": (1024, (), 0.0),
}


def host_of(url: str) -> str:
    """The host and port of an address, "" where it is none."""
    place = url.partition("://")[2].partition("/")[0]
    return place.rpartition("@")[2].lower()


def is_near(url: str) -> bool:
    """Whether an address is this machine's own."""
    place = host_of(url)
    name = place[1:].partition("]")[0] if place.startswith("[") else place.partition(":")[0]
    digits = name.split(".")
    return name in _LOOPBACK or (len(digits) == 4 and digits[0] == "127" and all(part.isdigit() for part in digits))


def is_hosted(embedder: str, url: str) -> bool:
    """Whether an embedder sends text to another machine, or to somebody who is paid for it.

    Args:
        embedder: what the settings call it.
        url: its address.
    """
    return embedder in _PAID or (embedder in SERVERS and bool(url) and not is_near(url))


def known_dimensions(model: str) -> int:
    """The dimensions a model gives unless others are asked for, 0 where it is not known."""
    return _row(model)[0]


def price_of(embedder: str, model: str) -> float:
    """US dollars a million tokens; the dearest where the model is not known, nothing for Ollama."""
    found = _MODELS.get(_last(model))
    return 0.0 if embedder == "ollama" else found[2] if found else _DEAREST_USD


def wrong_dimensions(model: str, wanted: int) -> str:
    """Why a model cannot give as many dimensions, "" where it can or is not known."""
    usual, able, _ = _row(model)
    if not usual or not wanted or wanted == usual:
        return ""
    if not able:
        return f"{model} gives {usual} dimensions, and no others"
    if len(able) == 2:
        return "" if able[0] <= wanted <= able[1] else f"{model} gives {max(able[0], 128)} to {able[1]} dimensions"
    return "" if wanted in able else f"{model} gives {', '.join(map(str, able[:-1]))} or {able[-1]} dimensions"


def asks_for_dimensions(model: str, wanted: int) -> bool:
    """Whether a request has to say how many dimensions are wanted.

    Args:
        model: the model.
        wanted: the setting, 0 for the model's usual ones.
    """
    usual, able, _ = _row(model)
    return bool(able) if usual else bool(wanted)


def settle(settings: Settings) -> None:
    """Fill in what a named host needs and the settings leave to it; changed in place."""
    host = HOSTS.get(settings.embedder)
    if host is None:
        return
    settings.embedding_url = settings.embedding_url or host.url
    if settings.embedding_model == LOCAL_MODEL:
        settings.embedding_model = host.model


def merged(values: Mapping[str, object], given: Mapping[str, object]) -> dict[str, object]:
    """The file's values with what variables give; that text is sent to a host is the file's to say, and to which model.

    Args:
        values: of the person's settings file.
        given: of variables, which a project may have set.
    """
    kept = dict(given)
    url = str(values.get("embedding_url") or "")
    if is_hosted(str(kept.get("embedder", "")), url):
        del kept["embedder"]
    if is_hosted(str({**values, **kept}.get("embedder", "")), url):
        kept.pop("embedding_model", None)
    return {**values, **kept}


def _last(model: str) -> str:
    return model.rsplit("/", 1)[-1].partition(":")[0]


def _row(model: str) -> tuple[int, tuple[int, ...], float]:
    return _MODELS.get(_last(model), (0, (), _DEAREST_USD))
