"""What the rules for hurried English are put together from."""

from __future__ import annotations

from hardwon.capture.english_rules import starting
from hardwon.capture.language import Pattern
from hardwon.capture.phrases import SPECIFIC

TROUBLE = (
    r"(?:never (?:com|show|appear|arriv|finish|work|load|stop|return)\w*|broken|fail(?:s|ed|ing)?|flak(?:y|ey)|"
    r"flickers?|crash(?:es|ed)?|wrong|slow|slower|hangs?|hung|missing|"
    r"empty|down|red|"
    r"green|stuck|errors?|again|any ?more|suddenly|nearly|almost|currently|already|just|still|since (?:yesterday|"
    r"this|last|the)|"
    r"doesn'?t (?:work|build|start|compile|run|load|pass|open|show|find|appear|render|match|look|update|respond)|"
    r"don'?t (?:work|build|run|pass|load|show|match|appear|look)|isn'?t (?:working|there|right|showing|loading)|"
    r"too (?!old\b)[a-z]+|\d+ ?%|takes? (?:about |over |up to |only )*[\d.]+ ?(?:s|ms|secs?|seconds?|min|minutes?|"
    r"hours?)|lines long|ready|done|finished|merged|fixed|ugly|weird|odd|"
    r"instead of|[45]\d\d(?!\d)|cut off|not (?:working|there|right|enough)|looks?|seems?|bug)"
)
CALM = rf"(?!.*\b{TROUBLE}(?![\w-]))"
ONLY = (
    r"(?:only|never|always|every|each|exactly|at (?:most|least)|max(?:imum)?|min(?:imum)?|otherwise|because|since|"
    r"except|"
    r"unless|both|different|legacy|old|must(?:n'?t)?|can'?t|cannot|no|not|isn'?t|aren'?t|doesn'?t|don'?t|won'?t|"
    r"instead|whole|"
    r"first|before|after|until|under|over|all)"
)
NAME = r"(?-i:(?<=\s)[A-Z][a-z]+)"
TELLING = rf"(?=.*(?:{SPECIFIC}|\b{ONLY}\b|{NAME}))"
FIXED = (
    rf"(?=.*(?:{SPECIFIC}|\b(?:because|since|otherwise|unless|except|only|never|always|at (?:most|least)|"
    rf"exactly|read-only)\b|\b{ONLY}\b.*\b(?:{ONLY}|\w+s)\b|{NAME}))"
)
SUBJECT = (
    r"(?!.*[,;] (?:please |so |just )?[a-z]+ (?:it|them)\b)(?!(?:fyi|note|ps|my|the (?:class|function|method|file|"
    r"variable|query|loop|regex|line|logo|icon|image|button|header|footer|page|title|modal|form|list|chart|"
    r"table view|dialog|menu|screen|tooltip)|users?|customers?|"
    r"visitors?|players?|"
    r"guests?|admins?|every|each|it|this|that|these|those|there|here|he|she|they|them|we|i|you|what|which|who|"
    r"let'?s|one|everything|nothing|something|"
    r"if|when|while|whenever|before|after|until|unless|and|or|but|the (?:first|second|third|last|next|other|new|"
    r"same|rest|"
    r"problem|issue|ticket|pr|link|branch|meeting|deadline|idea|question|point|thing|result|output|diff|fix|change|"
    r"plan)|(?:my|your) (?:question|point|idea|bad))\b(?!-))"
    r"(?:[\w`'#.@/:+-]+,? ){1,9}?"
)
STATES = (
    r"(?:is|are|isn'?t|aren'?t|means?|uses?|needs?|takes?|accepts?|expects?|wants?|requires?|listens?|runs?|lives?|"
    r"belongs?|"
    r"comes?|goes|go(?= (?:out|to|in|through|live))|has|have(?= (?:to|a|an|no|only|\d))|only|can'?t|cannot|"
    r"can(?= only)|don'?t|"
    r"doesn'?t|won'?t|cuts?|starts?|ends?|closes?|opens?|counts?|supports?|stores?|happens?|owns?|handles?|stays?|"
    r"reads?|writes?|sends?|gets?|speaks?|ships?|works? (?:only|with)|rejects?|refuses?|ignores?|drops?|expires?|"
    r"resets?|"
    r"depends?|talks?|sits?|holds?|keeps?|moved to|was (?:renamed|moved|replaced)|were (?:renamed|moved|replaced)|"
    r"(?:is|are|was|were|got) (?:called|named|renamed|moved|replaced|owned|read-only|generated))"
)
NO_REQUEST = (
    r"(?!(?:please |can you |could you |now |then |just |also )*(?:add|change|make|put|set|show|list|run|check|look|"
    r"find|tell|explain|"
    r"open|start|stop|merge|push|commit|translate|connect|deploy|count|install|summari[sz]e|describe|give|go|try|"
    r"use|write|fix|"
    r"move|rename|remove|delete|update|create|build|print|format|read|fetch|copy|convert|replace|implement|refactor|"
    r"review|"
    r"sort|turn|to (?:reproduce|see|test|check|trigger)|let|keep|do|don'?t|bump|increase|reduce|lower|raise|cut|"
    r"split|extract|debug|investigate|test)\b)"
)


def plain(name: str, expression: str, category: str, confidence: float, **more: object) -> Pattern:
    fields: dict[str, object] = {"content_words": 2, **more}
    return Pattern(name=name, expression=starting(expression), category=category, confidence=confidence, **fields)  # type: ignore[arg-type]


NO_CHANGE = (
    r"(?!(?:please |can you |could you |now |then |just |also )*(?:add|change|make|set|show|list|check|look|find|"
    r"tell|explain|open|translate|connect|count|"
    r"describe|give|go|try|fix|move|rename|remove|delete|update|create|build|print|convert|replace|implement|"
    r"refactor|turn|bump|increase|reduce|lower|raise|cut|"
    r"split|extract|debug|investigate|i (?:said|meant|want))\b)"
)
