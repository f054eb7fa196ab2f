"""Takes out of a text what must never be kept: private parts and secrets.

What is taken leaves its kind behind, `[redacted: password]`, so that the text still reads. Redacting again
changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from hardwon.capture.consoles import redact_commands
from hardwon.capture.findings import PRIVATE, Findings
from hardwon.capture.named import redact_assigned, redact_dense
from hardwon.capture.providers import redact_shapes
from hardwon.capture.shapes import redact_addresses, redact_detected, redact_private_keys
from hardwon.capture.spoken import redact_spoken

# As it is typed, in full-width signs, or escaped for a page.
_PRIVATE = re.compile(
    r"[<＜](?P<end>[/／]?)\s*private\b[^<>＜＞]{0,80}[>＞]|&lt;(?P<escaped_end>/?)\s*private\s*&gt;", re.IGNORECASE
)
_MENTIONED = re.compile(r"`<\s*private\b[^<>`]{0,80}>", re.IGNORECASE)  # spoken of, not used
_PRIVATE_CUT = re.compile(r"[<＜]\s*private\b[^<>＜＞]{0,80}\Z", re.IGNORECASE)
# No step below finds anything in a text without one of these: plain talk passes at once.
_HINTS = (
    "<", "＜", "&lt;",
    "pass", "pwd", "pw", "secret", "token", "key", "cred", "auth", "bearer", "log", "sign", "pin", "otp",
    "code", "kennwort", "contrase", "senha", "parola", "wachtwoord", "пароль", "密", "パスワード", "://", "webhook",
    "curl", "sql", "mariadb", "redis", "hmac", "salt", "seed", "cookie", "mdp", "clave", "chiave", "hasł", "hasl",
    "lösen", "heslo", "jelsz", "şifre", "adgangs", "salasana", "비밀", "mật", "contrase", "net user", "smbclient",
    "mnemonic", "recovery",
)  # fmt: skip
_LONG_WORD = 12
_STEPS = (
    redact_private_keys,
    redact_addresses,
    redact_shapes,
    redact_commands,
    redact_assigned,
    redact_detected,
    redact_spoken,
    redact_dense,
)
# Steps that find nothing far from a word that names a secret; most lines of a file have none.
_NAMED_STEPS = (redact_assigned, redact_spoken, redact_dense)
_NAMING = re.compile(
    r"pass|pwd|pw|secret|token|key|cred|auth|bearer|log|sign|pin|otp|2fa|mfa|tan\b|code|c[óo]di[gc]|код|mdp|"
    r"clave|chiave|"
    r"kennwort|contrase|senha|parola|wachtwoord|пароль|密|パスワード|hasł|lösen|heslo|jelsz|şifre|adgangs|salasana|비밀|"
    r"mật|"
    r"hmac|salt|seed|mnemonic|recovery|zugangs|identifiant|u(?:ser)?(?:name)?[ \t]*[:=]|"
    r"验证|驗證|認証|確認|인증|:\d{2,5}:",
    re.IGNORECASE,
)
_LINES_AFTER = 3  # as far as a value stands below its name
_ROUNDS_MAX = 8  # what is replaced only ever uncovers less; a second round changes nothing but in made-up text


@dataclass(frozen=True, kw_only=True)
class Redacted:
    """A text that may be kept.

    Attributes:
        text: without private parts and secrets.
        kinds: what was taken out ("private", "github token", ...), each once, in the order found.
    """

    text: str
    kinds: tuple[str, ...] = ()


def redact(text: str) -> Redacted:
    """Take private parts and secrets out of a text.

    Private is what stands between `<private>` and `</private>`, in any case, nested, over lines; without its end
    it runs to the end of the text, without its beginning from the start.

    Args:
        text: anything; never raises for its content. Takes time linear in its length.
    """
    return Redactor().redact(text)


class Redactor:
    """Redacts the texts of one session, and knows again in a later text what was secret in an earlier one.

    The secrets it remembers are in memory only.
    """

    def __init__(self, *, private: bool = False) -> None:
        self._known = Findings()
        self._depth = int(private)
        self.follows = True

    @property
    def is_private(self) -> bool:
        """Whether a private part has begun and not ended."""
        return self._depth > 0

    @property
    def secrets(self) -> list[tuple[str, str]]:
        """(kind, text) of what was taken out so far and would be known again."""
        return self._known.secrets

    def learn_private(self, text: str) -> None:
        """Know the private parts of a text again that is itself not kept."""
        found = Findings()
        strip_private(text, found)
        self._known.update(found)

    def hear(self, text: str) -> Redacted:
        """Like `redact`, for what a person says message by message: a private part may run on over several.

        While `follows` is false, a message counts by itself: it was heard before.
        """
        if not self.follows:
            return self.redact(text)
        found = Findings()
        kept, depth = _without_private(text, found, self._depth)
        self._depth = 0 if depth and not self._depth and _MENTIONED.search(text) else depth
        if not found.kinds:
            return self.redact(text)
        self._known.update(found)
        rest = self.redact(kept)
        return Redacted(text=rest.text, kinds=tuple(dict.fromkeys((PRIVATE, *rest.kinds))))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds met so far, each once."""
        return tuple(dict.fromkeys(self._known.kinds))

    def redact(self, text: str) -> Redacted:
        """Like `redact`, and also takes out what was found secret or private before."""
        found = Findings()
        if not _is_worth_a_look(text):
            return Redacted(text=self._known.redact_repeats(text, found), kinds=tuple(dict.fromkeys(found.kinds)))
        for _ in range(_ROUNDS_MAX):
            before = text
            text = strip_private(text, found)
            for step in _STEPS:
                text = _on_telling_lines(step, text, found) if step in _NAMED_STEPS else step(text, found)
            text = found.redact_repeats(self._known.redact_repeats(text, found), found)
            if text == before:
                break
        self._known.update(found)
        return Redacted(text=text, kinds=tuple(dict.fromkeys(found.kinds)))


