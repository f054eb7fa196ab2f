"""English: what stands around a statement, and what makes it none."""

from __future__ import annotations

import re

from hardwon.capture.english_house import ORDERED
from hardwon.capture.english_plain import DECIDED, STATED, TOLD
from hardwon.capture.english_rules import CHOICES, LABELS, ORDERS, starting
from hardwon.capture.english_statements import CORRECTED, DECISIONS, FACTS, PREFERENCES
from hardwon.capture.language import Language
from hardwon.text.listed import listed


def _anywhere(*expressions: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?:{one})" for one in expressions), re.IGNORECASE)


ENGLISH = Language(
    name="en",
    openers=starting(
        r"(?:ok(?:ay)?|hey|hi|hello|also|and|but|so|then|btw|by the way|oh(?: and)?|one (?:more|last|"
        r"other) thing|well|right|yes|"
        r"yeah|yep|yup|great|good|nice|perfect|thanks|thank you|thx|cool|alright|all right|fine|sure|"
        r"please|pls|hm+|um+|uh|ah|"
        r"listen|look|claude|guys|generally|basically|honestly|seriously|quick note|to be clear|important|"
        r"very important|"
        r"reminder|as a reminder|again|first|second|finally|lastly|additionally|plus|another thing|in "
        r"addition|ps|p\.s\.|"
        r"as always|as discussed|as mentioned|like i said|as i said|as i told you|i repeat|once more|@\w+|"
        r"psa|tip|pro tip|"
        r"as you know|for context|general note|general rule|quick one|next|lgtm|looks good|awesome|"
        r"excellent|great work|"
        r"good job|nice work|well done|that works|works now|love it)(?:[,:;!.–—-]+\s*|\s+(?=\S)(?<=\s))"
    ),
    corrections=starting(
        r"(?:no+(?=[,;:.!–—-]| (?:use|the|it|we|don'?t|do not|always|never|that|this|i|you|not|please|just|"
        r"run|call)\b)|nope|nah|wrong|incorrect|that'?s (?:wrong|not right|incorrect|not it|not correct|"
        r"not how we do (?:it|things)(?: here)?|"
        r"not what i (?:said|meant|asked(?: for)?|wanted))|this is (?:wrong|not right|incorrect)|not like "
        r"that|not quite|actually|"
        r"i (?:already )?(?:said|told you)(?: (?:that|to|already|before))?|i meant|as i (?:already )?said|"
        r"(?:stop|wait)(?=[,;.!])|"
        r"you (?:should|must) have|why did you .{3,60}\?)(?:[,:;!.–—-]+\s*|\s+(?=\S))"
    ),
    polite=starting(
        r"(?:can|could|would|will) you (?:please |just |kindly )?(?=(?:always|never|make sure|from now on|"
        r"remember|in future|in the future|going forward)\b)|"
        r"(?:would you mind|is it possible for you to) (?=always|never)|"
        r"i (?:want|need|would like|expect|'d like) you to (?=(?:always|never|make sure|remember|use|stop|avoid)\b)|"
        r"i'd like you to (?=(?:always|never|make sure|remember|use|stop|avoid|stick|follow|keep to)\b)|"
        r"(?:you (?:should|must|have to|need to)|try to|be sure to|it'?s important (?:to|that you)|make it a rule to|"
        r"i'?m asking you to|do me a favou?r and) (?=(?:always|never|remember)\b)|please (?=\w)"
    ),
    closers=re.compile(
        r"(?:[,;.!–-]\s*|\s+)(?:ok(?:ay)?|alright|got it|understood|deal|please|pls|thanks|thank you|thx|"
        r"cheers|k|clear|yeah|for me|(?:can|could|will) you (?:please )?(?:keep|always|go on|continue) (?:doing|"
        r"do) (?:that|this|it|so))"
        r"\s*[?!.]*\Z",
        re.IGNORECASE,
    ),
    patterns=(
        *LABELS,
        *TOLD,
        *DECISIONS,
        *DECIDED,
        *ORDERS,
        *CHOICES,
        *PREFERENCES,
        *FACTS,
        *CORRECTED,
        *ORDERED,
        *STATED,
    ),
    headings=(
        (_anywhere(r"\b(?:don'?ts?|never|do not|avoid|forbidden|not allowed)\s*:\Z"), "Never "),
        (
            _anywhere(
                r"\b(?:rules?|conventions?|guidelines?|standards?|always|dos|from now on|going forward|remember|"
                r"house style|"
                r"keep in mind|code style|style guide|ground rules)\b[^:]{0,60}:\Z"
            ),
            "",
        ),
    ),
    momentary=_anywhere(
        r"\b(?:for now|right now|this time|(?:just )?(?:this|that) once|just once|today|tonight|at the "
        r"moment|temporar(?:y|ily)|"
        r"this (?:morning|afternoon|evening|week|sprint|month|session|afternoon)|in a (?:minute|moment|"
        r"second|sec)|asap|tomorrow|"
        r"yesterday|meanwhile|in the meantime|first thing|for the (?:time being|moment)|not yet|until "
        r"(?:i'?m|i am|i) |later today|"
        r"one more time|once more|this (?:pr|commit|branch|change|task|ticket|issue|patch|diff|fix|run)\b|"
        r"before you continue|"
        r"while i'?m|until then|next (?:step|up|week|month|sprint|year|monday|tuesday|wednesday|thursday|friday)|"
        r"on (?:monday|tuesday|wednesday|thursday|friday|the weekend)|before (?:lunch|i (?:go|leave)))\b",
        # "we use pnpm now": what changed for good.
        r"\A(?!we (?:now )?(?:use|deploy|run|write|build|test|host|keep|call)\b).*(?<!from )\bnow\b(?! "
        r"on)(?=[\s.!,;]*\Z|,| (?:that|and|please|to))",
        r"\byet[.!]*\Z",
        # What the product shall do is done once it is built.
        r"\b(?:show|display|hide|open|close|play|redirect|scroll|highlight)\b.*\b(?:visitors?|users?|customers?|"
        r"players?|guests?|banner|"
        r"dialog|modal|popup|button|menu|page|screen|tooltip|toast|spinner)\b",
        r"\b(?:when|after|once) you(?:'re| are)? (?:done|finished|ready|back)\b",
    ),
    doubtful=_anywhere(
        r"\A(?:to (?:reproduce|repro)|maybe|perhaps|what if|imagine|suppose|supposing|if only|i wonder|i guess|"
        r"i think|i thought|"
        r"i believe|i suppose|i feel|"
        r"i'?m (?:not sure|wondering|thinking|unsure)|not sure|probably|possibly|theoretically|in theory|"
        r"hypothetically|ideally|"
        r"wouldn'?t it|would it|could we|should we|shall we|should i|do we|do you|does|did|is it|are we|"
        r"are you|is there|how about|"
        r"what about|why|how|what|when do|when did|where|who|which|can we|can i|may i|could i|it would be|"
        r"it'?d be|it might|"
        r"we could|we might|you could|you might|i might|i could|i used to|we used to|back then|one could|"
        r"some people|people|they|"
        r"he|she|if (?:we|you|i|they|it) (?:had|were|could|would|always|never|wanted|did|was))\b",
        r",\s*(?:can|could|would) you\b",
        r"\b(?:would be nice|would be better if|might be better|could be better|just an idea|just thinking|"
        r"thinking out loud|"
        r"not sure if|don'?t know if|or not\?|or should we|i'?m joking|just kidding|for example|e\.g\.? someone)\b",
    ),
    mocking=_anywhere(
        r"(?<!\w)/s(?!\w)",
        r"\b(?:yeah,? right|oh,? great|oh,? sure|oh,? wonderful|oh,? brilliant|oh,? nice|as if|lol|lmao|"
        r"rofl|haha+|hehe|ha ha|sarcasm|"
        r"what could (?:possibly )?go wrong|why not[.!?]*\Z|who needs|thanks for (?:nothing|never|always)|"
        r"brilliant,|genius|"
        r"apparently|i guess[.!]*\Z|then,? i guess|because that (?:always )?(?:works|worked|went) (?:so "
        r")?well|said no one ever)",
        r"[🙄😂🤣🙃😅]",
    ),
    reported=_anywhere(
        r"\b(?:docs?|documentation|readme|article|blog(?: post)?|tutorial|book|guide|stack ?overflow|"
        r"chatgpt|gpt|copilot|gemini|"
        r"linter|compiler|git|npm|docker|jenkins|sonar|the ci|pytest|error(?: message)?|warning|log|output|message|"
        r"comment|ticket|issue|spec|rfc|he|"
        r"she|they|somebody|"
        r"someone|people|customer|client|boss|manager|pm|colleague|reviewer|teammate|vendor|support|memory|"
        r"memories|notes?|"
        r"brief|hardwon|paper|changelog|announcement|email|slack(?: thread)?|it|instructions?|prompt|file|"
        r"website|page|claude\.md|agents\.md)"
        r" (?:just |still |also )?(?:says?|said|states?|stated|tells?|told|claims?|claimed|recommends?|"
        r"recommended|suggests?|suggested|mentions?|"
        r"mentioned|reads?|wrote|writes|warns?|warned|insists?|asks?|asked|wants?|wanted)\b",
        r"\baccording to\b",
        r"\b(?:you|your notes?) (?:said|say|told me|wrote|mentioned|remember(?:ed)?|noted|stored|recalled)\b",
        r"\bas (?:your|the) (?:notes?|memory|memories|brief|docs?) (?:says?|said)\b",
    ),
    dangling=_anywhere(
        r"\b(?:the above|the following|as follows|like so|see below|below|this way|that way|like (?:this|"
        r"that)|the same way|"
        r"the other (?:one|way|\w+)|the (?:first|second|third|last|latter|former|previous) (?:one|option|"
        r"approach|way)|option [a-d1-4]|"
        r"the same thing|such things?|things like (?:this|that)|that stuff|those things|these things)\b",
        r"\b(?:this|these|those)(?! (?:repo|repository|project|codebase|code base|service|package|app|"
        r"application|team|company|org|"
        r"organi[sz]ation|machine|laptop|library|monorepo|workspace|product|directory|folder|is|are)\b)",
        r"\b(?:use|do|run|like|call|change|avoid|keep|add|write|need|want|try|make|with|of|to|for|in|on|"
        r"from|at|about|not|doing|touch|"
        r"repeat|commit|push|delete|remove|edit|always|never) that\b",
        r"\bthat[.!]*\Z",
        r"\bthat (?:again|way|one|ever|here|there|anymore|any more|file|function|test|command|method|class|"
        r"line|error|approach)\b",
    ),
    pronouns=re.compile(r"\b(?:it(?! when\b)|them|they|he|she|him|her|its|their)\b", re.IGNORECASE),
    local=_anywhere(
        r"\b(?:in|for|on|within|across) (?:this|the|our) (?:repo|repository|project|codebase|code base|"
        r"monorepo|package|service|app|team)\b",
        r"\b(?:here|our|we|us)\b",
        r"`?\b[\w-]+/[\w./-]+",
    ),
    reasons=starting(
        r"(?:because|since|that way|this way|otherwise|(?:the )?reason\b|so that|the (?:other|alternative)|"
        r"(?:it|they)(?:'s|'re| (?!works? now|is done|is broken|fails?)\w+)|we (?:need|can'?t|don'?t|already|have))\b"
        r"(?!.*\?)"
    ),
    stop_words=listed(
        """a an the and or but if then so of to in on at by for with from into as is are was were be been being
    do does did done have has had i you we they he she it me my your our us them this that these those
    there here not no never always ever don't dont do please just really very also too only make sure
    remember note use using used will would should could can may might must shall need want like get got
    let's lets go going from now on when before after while than over instead rather again anything
    something everything thing things stuff way one ones all any some more most other same keep every
    each what which who how why where up down out off about it's i'm i'd we're you're that's ok okay"""
    ),
    routes=(
        (
            "gotcha",
            _anywhere(
                r"\b(?:breaks?|fails?|crash(?:es)?|silently|surprisingly|beware|careful|trap|gotcha|"
                r"hangs?|times "
                r"out|flaky|rate.limit\w*|read-only)\b"
            ),
        ),
        ("workaround", _anywhere(r"\bwork ?around\b", r"\buntil .{3,40} (?:is|gets) fixed\b")),
        (
            "command",
            _anywhere(
                r"`[a-z][\w./-]* [^`]+`",
                r"\b(?:run|command)\b.*`",
                r"\b(?:npm|pnpm|yarn|make|cargo|docker|kubectl|pytest|uv|poetry|go) (?:run|test|build|"
                r"install|exec|"
                r"compose)\b",
            ),
        ),
        (
            "convention",
            _anywhere(
                r"\b(?:always|never|must|convention|naming|named|style|format(?:ted)?|prefix|every|"
                r"each)\b"
            ),
        ),
        ("decision", _anywhere(r"\b(?:decided|decision|chose|agreed|because we)\b")),
        (
            "architecture",
            _anywhere(
                r"\b(?:lives?|is|are) (?:in|under|at) [`'\"]?[\w.@-]*[/.][\w./-]+",
                r"\b(?:service|module|component|database|db|schema|queue|endpoint|layer|api|server|"
                r"cluster|bucket|"
                r"table|entry point|depends on|talks to|calls)\b",
            ),
        ),
    ),
    requests=starting(
        r"(?:(?:can|could|would|will) you |please |let'?s |now |then |i(?:'d like| want| need) (?:you )?to "
        r"|we need to )*"
        r"(?:write|add|implement|create|build|make|fix|refactor|update|change|rename|move|remove|delete|generate|port|"
        r"migrate|convert|extract|design|set up|setup|extend|improve|rewrite|split|replace|introduce|"
        r"support|render|show)\b"
    ),
    function_words=listed(
        """the a an and or but if then so of to in on at by for with from is are was were be been do does did have
        has had
    i you we they he she it me my your our us them this that these those there here not no never always don't please
        just
    what which who how why when where can could will would should must use as than into only all every now still also"""
    ),
    past=_anywhere(
        r"\b(?:had|was|were|broke|lost|spent|got|happened|last (?:week|month|time|year)|twice|again and again)\b"
    ),
    rejects=starting(
        r"(?:it'?s |that'?s |this is )?(?:not worth|drop (?:it|that|this)|forget (?:it|about it|that)|scrap (?:it|"
        r"that)|park "
        r"(?:it|that)|leave it|let'?s (?:not|leave|drop|stay|stick)|(?:we'?ll |we |i'?ll )?(?:stay|stick|keep|"
        r"wait)\b|revert|undo|"
        r"(?:put|take|roll|change|switch|go) (?:it |that )?(?:back|out)|no gain|no point|too (?:risky|slow|much)|"
        r"dead end|nope,? "
        r"(?:back|revert|drop)|(?:that|this|it) (?:did(?:n't| not)|does(?:n't| not)|won't) (?:work|help|fly)(?:,? so)?"
        r"[,;:.]? (?:please )?(?:go|switch|roll|change|put it|revert|undo|back|let's (?:go|switch|stay|drop)))\b"
    ),
    tries=starting(
        r"(?:(?:can|could) (?:you|we) |please |let'?s |now |and )*(?:try|test|see|check|find out|experiment|switch|"
        r"upgrade|"
        r"update|replace|swap|migrate|move|use|bump|measure|compare|speed|look)\b"
    ),
    alternatives=re.compile(r"\s(?:or|vs\.?|versus)\s", re.IGNORECASE),
)
