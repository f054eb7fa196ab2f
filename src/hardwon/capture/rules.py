"""What a person said that is worth keeping, and what the session showed, turn by turn.

Only typed words count (hardwon.capture.words); what a sentence states, hardwon.capture.statements finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hardwon.capture.answers import Answer, Answers
from hardwon.capture.candidates import Candidate, key_of, origin_of
from hardwon.capture.echo import EchoFilter, normal_words
from hardwon.capture.english import ENGLISH
from hardwon.capture.findings import MARK
from hardwon.capture.fixes import FixTracker
from hardwon.capture.language import Language
from hardwon.capture.redact import Redactor
from hardwon.capture.replies import Reply, Thread
from hardwon.capture.statements import Found, content_words, find, finished
from hardwon.capture.tongues import language_of
from hardwon.capture.words import Sentence, own_words, sentences
from hardwon.hosts.turns import Turn

__all__ = ["Extractor", "Found", "Listener", "content_words", "extract", "files_in", "find"]

_SENTENCES_MAX = 60
_FILE = re.compile(
    r"(?<![\w/@:.-])(?:[\w.@-]+/)*[\w.@-]+\.[A-Za-z][A-Za-z0-9]{0,5}(?![\w/(])|"
    r"(?<![\w/@:.-])(?:[\w.@-]+/)+(?=[\s`'\",;.)]|\Z)"
)
_NOT_A_FILE = re.compile(
    r"\A(?:e\.g|i\.e|[A-Z]\w*\.[a-z]\w*\(?|\d+(?:\.\d+)+|v\d.*|www\..*|.*\.(?:com|org|net|io|dev|ai))\Z"
)
_REMEMBER = re.compile(r"<command-name>\s*/?(?:[\w-]+:)?remember\s*</command-name>", re.IGNORECASE)
_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL | re.IGNORECASE)


class Listener:
    """Hears what a person said: redacted, without quotes and pastes, cut into sentences, without echoes.

    Args:
        redactor: takes secrets out of everything that is heard.
        echo: recognises what was injected.
    """

    def __init__(self, redactor: Redactor | None = None, echo: EchoFilter | None = None) -> None:
        self.redactor = redactor or Redactor()
        self.echo = echo or EchoFilter()
        self.language: Language = ENGLISH
        self._last: tuple[Turn, list[tuple[Sentence, Found | None]]] | None = None

    def hear(self, turn: Turn) -> list[tuple[Sentence, Found | None]]:
        """The sentences of a turn, each with what is worth keeping of it; none when nobody typed it."""
        if turn.kind != "user" or not turn.typed or turn.text.startswith("/"):
            return []
        if self._last is None or self._last[0] is not turn:
            self._last = (turn, list(self._heard(turn.text)))
        return self._last[1]

    def hear_text(self, text: str) -> list[tuple[Sentence, Found | None]]:
        """The same of words that the person typed into something else than a message."""
        return list(self._heard(text))

    def _heard(self, text: str) -> Iterator[tuple[Sentence, Found | None]]:
        if "private" not in text.lower() and not self.redactor.is_private and not own_words(text).strip():
            return  # a paste: looked at no further
        typed = own_words(self.redactor.hear(text).text)
        self.language = language_of(typed)
        for sentence in sentences(typed)[:_SENTENCES_MAX]:
            if not self.echo.is_echo(sentence.text):
                found = find(sentence, self.language)
                yield sentence, None if found and self.echo.is_echo(found.text) else found


class Extractor:
    """Turns in, candidates out; holds no more than a bounded window of the session.

    Args:
        listener: hears what is said; share it with the summariser of the same session.
    """

    def __init__(self, listener: Listener | None = None) -> None:
        self.listener = listener or Listener()
        self.fixes = FixTracker(self.listener.redactor, self.listener.echo)
        self._thread = Thread()
        self._answers = Answers()

    def feed(self, turn: Turn) -> Iterator[Candidate]:
        """Show the next turn and take what it completes."""
        self.listener.echo.observe(turn)
        if turn.kind == "user":
            yield from self._from_person(turn)
        elif turn.kind == "meta":
            yield from self._from_command(turn)
        else:
            self._thread.observe(turn)
            for answer in self._answers.observe(turn):
                yield from self._answered(turn, answer)
            yield from self.fixes.feed(turn)

    def _from_person(self, turn: Turn) -> Iterator[Candidate]:
        heard = self.listener.hear(turn)
        topic = self._thread.topic
        replies = list(self._thread.replies(heard, self.listener.language)) if turn.typed else []
        replies = [reply for reply in replies if not (reply.said and self.listener.echo.is_echo(reply.said))]
        for sentence, found in _joined(heard):
            if any(_says(reply.text, sentence.text) or (reply.said and sentence is heard[0][0]) for reply in replies):
                continue  # the reply says it, and what it is about
            if told := self._with_topic(sentence, found, topic):
                yield _candidate(turn, told)
        for reply in replies:
            yield self._replied(turn, reply)

    def _with_topic(self, sentence: Sentence, found: Found, topic: str) -> Found | None:
        """What was found, with what it is about where it does not say so itself."""
        if not found.needs_topic:
            return found
        if found.rule == "remember-this":
            done = self.fixes.last_edit
            return replace(found, text=f"{found.text} ({finished(done)})") if done else None
        preceding = sentence.preceding if len(sentence.preceding.split()) >= 3 else ""
        topic = preceding[:160] or topic
        return replace(found, text=f"{found.text} (On: {topic})") if topic and MARK not in topic else None

    def _answered(self, turn: Turn, answer: Answer) -> Iterator[Candidate]:
        if answer.typed:
            for _, found in self.listener.hear_text(answer.text):
                if found and not found.needs_topic:
                    yield _candidate(turn, found)
        elif not self.listener.echo.is_echo(answer.text):
            text = f"{finished(answer.text)} (Asked by the agent, chosen by the user.)"
            yield self._replied(turn, Reply(text=text, category="decision", rule="chosen option", confidence=0.75))

    def _replied(self, turn: Turn, reply: Reply) -> Candidate:
        text = self.listener.redactor.redact(reply.text).text
        return Candidate(
            content=text,
            category=reply.category,
            confidence=reply.confidence,
            origin=origin_of(turn, reply.who, reply.rule),
            trust=reply.who,
            key=key_of(turn, text),
            files=files_in(text),
            at_ms=turn.at_ms,
        )

    def _from_command(self, turn: Turn) -> Iterator[Candidate]:
        """What a person had remembered by a command, whoever's command it was."""
        arguments = _ARGUMENTS.search(turn.text) if _REMEMBER.search(turn.text) else None
        text = self.listener.redactor.hear(arguments[1]).text.strip() if arguments else ""
        text = re.sub(r"\Acategory:\s*\w+\s+", "", text, flags=re.IGNORECASE)
        if len(text) >= 8 and not self.listener.echo.is_echo(text):
            yield _candidate(turn, Found(text=text, rule="/remember", category="general", confidence=0.95))


