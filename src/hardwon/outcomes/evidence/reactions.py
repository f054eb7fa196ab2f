"""Reads what a person's next words say of the work before them. Rules, offline; each language is data.

Good news in words of bad news ("no more errors"), thanks that only close a request, and complaints about something
else are the traps. Where a message says both, it says "in part"; where nothing is said, the answer is silence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hardwon.outcomes.evidence.asian import ASIAN
from hardwon.outcomes.evidence.english import ENGLISH
from hardwon.outcomes.evidence.european import EUROPEAN
from hardwon.outcomes.evidence.further import FURTHER
from hardwon.outcomes.evidence.language import Language
from hardwon.outcomes.evidence.slavic import SLAVIC
from hardwon.text.listed import listed

PRAISE, COMPLAINT, REJECTION, CORRECTION, HALF, NOTHING = (
    "praise",
    "complaint",
    "rejection",
    "correction",
    "half",
    "nothing",
)
LANGUAGES: tuple[Language, ...] = (ENGLISH, *ASIAN, *SLAVIC, *EUROPEAN, *FURTHER)

_CYRILLIC = re.compile(r"[\u0430-\u044f]")
_READ_MAX = 700
_COMMAS = frozenset("，、,")
_OTHERS_WORDS = re.compile(r"\"(?:[^\"\s]+[^\S\n]+){2,60}[^\"\s]+\"|[“„«](?:[^”“»\s]+[^\S\n]+){2,60}[^”“»\s]+[”“»]")
"""What stands in double quotes, three words or more: a customer's, a message's."""
_QUOTE_MAX = 100
_TONE_WORDS_MAX = 14
_NEAR = 60
_FRAGMENT_WORDS = 3
_BRIEF_MAX = 60
_CLAUSE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|[\n;:]+|…+|\.{2,}|\s[–—-]{1,2}\s|[。！？；\n]+|(?<=[!?])(?=\w)")
_ANSWER = re.compile(
    r"(?:no+|nope|nah|non|nein|não)(?:,? (?:thanks|thank you|leave (?:it|that).{0,20}|not (?:now|yet|needed)|"
    r"don't.{0,40}|skip.{0,30}|keep.{0,30}|just.{0,40}|that's (?:fine|ok|all)))?[.! ]*\Z"
)
_NEW_STATEMENT = re.compile(r",\s+")
_STATES = re.compile(r"\b(?:it|is|are|was|were|does|do|did|still|again|now|\w+n't)\b")
_VERBAL = re.compile(rf"{_STATES.pattern}|\w'(?:s|re)\b|\w{{3,}}ing\b")
_SAID = re.compile(
    r"\A(?:is|are|was|were|be|been|gets?|got|looks?|feels?|seems?|stays?|went|goes|still|completely|totally|all|"
    r"so|too|now|just|\w+'s|\w+'re)\Z"
)
_AFTER_SAYING = listed("now again when on in for at since after and too here with if every already")
_TURNS = re.compile(r"\A(?:not|no|never|without|hardly|barely)\Z|n't\Z")
_ANYWAY = re.compile(r"\b(?:anyways?|anyhow|back to (?:work|topic|business|the \w+))\b[:,.]*")
_NOT_SO = re.compile(r"(?:and )?(?:not|nicht|statt|pas|no|non|não|не) ")
_NAMED_ALONE = re.compile(r"(?:the|your|this|that|these|those|its|one|two)(?: [\w-]+){1,4}")
_SHOULD = re.compile(
    r"\b(?:should|must|needs? to|has to|ought to|is called|soll|sollte|muss|doit|devrait|debe|debería|deve|dovrebbe|"
    r"должн\w+)\b"
)
_GOES_ON = re.compile(
    r"\b(?:still|again|now|your?|you've|you're|since|keeps?|even|same|worse|back|any ?more|no longer|"
    r"not (?:fixed|working))\b"
)
_REFERS = re.compile(r"\b(?:it|that|them|this|those|these)\b")
_TRIVIAL_NO = re.compile(
    r"\A(?:(?:hm+|uh+|oh|well|erm?|ehm)[\s,.]*)?(?:no+|nope|nah|non|nein)(?=\s*[,.!?;:–—-]|\s*\Z|\s+(?:it|that|"
    r"that's|this|i|you|we|the|"
    r"don't|do|not|use|please|wait|still|never|just|stop|no|es|das|ça|ce|is|doesn't|isn't)\b)[\s,.!–—-]*"
)
_YES = re.compile(
    r"\A(?:ok(?:ay)?|k|yes|yep|yeah|sure|y|go|go ahead|continue|do it|proceed|yes please|please do|fine|right|"
    r"alright|next|done|1|2|3|a|b)\b[\s,.!]*\Z"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reaction:
    """What a message says of what was done before it.

    Attributes:
        sense: praise, complaint, rejection, correction, half or nothing.
        sure: it is certainly about what was just done; else only where both speak of the same things.
        confirms: praise that says it works, not only thanks.
        courteous: only thanks, as people close any request with.
        unclear: it states something that no rule reads: perhaps that the work is bad.
        quote: the words it rests on. good, bad: what of the message speaks for the work, and what against it.
    """

    sense: str
    sure: bool = True
    confirms: bool = False
    courteous: bool = False
    unclear: bool = False
    quote: str = ""
    good: str = ""
    bad: str = ""

    @property
    def verdict(self) -> str:
        """worked, failed, partial, or "" for nothing."""
        return {PRAISE: "worked", COMPLAINT: "failed", REJECTION: "failed", HALF: "partial", CORRECTION: "partial"}.get(
            self.sense, ""
        )


_SILENCE = Reaction(sense=NOTHING)


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    sense: str
    is_request: bool = False
    points: bool = True
    confirms: bool = False
    contrasts: bool = False


def language_of(text: str) -> Language:
    """The language of a message; English where nothing tells."""
    for language in LANGUAGES:
        if language.script.search(text):
            return language
    if _CYRILLIC.search(text):
        return next(language for language in SLAVIC if language.name == "ru")
    words = set(re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.lower()))
    best = max(LANGUAGES, key=lambda language: len(words & language.marks))
    if not words & best.marks and len(text) <= _BRIEF_MAX:
        return max(LANGUAGES, key=lambda language: _understood(text.lower(), language))
    return best if len(words & best.marks) > len(words & ENGLISH.marks) else ENGLISH


def _understood(text: str, language: Language) -> int:
    """How much of a text's length some expressions of a language make up."""
    patterns = (language.rejected, language.complained, language.confirmed, language.thanked, language.relieved)
    return max(len(match[0]) if (match := pattern.search(text)) else 0 for pattern in patterns)


