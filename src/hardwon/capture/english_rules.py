"""How English-speaking developers state rules and conventions to an agent.

A table of patterns; `hardwon.capture.english` says which sentences never reach it.
"""

from __future__ import annotations

import re

from hardwon.capture.language import Pattern


def starting(expression: str) -> re.Pattern[str]:
    """An expression for the beginning of a sentence, without regard to case."""
    return re.compile(rf"(?:{expression})", re.IGNORECASE)


# "always fails", "never worked", "always the same": descriptions, not orders.
_NOT_AN_ORDER = (
    r"(?!(?:mind|been|had|has|was|were|is|are|again|ever|the|an?|same|good|nice|fun|happy|great|this|that|these|those|"
    r"work(?:s|ed)?|got|get[s]? (?:this|that|the same|an? )|seen|saw|heard|thought|knew|liked|wanted|"
    r"and|or|but|so|in|on|"
    r"at|fail|forget|wrong|right|there|here|will|would|could|can|too|possible|true|easy|hard|wondered|understood|"
    r"because|once|more|less|better|worse|been|end(?:s|ed)? up|run(?:s)? into|happen|a)\b)"
    r"(?!(?!(?:bring|ping|embed|need|feed|seed|exceed|proceed|speed|string)\b)[a-z]+(?:ing|ed)\b)"
    r"(?!(?!(?:pass|process|address|discuss|access|express|compress|guess|miss|focus|alias|bypass|cross|press|assess|"
    r"dismiss|tabs|spaces|https|postgres|redis|uuids|kubernetes)\b)[a-z]+[a-rt-z]s\b)"
)
_CONDITION = (
    r"(?:(?:if|when|whenever|before|after|for|in|on|while|every time|each time|anytime|unless|until|as soon as|"
    r"once|with|inside|outside|under|during)\b(?!.{0,40}\b(?:had|were|would|"
    r"could)\b)[^.?!]{2,120}?,\s*(?:then\s+)?(?:please\s+)?)"
)
_NEVER = (
    r"(?:never,? ever|never|don'?t (?:you )?ever|do not ever|must never|should never|under no "
    r"circumstances|no matter what,?)"
)
_ALWAYS = r"(?:always|at all times|without exception,?)"
_WE_HABIT = (
    r"(?:use|do|run|deploy|keep|put|store|name|call|write|test|build|release|format|lint|pin|support|"
    r"target|follow|commit|"
    r"branch|tag|document|mock|log|generate|version|host|ship|publish|require|avoid|prefer|squash|rebase|merge|review|"
    r"import|export|cache|sort|group|prefix|suffix|wrap|return|throw|raise|validate|escape|encode|sign|"
    r"hash|order|split)"
)
_GENERAL = (
    r"(?:\b(?:always|never|every|each|any|all|whenever|everywhere|unless|without|by hand|manually|directly|anywhere)\b|"
    r"\b(?:before|after|when|while|until)\s+(?:you |we |every |each |any |a |the )?(?:\w+ing\b|commit|"
    r"push|merg|releas|deploy|"
    r"open|finish|edit|chang|start|run|writ|test|declar|claim|say)|"
    r"\b(?:to|on|into|from|against) (?:main|master|prod|production|trunk|develop|staging)\b|"
    r"\b(?:under|in|inside|from|to|below) [`'\"]?[\w.@-]*/[\w./-]*|"
    r"\bin (?:this|the|our) (?:repo|repository|project|codebase|monorepo|code base)\b|"
    r"\bin (?:tests|production|prod|ci|templates|code|comments|commit messages|components|migrations|handlers|docs|"
    r"the (?:api|frontend|backend|ui|code|tests|templates|docs|docker\w*|browser))\b|"
    r"\b(?:in|into|inside|from|to|on) (?:the |our )?(?:[\w-]+ )?[\w-]+s\b|\b(?:it|they|those|that) "
    r"(?:belongs?|goes?|go|lives?) (?:in|to|into|under)\b|"
    r"\b(?:generated|vendored|legacy|third.party|minified) \w+s\b)"
)
VAGUE_OBJECT = (
    r"(?!(?:it|this|that|these|those|them|the (?:other|first|second|third|last|latter|former|same|old|"
    r"new|previous|next)"
    r"(?: one| option| approach| version| way)?|option|approach|plan|number|one|something|anything|"
    r"whatever|both|either|"
    r"yours?|mine|your (?:own )?(?:judge?ment|approach|idea|suggestion|plan)|the above|what)\b(?!-))"
)
THING = VAGUE_OBJECT + r"[^\s,.;:!?](?:[^.?!;]|\.(?=\w)){0,80}?"
_SCOPE = r"(?:(?:for|in|inside|within|when|on) (?!example\b)[^,.?!]{2,50}?,? )?"


