"""English: how developers state rules, corrections, preferences and decisions to an agent."""

from __future__ import annotations

import re

from hardwon.capture.language import Language, Pattern


def _start(expression: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{expression})", re.IGNORECASE)


def _anywhere(*expressions: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?:{one})" for one in expressions), re.IGNORECASE)


# "always fails", "never worked", "always the same": descriptions, not orders.
_NOT_AN_ORDER = (
    r"(?!(?:mind|been|had|has|was|were|is|are|again|ever|the|an?|same|good|nice|fun|happy|great|this|that|these|those|"
    r"work(?:s|ed)?|got|get[s]? (?:this|that|the same|an? )|seen|saw|heard|thought|knew|liked|wanted|and|or|but|so|in|on|"
    r"at|fail|forget|wrong|right|there|here|will|would|could|can|too|possible|true|easy|hard|wondered|understood|"
    r"because|once|more|less|better|worse|been|end(?:s|ed)? up|run(?:s)? into|happen|a)\b)"
    r"(?!(?!(?:bring|ping|embed|need|feed|seed|exceed|proceed|speed|string)\b)[a-z]+(?:ing|ed)\b)"
    r"(?!(?!(?:pass|process|address|discuss|access|express|compress|guess|miss|focus|alias|bypass|cross|press|assess|"
    r"dismiss|tabs|spaces|https|postgres|redis|uuids|kubernetes)\b)[a-z]+[a-rt-z]s\b)"
)
_CONDITION = (
    r"(?:(?:if|when|whenever|before|after|for|in|on|while|every time|each time|anytime|unless|until|as soon as|"
    r"once|with|inside|outside|under|during)\b(?!.{0,40}\b(?:had|were|would|could)\b)[^.?!]{2,120}?,\s*(?:then\s+)?(?:please\s+)?)"
)
_NEVER = r"(?:never,? ever|never|don'?t (?:you )?ever|do not ever|must never|should never|under no circumstances|no matter what,?)"
_ALWAYS = r"(?:always|at all times|without exception,?)"
_WE_HABIT = (
    r"(?:use|run|deploy|keep|put|store|name|call|write|test|build|release|format|lint|pin|support|target|follow|commit|"
    r"branch|tag|document|mock|log|generate|version|host|ship|publish|require|avoid|prefer|squash|rebase|merge|review|"
    r"import|export|cache|sort|group|prefix|suffix|wrap|return|throw|raise|validate|escape|encode|sign|hash|order|split)"
)
_GENERAL = (
    r"(?:\b(?:always|never|every|each|any|all|whenever|everywhere|unless|without|by hand|manually|directly|anywhere)\b|"
    r"\b(?:before|after|when|while|until)\s+(?:you |we |every |each |any |a |the )?(?:\w+ing\b|commit|push|merg|releas|deploy|"
    r"open|finish|edit|chang|start|run|writ|test|declar|claim|say)|"
    r"\b(?:to|on|into|from|against) (?:main|master|prod|production|trunk|develop|staging)\b|"
    r"\bin (?:this|the|our) (?:repo|repository|project|codebase|monorepo|code base)\b|"
    r"\bin (?:tests|production|prod|ci|templates|code|comments|commit messages|components|migrations|handlers|docs|"
    r"the (?:api|frontend|backend|ui|code|tests|templates|docs|docker\w*|browser))\b|"
    r"\b(?:in|into|inside|from) (?:the |our )?(?:[\w-]+ )?[\w-]+s\b|\b(?:it|they|those|that) (?:belongs?|goes?|go|lives?) (?:in|to|into|under)\b|"
    r"\b(?:generated|vendored|legacy|third.party|minified) \w+s\b)"
)
_VAGUE_OBJECT = (
    r"(?!(?:it|this|that|these|those|them|the (?:other|first|second|third|last|latter|former|same|old|new|previous|next)"
    r"(?: one| option| approach| version| way)?|option|approach|plan|number|one|something|anything|whatever|both|either|"
    r"yours?|mine|your (?:own )?(?:judge?ment|approach|idea|suggestion|plan)|the above|what)\b(?!-))"
)
_THING = _VAGUE_OBJECT + r"[^\s,.;:!?](?:[^.?!;]|\.(?=\w)){0,80}?"
_SCOPE = r"(?:(?:for|in|inside|within|when|on) (?!example\b)[^,.?!]{2,50}?,? )?"