def accepts(text: str) -> bool:
    """Whether a message has the work committed, merged or released."""
    plain = text[:_READ_MAX].replace("’", "'").strip().lower()
    return bool(language_of(plain).accepted.match(plain))


def reaction(text: str, *, asked: str = "") -> Reaction:
    """Read a message that follows some work.

    Args:
        text: what the person typed, without code, quotes and pastes.
        asked: the end of what the agent had said: a bare "no" to its question rejects nothing.
    """
    plain = (
        " ".join(_OTHERS_WORDS.sub(" ", text[:_READ_MAX]).replace("’", "'").replace("`", "").split(" ")).strip().lower()
    )
    if not plain or _YES.match(plain):
        return _SILENCE
    found = _read_message(plain, asked)
    return replace(found, quote=_in_context(found.quote or plain, text))


def _read_message(plain: str, asked: str) -> Reaction:
    language = language_of(plain)
    if "?" in asked[-200:] and _ANSWER.match(plain):
        return _answer(plain, asked, language)
    if language.mocking.search(plain) and not language.relieved.search(plain):
        return Reaction(sense=COMPLAINT, quote=plain)
    clauses: list[_Clause] = []
    for text, goes_on, contrasts in _clauses(plain, language):
        clause = replace(_read(text, language), contrasts=contrasts)
        # "fix the failing test, the broken link and the title" asks for three things.
        if goes_on and clauses[-1].is_request and clause.sense in (COMPLAINT, HALF) and not _STATES.search(text):
            clause = _Clause(text, NOTHING, is_request=True)
        if clauses and clause.sense == NOTHING and _NOT_SO.match(text) and _SHOULD.search(clauses[-1].text):
            clause = _Clause(text, CORRECTION)  # "it should be sorted by date, not by name"
        if contrasts and clause.sense == NOTHING and language.amends.search(text) and _is_good(clauses):
            clause = _Clause(text, HALF, contrasts=True)  # "good, but drop the title"
        if contrasts and clause.sense == NOTHING and _NAMED_ALONE.fullmatch(text) and _is_good(clauses):
            clause = _Clause(text, HALF, contrasts=True)  # "good apart from the colours"
        clauses.append(clause)
    clauses = _of_the_new_task(_of_this_work(clauses, plain, language), language)
    found = _together(clauses, plain, language)
    good, bad = _sides(clauses) if found.sense != PRAISE else (plain, "")
    turned = bool(language.elsewhere.match(plain)) and clauses[0].sense not in (COMPLAINT, REJECTION)
    sure = found.sure and not (turned and found.verdict == "failed")
    if not sure:
        unclear = not turned and not any(one.is_request and not _REFERS.search(one.text) for one in clauses)
    else:
        unclear = (found.sense == NOTHING or found.courteous) and _is_unclear(clauses, plain, language)
    return replace(found, good=good, bad=bad, sure=sure, unclear=unclear)