def rule(name: str, expression: str, confidence: float, **more: object) -> Pattern:
    """A pattern for a standing rule; `more` overrides fields of it."""
    fields: dict[str, object] = {"category": "convention", "pin": True, **more}
    return Pattern(name=name, expression=starting(expression), confidence=confidence, **fields)  # type: ignore[arg-type]


LABELS = tuple(
    Pattern(
        name="label",
        expression=starting(expression),
        category=category,
        confidence=0.9,
        pin=pin,
        to_user=category == "preference",
    )
    for expression, category, pin in (
        (
            r"(?:rule|convention|house rule|standing rule|guideline)(?: for \w+)?\s*[:–-]\s*(?P<keep>.+)",
            "convention",
            True,
        ),
        (r"decision\s*[:–-]\s*(?P<keep>.+)", "decision", False),
        (r"(?:gotcha|pitfall|caveat|trap)\s*[:–-]\s*(?P<keep>.+)", "gotcha", False),
        (r"(?:careful|beware|watch out|be careful|warning)\s*[:,–-]\s*(?P<keep>.+)", "gotcha", False),
        (r"work[- ]?around\s*[:–-]\s*(?P<keep>.+)", "workaround", False),
        (r"(?:architecture|arch)\s*[:–-]\s*(?P<keep>.+)", "architecture", False),
        (r"(?:preference|i prefer)\s*[:–-]\s*(?P<keep>.+)", "preference", False),
    )
)