def _rule(name: str, expression: str, confidence: float, **more: object) -> Pattern:
    fields: dict[str, object] = {"category": "convention", "pin": True, **more}
    return Pattern(name=name, expression=_start(expression), confidence=confidence, **fields)  # type: ignore[arg-type]


_LABELS = tuple(
    Pattern(name="label", expression=_start(expression), category=category, confidence=0.9, pin=pin, content_words=2)
    for expression, category, pin in (
        (r"(?:rule|convention|house rule|standing rule|guideline)(?: for \w+)?\s*[:–-]\s*(?P<keep>.+)", "convention", True),
        (r"decision\s*[:–-]\s*(?P<keep>.+)", "decision", False),
        (r"(?:gotcha|pitfall|caveat|trap)\s*[:–-]\s*(?P<keep>.+)", "gotcha", False),
        (r"(?:careful|beware|watch out|be careful|warning)\s*[:,–-]\s*(?P<keep>.+)", "gotcha", False),
        (r"work[- ]?around\s*[:–-]\s*(?P<keep>.+)", "workaround", False),
        (r"(?:architecture|arch)\s*[:–-]\s*(?P<keep>.+)", "architecture", False),
        (r"preference\s*[:–-]\s*(?P<keep>.+)", "preference", False),
    )
)

_ORDERS = (
    _rule("never", rf"{_CONDITION}?(?:we |everyone |you (?:should |must |can |may )|the team )?(?:must |should )?{_NEVER}\s+{_NOT_AN_ORDER}\w.+", 0.95, content_words=1),
    _rule("always", rf"{_CONDITION}?(?:we |everyone |you (?:should |must )|the team )?(?:must |should )?{_ALWAYS}\s+{_NOT_AN_ORDER}\w.+", 0.95, content_words=1),
    _rule("subject-always", r"(?!it\b|this\b|that\b|he\b|she\b|they\b|there\b|i\b|you\b)(?!(?:the|an?) (?:[\w-]+ )?[\w-]*[a-rt-z] (?:should|must|has|needs))[\w'`./-]+(?: [\w'`./-]+){0,5} (?:should|must|has to|have to|needs? to) (?:always|never) \w.+", 0.9),
    _rule("subject-place", r"(?!it\b|this\b|that\b|he\b|she\b|they\b|there\b|i\b|you\b)[\w'`./-]+(?: [\w'`./-]+){0,4} (?:always|never) (?:go(?:es)?|lives?|belongs?|needs?|uses?|touch(?:es)?|comes? (?:first|last|before|after)) .+", 0.85),
    _rule("from-now-on", r"(?:from now on|going forward|moving forward|from here on(?: out)?|henceforth|in (?:the )?future|for future reference|as of now|starting now|in general|as a (?:general )?rule)\b[,:]?\s*(?:please )?(?P<keep>(?!it\b|this\b|that\b).+)", 0.95),
    _rule("from-now-on", r"(?P<keep>.+\b(?:from now on|going forward|from here on(?: out)?|in (?:the )?future)[.!]*)", 0.9),
    _rule("remember-to", r"(?:remember|please remember) (?:to|not to|never to|always to) (?P<rest>.+)", 0.9),
    _rule("remember-rule", rf"(?:remember|keep in mind|bear in mind|don'?t forget|do not forget|note)\s*(?:that|:|,|-|–)?\s*(?P<keep>{_CONDITION}?(?:we |you )?(?:must |should )?(?:{_NEVER}|{_ALWAYS})\s+{_NOT_AN_ORDER}\w.+)", 0.95),
    _rule("remember-rule", rf"(?:remember|keep in mind|bear in mind)\s*(?:that|:|,|-|–)?\s*(?P<keep>(?:don'?t|do not|avoid|use|we (?:don'?t|do not|only)) {_VAGUE_OBJECT}.+)", 0.9),
    _rule("not-ever", rf"(?:don'?t|do not) (?!(?:worry|bother|forget|know|think|see|understand|care|mind|need|want|have|like|get|believe|remember|feel|you think|we|i|be\b))(?:use|add|write|put|create|introduce|import|install|commit|push|edit|modify|touch|mock|hard.?code|log|print|skip|disable|delete|merge|rebase|force|squash|run|call|return|throw|raise|catch|swallow|leave|change|rename|bump|upgrade|store|expose|rely|depend|assume|hand.?edit|check in|generate|mention|include) (?=.*{_GENERAL}){_THING}.*", 0.8, content_words=2),
    _rule("not-use", rf"(?:don'?t|do not|stop using|avoid|we (?:don'?t|do not|never|no longer)) (?!forget\b|worry\b|bother\b|need\b|know\b|think\b|want\b)(?:use |using )?{_THING}(?:[,;.]| -| –|\band\b|\bbut\b| —)+ ?(?:please )?(?:use|prefer|rather|always use|go with|stick (?:to|with)|it'?s|we use)\b .+", 0.9),
    _rule("not-use", rf"(?:don'?t|do not) use (?!any (?:more|of)\b|it\b|that\b|this\b|them\b){_THING}\b(?: (?:in|for|with|on|as|to|here|anywhere|at all)\b.*|[.!]*\Z)", 0.8),
    _rule("stop-doing", rf"stop (?!(?:doing|being|worrying|talking|saying)\b)[a-z]+ing {_VAGUE_OBJECT}.+", 0.85, content_words=2),
    _rule("avoid", rf"avoid (?:using |writing |adding )?{_VAGUE_OBJECT}.+", 0.8),
    _rule("none-in", r"no (?!(?:idea|problem|need|worries|wonder|one|thanks|luck|way|more|matter|changes?|errors?|warnings?|output|difference|tests? (?:ran|were)|such|result|hurry|rush|clue|doubt|reason|longer)\b)(?:[\w./`'-]+ ){1,4}?(?:in|on|for|without|outside|unless|inside|during) .+", 0.8),
    _rule("make-sure", rf"(?:(?:please )?(?:make sure|be sure|ensure|see to it)(?: that)?(?: (?:to|you|we))?) (?=.*{_GENERAL})(?!it works|it's|everything).+", 0.8),
    _rule("whenever", rf"(?:whenever|every time|each time|any ?time) (?!.{{0,40}}\b(?:had|were|would|could)\b)[^.?!]{{2,120}}?, (?:please |you (?:should|must) |we )?(?!it\b|this\b|that\b|the\b|there\b|i\b)(?:make sure (?:to |you )?)?\w.+", 0.9),
    _rule("make-sure", rf"{_CONDITION}(?:make sure|be sure|ensure)(?: that)?(?: (?:to|you|we))? \w.+", 0.8),
    _rule("make-sure", rf"(?:don'?t|do not) forget to (?=.*{_GENERAL}).+", 0.75),
    _rule("every", r"(?:every|each|all|any) (?:new |public |single |of (?:our|the) )?(?!of (?:this|that|it)\b|right\b|good\b|tests? (?:pass|fail|are)|other\b|time\b|set\b|done\b)[\w`'/-]+(?: [\w`'/-]+){0,6} (?:must|should|needs?|has to|have to|goes?|lives?|gets?|starts?|ends?|uses?|belongs?|is|are) .+", 0.75),
    _rule("must", r"(?:[\w`'./-]+ ){0,4}?(?!it\b|this\b|that\b|there\b|he\b|she\b)(?:[a-z`'./-]+s|code|documentation|config(?:uration)?|everything|\w+ messages?) must (?:not |never |always |all )?(?!have been\b|be (?:a|because|the|broken|wrong|something|something|fixed|done|finished|ready)\b)\w.+", 0.8),
)