def _is_unclear(clauses: list[_Clause], plain: str, language: Language) -> bool:
    """Whether something is stated, and not merely asked, wished or announced; a new topic is none of the work."""
    if language.elsewhere.match(plain) or (clauses and _asks_for_more(clauses[0], language)):
        return False  # a new task; what is stated is part of it
    return any(
        language.reproachful.match(one.text)
        or one.sense in (COMPLAINT, HALF)
        or (one.sense == NOTHING and not _is_neutral(one, language))
        for one in clauses
    )


def _asks_for_more(clause: _Clause, language: Language) -> bool:
    """Whether a clause asks for something, and not to have what was done otherwise."""
    wants = clause.is_request and clause.points
    return wants and not language.reproachful.match(clause.text) and not language.withdraws.search(clause.text)


def _is_neutral(clause: _Clause, language: Language) -> bool:
    text = clause.text.strip(" ,.!")
    return clause.is_request or bool(language.neutral.match(text) or language.doubtful.match(text))


def _is_good(clauses: list[_Clause]) -> bool:
    return any(clause.sense == PRAISE for clause in clauses)


def _of_this_work(clauses: list[_Clause], plain: str, language: Language) -> list[_Clause]:
    """Without complaints that the person sets apart or takes back themselves."""
    back = max((number for number, one in enumerate(clauses) if language.retracts.search(one.text)), default=-1)
    if back >= 0:
        said = [
            one if one.sense == PRAISE else replace(one, sense=NOTHING, is_request=True, points=False)
            for one in clauses[: back + 1]
        ]
        return said + clauses[back + 1 :]
    if language.detached.search(plain):
        apart = (COMPLAINT, HALF, NOTHING)
        return [replace(one, sense=NOTHING, is_request=True) if one.sense in apart else one for one in clauses]
    if any(one.confirms for one in clauses):
        return [
            replace(one, sense=NOTHING) if one.sense == COMPLAINT and language.sighs.fullmatch(one.text) else one
            for one in clauses
        ]
    return clauses