def _on_telling_lines(step: Callable[[str, Findings], str], text: str, found: Findings) -> str:
    """Take a step over the lines that name a secret and the few below each."""
    lines = text.split("\n")
    if len(lines) <= _LINES_AFTER:
        return step(text, found) if _NAMING.search(text) else text
    done: list[str] = []
    block: list[str] = []
    left = 0
    for line in lines:
        left = _LINES_AFTER if _NAMING.search(line) else left - 1
        if left >= 0:
            block.append(line)
            continue
        if block:
            done.append(step("\n".join(block), found))
            block = []
        done.append(line)
    if block:
        done.append(step("\n".join(block), found))
    return "\n".join(done)


def _is_worth_a_look(text: str) -> bool:
    if max(map(len, text.split()), default=0) >= _LONG_WORD or any(map(str.isdigit, text)):
        return True
    lowered = text.casefold()
    return any(hint in lowered for hint in _HINTS)


def strip_private(text: str, found: Findings | None = None) -> str:
    """Take out the private parts alone.

    Args:
        found: gets what was private added.
    """
    return _without_private(text, found if found is not None else Findings(), 0)[0]


def _without_private(text: str, found: Findings, depth: int) -> tuple[str, int]:
    """The text without its private parts, and how deep in one it ends.

    Args:
        found: gets what was private added.
        depth: how deep in one it begins.
    """
    if not depth and not (_may_mark(text) and (_PRIVATE.search(text) or _PRIVATE_CUT.search(text))):
        return text, 0
    kept: list[str] = [""]
    hidden: list[str] = []
    position = 0
    for tag in _PRIVATE.finditer(text):
        (hidden if depth else kept).append(text[position : tag.start()])
        if not (tag["end"] or tag["escaped_end"]):
            depth += 1
        elif depth:
            depth -= 1
        else:  # an end without its beginning, which was cut away: all before it was private
            hidden += kept
            kept = [""]
        position = tag.end()
    rest = _PRIVATE_CUT.sub("", text[position:])
    (hidden if depth else kept).append(rest)
    depth += rest != text[position:]
    for part in hidden or [""]:
        found.add(PRIVATE, part.strip())
    return _joined(kept), depth


def _may_mark(text: str) -> bool:
    return "<" in text or "＜" in text or "&lt;" in text


def _joined(parts: list[str]) -> str:
    """The parts with a space where two words would run together, or a new tag would arise."""
    out: list[str] = []
    last = " "
    for part in parts:
        if not part:
            continue
        if last.isspace():
            part = part.lstrip(" ") if out else part
        elif not part[0].isspace():
            out.append(" ")
        if part:
            out.append(part)
            last = part[-1]
    return "".join(out)
