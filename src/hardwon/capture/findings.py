"""What a redaction found: the kinds, which are told, and the secrets, which never leave memory."""

from __future__ import annotations

from hardwon.capture.everyday import is_common

MARK = "[redacted: "
"""How every replacement begins; a value that holds it has been dealt with."""

PRIVATE = "private"
_REPEAT_MIN = 6
_PRIVATE_MIN = 5
_SECRETS_MAX = 300


def mark(kind: str) -> str:
    """What stands where a secret stood."""
    return f"{MARK}{kind}]"


class Findings:
    """Kinds in the order found, and the secrets themselves to know them again.

    Attributes:
        kinds: may hold a kind more than once.
    """

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self._secrets: dict[str, str] = {}

    @property
    def secrets(self) -> list[tuple[str, str]]:
        """(kind, text) of what would be known again."""
        return [(kind, secret) for secret, kind in self._secrets.items()]

    def add(self, kind: str, secret: str) -> None:
        """Note a find.

        Args:
            secret: the text that was taken out, "" when it need not be known again.
        """
        self.kinds.append(kind)
        if len(self._secrets) < _SECRETS_MAX and _is_telling(secret, kind):
            self._secrets[secret] = kind

    def update(self, other: Findings) -> None:
        """Know another's kinds and secrets too."""
        self.kinds = list(dict.fromkeys((*self.kinds, *other.kinds)))
        for secret, kind in other._secrets.items():
            if len(self._secrets) < _SECRETS_MAX:
                self._secrets[secret] = kind

    def redact_repeats(self, text: str, found: Findings) -> str:
        """Replace secrets of these findings wherever else they stand in a text."""
        for secret, kind in self._secrets.items():
            if secret in text:
                text = text.replace(secret, "" if kind == PRIVATE else mark(kind))
                found.kinds.append(kind)
        return text


def _is_telling(secret: str, kind: str) -> bool:
    """Whether a text is its own: replacing a plain word everywhere would harm more than it hides.

    What a person marked as private is another matter: they chose the word, unless it is an everyday one.
    """
    if MARK in secret:
        return False
    if kind == PRIVATE:
        return len(secret) >= _PRIVATE_MIN and not is_common(secret)
    one_word = secret.isalpha() and (secret.islower() or secret.istitle())
    return len(secret) >= (12 if one_word else _REPEAT_MIN)
