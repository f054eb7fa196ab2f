"""From wording to category, for callers that want one. Pure.

A category is named by cues; a cue at the beginning of the text counts double, since people lead with what
they mean. Without a cue the answer is `general`. A further language is a further set of cues.
"""

from __future__ import annotations

import re

CUES: dict[str, tuple[str, ...]] = {
    "gotcha": (
        r"gotcha", r"beware", r"watch out", r"careful", r"pitfall", r"trap\b", r"caution", r"surprisingly",
        r"silently", r"don'?t be fooled", r"breaks? (?:if|when|unless)", r"fails? silently",
    ),
    "troubleshooting": (
        r"fix(?:ed|es)? (?:by|with)", r"error\b", r"exception", r"traceback", r"crash(?:es|ed)?", r"root cause",
        r"caused by", r"stack trace", r"symptom", r"fails with",
    ),
    "workaround": (
        r"work ?around", r"for now", r"temporar(?:y|ily)", r"hack\b", r"bypass", r"until .{3,40} (?:is|gets) fixed",
    ),
    "decision": (
        r"decided", r"decision", r"we chose", r"we picked", r"let'?s go with", r"going with", r"instead of .+ because",
        r"trade-?off", r"settled on",
    ),
    "preference": (r"i (?:prefer|like|love|hate|dislike|want)", r"my preference", r"i'?d rather", r"my favou?rite"),
    "convention": (
        r"always", r"never", r"must (?:not |be )?", r"convention", r"naming", r"code style", r"rule\b", r"standard",
        r"make sure", r"do not", r"don'?t", r"from now on", r"every (?:commit|pr|test|file|function|module)",
    ),
    "command": (
        r"run [`'\"]?[\w./-]+", r"command", r"execute", r"install with", r"build with", r"\bcli\b",
        r"`[a-z][\w./-]* [^`]+`",
    ),
    "architecture": (
        r"architecture", r"layer(?:s|ed)?\b", r"component", r"service\b", r"data ?flow",
        r"module .+ (?:owns|holds|handles)",
        r"lives? in", r"is (?:implemented|defined|handled) in", r"entry ?point", r"depends on",
    ),
    "pattern": (r"pattern", r"idiom", r"best practice", r"approach", r"technique", r"the way (?:to|we)"),
}  # fmt: skip

# Of equal scores the first wins: what warns outranks what describes.
_ORDER = (
    "gotcha", "troubleshooting", "workaround", "decision", "preference", "convention", "command", "architecture",
    "pattern",
)  # fmt: skip


class CategoryRouter:
    """Tells which category a wording belongs to.

    Args:
        cues: category → regular expressions, matched without regard to case at word beginnings.
    """

    def __init__(self, cues: dict[str, tuple[str, ...]] | None = None) -> None:
        self._patterns = {
            category: [re.compile(rf"(?<!\w)(?:{cue})", re.IGNORECASE) for cue in several]
            for category, several in (cues or CUES).items()
        }

    def scores(self, text: str) -> list[tuple[str, float]]:
        """Every category with a cue in the text, the likeliest first.

        Args:
            text: a memory or a query.
        """
        text = text[:4000]
        found = []
        for category, patterns in self._patterns.items():
            score = 0.0
            for pattern in patterns:
                match = pattern.search(text)
                if match:
                    score += 2.0 if match.start() < 12 else 1.0
            if score:
                found.append((category, score))
        rank = {category: index for index, category in enumerate(_ORDER)}
        return sorted(found, key=lambda pair: (-pair[1], rank.get(pair[0], len(rank))))

    def route(self, text: str) -> str:
        """The likeliest category, `general` without a cue."""
        found = self.scores(text)
        return found[0][0] if found else "general"
