"""English as it is typed in a hurry: facts by the way, decisions in half a sentence."""

from __future__ import annotations

from hardwon.capture.english_parts import CALM, FIXED, NAME, NO_REQUEST, STATES, SUBJECT, TELLING, plain
from hardwon.capture.english_rules import VAGUE_OBJECT
from hardwon.capture.phrases import SPECIFIC

TOLD = (
    plain(
        "remember",
        r"(?:please )?(?:remember|keep in mind|note|don'?t forget) (?:that|this|it)\s*[:,–-]\s*(?P<keep>(?!i\b|"
        r"you\b)\S+ \S+ .+)",
        "",
        0.85,
    ),
    plain(
        "remember",
        r"(?:fyi|for your information|ftr|heads[- ]?up|good to know|worth (?:knowing|noting)|note to (?:self|you))"
        r"\s*[:,–-]?\s+(?:that )?(?!i\b|i'm\b|i've\b|i'll\b|we just\b|this\b|it\b|there\b)"
        rf"(?!.*\b(?:attached|out for|on my way|afk)\b|the (?:ticket|issue|pr|link|mr|branch|"
        rf"meeting)\b){CALM}{TELLING}(?P<keep>.+)",
        "",
        0.85,
    ),
    plain(
        "label",
        r"(?:(?:one |a |another |new |general |quick |our |the |my |team |house |standing )*(?:rule|convention|"
        r"guideline|policy)s?"
        r"(?: (?:for|on|about|in|of|here)\b[^:]{0,40})?|(?:please )?(?:stick|keep|hold|adhere) to (?:this|these|"
        r"the following)|"
        r"(?:please )?(?:follow|respect|apply) (?:this|these)(?: rules?)?|as a (?:general )?rule(?: for [^:,]{2,40})?)"
        r"\s*[:–,-]\s*(?P<keep>.+)",
        "convention",
        0.9,
        pin=True,
        within=True,
    ),
)

DECIDED = (
    plain(
        "decision",
        r"decision(?: (?:from|of|by|on|in) [\w ]{1,24})?\s*[:–-]\s*(?P<keep>.+)",
        "decision",
        0.9,
        lasting=True,
    ),
    plain(
        "decision",
        rf"(?:i |we )?(?:took|chose|picked|went (?:for|with)|opted for) {VAGUE_OBJECT}.{{3,60}}\b(?:over|because|"
        rf"since|instead of|rather than|due to)\b.+",
        "decision",
        0.8,
        lasting=True,
    ),
    plain(
        "decision",
        r"(?:ok(?:ay)? |so |then |and )*we(?:'re| are)? (?:not|no longer|can'?t|cannot|don'?t|won'?t|aren'?t|"
        r"will not|go without|do without) (?!(?:know|think|have to|need to|want to talk|"
        r"see|get|there|ready|done|sure|that)\b)(?!it\b|this\b|that\b).{3,80}?(?:, | - | — |: |; )(?!(?:but|so|"
        r"and|please|can|right|or|just|yet)\b)(?=\S+ \S+).{6,}",
        "decision",
        0.75,
        lasting=True,
        content_words=3,
    ),
    plain(
        "decision",
        r"we(?:'ve)? (?:dropped|removed|replaced|moved (?:away from|off|to)|switched (?:from|to|away)|left|"
        r"abandoned|tried|gave up|chose|picked|kept|built|wrote) (?!it\b|this\b|that\b)"
        r".{3,100}\b(?:because|since|as (?:it|the|they|nobody)|for .{3,} reasons?|due to|so that|but it)\b.+",
        "decision",
        0.8,
        lasting=True,
        content_words=3,
    ),
    plain(
        "decision",
        r"(?:so |and )?(?:(?:we|i|the team|everyone|legal|the client|management|the customer|product|ops)(?:'ve|"
        r" have| has)? "
        r"(?:now |finally |just |all )?(?:decided|agreed|settled|concluded|opted|voted)) (?!nothing\b|"
        r"yet\b)(?:[^.:;]{0,40}? )?"
        rf"(?:to (?!talk\b|meet\b|skip\b|discuss\b|wait and\b)|on |that |against |for |not to |"
        rf"in favou?r of ){VAGUE_OBJECT}(?!.*\btomorrow\b|.*\bnext week\b).+",
        "decision",
        0.85,
        lasting=True,
        content_words=3,
    ),
    plain(
        "decision",
        r"(?:so |then |ok |fine |right )?(?:we|we'?ll|we will|let'?s|i'?ll) (?:stay|stick|keep|wait|hold off|go|"
        r"leave|drop|skip|postpone|"
        rf"don'?t|won'?t|do not|will not|not)\b(?! (?:in touch|calm|tuned|going|working|that\b|"
        rf"it\b))(?=.*(?:{SPECIFIC}|{NAME}|[a-z]-[a-z]))"
        r"(?=.*\b(?:because|since|until|till|as (?:it|we|they|the)|so that|otherwise|too|for (?!now\b)[\w-]+ then|"
        r"then)\b).+",
        "decision",
        0.8,
        lasting=True,
        within=True,
    ),
    plain(
        "decision",
        rf"(?:so |then |ok |and |right |therefore )?(?:we|we'?ll|let'?s|i'?ll) (?:use|take|pick|choose|adopt|"
        rf"go (?:for|with)|stay (?:on|with|at)|"
        rf"stick (?:to|with)|keep|drop|do|store|put|build|write|deploy|host) {VAGUE_OBJECT}(?!.*\bplan "
        rf"[a-z]\b).{{2,80}}?(?:,? (?:because|since|so that|"
        r"otherwise|as (?:it|we|they|the|all|our))\b|: | - | — |[;,] (?:it|they|the|that|we|our|all|nobody|no one|"
        r"everyone|most|some|there) ).+",
        "decision",
        0.8,
        lasting=True,
        content_words=3,
    ),
    plain(
        "decision",
        r"(?:not now|not yet|no(?! (?:idea|one|problem|need|worries|tests?|comments?|"
        r"errors?)\b) (?:[\w./`'-]+ ){0,4}?(?:yet|for now|this year|here)?),?"
        r" (?:because|since|until|as (?:long|we|it|the)|we(?:'d| would)? (?:need|have|can)|it would)\b.{8,}",
        "decision",
        0.8,
        lasting=True,
        within=True,
    ),
    plain(
        "decision",
        rf"(?!it\b|that\b|this\b){VAGUE_OBJECT}[\w.`+#-]+(?: [\w.`+#-]+){{0,3}} it is\b[,.:;]? .{{8,}}",
        "decision",
        0.8,
        lasting=True,
        within=True,
    ),
    plain(
        "decision",
        rf"(?:go|stay|stick) with {VAGUE_OBJECT}.{{2,60}}?(?:,? (?:because|since|so that)\b|: |[;,] (?:it|they|the|"
        rf"that|we|our)\b).+",
        "decision",
        0.8,
        lasting=True,
    ),
    plain(
        "decision",
        rf"{NO_REQUEST}{CALM}(?=.*(?:{SPECIFIC}|{NAME})).{{4,90}}?,? so (?:we|the whole \w+|the \w+|everything|it) "
        r"(?:stays?|keeps?|remains?|can'?t|must|have to|has to|uses?|need(?:s)? to|never|always|only|don'?t)\b.+",
        "decision",
        0.75,
        content_words=3,
    ),
)