ORDERS = (
    rule(
        "never",
        rf"{_CONDITION}?(?:we |everyone |you (?:should |must |can |may )|the team )?(?:must |should "
        rf")?{_NEVER}\s+{_NOT_AN_ORDER}\w.+",
        0.95,
        content_words=1,
    ),
    rule(
        "always",
        rf"{_CONDITION}?(?:we |everyone |you (?:should |must )|the team )?(?:must |should "
        rf")?{_ALWAYS}\s+{_NOT_AN_ORDER}\w.+",
        0.95,
        content_words=1,
    ),
    rule(
        "subject-always",
        r"(?!it\b|this\b|that\b|he\b|she\b|they\b|there\b|i\b|you\b)(?!(?:the|an?) (?:[\w-]+ "
        r")?[\w-]*[a-rt-z] (?:should|must|has|needs))[\w'`./-]+(?: [\w'`./-]+){0,5} (?:should|must|has to|"
        r"have to|needs? to) (?:always|never) \w.+",
        0.9,
    ),
    rule(
        "subject-place",
        r"(?!it\b|this\b|that\b|he\b|she\b|they\b|there\b|i\b|you\b)[\w'`./-]+(?: [\w'`./-]+){0,4} "
        r"(?:always|never) (?:go(?:es)?|lives?|belongs?|needs?|uses?|touch(?:es)?|comes? (?:first|last|"
        r"before|after)) .+",
        0.85,
    ),
    rule(
        "from-now-on",
        r"(?:from now on|next time|going forward|moving forward|from here on(?: out)?|henceforth|in (?:the )?future|"
        r"for future reference|as of now|starting now|in general|as a (?:general "
        r")?rule)\b[,:]?\s*(?:please )?(?P<keep>(?!it\b|this\b|that\b).+)",
        0.95,
    ),
    rule(
        "from-now-on", r"(?P<keep>.+\b(?:from now on|going forward|from here on(?: out)?|in (?:the )?future)[.!]*)", 0.9
    ),
    rule(
        "remember-to",
        rf"(?:please )?remember (?:to|not to|never to|always to) (?!also\b)(?=.*{_GENERAL}).+",
        0.9,
    ),
    rule(
        "remember-rule",
        r"(?:remember|keep in mind|bear in mind|don'?t forget|do not forget|note)\s*(?:that|:|,|-|"
        rf"–)?\s*(?P<keep>{_CONDITION}?(?:we |you )?(?:must |should )?(?:{_NEVER}|"
        rf"{_ALWAYS})\s+{_NOT_AN_ORDER}\w.+)",
        0.95,
    ),
    rule(
        "remember-rule",
        r"(?:remember|keep in mind|bear in mind)\s*(?:that|:|,|-|–)?\s*(?P<keep>(?:don'?t|do not|avoid|"
        rf"use|we (?:don'?t|do not|only)) {VAGUE_OBJECT}.+)",
        0.9,
    ),
    rule(
        "not-ever",
        r"(?:don'?t|do not|you (?:must|should|may|can) ?not|you (?:must|should)n'?t) (?!(?:worry|bother|"
        r"forget|know|think|see|understand|care|mind|need|want|have|"
        r"like|get|believe|remember|feel|you think|we|i|be\b))(?:use|add|write|put|create|introduce|"
        r"import|install|commit|push|edit|modify|touch|mock|hard.?code|log|print|skip|disable|delete|"
        r"merge|rebase|force|squash|run|call|return|throw|raise|catch|swallow|leave|change|rename|bump|"
        r"upgrade|store|expose|rely|depend|assume|hand.?edit|check in|generate|mention|include) "
        rf"(?=.*{_GENERAL}){THING}.*",
        0.8,
        content_words=2,
    ),
    rule(
        "not-use",
        r"(?:don'?t|do not|stop using|avoid|we (?:don'?t|do not|never|no longer)) (?!forget\b|worry\b|"
        rf"bother\b|need\b|know\b|think\b|want\b)(?:use |using )?{THING}(?:[,;.]| -| –|\band\b|\bbut\b| "
        r"—)+ ?(?:please )?(?:use|prefer|rather|always use|go with|stick (?:to|with)|it'?s|we use)\b .+",
        0.9,
    ),
    rule(
        "not-use",
        rf"(?:don'?t|do not) use (?!any (?:more|of)\b|it\b|that\b|this\b|them\b){THING}\b(?: (?:in|for|"
        r"with|on|as|to|here|anywhere|at all)\b.*|[.!]*\Z)",
        0.8,
    ),
    rule(
        "stop-doing",
        rf"stop (?!(?:doing|being|worrying|talking|saying)\b)[a-z]+ing {VAGUE_OBJECT}(?!the [\w-]*[a-rt-z]\b).+",
        0.85,
        content_words=2,
    ),
    rule(
        "everywhere",
        rf"use {THING} (?:everywhere|throughout|across the \w+|in all|for all|for every|in every|for any|in any)\b.*",
        0.85,
    ),
    rule(
        "all-new",
        r"(?:put|keep|place|store|write|name|prefix|call|mark|tag|document) (?:all|every|each|any) new .+",
        0.8,
    ),
    rule(
        "is-always",
        r"(?!it\b|this\b|that\b|they\b)(?:[\w`'/-]+ ){1,4}(?:is|are) (?:always|never) (?:stored|written|"
        r"named|kept|generated|"
        r"pinned|signed|reviewed|squashed|rebased|sorted|encoded|escaped|validated|logged|"
        r"(?-i:[A-Z]{2,})\b|in (?:utc|english|iso)).*",
        0.8,
    ),
    rule(
        "in-such-code",
        r"in (?:all |our )?(?:[\w.+#-]+ )?(?:code|files|tests|components|handlers|queries|migrations|templates|docs|"
        r"commit messages|prs|modules|services), (?!it\b|the\b|there\b|this\b|we have\b|i\b|that\b)\w+ .+",
        0.75,
        alone=True,
    ),
    rule(
        "ask-me", r"(?:ask|check with|tell|warn|consult|notify) me (?:first )?(?:before|whenever|every time) .+", 0.85
    ),
    rule("stick-to", rf"(?:please |we )?stick (?:to|with) {THING}.*", 0.75, alone=True),
    rule(
        "our-rule",
        r"(?:our|the|my) (?:convention|rule|policy|standard|house style|style)(?: here)? is (?:that |to |: "
        r"?)?(?P<keep>.+)",
        0.9,
    ),
    rule("avoid", rf"avoid (?:using |writing |adding )?{VAGUE_OBJECT}.+", 0.8),
    rule(
        "none-in",
        r"no (?!(?:idea|problem|need|worries|wonder|one|thanks|luck|way|more|matter|changes?|errors?|"
        r"warnings?|output|difference|tests? (?:ran|were)|such|result|hurry|rush|clue|doubt|reason|"
        r"longer)\b)(?:[\w./`'-]+ ){1,4}?(?:in|on|for|without|outside|unless|inside|during) .+",
        0.8,
    ),
    rule(
        "make-sure",
        r"(?:(?:please )?(?:make sure|be sure|ensure|see to it)(?: that)?(?: (?:to|you|we))?) "
        rf"(?=.*{_GENERAL})(?!it works|it's|everything).+",
        0.8,
    ),
    rule(
        "whenever",
        r"(?:whenever|every time|each time|any ?time) (?!.{0,40}\b(?:had|were|would|"
        r"could)\b)[^.?!]{2,120}?, (?:please |you (?:should|must) |we )?(?!it\b|this\b|that\b|the\b|"
        r"there\b|i\b)(?:make sure (?:to |you )?)?\w.+",
        0.9,
    ),
    rule("make-sure", rf"{_CONDITION}(?:make sure|be sure|ensure)(?: that)?(?: (?:to|you|we))? \w.+", 0.8),
    rule("make-sure", rf"(?:don'?t|do not) forget to (?=.*{_GENERAL}).+", 0.75),
    rule(
        "every",
        r"(?:every|each|all) (?:new |public |single |our |the )?(?:[\w`'-]+ )?(?:commits?|prs?|pull "
        r"requests?|merge requests?|"
        r"migrations?|endpoints?|handlers?|functions?|methods?|modules?|components?|tests?|class(?:es)?|"
        r"files?|packages?|"
        r"services?|branch(?:es)?|releases?|changes?|features?|quer(?:y|ies)|models?|routes?|views?|jobs?|scripts?|"
        r"dates?|times?|timestamps?|strings?|texts?|errors?|exceptions?|logs?|secrets?|dependenc(?:y|ies)|configs?|"
        r"variables?|constants?|types?|interfaces?|hooks?|stores?|apis?|requests?|responses?|messages?|code|docs?)"
        r"(?: [\w`'/-]+){0,4} (?:must|should|needs?|has to|have to|goes?|lives?|gets?|starts?|ends?|uses?|"
        r"belongs?|is|are) "
        r"(?!broken\b|failing\b|green\b|red\b|fine\b|gone\b|done\b|passing\b|missing\b|wrong\b|in (?:europe)\b).+",
        0.75,
        alone=True,
    ),
    rule(
        "must",
        r"(?!.*\b(?:form|page|screen|dialog|button|modal|field|input|dropdown)s?\b)"
        r"(?:[\w`'./-]+ ){0,4}?(?!it\b|this\b|that\b|there\b|he\b|she\b)(?:[a-z`'./-]+s|code|documentation|"
        r"config(?:uration)?|everything|\w+ messages?) must (?:not |never |always |all )?(?!have been\b|be "
        r"(?:a|because|the|broken|wrong|something|something|fixed|done|finished|ready)\b)\w.+",
        0.8,
        alone=True,
    ),
)