def _of_the_new_task(clauses: list[_Clause], language: Language) -> list[_Clause]:
    """ "Fix the importer. It loses rows.": the trouble is the new task's, where nothing says that it is an old one."""
    turn = next((number for number, one in enumerate(clauses) if number and language.elsewhere.fullmatch(one.text)), 0)
    if turn and any(one.sense == PRAISE for one in clauses[:turn]):
        return clauses[:turn] + [
            one if _GOES_ON.search(one.text) else replace(one, sense=NOTHING, is_request=True) for one in clauses[turn:]
        ]
    if not clauses or not _asks_for_more(clauses[0], language) or _REFERS.search(clauses[0].text):
        return clauses
    return [
        replace(one, points=False) if one.sense == COMPLAINT and not _GOES_ON.search(one.text) else one
        for one in clauses
    ]


def _sides(clauses: list[_Clause]) -> tuple[str, str]:
    """What speaks for the work, and what against it; what says neither goes with what stands before it."""
    good: list[str] = []
    bad: list[str] = []
    first = next((clause.sense for clause in clauses if clause.sense != NOTHING), NOTHING)
    side = good if first == PRAISE else bad
    for clause in clauses:
        if clause.sense == PRAISE:
            side = good
        elif clause.sense != NOTHING or clause.contrasts:
            side = bad
        side.append(clause.text)
    return ". ".join(good), ". ".join(bad)


def _in_context(quote: str, text: str) -> str:
    """The words as they were written, from the beginning of the message where it is near."""
    original = " ".join(text[:_READ_MAX].split())
    place = original.lower().replace("’", "'").find(quote[:20].strip())
    return _quote(original if place < _NEAR else original[place:])


def _answer(plain: str, asked: str, language: Language) -> Reaction:
    """A "no" to the agent's question: bad news only where it asked whether the work is good."""
    question = asked.rsplit("?", 1)[0].rsplit("\n", 1)[-1].rsplit(". ", 1)[-1].lower()
    if language.asks_if_good.search(question):
        return Reaction(sense=COMPLAINT, quote=plain)
    return _SILENCE


