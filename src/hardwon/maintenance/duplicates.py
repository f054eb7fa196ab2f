"""Memories that say the same: in the same words, or in nearly the same. Pure; numpy where there are vectors.

Near-duplicates are found by shared rare words or by their vectors, in blocks, so that a hundred thousand memories take
seconds; and kept only where nothing that changes the meaning differs: a number, a name, a "not".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil

from hardwon.maintenance.findings import ASK, DUPLICATE, NEAR, SAFE, Finding
from hardwon.store.upkeep import Known

_SHELF_MAX = 40  # memories that share a word and are compared; more share only words that say little
OVERLAP = 0.8  # of words, where there are no vectors
_TRUST = ("web", "tool", "repository", "import", "agent", "user")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[^\w\s]", re.UNICODE)
_TELLING = re.compile(r"`[^`]+`|https?://\S+|[\w./\\-]*[\d_/\\.][\w./\\-]*\w|\w+[A-Z]\w*|--?\w[\w-]*|[<>=!]=?|\d+")
_NOT = frozenset(
    ("not", "no", "never", "none", "without", "cannot", "avoid", "nor", "neither", "except", "unless", "only", "don")
)  # fmt: skip
_IDLE_WORDS = """
a an the and or of to in on at for with by from is are was were be been it its this that these those as we our you
your i my they their he she them us do does did has have had will would can could should must may might always
please so then than there here when which who whom what also just very really use uses used using run runs
"""
_IDLE = frozenset(_IDLE_WORDS.split())
_PLAIN_NOT = frozenset(("not", "no", "never", "cannot", "don", "avoid"))
_NARROWS = frozenset(("first", "last", "old", "new", "sometimes", "local", "remote", "alread", "temporarili"))


def exact(memories: Iterable[Known]) -> Iterator[Finding]:
    """Groups of one project that say the same: all but the best give way.

    Args:
        memories: live and active ones.
    """
    groups: dict[tuple[str, int], list[Known]] = defaultdict(list)
    for one in memories:
        groups[one.project, one.text_hash].append(one)
    for group in groups.values():
        if len(group) > 1 and len({_plain(one.content) for one in group}) == 1:
            best, *others = sorted(group, key=_worth)
            for other in others:
                if not other.held:
                    yield Finding(
                        kind=DUPLICATE,
                        band=SAFE,
                        subject=_subject(best),
                        targets=(other, best),
                        action={"do": "retire duplicate", "winner": 1},
                        reason=f"it says the same as {best.id}, word for word",
                    )


def _worth(one: Known) -> tuple[object, ...]:
    """The best first: held, pinned, most trusted, proven, oldest."""
    return (
        not one.held, one.tier != "pinned", -_TRUST.index(one.trust) if one.trust in _TRUST else 1,
        -one.outcome_count, one.tier == "cold", one.created_at, one.id,
    )  # fmt: skip


def near(pairs: Iterable[tuple[Known, Known, float]]) -> Iterator[Finding]:
    """Questions about pairs that differ in wording alone; each memory in one question at most.

    Args:
        pairs: two memories and how near they are, 0 to 1.
    """
    asked: set[str] = set()
    for one, other, nearness in sorted(pairs, key=lambda pair: (-pair[2], pair[0].id, pair[1].id)):
        best, worse = sorted((one, other), key=_worth)
        if worse.held or {one.id, other.id} & asked or one.text_hash == other.text_hash:
            continue
        asked |= {one.id, other.id}
        yield Finding(
            kind=NEAR,
            band=ASK,
            subject=_subject(best),
            targets=(worse, best),
            action={"do": "retire duplicate", "winner": 1},
            reason=f"it says nearly the same as {best.id}",
            evidence={"nearness": round(nearness, 3)},
        )


def says_the_same(one: str, other: str) -> bool:
    """Whether nothing that changes the meaning differs between two texts that are near each other.

    Args:
        one, other: the texts.
    """
    if _telling(one) != _telling(other):
        return False
    if _negated(one) != _negated(other):
        return False
    mine, theirs = word_set(one), word_set(other)
    only_mine, only_theirs = mine - theirs - _NOT, theirs - mine - _NOT
    # A word of one side in place of another of the other side is another thing, as far as words can tell.
    if only_mine and only_theirs:
        return False
    return not (only_mine | only_theirs) & _NARROWS


def _negated(text: str) -> Counter[str]:
    """What stands behind each "not", as one and the same for "never", "do not" and "no"."""
    words = plain_words(text)
    found: Counter[str] = Counter()
    for place, word in enumerate(words):
        if word in _NOT:
            kind = "not" if word in _PLAIN_NOT else word
            behind = next((stem_of(later) for later in words[place + 1 :] if later not in _IDLE | _NOT), "")
            found[f"{kind} {behind}"] += 1
    return found


def _telling(text: str) -> frozenset[str]:
    """Numbers, paths, identifiers, options: what no paraphrase changes."""
    found = (token.strip("`.,;:'\"()").lower() for token in _TELLING.findall(text))
    return frozenset(token for token in found if token and not token.isalpha())


def plain_words(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return [
        word.replace("’", "'") for word in re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text.lower().replace("n't", " not"))
    ]


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text)).casefold()


def _subject(one: Known) -> str:
    return one.title or (one.files[0] if one.files else one.tags[0] if one.tags else one.category)


# -- by words ------------------------------------------------------------------------------------------------


def word_set(text: str) -> frozenset[str]:
    """The words that say something, as they are compared."""
    return frozenset(stem_of(word) for word in plain_words(text) if word not in _IDLE)


def stem_of(word: str) -> str:
    """A word without its ending, as it is compared."""
    for end, instead in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(end) and len(word) - len(end) >= 3:
            word = word[: -len(end)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def pairs_by_words(
    memories: Sequence[Known], overlap: float = OVERLAP, fresh: frozenset[int] | None = None
) -> Iterator[tuple[Known, Known, float]]:
    """Pairs of one project whose words overlap that much.

    Two sets with that overlap share one of their few rarest words, so only such pairs are compared.
    Source: Chaudhuri, Ganti, Kaushik, "A primitive operator for similarity joins in data cleaning" (ICDE 2006).

    Args:
        memories: live and active ones.
        overlap: the least share of common words, 0 to 1.
        fresh: rows of which a pair has at least one; any where None.
    """
    sets = [word_set(one.content) for one in memories]
    frequency = Counter(word for words in sets for word in words)
    shelf: dict[tuple[str, str], list[int]] = defaultdict(list)
    for here, (one, words) in enumerate(zip(memories, sets, strict=True)):
        size = len(words)
        if size < 3:
            continue
        ordered = sorted(words, key=lambda word: (frequency[word], word))
        prefix = ordered[: size - ceil(overlap * size) + 1]
        candidates: set[int] = set()
        for word in prefix:
            places = shelf[one.project, word]
            candidates.update(places[-_SHELF_MAX:])
            places.append(here)
        for there in candidates:
            other = sets[there]
            if not overlap * size <= len(other) <= size / overlap:
                continue
            common = len(words & other)
            share = common / (size + len(other) - common)
            earlier = memories[there]
            is_wanted = fresh is None or one.row in fresh or earlier.row in fresh
            if share >= overlap and is_wanted and says_the_same(one.content, earlier.content):
                yield earlier, one, share


# -- by vectors ----------------------------------------------------------------------------------------------


def pairs_by_vectors(
    memories: Sequence[Known],
    vectors: Mapping[int, bytes],
    threshold: float,
    fresh: frozenset[int] | None = None,
) -> Iterator[tuple[Known, Known, float]]:
    """Pairs of one project whose vectors are that near; none where numpy is missing.

    Args:
        memories: live and active ones.
        vectors: 8-bit vectors by row.
        threshold: the least cosine.
        fresh: rows of which a pair has at least one; any where None.
    """
    try:
        from hardwon.maintenance.nearness import near_places
    except ImportError:
        return
    held = [one for one in memories if one.row in vectors]
    if len(held) < 2:
        return
    new = None if fresh is None else [place for place, one in enumerate(held) if one.row in fresh]
    for left, right, cosine in near_places([vectors[one.row] for one in held], threshold, new):
        one, other = held[left], held[right]
        if one.project == other.project and says_the_same(one.content, other.content):
            yield one, other, cosine