_CHOICES = (
    _rule("use-not", rf"{_SCOPE}(?:please |we |you should |we should |let'?s |just )?(?:use|using|run|call|import|pick|go with|write|name|prefer|choose) {_THING}(?:,? (?:and |but )?not |(?:,)? instead of |(?:,)? rather than |,? never |,? over ){_VAGUE_OBJECT}.+", 0.9),
    _rule("we-not", rf"(?:here,? |in this (?:repo|repository|project|codebase|team),? |(?:at|in) \w+,? )?we(?:'re| are)? (?:use|using|on) {_THING},? (?:and )?(?:not|never|instead of|rather than) .+", 0.9),
    _rule("we-dont", rf"(?:here,? |in this (?:repo|repository|project|codebase|team),? )?we (?:don'?t|do not|never|only|always) {_WE_HABIT} (?!it\b|this\b|that\b|them\b|to\b).+", 0.85),
    _rule("we-use", rf"(?:here,? |in this (?:repo|repository|project|codebase|team),? |for [\w ]{{2,30}},? )?we (?:all |usually |generally |normally )?{_WE_HABIT} (?!it\b|this\b|that\b|them\b|to\b|into\b|off\b|the same\b|a lot\b|out\b).+", 0.8, pin=False),
    _rule("we-use", r"(?:this|the|our) (?:repo|repository|project|codebase|team|monorepo|service|backend|frontend|app|company) (?:only |always |never )?(?:uses|runs on|requires|targets|supports|follows|deploys) .+", 0.8, pin=False),
)