def _joined(heard: list[tuple[Sentence, Found | None]]) -> Iterator[tuple[Sentence, Found]]:
    """What was found, a few words that follow another sentence together with it: they seldom stand alone."""
    kept: tuple[Sentence, Found] | None = None
    for sentence, found in heard:
        if found is not None and kept is not None and _continues(sentence, found, *kept):
            kept = (sentence, replace(kept[1], text=f"{kept[1].text} {found.text}", pin=kept[1].pin or found.pin))
            continue
        if kept is not None:
            yield kept
        kept = None if found is None else (sentence, found)
    if kept is not None:
        yield kept


def _says(text: str, sentence: str) -> bool:
    return " ".join(normal_words(sentence)) in " ".join(normal_words(text))


def _continues(sentence: Sentence, found: Found, earlier: Sentence, kept: Found) -> bool:
    words = len(found.text.split())
    is_short = len(found.text) <= 25 if words == 1 else words <= 4
    return is_short and not sentence.heading and sentence.preceding == earlier.text and found.to_user == kept.to_user


def _candidate(turn: Turn, found: Found) -> Candidate:
    return Candidate(
        content=found.text,
        category=found.category,
        confidence=found.confidence,
        origin=origin_of(turn, "user", found.rule),
        trust="user",
        key=key_of(turn, found.text),
        files=files_in(found.text),
        pin=found.pin,
        to_user=found.to_user,
        at_ms=turn.at_ms,
    )


def extract(turns: Iterable[Turn], *, echo: EchoFilter | None = None) -> list[Candidate]:
    """All candidates of some turns, each once.

    Args:
        turns: in order.
        echo: what was injected before these turns.
    """
    extractor = Extractor(Listener(echo=echo))
    found: dict[str, Candidate] = {}
    for turn in turns:
        for candidate in extractor.feed(turn):
            found.setdefault(candidate.key, candidate)
    return list(found.values())


def files_in(text: str) -> tuple[str, ...]:
    """File and folder names that a text mentions, each once."""
    names = (match[0].strip("`'\"") for match in _FILE.finditer(text))
    return tuple(dict.fromkeys(name for name in names if not _NOT_A_FILE.match(name)))[:8]