def _quote(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _QUOTE_MAX else text[: _QUOTE_MAX - 1].rstrip() + "…"


def _without_digressions(text: str, language: Language) -> str:
    """The message without what leads up to "anyway" where that is about something of the person's own."""
    parts = _ANYWAY.split(text)
    kept = [part for part in parts[:-1] if not language.ignored.search(part)]
    return " ".join([*kept, parts[-1]]) if len(parts) > 1 else text


def _clauses(text: str, language: Language) -> list[tuple[str, bool, bool]]:
    """The clauses of a message; whether each goes on with the one before it, and whether a "but" stands before it."""
    text = _without_digressions(text, language)
    # Asides first: "nope, that's all" would fall apart at its comma.
    sentences = [part for part in _CLAUSE_END.split(language.asides.sub(" ", text)) if part and part.strip()]
    found = []
    for sentence in sentences:
        contrasts, start = False, 0
        for joint in [*language.joints.finditer(sentence), None]:
            part = sentence[start : joint.start() if joint else len(sentence)]
            pieces = [piece.strip(" \t,.") for piece in _at_commas(part, language)]
            found += [(piece, number > 0, contrasts) for number, piece in enumerate(filter(None, pieces))]
            if joint:
                contrasts, start = joint[0] not in _COMMAS, joint.end()
    return found


def _at_commas(text: str, language: Language) -> list[str]:
    """Cut where a comma begins a statement of its own; "if it fails, the tests …" stays whole."""
    parts: list[str] = []
    for part in _NEW_STATEMENT.split(text):
        if parts and language.ignored.search(parts[-1]):
            parts[-1] += ", " + part
        else:
            parts.append(part)
    return parts


def _read(clause: str, language: Language) -> _Clause:
    bare = clause
    relieved = language.relieved.search(bare)
    if relieved and not language.ignored.search(bare):
        return _Clause(clause, PRAISE, confirms=True)
    points = bool(language.pointing.search(bare))
    is_question = clause.endswith(("?", "？"))
    is_request = bool(language.requests.match(bare)) or bool(language.wishes.search(bare))
    if language.ignored.search(bare):
        return _Clause(clause, NOTHING, is_request=True, points=False)
    denies = _TRIVIAL_NO.match(bare)
    if language.rejected.search(bare) and not (is_question and language.doubtful.match(bare)):
        return _Clause(clause, REJECTION)
    if language.complained.search(bare) and not (is_question and language.doubtful.match(bare)):
        tied = points or bool(denies)
        if not is_request or re.search(r"\b(?:still|again)\b", bare):
            return _Clause(clause, COMPLAINT, points=tied)
    if denies:
        return _Clause(clause, REJECTION)
    if is_request:
        return _Clause(clause, _of_request(bare, language), is_request=True)
    if language.halfway.search(bare):
        return _Clause(clause, HALF)
    if language.corrected.search(bare) and not is_question:
        return _Clause(clause, CORRECTION)
    if is_question or language.doubtful.match(bare):
        return _Clause(clause, NOTHING, is_request=is_question)
    if language.confirmed.search(bare):
        return _Clause(clause, PRAISE, confirms=True)
    if language.thanked.search(bare):
        return _Clause(clause, PRAISE)
    return _by_tone(clause, language, points)


def _by_tone(clause: str, language: Language, points: bool) -> _Clause:
    """What no rule knows, by the words that are good or bad in themselves; a negation turns the word after it."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", clause)
    if len(words) > _TONE_WORDS_MAX:
        return _Clause(clause, NOTHING)
    tones = set()
    for number, word in enumerate(words):
        value = (word in language.good_words) - (word in language.bad_words)
        if value < 0 and not _is_said_of(words, number):
            value = 0
        if value:
            turned = any(_TURNS.search(before) for before in words[max(0, number - 2) : number])
            tones.add(-value if turned else value)
    tone = tones.pop() if len(tones) == 1 else 0
    if tone > 0:
        return _Clause(clause, PRAISE)
    return _Clause(clause, COMPLAINT, points=points) if tone < 0 else _Clause(clause, NOTHING)


def _is_said_of(words: list[str], number: int) -> bool:
    """Whether a word of a bad tone is what is said, and no attribute: "it is broken", not "the broken link"."""
    before = words[number - 1] if number else ""
    after = words[number + 1] if number + 1 < len(words) else ""
    if words[number].endswith("s") or _SAID.search(before):
        return True
    return (not after or after in _AFTER_SAYING) and before not in ("a", "an", "the", "some", "any")


def _of_request(bare: str, language: Language) -> str:
    """A request may begin with praise: "great, now add docs"."""
    lead = re.split(r"[,!.–—-]| now | and ", bare, maxsplit=1)[0]
    return PRAISE if len(lead) < len(bare) and language.thanked.fullmatch(lead.strip()) else NOTHING


def _together(clauses: list[_Clause], plain: str, language: Language) -> Reaction:
    wishes = [index for index, one in enumerate(clauses) if one.is_request and one.points]
    first_request = wishes[0] if wishes else len(clauses)
    good = [
        one for index, one in enumerate(clauses) if one.sense == PRAISE and (one.confirms or index <= first_request)
    ]
    rejections = [one for one in clauses if one.sense == REJECTION]
    complaints = [one for one in clauses if one.sense == COMPLAINT]
    halves = [one for one in clauses if one.sense == HALF]
    corrections = [one for one in clauses if one.sense == CORRECTION]
    if rejections:
        return Reaction(sense=REJECTION, quote=rejections[0].text)
    if (
        good
        and not complaints
        and any(one.contrasts for one in clauses)
        and clauses[-1].sense == NOTHING
        and not clauses[-1].is_request
    ):
        return Reaction(sense=HALF, quote=plain)  # "works for JSON but not for YAML"
    if complaints:
        sure = any(one.points for one in complaints) or any(language.reproachful.match(one.text) for one in clauses)
        if (good and good[0].confirms) or halves:
            return Reaction(sense=HALF, sure=sure, quote=plain)
        if good and not sure and any(one.contrasts for one in clauses):
            return Reaction(sense=HALF, sure=False, quote=plain)
        if good and not sure:
            return _thanks_or_irony(clauses, good[0])
        if good and not _is_ironic(clauses):
            return Reaction(sense=HALF, quote=plain)
        return Reaction(sense=COMPLAINT, sure=sure, quote=complaints[0].text)
    if halves:
        return Reaction(sense=HALF, quote=halves[0].text)
    if good and _may_be_sarcasm(clauses, good, plain, language):
        return _SILENCE
    if good:
        confirms = any(one.confirms for one in good)
        if corrections:
            return Reaction(sense=HALF, quote=plain)
        courteous = not confirms and _is_courteous(clauses, good, language)
        return Reaction(sense=PRAISE, confirms=confirms, courteous=courteous, quote=good[0].text)
    if corrections:
        return Reaction(sense=CORRECTION, sure=False, quote=corrections[0].text)
    return _SILENCE


def _may_be_sarcasm(clauses: list[_Clause], good: list[_Clause], plain: str, language: Language) -> bool:
    """Whether a mere cry of joy leads a statement that no rule reads: "brilliant, the menu covers the page"."""
    first = clauses[0]
    cries = [one for one in good if not one.confirms and language.cries.match(one.text)]
    if len(cries) == len(good) and any(
        _is_fragment(one, language) and re.search(rf"{re.escape(one.text)}[\s)\"'`]*[.!?…]", plain)
        for one in clauses[: clauses.index(good[0])]
    ):
        return True  # "Pounds. For our users in Leipzig. Brilliant idea."
    if language.foreboding.search(", ".join(one.text for one in clauses)):
        return True
    if first.sense != PRAISE or not language.cries.fullmatch(first.text.strip(" ,.!")) or len(good) > 1:
        return False
    after = clauses[1:2]
    if not after or after[0].sense != NOTHING or language.uplifting.search(after[0].text):
        return False
    return not _is_neutral(after[0], language)


def _is_fragment(clause: _Clause, language: Language) -> bool:
    """Whether a few words stand alone that say nothing and ask for nothing: what mockery holds up first."""
    if clause.sense != NOTHING or _is_neutral(clause, language) or language.uplifting.search(clause.text):
        return False
    return len(clause.text.split()) <= _FRAGMENT_WORDS and not _VERBAL.search(clause.text)


def _is_courteous(clauses: list[_Clause], good: list[_Clause], language: Language) -> bool:
    """Thanks alone; or a bare "great" before a new request, but not after something that was stated."""
    texts = [one.text.strip(" !.") for one in good]
    if all(language.thanks.fullmatch(text) for text in texts):
        return True
    rest = [one for one in clauses if one not in good]
    return all(language.courtesies.fullmatch(text) for text in texts) and all(
        _is_neutral(one, language) for one in rest
    )


def _thanks_or_irony(clauses: list[_Clause], good: _Clause) -> Reaction:
    """Thanks, and then bad news that need not be of this work: a new matter where something is asked for."""
    if any(one.is_request for one in clauses):
        return Reaction(sense=PRAISE, quote=good.text)
    if good.text.startswith(
        ("thanks a lot", "thank you so", "thanks so", "wonderful", "great", "lovely", "nice", "brilliant")
    ):
        return Reaction(sense=COMPLAINT, quote=good.text)
    return _SILENCE


def _is_ironic(clauses: list[_Clause]) -> bool:
    """Bare praise, and then at once that it does not work at all: "brilliant. the server doesn't even start"."""
    first = clauses[0]
    return (
        first.sense == PRAISE
        and not first.confirms
        and len(first.text.split()) <= 2
        and not first.text.startswith(("thank", "thx", "ty", "good"))
        and len(clauses) > 1
        and clauses[1].sense == COMPLAINT
        and clauses[1].points
    )