_PREFERENCES = tuple(
    Pattern(name="preference", expression=_start(expression), category="preference", confidence=confidence, to_user=True, content_words=words)
    for expression, confidence, words in (
        (rf"i(?:'d| would)? (?:really |strongly |much |usually |generally |always |personally )*prefer (?:to |that you |you |if you |it if you |it when (?:you|we) |having |using )?{_VAGUE_OBJECT}(?!not to\b|if we\b).+", 0.9, 1),
        (rf"(?:personally,? )?i(?:'d| would) rather (?:you |have |use |see |keep |not have |not see |we |that you )?{_VAGUE_OBJECT}.+", 0.8, 2),
        (rf"i (?:really |strongly |absolutely )?(?:hate|dislike|can'?t stand|don'?t like|do not like|detest) (?:it when (?:you|we|code|people) |when (?:you|we) |to see |seeing )?{_VAGUE_OBJECT}(?!how\b|where\b|bug\b).+", 0.8, 2),
        (r"i (?:really )?(?:like|love) (?:my |to (?:have|keep|see|use|work|write)|it when (?:you|we|code)|when you) ?.+", 0.8, 1),
        (rf"i (?:really )?(?:like|love) {_THING} (?:better|more) than .+", 0.85, 2),
        (r"i (?:never |don'?t (?:ever )?)want (?:to (?:ever )?see |you to ever |any |emojis?|comments?|trailing )(?!this\b|that\b|it\b).+", 0.85, 1),
        (r"i (?:always|never|usually|mostly|generally|only) (?:use|work|write|run|want|code|edit|review|type|commit) (?!it\b|this\b|that\b).+", 0.8, 1),
        (r"i (?:use|work (?:on|in|with)|write|speak) (?!this\b|that\b|it\b|these\b|the (?:function|method|class|code|test|wrong|same)\b)(?=.{2,50}[.!]*\Z)(?!.*\b(?:to|for|because|but|and got|in (?:this|the) \w+)\b).+", 0.7, 1),
        (r"i(?:'m| am) (?:on|using|running|working on|a) (?:a |an )?(?:mac\w*|windows|linux|ubuntu|fedora|arch|debian|wsl\w*|nixos|apple silicon|arm\w*|m\d|vim|neovim|emacs|vs ?code|fish|zsh|bash|powershell|intellij|pycharm|\w+ (?:user|developer))\b.*", 0.75, 1),
        (r"(?:my (?:preferred|favou?rite) .{2,60} (?:is|are)|my preference is) .+", 0.85, 1),
        (r"(?:please )?(?:keep|make) (?:your |the |all )?(?:answers|replies|responses|explanations|summaries|messages|output) .+", 0.85, 1),
        (r"(?:please )?(?:answer|reply|respond|talk to me|speak|write to me|explain things?) (?:to me )?(?:only |always )?(?:in|with|without) (?!detail\b|one\b|this\b|the (?:issue|pr|thread|ticket|chat)\b).+", 0.8, 1),
        (r"(?:please )?be (?:more |less |very )?(?:concise|brief|terse|direct|verbose|short|blunt|succinct)\b.*", 0.75, 1),
        (r"(?:please )?(?:call me|my name is) (?!back\b|when\b|if\b|crazy\b)[A-Z].{1,40}", 0.85, 1),
        (r"(?:please )?(?:don'?t|do not|no need to|you don'?t need to) (?:apologi[sz]e|explain (?:every|each|what)|summari[sz]e|repeat|praise|flatter|add emojis?|use emojis?|ask (?:me )?(?:before|for)|narrate|thank)\b.*", 0.75, 1),
    )
)  # fmt: skip

