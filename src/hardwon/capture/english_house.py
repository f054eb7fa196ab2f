"""House rules in English as they are typed in a hurry: without "always", with a reason, with a limit."""

from __future__ import annotations

from hardwon.capture.english_parts import CALM, NAME, NO_CHANGE, plain
from hardwon.capture.english_rules import rule
from hardwon.capture.phrases import SPECIFIC

ORDERED = (
    rule(
        "dont-because",
        r"(?:please )?(?:don'?t|do not|never) (?!(?:worry|bother|forget|stop|it|this|that|do|"
        r"make)\b)[a-z]+ (?!.*\b(?:this|that|yet|now)\b)(?:the |any |our |all )?"
        r"(?:[\w./-]+ ){0,4}?[\w./-]+, (?:because |since )?(?:the|our|their|they|it|some|another|"
        r"other) (?:[\w'./-]+ ){0,4}?[\w'-]+(?:s|ed|n'?t)\b.*",
        0.75,
        pin=False,
        alone=True,
        content_words=3,
    ),
    rule(
        "or-else",
        r"(?:please |always |you (?:must|have to|need to|should) |first )?(?:run|set|start|use|pass|call|export|"
        r"install|build|add|put|restart|"
        r"clear|keep|source|load|enable|disable|wait for|close|log in to|stop) (?!(?:it|this|that|them|the (?:first|"
        r"second|other))\b).{3,90}?,? "
        r"(?:or(?: else)?|otherwise|else|because|since|so that) (?:[\w./`'-]+ ){0,5}?(?:fails?|chokes?|crash\w*|"
        r"breaks?|hangs?|gets?|is|are|will|"
        r"won'?t|can'?t|cannot|doesn'?t|don'?t|exits?|dies?|times? out|shows?|loses?|tramples?|needs?|falls?|stops?|"
        r"uses?|has|have)\b.*",
        0.75,
        pin=False,
        alone=True,
    ),
    rule("in-doubt", r"(?:when|if) (?:in doubt|unsure|not sure),? .+", 0.8, content_words=1),
    rule(
        "label",
        r"we have (?:a|the|this|one) (?:\w+ )?(?:rule|policy|convention|agreement)(?: here)?(?: that|:|,|"
        r" -) (?P<keep>.+)",
        0.9,
    ),
    rule(
        "dont-mix",
        r"(?:don'?t|do not|never|please don'?t) (?!(?:worry|bother|forget|it|this|that)\b)[a-z]+ (?!(?:it|this|that|"
        r"them)\b).{3,80}\b(?:in (?:one|a single|"
        r"the same) (?:commit|pr|file|function|test|branch|migration)|(?:on|in) prod(?:uction)?|outside (?:of )?\w+|"
        r"without (?:asking|a|my|tests?|review|"
        r"telling)|by hand|manually|across \w+s|between \w+s|on purpose)\b.*",
        0.8,
    ),
    rule(
        "artifact",
        r"(?:please )?(?:put|name|keep|include|mention|write|prefix|reference|leave out) (?!(?:it|this|that|them|"
        r"the (?:first|second|other|new|old))\b).{3,60}"
        r"\b(?:(?:in|at|to|of|into|from|after|as|with) (?:the |all |our |every )?(?:\w+ of (?:the )?)?(?:subject(?: "
        r"lines?)?|commit (?:messages?|subjects?|bodies|"
        r"titles?)|branch(?:es| names?)|pr (?:titles?|descriptions?)|changelog|docstrings|test names|log lines|"
        r"issue number|ticket number))\b.*",
        0.75,
        content_words=2,
    ),
    rule(
        "fragment",
        rf"{NO_CHANGE}(?!fix\b)"
        r"(?!(?:it|this|that|the|i|you|we|he|she|they|there|is|are|do|does|why|what|how|if|maybe|probably|certainly|"
        r"definitely|of course|but|or|ok|yes|no|"
        r"sure|still|also|done|works?|working)\b)[\w`.@/-]+(?: [\w`.@/-]+){0,2},? not (?!(?:yet|sure|now|working|"
        r"found|really|me|mine|this|that|so|too|much|a|an|"
        r"the|only|just|ready|done|here|there|possible|needed|necessary|good|bad|nice|great|ideal|perfect|enough|"
        r"applicable|available|ok|in|on|at|for|today)\b)"
        r"[\w`.@/-]+(?: [\w`.@/-]+){0,2}[.!]*\Z",
        0.75,
        content_words=2,
        pin=False,
        alone=True,
    ),
    rule(
        "its-not",
        r"(?:it'?s|that'?s|they'?re) (?:called |named )?(?!(?:a|an|the|not|just|only|about|in the|broken|still|more|"
        r"me|like|because)\b)[\w`./@-]+(?: [\w`./@-]+){0,5}, "
        r"not (?!(?:yet|working|broken|sure|that|this|the (?:first|second|other|"
        r"same))\b)[\w`./@-]+(?: [\w`./@-]+){0,4}[.!]*\Z",
        0.7,
        within=True,
        content_words=1,
        pin=False,
    ),
    rule(
        "run-with",
        rf"(?:please |always |you (?:must|have to|need to|should) )?(?:run|start|call|build|test|deploy|open|"
        rf"launch) (?:it|them|that) (?:only |always )?(?:with|using|"
        rf"via|from|under|in|inside|through|as) (?=.*(?:{SPECIFIC}|\s--?\w))(?=.*\b(?:otherwise|because|since|or|"
        rf"else|so that|only|always)\b).+",
        0.75,
        within=True,
        content_words=1,
        pin=False,
    ),
    rule(
        "so-keep",
        r"(?!.*\b(?:this|that)\b)(?:our |the |all |my |i |we |they |some |most )?(?!it\b|"
        r"there\b)[\w'-]+ .{6,90}?,? so (?:please |always |we )?(?:keep|use|don'?t|do not|avoid|no|"
        r"never|always|inline|prefer|stick|write|test|check|leave|quote|escape|stay) (?!(?:it|them|on|going)\b).{3,}",
        0.7,
        pin=False,
        alone=True,
        content_words=3,
    ),
    plain(
        "preference",
        r"i (?:only |always )?want (?:small|short|tiny|focused|separate|clear|descriptive|plain|simple|explicit|"
        r"readable|atomic|no) .+|"
        r"(?:please )?(?:your |the )?(?:answers?|replies|explanations?|summaries|reports?) (?:in|as|without|with|"
        r"short|to be|always|only) .*",
        "preference",
        0.8,
        to_user=True,
        content_words=1,
        alone=True,
    ),
    rule(
        "from-now-on",
        r"(?:from today(?: on(?:wards)?)?|as of today|starting today|from this day(?: on)?)\b,? (?:please "
        r")?(?P<keep>.+)",
        0.95,
        lasting=True,
    ),
    rule(
        "contrast",
        rf"{NO_CHANGE}{CALM}(?!(?:it|this|that|i|you|there|he|she|they)\b).{{4,120}}, (?:and )?not (?!yet\b|now\b|"
        rf"here\b|sure\b|today\b|the "
        r"(?:first|second|third|last|other|old|new|same)\b|this\b|that\b|just\b)(?:(?:an?|the|in|into|to|with|from|"
        r"on|as|by|via|for|at|inside|under) )*[\w.`/@-]+"
        r"(?: [\w.`/-]+){0,3}[.!]*\Z",
        0.75,
        alone=True,
        pin=False,
    ),
    rule(
        "limit",
        r"(?:please )?(?:keep|hold) (?:the |all |your |our )?(?:[\w-]+ )?(?:functions|methods|lines|files|classes|"
        r"commits|prs|pull requests|names|tests|modules|"
        r"components|titles|subjects|subject lines|queries|imports|branches|diffs|migrations) (?:under|below|short|"
        r"small|within|at|sorted|to|tiny|focused|separate|atomic|"
        r"pure|flat|alphabetical|in)\b.*",
        0.8,
        content_words=1,
    ),
    rule(
        "per",
        r"(?!there\b|it\b|that\b)(?:use |write |make |put |only |no more than |at most |max(?:imum)? |"
        r"exactly )*(?:one|a single|two|three|\d+|[\w-]+ (?:at most|max))?\b"
        r".{0,60}\bper (?:file|commit|class|pr|pull request|test|module|line|function|endpoint|branch|migration|"
        r"component|package|statement)\b.*",
        0.8,
        content_words=1,
        alone=True,
    ),
    rule(
        "each",
        r"(?:please )?(?:prefix|suffix|sign|tag|label|document|wrap|pin|squash|rebase|review|name|mark|annotate|"
        r"type|guard|validate|escape|quote|start|end|"
        r"begin|write|test|log) (?:all|every|each|any|new|all new|public) (?:[\w-]+ ){1,3}(?:with|by|in|as|"
        r"before|after|under|using|to|like|alphabetically|properly)\b.+",
        0.75,
        alone=True,
    ),
    rule(
        "also",
        r"(?:when(?:ever)?|if|after|before) (?:you |we |one )?(?:add|adding|change|changing|edit|editing|touch|"
        r"touching|rename|renaming|remove|removing|create|"
        r"creating|write|writing|bump|bumping|update|updating|release|releasing|deploy|deploying|merge|merging|"
        r"commit|committing)\b (?!(?:it|this|that|these)\b)"
        r".{3,70}?,? (?:please |then |you |we )?(?:also|always|never|run|regenerate|rebuild|bump|add|update|don'?t|"
        r"restart|check|tell|write|clear|use)\b (?!(?:it|this|that|them)\b).+",
        0.75,
        alone=True,
    ),
    rule(
        "with-reason",
        rf"(?:please |just |rather |better )?(?:use|keep|put|inline|wait|don'?t (?:use|touch|update|upgrade|change|"
        rf"edit|run|install|"
        rf"delete|rename|call|remove|deploy|restart)|avoid|never|take|pass|skip|"
        rf"leave|prefer|go through) (?!(?:it|this|that|them|my|the (?:first|second|other|new|old|"
        rf"same))\b)(?!.*\b(?:here|this|that)\b)(?=.*(?:{SPECIFIC}|\w+s\b|{NAME})).{{4,80}}?(?:, | - | — |; |: )"
        r"(?:(?:the|our|their|its|docker|another|some|only|every|most) )?(?:[\w./@-]+ ){1,4}?(?:is|are|has|have|"
        r"can'?t|cannot|won'?t|doesn'?t|breaks?|needs?|owns?|uses?|only|always|never|"
        r"would|still|still|depends?|reads?|expects?|comes?|blocks?|belongs?)\b.+",
        0.7,
        pin=False,
        alone=True,
    ),
    rule(
        "only-they",
        r"only (?!(?:it|this|that|the|one|once|if|when|because|in|for|a|an|my)\b)[\w.@-]+(?: and \w+| or \w+|"
        r" \w+)? (?:can|may|is allowed to|are allowed to|should|gets? to|has|have) (?!see\b).+",
        0.75,
        pin=False,
    ),
    plain(
        "preference",
        r"(?:please )?(?:give|show|tell|send|ask) me (?:always |only |just |first )?(?:the |a |your )?(?:short|"
        r"summary|diff|plan|result|conclusion|answer|command|tl;?dr|"
        r"options|essence|gist)\b.*\b(?:first|before|only|always|unless|at the end|instead|not|no)\b.*",
        "preference",
        0.8,
        to_user=True,
        content_words=1,
    ),
    plain(
        "preference",
        r"(?:please )?(?:don'?t|do not|stop|no need to|never) (?:explain(?:ing)?|tell(?:ing)? me|show(?:ing)? me|"
        r"repeat(?:ing)?|list(?:ing)?|past(?:e|ing)|dump(?:ing)?|narrat(?:e|ing)|"
        r"prais(?:e|ing)|thank(?:ing)?|start(?:ing)? (?:your|every|each)|end(?:ing)? (?:your|every|each)|"
        r"add(?:ing)? (?:emojis?|summar\w+|comments that|explanations?)).*",
        "preference",
        0.75,
        to_user=True,
        content_words=1,
    ),
    rule(
        "whenever",
        r"(?:whenever|every time|each time|any ?time|if(?: ever)?|when(?: you)?|after(?: you)?|before(?: you)?|once) "
        r"(?!you(?:'re| are) (?:done|ready|finished)\b)(?!.{0,60}\b(?:had|were|would|could|logs? (?:in|out)|clicks?|"
        r"expires?)\b)"
        r"(?:[^.?!]|\.(?=\w)){6,90}? (?:you |we |one )?(?:have to|must|need to|should always|should never|"
        r"has to)\b (?!be (?:fixed|done|broken)).+",
        0.85,
    ),
    rule(
        "whenever",
        r"(?:after|before|when) (?:every |each |any |a |you |we )?(?:\w+ing|change|chang\w+|edit|releas\w+|commit|"
        r"deploy|merge|push|migrat\w+|rebas\w+|"
        r"upgrad\w+|pull)\b[^.?!,]{2,70}, (?:please |always |you (?:must|should|have to) |also )?(?:run|call|"
        r"regenerate|rebuild|update|bump|"
        r"commit|restart|clear|tell|ask|check|add|tag|sync|re-?run|delete|stop|start) (?!it\b|this\b|that\b|them\b).+",
        0.8,
    ),
    rule(
        "for-all",
        r"(?!.*\b(?:page|screen|dialog|button|form|table|list|row|header|footer|menu)\b)(?:make sure |ensure |"
        r"see that |please |keep |put |"
        r"give |write |name |use |add )?.{3,80}\b(?:in all (?:\w+ )?\w+s|for all (?:our |new |future )?\w+s|"
        r"also (?:in|for) (?:the )?(?:future|"
        r"new|later) (?:ones|\w+)|everywhere|across the board|without exceptions?|no exceptions?)\b.*",
        0.8,
        content_words=3,
    ),
    rule(
        "we-never",
        r"(?:here,? |in this \w+,? |at \w+,? )?we (?!just\b|have\b|had\b|were\b|are\b|could\b|should\b|would\b|"
        r"can\b|might\b|need\b|never (?:got|had)\b|"
        r"will\b|got\b|decided\b|run into\b|don'?t (?:know|think|have|need|want)\b|lost\b|broke\b|saw\b|"
        r"see\b)[a-z]+ .{3,120}\b(?:never|not|only|always|instead of|"
        r"rather than)\b (?!sure\b|yet\b|now\b|working\b).+",
        0.85,
        content_words=3,
    ),
    rule(
        "topic-rule",
        r"(?:in |for |on |with )?(?:the |our |all |new |any )?(?:[\w/-]+ ){1,5}?(?<=[\w] "
        r")?[\w/-]+: (?!.*\?)(?=.*\b(?:no|never|always|only|not|max\w*|at most|at "
        r"least|lower ?case|upper ?case|must|without|one per|imperative|singular|plural|prefix\w*|suffix\w*|english|"
        r"utc|iso)\b)"
        r"(?!i\b|we (?:have|had|need)\b)[\w`'].{6,}",
        0.8,
        alone=True,
        content_words=3,
    ),
    rule(
        "none",
        r"no (?!(?:idea|problem|need|worries|wonder|one|thanks|luck|way|more|matter|changes?|errors?|warnings?|"
        r"output|difference|such|result|hurry|rush|"
        r"clue|doubt|reason|longer|tests? (?:ran|were|please)|comments? needed)\b)[\w./`'-]+(?: "
        r"[\w./`'-]+){0,6},? (?:because|since|as (?:we|it|they|the|our)|"
        r"please,? (?:because|since|our|the|we|it|they)|our \w+|the \w+ (?:can|do|is|are|has)|we (?:can'?t|don'?t|"
        r"have|want|use|need)|they|it (?:breaks|is|makes|costs))\b.+",
        0.8,
        pin=False,
    ),
    rule(
        "not-but",
        r"(?:always |please |only )?(?:go|run|do|get|take|deploy|test|release|log|store|put|write|send|call|ask|"
        r"start|build|install|publish|"
        r"read|keep|name|make|open|connect|fetch) (?!it\b|this\b|that\b|them\b).{2,80}?(?:,? not (?!yet\b|now\b|"
        r"today\b|working\b|the "
        r"(?:first|second|other|last|old|new)\b)|,? never |,? instead of (?!the (?:first|second|other|last)\b)|"
        r",? rather than )"
        rf"(?=.*(?:{SPECIFIC}|\b(?:via|through|with|from|by|raw|directly|manually|hand|every|all|prod\w*|staging|"
        rf"main|master)\b)).+",
        0.75,
        alone=True,
        pin=False,
    ),
    plain(
        "preference",
        r"(?:i(?:'d| would)?(?: really| much)? (?:don'?t like|hate|dislike|can'?t stand|like|love|prefer|"
        r"want)) (?:it when |you to |to see |seeing |"
        r"having )?(?!the \w+ to be\b|to (?:add|build|make|see (?:the|what|if|how)|know|do|try|check|understand)\b|"
        r"the (?:new|way|idea|look)\b|this\b(?! kind)|that\b|it\b(?! when)|how\b|the name\b).{3,120}"
        r"(?:[,;] ?(?:and |but )?(?:i(?:'d| would) (?:rather|prefer|like)|rather|prefer|use|give me|just|better|"
        r"make|please)|\bover\b|\binstead of\b|"
        r"\bwhen you\b|\bbefore you\b|\bin my\b|\balways\b|\bnever\b|\bnot\b|\bno\b).+",
        "preference",
        0.8,
        to_user=True,
        within=True,
    ),
    plain(
        "preference",
        r"(?:please )?(?:(?:no|skip the|drop the|without|fewer|less|stop with the) (?:emojis?|smileys?|summar(?:y|"
        r"ies)|explanations?|preambles?|apolog(?:y|ies)|"
        r"bullet (?:points|lists?)|headings|praise|filler)|(?:short|shorter|brief|terse|one.line) (?:answers|"
        r"replies|summaries|explanations|messages)|"
        r"(?:explain|answer|reply|write|talk)\b.{0,30}\b(?:in (?:german|english|french|spanish|dutch|italian|"
        r"plain \w+|one (?:line|sentence)|bullet\w*)|"
        r"briefly|shortly|without (?:jargon|emojis?)))\b(?!.*\b(?:issue|pr|ticket|thread|page|button|header)\b).*",
        "preference",
        0.8,
        to_user=True,
        content_words=1,
        alone=True,
    ),
)
