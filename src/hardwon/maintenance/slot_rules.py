"""The rules that read facts out of English sentences: one a line, the first that fits counts. Pure."""

# ruff: noqa: E501 - a rule is read whole, on its line

from __future__ import annotations

import re

_V = r"(?P<value>`[^`]+`|'[^']+'|\"[^\"]+\"|[^,;]+?)"
_S = r"(?P<subject>[\w' ./-]{2,50}?)"
# What a person has one of.
_MINE = (
    r"favou?rite [\w -]{2,30}?|(?:phone|mobile) number|e-?mail(?: address)?|(?:home )?address|birthday|nickname|"
    r"home ?town|job title|star sign|blood type|native language|mother tongue"
)
_NOW = r"(?:\s+(?:now|currently|already|always))?"
_TAIL = r"(?P<tail>\s+(?:(?:in|on|for|under|inside|within|to|as|when)\s+.+|locally))?"
# What a list puts before each of its points.
BULLET = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,2}[.)])[ \t]+", re.MULTILINE)
# How a negation is typed in a hurry; "cant" and "wont" are words of their own.
NO_APOSTROPHE = re.compile(r"\b((?:do|does|did|is|are|was|were|has|have|should|would|could)n)t\b", re.IGNORECASE)
# What only says how the tool comes to be there.
BY_MEANS_OF = re.compile(
    r"^(?P<name>\S+(?: \S+)??(?: v?\d[\d.]*)?) (?:via|through|managed by|installed (?:by|with|via)) [\w./@+-]+$",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])|\n+")
LEAD = re.compile(
    r"^(?:(?:please|note|remember|important|fyi|so|ok(?:ay)?|and|but|from now on|as of (?:now|today)|since (?:the|last) "
    r"[\w ]{1,20}|nowadays|now|always|these days)[,:]?\s+)+",
    re.IGNORECASE,
)
TRAIL = re.compile(
    r"(?:[,]?\s+(?:now|from now on|again|please|always|any ?more|any longer|instead|already|currently|too|as well|also|"
    r"last (?:week|month|year)|since (?:the|last|then|this)[\w ]{0,20}|(?:this|last) (?:week|month|year)))+$",
    re.IGNORECASE,
)
INSTEAD = re.compile(
    r",?\s+(?:instead of|rather than|and not|but not|(?<=,)\s*not|no longer (?:with|from|in|on)?|over)\s+(?:from\s+|with\s+|in\s+|the\s+)*"
    r"(?P<gone>`[^`]+`|[^,;]+)$",
    re.IGNORECASE,
)
NOT = re.compile(
    r",\s*(?:not|no longer)\s+(?:from\s+|with\s+|in\s+|on\s+|the\s+)*(?P<gone>`[^`]+`|[^,;]+)$", re.IGNORECASE
)
_WE = r"(?:we|i|the (?:project|team|repo(?:sitory)?|code(?:base)?|app)|this (?:project|repo(?:sitory)?)|our (?:project|team)|project)"
ARTICLE = re.compile(r"^(?:the|our|my|a|an|this|its|all|new|whole)\s+", re.IGNORECASE)
HAS_VERSION = re.compile(r"^(?P<name>[a-z][\w+#. ]*?)\s+v?(?P<version>\d+(?:\.\d+)*)$", re.IGNORECASE)


def _rules(*patterns: tuple[str, str, bool]) -> list[tuple[re.Pattern[str], str, bool]]:
    return [(re.compile(f"^{pattern}$", re.IGNORECASE), relation, single) for pattern, relation, single in patterns]


NO_LONGER_BUT = re.compile(
    r"(?P<head>.+?) (?:is|are) no longer (?P<how>kept|stored|written|hosted|in) ?(?:in|on|to)? (?P<gone>.+?) but "
    r"(?P<rest>in|on|to) (?P<new>.+)",
    re.IGNORECASE,
)

NOT_THIS_BUT = re.compile(
    rf"{_WE} (?:don't|do not|no longer) use (?P<gone>`[^`]+`|[\w./@+-]+)(?: any ?more| any longer| now)?[,;] *"
    r"(?:but |instead )?(?:we )?(?:now )?use (?P<new>`[^`]+`|[\w./@+-]+(?: v?\d+(?:\.\d+)*)?)$",
    re.IGNORECASE,
)
# Words that turn "moved from A to B" into its opposite.
DENIES = re.compile(
    r"n't\b|\b(?:not|never|nobody|no one|none|nothing|cannot|almost|nearly|hardly|barely)\b", re.IGNORECASE
)
# "Switch from A to B" asks for it; "switched" says it.
AS_AN_ORDER = re.compile(r"(?:switch|migrate)\b", re.IGNORECASE)