_DECISIONS = tuple(
    Pattern(name="decision", expression=_start(expression), category="decision", confidence=confidence, content_words=words)
    for expression, confidence, words in (
        (rf"(?:so )?(?:we|i)(?:'ve| have)? (?:now |finally |just )?(?:decided|agreed|settled|concluded|opted) (?:to |on |that |against |for |not to |in favou?r of |with |upon ){_VAGUE_OBJECT}.+", 0.85, 3),
        (rf"(?:let'?s|we'?ll|we will|we should|we'?re going to|i'?ll|i want to|we can|we are) (?:all )?(?:go|going|stick|stay|went) with {_THING}(?:,? (?:because|since|as|so that|so|for)\b| to (?:avoid|keep|save|make|get)\b|,? (?:it|that|which) (?:avoids|keeps|saves|makes|gives|means)\b|: ).+", 0.85, 3),
        (rf"(?:let'?s|we'?ll|we will|we'?re going to|we should|i want to) (?:use|keep|drop|switch to|move to|adopt|stick to|stay on|replace|split|merge) {_THING}(?:,? (?:because|since|as (?:it|we|the)|so that)\b| to (?:avoid|keep|save)\b).+", 0.85, 3),
        (rf"(?:we|i)(?:'re| are|'m| am)? going with {_THING}(?:[.!,;]|\bfor\b|\bover\b|\binstead\b|\bbecause\b|\bsince\b|\Z).*", 0.8, 1),
        (rf"(?:we|i)(?:'ve| have)? (?:chose|chosen|picked|selected) {_THING} (?:over|instead of|because|since|for|as|rather than) .+", 0.85, 2),
        (rf"(?:let'?s|we'?ll) (?:go|stick|stay) with (?:the )?{_THING}[.!]*\Z", 0.7, 1),
        (rf"(?:let'?s|we'?ll) (?:use|switch to|move to|adopt) {_VAGUE_OBJECT}(?=[A-Z`]|\w+\d|\w+[-_.]\w+)[^\s].{{1,60}}", 0.65, 1),
    )
)  # fmt: skip

_FACTS = (
    Pattern(name="remember", expression=_start(r"(?:remember|please remember|keep in mind|bear in mind|never forget|don'?t forget|do not forget|for the record|for future reference|note for later|mental note)(?:\s*[:,–-]\s*|\s+that\s+|\s+)(?!when\b|how\b|what\b|why\b|where\b|who\b|the time\b|last\b|me\b|this\b|to\b|that\b|it\b|us\b|if\b|those\b|these\b)(?P<keep>.+)"), category="", confidence=0.9, content_words=2),
    Pattern(name="note", expression=_start(r"(?:fyi|note|n\.?b\.?|just so you know|heads[- ]?up)\s*(?:[:,–-]|that\b)\s*(?:that )?(?!.*\b(?:is|are|was|were) (?:just |still |currently )?\w+ing\b)(?!i\b|i'm\b|i've\b|i'll\b|we just\b|this\b|it\b|there\b)(?!.*\b(?:failed|broke|again|just|done|merged|pushed|finished|passed|green|red)\b)(?P<keep>.+)"), category="", confidence=0.75, content_words=4),
    Pattern(name="remember", expression=_start(r"(?P<keep>.{10,}?)(?:[,;.–—-]+ ?| and )(?:please )?(?:remember|keep in mind|note)(?: that| this| it)?(?: for (?:next time|later|the future|the record|future \w+))?[.!]*\Z"), category="", confidence=0.85, content_words=3),
    Pattern(name="only-works", expression=_start(r"(?!it\b|this\b|that\b|they\b)(?:[\w`'./-]+ ){1,6}?only (?:works?|runs?|builds?|pass(?:es)?|starts?|compiles?|deploys?|accepts?) (?:with|when|if|after|on|in|inside|from|via|under|once) .+"), category="gotcha", confidence=0.75, content_words=3),
    Pattern(name="careful", expression=_start(r"(?:be careful|careful|beware|watch out)(?: with| of| when| for| about| not to| that|:|,) (?!that\b|this\b|it\b|me\b|here\b).+"), category="gotcha", confidence=0.8, content_words=3),
    Pattern(name="lives-in", expression=_start(r"(?:the |our |all )?(?:[\w`'-]+ ){1,5}(?:live|lives|is defined|are defined|is stored|are stored|is configured|goes|go|belong|belongs) (?:in|under|at|into|below) [`'\"]?[\w.@-]*[/.][\w./-]+.*"), category="architecture", confidence=0.8, content_words=2),
    Pattern(name="command", expression=_start(r"(?:to |you can |you should )?(?:run|start|build|deploy|test|lint|format|launch|seed|migrate|reset) (?:the |all |our )?[\w -]{2,40} (?:with|using|via|through|by running) `[^`]{2,120}`.*"), category="command", confidence=0.8, content_words=1),
    Pattern(name="command", expression=_start(r"(?:the )?(?:right |correct |proper )?(?:command|way) (?:to|for) .{3,60} is (?:to run |to use )?`[^`]{2,120}`.*"), category="command", confidence=0.85, content_words=1),
    Pattern(name="command", expression=_start(r"to (?!be\b|do that\b|answer\b)\w+ .{3,60},? (?:run|use|call|do) `[^`]{2,120}`.*"), category="command", confidence=0.8, content_words=1),
)  # fmt: skip