STATED = (
    plain(
        "fact",
        rf"{NO_REQUEST}{SUBJECT}(?:is|are) (?:restricted|limited|reserved|bound|locked|tied|blocked|capped|"
        rf"forbidden|off limits|not allowed) .+",
        "",
        0.75,
        content_words=3,
    ),
    plain(
        "fact",
        rf"{NO_REQUEST}{SUBJECT}(?:has to|have to|must|needs? to) (?!be (?:fixed|done)\b).+ (?:or(?: else)? (?:the|"
        rf"it|they|we|you|our)|otherwise|because|since)\b .+",
        "convention",
        0.75,
        content_words=3,
    ),
    plain(
        "fact",
        r"(?:nobody|no one|none) (?:but|except|besides|other than) .+ [a-z]+s? .+",
        "convention",
        0.75,
        content_words=3,
    ),
    plain(
        "fact",
        rf"(?:our|the|this) (?!(?:test|build|second|first|new)\b)(?:[\w.-]+ ){{1,4}}?(?:forbids|enforces|demands|"
        rf"only allows|rejects|refuses|blocks|strips|truncates|"
        rf"insists on|does not allow|doesn'?t allow) (?!(?:my|it|this|that|the (?:second|first|last|new))\b){CALM}.+",
        "",
        0.75,
        content_words=3,
    ),
    plain(
        "command",
        r"(?:it'?s|that'?s|you (?:want|need)) (?:always )?(?:npm|pnpm|yarn|bun|make|cargo|go|docker|podman|python3?|"
        r"uv|poetry|just|php|mvn|gradle|bundle|rake|composer|"
        r"dotnet|kubectl|helm|terraform|\./|bin/|scripts?/)\S* \S.*",
        "command",
        0.75,
        within=True,
        content_words=1,
    ),
    plain(
        "fact",
        rf"(?:it|this|they) (?:has to|have to|must|can'?t|cannot|needs? to) (?!be (?:fixed|"
        rf"done)\b){CALM}.{{4,60}}, (?:the|our|because|since|otherwise|some|most|all|half|"
        rf"[\w-]+s) (?:[\w-]+ )*?{STATES} .+",
        "convention",
        0.7,
        within=True,
        content_words=3,
    ),
    plain(
        "only-works",
        r"(?!it\b|this\b|that\b|they\b)(?:[\w`'./-]+ ){1,6}?only (?:happens?|comes?|goes|go|exists?|belongs?|lives?|"
        r"applies|apply|counts?"
        r"|works?) (?:from|on|in|for|with|via|through|after|if|when|under|at|to) .+",
        "",
        0.75,
    ),
    plain(
        "fact",
        r"(?:in|for|at|with) (?:this|our|the) (?:repo|repository|project|codebase|code base|monorepo|team|company|"
        r"app|service|package),? "
        rf"(?!it\b|there\b|we have\b|i\b|that\b|this\b|you\b){CALM}(?:[\w`'-]+ ){{1,4}}(?:is|are|goes?|lives?|uses?|"
        rf"needs?|comes?|starts?|ends?) .+",
        "convention",
        0.75,
    ),
    plain(
        "correction",
        rf"{NO_REQUEST}{CALM}{SUBJECT}{STATES} (?!(?:this|that|what|how|it|not)\b).{{2,}}",
        "",
        0.75,
        after_correction=True,
        content_words=2,
    ),
    plain(
        "fact",
        rf"(?-i:[A-Z][A-Za-z]+) (?:\w+ly |only |always |never )?(?!is\b|has\b|was\b|says\b|shows\b|displays\b|"
        rf"returns\b|throws\b|prints\b|reports\b|wants\b|thinks\b|does\b|"
        rf"tests\b|fails\b|crashes\b|this\b)[a-z]+s (?=.*\b(?:so|unless|everything|only|all|every|any|"
        rf"under|until|without|otherwise|before|after|when|if|no|never|always)\b|.*{SPECIFIC}){CALM}\w.{{6,}}",
        "",
        0.7,
        content_words=3,
    ),
    plain(
        "fact",
        rf"{NO_REQUEST}{CALM}{SUBJECT}{STATES} [^,]{{3,60}}, (?:(?:the|our|all|only|"
        rf"so) )?(?:[\w.-]+ ){{1,4}}?{STATES} (?!it\b|this\b|that\b).{{3,}}",
        "",
        0.7,
        content_words=4,
        alone=True,
    ),
    plain(
        "fact",
        rf"{NO_REQUEST}(?:in|on|at|for|with|under|inside) (?:our|the|my|this|all|every)\b[^,.]{{2,50}},? (?:it'?s|"
        rf"it is|they'?re|they are|"
        rf"we (?:use|have|need|call)|that'?s|you (?:need|have to|must)|use) (?!broken\b|fine\b|still\b|"
        rf"not working\b){CALM}{TELLING}.+",
        "",
        0.75,
        content_words=1,
        within=True,
    ),
    plain(
        "fact",
        rf"{NO_REQUEST}{CALM}{FIXED}{SUBJECT}{STATES} (?!(?:this|that|what|how|it)\b).{{2,}}",
        "",
        0.7,
        alone=False,
        within=True,
    ),
    plain(
        "fact",
        rf"(?:you(?:'ll)? (?:have to|need to|must|can only|can'?t|need)|one (?:has to|must)|(?:it|"
        rf"that) (?:only )?(?:needs|wants|takes|requires|"
        rf"works with|runs (?:with|on))) (?!be (?:done|fixed)\b){CALM}(?=.*(?:{SPECIFIC}|"
        rf"\s-\w))(?=.*\b(?:because|since|otherwise|else|or|first|"
        r"before|after|only|with|--?\w+)\b).+",
        "",
        0.7,
        within=True,
        content_words=1,
    ),
    plain(
        "command",
        r"(?:it'?s|that'?s|use|run|with|via|try|the command is|you (?:need|want|have to run)|call|start it with|"
        r"you start it with) "
        r"`(?!-)[^`\s]+ [^`]{2,160}`.*",
        "command",
        0.75,
        within=True,
        content_words=0,
    ),
    plain(
        "gotcha",
        rf"{NO_REQUEST}(?!.{{0,60}}\b(?:tests?|specs?|build|pipeline|job|suite|ci|app|page|site|login|"
        rf"it)\b (?:\w+ )?(?:crash|break|fail|hang|time)){SUBJECT}(?:crash(?:es)?|breaks?|fails?|hangs?|chokes?|"
        rf"corrupts?|deadlocks?|silently \w+|times? out|leaks?) "
        r"(?:with|on|when|if|under|in|unless|without|as soon as|for) (?!me\b|this\b|now\b|the (?:same|new)\b).+",
        "gotcha",
        0.7,
        lasting=False,
        within=True,
    ),
    plain(
        "remember-this",
        r"(?=.*\b(?:remember|keep in mind|note|don'?t forget|write (?:that|it|this) down) (?:that|this|"
        r"it)\b(?! \w+ (?:is|are)\b)"
        r"(?: \w+){0,5}[.!]*\Z)(?=(?:\S+ ){4,}).+",
        "",
        0.85,
        content_words=1,
        within=True,
    ),
)