# What ends something, with nothing in its place.
ENDINGS = [
    re.compile(f"^{pattern}$", re.IGNORECASE)
    for pattern in (
        rf"{_WE} (?:no longer|don't|do not|doesn't|does not) use {_V}{_TAIL}",
        rf"{_WE} (?:have |has )?(?:stopped using|quit using|removed|dropped|got rid of|abandoned|retired) {_V}{_TAIL}",
        rf"{_V} (?:is|was) (?:gone|removed|dropped|retired)(?:[;,].*)?",
        rf"{_V} is (?:not|no longer) used",
    )
]
FORBIDDEN = re.compile(
    rf"^(?:{_WE} )?(?:never|don't|do not|must not|avoid|should not|must never)(?: ever)? (?:use|using) {_V}{_TAIL}$",
    re.IGNORECASE,
)
# What names both: the old and the new.
EXCHANGES = [
    re.compile(f"^{pattern}$", re.IGNORECASE)
    for pattern in (
        rf"(?:{_WE} )?(?:have |has )?(?:switch|migrate|switched|migrated|moved|changed|went|upgraded|converted) (?:{_S} )?from "
        rf"(?P<gone>`[^`]+`|[\w./@+-]+(?: [\w./@+-]+)?) to {_V}{_TAIL}",
        rf"{_S} (?:was |were |has |have )?(?:been )?(?:moved|changed|switched|migrated|renamed) from "
        rf"(?P<gone>`[^`]+`|[\w./@+-]+(?: [\w./@+-]+)?) to {_V}{_TAIL}",
        rf"{_WE} (?:have |has )?replaced (?P<gone>`[^`]+`|[\w./@+-]+(?: [\w./@+-]+)?) (?:with|by) {_V}{_TAIL}",
        rf"{_V} (?:has |have )?(?:replaced|replaces) (?P<gone>`[^`]+`|[\w./@+-]+(?: [\w./@+-]+)?){_TAIL}",
    )
]
# Order matters: the first that fits says what a sentence means.
RULES = _rules(
    (rf"my name is {_V}", "name", True),
    (rf"i(?:'m| am)? (?:work|working|employed)(?: at| (?P<verb>for|by)) {_V}", "employer", True),
    (rf"i started (?:working|to work)(?: at| (?P<verb>for)) {_V}", "employer", True),
    (rf"i(?:'m| am)? (?:live|living|based) in {_V}", "home", True),
    (rf"i(?:'ve| have)? (?P<verb>moved) to {_V}", "home", True),
    (rf"(?!(?:it|this|that|he|she|who|everyone|nobody)\b){_S} works at {_V}", "works at", True),
    (rf"my (?P<subject>{_MINE}) is (?!not\b){_V}", "mine", True),
    (rf"i prefer {_V}", "prefer", True),
    (rf"(?:{_S}(?:'s)? )(?:listens?|runs?|is served|is|moved|starts?)(?: to)?(?: on)? port (?P<value>\d+){_TAIL}", "port", True),
    (rf"we moved {_S} to port (?P<value>\d+)", "port", True),
    (rf"{_S}(?:'s)? port is (?P<value>\d+)", "port", True),
    (rf"{_S} exposes port (?P<value>\d+){_TAIL}", "exposed port", False),
    (rf"ownership of {_S} (?:moved|went|passed) to {_V}", "owner", True),
    (rf"(?P<value>[\w ]{{2,30}}?) (?:is|are) the owners? of {_S}", "owner", True),
    (rf"the owner of {_S} is {_V}", "owner", True),
    (rf"the maintainer of {_S} is {_V}", "maintainer", True),
    (rf"(?P<value>[\w ]{{2,30}}?){_NOW} maintains {_S}", "maintainer", True),
    (rf"{_S} (?:is|are) owned by {_V}", "owner", True),
    (rf"{_S} belongs? to {_V}", "owner", True),
    (rf"(?P<value>[\w ]{{2,30}}?){_NOW} owns {_S}", "owner", True),
    (rf"(?P<value>[\w ]{{2,30}}?) is a {_S}", "member", False),
    (rf"{_WE} deploys? from (?:the )?{_V}(?: branch)?", "deploy from", True),
    (rf"deploys are made from (?:the )?{_V}(?: branch)?", "deploy from", True),
    (rf"(?:run|build|deploy|start|test|lint|format|ship|type-?check) {_S} (?:with|by|using) {_V}", "command", True),
    (r"(?P<verb>run|build|deploy|start|test|lint|format|ship) (?:with|by|using) (?P<value>`[^`]+`)", "command", True),
    (rf"{_S} (?:are|is) (?:run|built|started|deployed|linted|formatted|checked|done) (?:with|by|using) {_V}", "command", True),
    (rf"use (?P<value>`[^`]+`) to (?:run|build|deploy|start|test|lint|format|check) {_S}", "command", True),
    (rf"(?:{_WE} )?(?:format|lint|type-check|bundle|build|test)s? {_S} with {_V}", "command", True),
    (rf"(?:{_WE} )?(?P<verb>bundle|lint|format|deploy|build|test)s? with {_V}{_TAIL}", "tool", True),
    (rf"(?:indent|indentation)(?::| with| by| is)? (?:use |by )?{_V}{_TAIL}", "indentation", True),
    (r"use (?P<value>(?:\w+ )?(?:spaces|tabs)) for indentation", "indentation", True),
    (r"use (?P<value>\w+)[- ]spaces? indentation", "indentation", True),
    (r"quotes: use (?P<value>single|double) quotes", "quotes", True),
    (r"use (?P<value>single|double) quotes", "quotes", True),
    (rf"use (?P<value>camelcase|snake_case|pascalcase|kebab-case) for {_S}", "case", True),
    (r"(?:the )?(?:max(?:imum|imal|\.)? )?line length(?: is|:) (?P<value>\d+)(?: characters| columns)?", "line length", True),
    (rf"{_V} is required(?: by {_WE})?", "version", True),
    (rf"{_WE}(?:'re|'s| are| is| was)? ?(?:now )?(?:on|uses?|use|targets?|requires?|runs on|needs|upgraded to) "
     r"(?P<value>[a-z][\w+#.]*(?: [a-z][\w+#.]*)? v?\d+(?:\.\d+)*)" + _TAIL, "version", True),
    (r"(?P<value>[a-z][\w+#.]* v?\d+(?:\.\d+)*) is used" + _TAIL, "version", True),
    (rf"{_WE} moved {_S} (?:from [\w./-]+ )?to {_V}", "place", True),
    (rf"{_S} (?:lives?|is kept|are kept|is stored|are stored|is written|are written|is located|are located|go|goes|is tracked|"
     rf"are tracked|is hosted|are hosted|is managed|are managed|has moved|have moved)(?: in| to| at| on| under){_NOW} {_V}", "place", True),
    (rf"(?:the )?{_S} (?:is|are) (?:hashed|written|encoded|serialized|translated|encrypted) (?:in|with|into) {_V}", "made with", True),
    (r"(?P<subject>[\w -]{2,40}) (?:is|are) (?:in|under|at) (?P<value>`?[\w.@-]*[/.][\w./@-]*`?)", "place", True),
    (rf"(?:{_WE} )?(?:use|uses|are using|am using|is using) {_V} as (?:the|our|a) {_S}", "is", True),
    (rf"(?:{_WE} )?(?:switch|switched|migrate|migrated|moved|changed) to (?:using )?{_V}{_TAIL}", "uses", False),
    (rf"(?:{_WE} )?(?:use|uses|are using|am using|is using) {_V}{_TAIL}", "uses", False),
    (r"(?P<verb>the|our|my) (?P<subject>[\w -]{2,40}?) runs on (?P<value>[a-z][\w ]+)", "is", True),
    (r"(?:the|our|my) (?P<subject>[\w -]{2,40}?) (?:is|are|changed to|moved to) (?P<value>`[^`]+`|https?://\S+|[\w./@+#-]+(?: [\w./@+#-]+){0,2})"
     + _TAIL, "is", True),
    (rf"(?:the|our) {_S} (?:use|uses|is using) {_V}", "uses in", False),
    (r"(?P<value>[\w.+#-]+) is (?:our|the) (?P<subject>[\w -]{2,30})", "is bare", True),
    (rf"{_S} runs? on (?P<value>[A-Za-z][\w .-]*)", "runs on", True),
    (r"(?P<subject>[\w -]{2,40}?)(?: (?:is|are)|:) (?P<value>`[^`]+`|https?://\S+|[\w./@+#-]+(?: [\w./@+#-]+){0,2})" + _TAIL, "is bare", True),
    (rf"{_WE} (?:depends? on|supports?|likes?|know|speak|publish to|deploy to|tests? on) {_V}", "many", False),
)  # fmt: skip
# Slots of which a project may well have several; another value replaces only where something is said to have changed.
NEED_CUE = (
    "works at",
    "runs on",
    "maintainer",
    "place",
    "port",
    "owner",
    "command",
    "tool",
    "uses",
    "made with",
    "prefer",
    "deploy from",
    "case",
)
# Heads of "the X is Y" that name a choice; of other things several may be said ("the importer is fast").
CHOICES = frozenset(
    "linter formatter bundler editor database branch manager runner checker framework orm ci license licence timeout "  # noqa: SIM905
    "limit region url endpoint domain hostname version default interval port size quota tracker provider registry "
    "language encoding locale timezone theme shell host budget deadline width length retention ttl lead maintainer handle command contact admin approver".split()
)
MEASURE = re.compile(r"\d[\d.,:]*(?: ?[a-z%]+)?|https?://\S+", re.IGNORECASE)
OPPOSITES = tuple(
    frozenset(line.split())
    for line in (
        "long short brief concise verbose detailed terse",
        "dark light",
        "tabs spaces",
        "english german french spanish polish italian portuguese dutch russian ukrainian japanese chinese korean",
        "single double",
        "camelcase snake_case kebab-case pascalcase",
    )
)
PLACES = re.compile(r"^(?:in|on|for|under|inside|within)\s+(?:the\s+|our\s+|my\s+)?(?P<scope>.+)$", re.IGNORECASE)
PURPOSE_OF_KIND = {
    "packages",
    "dependencies",
    "package",
    "dependency",
    "managing dependencies",
    "installing packages",
    "installs",
    "installing",
    "manage dependencies",
    "install packages",
    "manage packages",
    "everything",
}