_CORRECTED = (
    _rule("correction", rf"(?:please |just |you (?:should|must|have to|need to) |we |let'?s |always )?(?:use|run|call|import|go through|go with|stick (?:to|with)) {_VAGUE_OBJECT}(?!port \d+ (?:for|this))\S.*", 0.85, after_correction=True, content_words=1),
    Pattern(name="correction", expression=_start(r"it(?:'s| is| was) (?:called |named |in |at |under )?(?!not\b|broken\b|wrong\b|still\b|because\b).{2,80},? not (?!working\b|that\b|the same\b|there\b|what\b|how\b|yet\b).+"), category="", confidence=0.7, content_words=2, after_correction=True),
    Pattern(name="correction", expression=_start(r"(?:the|our) (?:[\w`'./-]+ ){1,5}?(?:is|are|lives?|lies?|goes|belongs?|uses?|runs?|expects?|returns?) (?!still\b|not (?:working|there|right|what)|wrong\b|broken\b|failing\b|red\b|missing\b|gone\b|the (?:same|problem|issue)\b|too\b|a (?:bit|little)\b|now\b|again\b|just\b|empty\b|ugly\b|slow\b|weird\b|unreadable\b|completely\b|all\b).{2,}"), category="", confidence=0.7, content_words=2, after_correction=True),
)  # fmt: skip