CHOICES = (
    rule(
        "use-not",
        rf"{_SCOPE}(?:please |we |you should |we should |let'?s |just )?(?:use|using|run|call|import|pick|"
        rf"go with|write|name|prefer|choose) {THING}(?:,? (?:and |but )?not |(?:,)? instead of |(?:,)? "
        rf"rather than |,? never |,? over ){VAGUE_OBJECT}.+",
        0.9,
    ),
    rule(
        "we-not",
        r"(?:here,? |in this (?:repo|repository|project|codebase|team),? |(?:at|in) \w+,? )?we(?:'re| "
        rf"are)? (?:use|using|on) {THING},? (?:and )?(?:not|never|instead of|rather than) .+",
        0.9,
    ),
    rule(
        "we-dont",
        r"(?:here,? |in this (?:repo|repository|project|codebase|team),? )?we (?:don'?t|do not|never|only|"
        rf"always) {_WE_HABIT} (?!it\b|this\b|that\b|them\b|to\b).+",
        0.85,
    ),
    rule(
        "we-use",
        rf"(?:here,? |in this (?:repo|repository|project|codebase|team),? |for [\w ]{{2,30}},? )?we (?:all "
        rf"|usually |generally |normally )?{_WE_HABIT} (?!.*\bwrong\b)(?!.*, (?:please|can|change|fix|"
        r"update|switch)\b)(?!it\b|this\b|that\b|them\b|to\b|into\b|off\b|the "
        r"same\b|a lot\b|out\b).+",
        0.8,
        pin=False,
    ),
    rule(
        "we-use",
        r"(?:this|the|our) (?:repo|repository|project|codebase|team|monorepo|service|backend|frontend|app|"
        r"company|ci|pipeline|api|database|db|cluster|infrastructure|stack|server) (?:only |always |never "
        r")?(?:uses|runs on|requires|targets|supports|follows|deploys) .+",
        0.8,
        pin=False,
    ),
)
