"""Memories that are about one subject although no file and no tag says so. Pure; numpy where there are vectors.

Either they share two telling words, or their vectors lie together. Only questions come of it: what a person does not
want to sum up, they keep.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from hardwon.maintenance.duplicates import plain_words, stem_of, word_set
from hardwon.maintenance.findings import Finding
from hardwon.maintenance.judgement import CLUSTER_MAX, CLUSTER_MIN, cluster_of
from hardwon.store.upkeep import Known

SUBJECTS_MAX = 12  # questions of one kind in a run: more would not be read
_WORDS_EACH = 6
_SHARE = 50  # a word that more than one in so many memories holds tells no subject, in a store of some size
_LOOKED_AT = 4096
_PAIRS_MAX = 200_000
_EMPTY_WORDS = """
about after again all any before between both each every few get gets into less like make makes many more most much need
needs new next now old one only other over per set sets some still such take takes than two under until via while with
within without work works
"""
_EMPTY = frozenset(map(stem_of, _EMPTY_WORDS.split()))


def by_words(memories: Sequence[Known], taken: set[str]) -> Iterator[Finding]:
    """Groups that share two telling words.

    Args:
        memories: live and active ones of one project.
        taken: ids that are in a question already; those of the groups are added.
    """
    free = [one for one in memories if _is_free(one, taken)]
    sets = [word_set(one.content) for one in free]
    frequency = Counter(word for words in sets for word in words)
    often = max(CLUSTER_MAX, len(free) // _SHARE)
    shared: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, words in enumerate(sets):
        telling = sorted(
            (word for word in words if _tells(word) and CLUSTER_MIN <= frequency[word] <= often),
            key=lambda word: (frequency[word], word),
        )
        for pair in combinations(sorted(telling[:_WORDS_EACH]), 2):
            shared[pair].append(place)
    groups = [(pair, places) for pair, places in shared.items() if len(places) >= CLUSTER_MIN]
    groups.sort(key=lambda group: (-len(group[1]), group[0]))
    yield from islice(
        _groups(((pair, [free[place] for place in places]) for pair, places in groups), taken), SUBJECTS_MAX
    )


def by_vectors(
    memories: Sequence[Known], vectors: Mapping[int, bytes], related: float, taken: set[str]
) -> Iterator[Finding]:
    """Groups whose vectors lie together; none where numpy is missing.

    Args:
        memories: live and active ones of one project.
        vectors: 8-bit vectors by row.
        related: the cosine from which on two are about one subject.
        taken: ids that are in a question already; those of the groups are added.
    """
    try:
        from hardwon.maintenance.nearness import near_places
    except ImportError:
        return
    free = [one for one in memories if one.row in vectors and _is_free(one, taken)][-_LOOKED_AT:]
    if len(free) < CLUSTER_MIN:
        return
    near: dict[int, list[int]] = defaultdict(list)
    found = near_places([vectors[one.row] for one in free], related)
    for one, other, _ in islice(found, _PAIRS_MAX):
        near[one].append(other)
        near[other].append(one)
    centres = sorted(near, key=lambda place: (-len(near[place]), free[place].id))
    groups = (_named([free[place], *(free[other] for other in near[place])]) for place in centres)
    yield from islice(_groups(groups, taken), SUBJECTS_MAX)


def _groups(found: Iterator[tuple[tuple[str, ...], list[Known]]], taken: set[str]) -> Iterator[Finding]:
    for stems, group in found:
        members = [one for one in group if one.id not in taken][:CLUSTER_MAX]
        if len(members) >= CLUSTER_MIN:
            taken.update(one.id for one in members)
            yield cluster_of(_spelled(stems, members), members)


def _named(group: list[Known]) -> tuple[tuple[str, ...], list[Known]]:
    """A group with the words that most of it shares."""
    frequency = Counter(word for one in group for word in word_set(one.content) if _tells(word))
    common = sorted(frequency, key=lambda word: (-frequency[word], -len(word), word))
    return tuple(sorted(common[:2])), group


def _spelled(stems: tuple[str, ...], members: Sequence[Known]) -> str:
    """The words as one of the memories writes them."""
    spelled: dict[str, str] = {}
    for one in members:
        for word in plain_words(one.content):
            spelled.setdefault(stem_of(word), word)
    return " and ".join(f'"{spelled.get(stem, stem)}"' for stem in stems)


def _tells(word: str) -> bool:
    return len(word) > 2 and word not in _EMPTY and not word.isdecimal()


def _is_free(one: Known, taken: set[str]) -> bool:
    return one.id not in taken and one.tier == "hot" and not one.held