ENGLISH = Language(
    name="en",
    openers=_start(
        r"(?:ok(?:ay)?|hey|hi|hello|also|and|but|so|then|btw|by the way|oh(?: and)?|one (?:more|last|other) thing|well|right|yes|"
        r"yeah|yep|yup|great|good|nice|perfect|thanks|thank you|thx|cool|alright|all right|fine|sure|please|pls|hmm+|um+|uh|ah|"
        r"listen|look|claude|guys|generally|basically|honestly|seriously|quick note|to be clear|important|very important|"
        r"reminder|as a reminder|again|first|second|finally|lastly|additionally|plus|another thing|in addition|ps|p\.s\.|"
        r"as always|as discussed|as mentioned|like i said|as i said|as i told you|i repeat|once more|@\w+|psa|tip|pro tip|"
        r"as you know|for context|general note|general rule|quick one|next|lgtm|looks good|awesome|excellent|great work|"
        r"good job|nice work|well done|that works|works now|love it)(?:[,:;!.–—-]+\s*|\s+(?=\S)(?<=\s))"
    ),
    corrections=_start(
        r"(?:no+(?=[,;:.!–—-]| (?:use|the|it|we|don'?t|do not|always|never|that|this|i|you|not|please|just|run|call)\b)|nope|nah|wrong|incorrect|that'?s (?:wrong|not right|incorrect|not it|not correct|not how we do (?:it|things)(?: here)?|"
        r"not what i (?:said|meant|asked(?: for)?|wanted))|this is (?:wrong|not right|incorrect)|not like that|not quite|actually|"
        r"i (?:already )?(?:said|told you)(?: (?:that|to|already|before))?|i meant|as i (?:already )?said|(?:stop|wait)(?=[,;.!])|"
        r"you (?:should|must) have|why did you .{3,60}\?)(?:[,:;!.–—-]+\s*|\s+(?=\S))"
    ),
    polite=_start(
        r"(?:can|could|would|will) you (?:please |just |kindly )?(?=(?:always|never|make sure|from now on|remember|stop|avoid|use)\b)|"
        r"(?:would you mind|is it possible for you to) (?=always|never)|"
        r"i (?:want|need|would like|expect|'d like) you to (?=(?:always|never|make sure|remember|use|stop|avoid)\b)|"
        r"i'd like you to (?=(?:always|never|make sure|remember|use|stop|avoid)\b)|"
        r"(?:you (?:should|must|have to|need to)|try to|be sure to|it'?s important (?:to|that you)|make it a rule to|"
        r"i'?m asking you to|do me a favou?r and) (?=(?:always|never|remember)\b)|please (?=\w)"
    ),
    closers=re.compile(
        r"(?:[,;.!–-]\s*|\s+)(?:ok(?:ay)?|alright|got it|understood|deal|please|pls|thanks|thank you|thx|cheers|k|clear|yeah|for me)"
        r"\s*[?!.]*\Z",
        re.IGNORECASE,
    ),
    patterns=(*_LABELS, *_DECISIONS, *_ORDERS, *_CHOICES, *_PREFERENCES, *_FACTS, *_CORRECTED),
    headings=(
        (_anywhere(r"\b(?:don'?ts?|never|do not|avoid|forbidden|not allowed)\s*:\Z"), "Never "),
        (
            _anywhere(
                r"\b(?:rules?|conventions?|guidelines?|standards?|always|dos|from now on|going forward|remember|house style|"
                r"keep in mind|code style|style guide|ground rules)\b[^:]{0,60}:\Z"
            ),
            "",
        ),
    ),
    momentary=_anywhere(
        r"\b(?:for now|right now|this time|(?:just )?(?:this|that) once|just once|today|tonight|at the moment|temporar(?:y|ily)|"
        r"this (?:morning|afternoon|evening|week|sprint|month|session|afternoon)|in a (?:minute|moment|second|sec)|asap|tomorrow|"
        r"yesterday|meanwhile|in the meantime|first thing|for the (?:time being|moment)|not yet|until (?:i'?m|i am|i) |later today|"
        r"one more time|once more|this (?:pr|commit|branch|change|task|ticket|issue|patch|diff|fix|run)\b|before you continue|"
        r"while i'?m|until then|next (?:step|up)|before (?:lunch|i (?:go|leave)))\b",
        r"(?<!from )\bnow\b(?! on)(?=[\s.!,;]*\Z|,| (?:that|and|please|to))",
        r"\byet[.!]*\Z",
        r"\b(?:when|after|once) you(?:'re| are)? (?:done|finished|ready|back)\b",
    ),
    doubtful=_anywhere(
        r"\A(?:maybe|perhaps|what if|imagine|suppose|supposing|if only|i wonder|i guess|i think|i thought|i believe|i suppose|i feel|"
        r"i'?m (?:not sure|wondering|thinking|unsure)|not sure|probably|possibly|theoretically|in theory|hypothetically|ideally|"
        r"wouldn'?t it|would it|could we|should we|shall we|should i|do we|do you|does|did|is it|are we|are you|is there|how about|"
        r"what about|why|how|what|when do|when did|where|who|which|can we|can i|may i|could i|it would be|it'?d be|it might|"
        r"we could|we might|you could|you might|i might|i could|i used to|we used to|back then|one could|some people|people|they|"
        r"he|she|if (?:we|you|i|they|it) (?:had|were|could|would|always|never|wanted|did|was))\b",
        r",\s*(?:can|could|would) you\b",
        r"\b(?:would be nice|would be better if|might be better|could be better|just an idea|just thinking|thinking out loud|"
        r"not sure if|don'?t know if|or not\?|or should we|i'?m joking|just kidding|for example|e\.g\.? someone)\b",
    ),
    mocking=_anywhere(
        r"(?<!\w)/s(?!\w)",
        r"\b(?:yeah,? right|oh,? great|oh,? sure|oh,? wonderful|oh,? brilliant|oh,? nice|as if|lol|lmao|rofl|haha+|hehe|ha ha|sarcasm|"
        r"what could (?:possibly )?go wrong|why not[.!?]*\Z|who needs|thanks for (?:nothing|never|always)|brilliant,|genius|"
        r"apparently|i guess[.!]*\Z|then,? i guess|because that (?:always )?(?:works|worked|went) (?:so )?well|said no one ever)",
        r"[🙄😂🤣🙃😅]",
    ),
    reported=_anywhere(
        r"\b(?:docs?|documentation|readme|article|blog(?: post)?|tutorial|book|guide|stack ?overflow|chatgpt|gpt|copilot|gemini|"
        r"linter|compiler|error(?: message)?|warning|log|output|message|comment|ticket|issue|spec|rfc|he|she|they|somebody|"
        r"someone|people|customer|client|boss|manager|pm|colleague|reviewer|teammate|vendor|support|memory|memories|notes?|"
        r"brief|hardwon|paper|changelog|announcement|email|slack(?: thread)?|it|instructions?|prompt|file|website|page|claude\.md|agents\.md)"
        r" (?:just |still |also )?(?:says?|said|states?|stated|tells?|told|claims?|claimed|recommends?|recommended|suggests?|suggested|mentions?|"
        r"mentioned|reads?|wrote|writes|warns?|warned|insists?|asks?|asked|wants?|wanted)\b",
        r"\baccording to\b",
        r"\b(?:you|your notes?) (?:said|say|told me|wrote|mentioned|remember(?:ed)?|noted|stored|recalled)\b",
        r"\bas (?:your|the) (?:notes?|memory|memories|brief|docs?) (?:says?|said)\b",
    ),
    dangling=_anywhere(
        r"\b(?:the above|the following|as follows|like so|see below|below|this way|that way|like (?:this|that)|the same way|"
        r"the other (?:one|way)|the (?:first|second|third|last|latter|former|previous) (?:one|option|approach|way)|option [a-d1-4]|"
        r"the same thing|such things?|things like (?:this|that)|that stuff|those things|these things)\b",
        r"\b(?:this|these|those)(?! (?:repo|repository|project|codebase|code base|service|package|app|application|team|company|org|"
        r"organi[sz]ation|machine|laptop|library|monorepo|workspace|product|directory|folder|is|are)\b)",
        r"\b(?:use|do|run|like|call|change|avoid|keep|add|write|need|want|try|make|with|of|to|for|in|on|from|at|about|not|doing|touch|"
        r"repeat|commit|push|delete|remove|edit|always|never) that\b",
        r"\bthat[.!]*\Z",
        r"\bthat (?:again|way|one|ever|here|there|anymore|any more|file|function|test|command|method|class|line|error|approach)\b",
    ),
    pronouns=re.compile(r"\b(?:it(?! when\b)|them|they|he|she|him|her|its|their)\b", re.IGNORECASE),
    local=_anywhere(
        r"\b(?:in|for|on|within|across) (?:this|the|our) (?:repo|repository|project|codebase|code base|monorepo|package|service|app|team)\b",
        r"\b(?:here|our|we|us)\b",
        r"`?\b[\w-]+/[\w./-]+",
    ),
    reasons=_start(
        r"(?:because|since|that way|this way|otherwise|reason|the reason|it(?:'s| is| has| can| works| avoids| keeps| gives| supports| lets| means| will| needs| doesn'?t)|"
        r"they|we (?:need|can'?t|don'?t|already|have)|so that|the (?:other|alternative))\b"
    ),
    stop_words=frozenset(
        """a an the and or but if then so of to in on at by for with from into as is are was were be been being do does did done
        have has had i you we they he she it me my your our us them this that these those there here not no never always ever
        don't dont do please just really very also too only make sure remember note use using used will would should could can
        may might must shall need want like get got let's lets go going from now on when before after while than over instead
        rather again anything something everything thing things stuff way one ones all any some more most other same keep
        every each what which who how why where up down out off about it's i'm i'd we're you're that's ok okay""".split()
    ),
    routes=(
        ("gotcha", _anywhere(r"\b(?:breaks?|fails?|crash(?:es)?|silently|surprisingly|beware|careful|trap|gotcha|hangs?|times out|flaky|rate.limit\w*|read-only)\b")),
        ("workaround", _anywhere(r"\bwork ?around\b", r"\buntil .{3,40} (?:is|gets) fixed\b")),
        ("command", _anywhere(r"`[a-z][\w./-]* [^`]+`", r"\b(?:run|command)\b.*`", r"\b(?:npm|pnpm|yarn|make|cargo|docker|kubectl|pytest|uv|poetry|go) (?:run|test|build|install|exec|compose)\b")),
        ("convention", _anywhere(r"\b(?:always|never|must|convention|naming|named|style|format(?:ted)?|prefix|every|each)\b")),
        ("decision", _anywhere(r"\b(?:decided|decision|chose|agreed|because we)\b")),
        ("architecture", _anywhere(r"\b(?:lives?|is|are) (?:in|under|at) [`'\"]?[\w.@-]*[/.][\w./-]+", r"\b(?:service|module|component|database|db|schema|queue|endpoint|layer|api|server|cluster|bucket|table|entry point|depends on|talks to|calls)\b")),
    ),
    refusals=_start(r"(?:no\b(?! problem| worries| need)|nope\b|wrong\b|that'?s (?:wrong|not)|not what|undo|revert|still (?:fails|failing|broken|red|the same)|stop\b|that (?:didn'?t|did not|broke))"),
)  # fmt: skip
