"""How English-speaking developers state preferences, decisions, facts and corrections to an agent."""

from __future__ import annotations

from hardwon.capture.english_rules import THING, VAGUE_OBJECT, rule, starting
from hardwon.capture.language import Pattern

PREFERENCES = tuple(
    Pattern(
        name="preference",
        expression=starting(expression),
        category="preference",
        confidence=confidence,
        to_user=True,
        content_words=words,
    )
    for expression, confidence, words in (
        (
            r"i(?:'d| would)? (?:really |strongly |much |usually |generally |always |personally )*prefer "
            r"(?:to |that you |you |if you |it if you |it when (?:you|we) |having |using "
            rf")?{VAGUE_OBJECT}(?!not to\b|if we\b).+",
            0.9,
            1,
        ),
        (
            r"(?:personally,? )?i(?:'d| would) rather (?:you |have |use |see |keep |not have |not see |we |"
            rf"that you )?{VAGUE_OBJECT}(?!.*\bfirst\b).+",
            0.8,
            2,
        ),
        (
            r"i (?:really |strongly |absolutely )?(?:hate|dislike|can'?t stand|don'?t like|do not like|"
            r"detest) (?:it when (?:you|we|code|people) |when (?:you|we) |to see |seeing "
            rf")?{VAGUE_OBJECT}(?!how\b|where\b|bug\b|the \b|your \b).+",
            0.8,
            2,
        ),
        (
            r"i (?:really )?(?:like|love) (?:my |to (?:have|keep|see|use|work|write)|it when (?:you|we|code)|"
            r"when you) ?.+",
            0.8,
            1,
        ),
        (rf"i (?:really )?(?:like|love) {THING} (?:better|more) than .+", 0.85, 2),
        (
            r"i (?:never |don'?t (?:ever )?)want (?:to (?:ever )?see |you to ever |any |emojis?|comments?|"
            r"trailing )(?!this\b|that\b|it\b).+",
            0.85,
            1,
        ),
        (
            r"i (?:always|never|usually|mostly|generally|only) (?:use|work|write|run|want|code|edit|review|"
            r"type|commit) (?!it\b|this\b|that\b).+",
            0.8,
            1,
        ),
        (
            r"i (?:use|work (?:on|in|with)|write|speak) (?!this\b|that\b|it\b|these\b|the (?:function|method|"
            r"class|code|test|wrong|same)\b)(?=.{2,50}[.!]*\Z)(?!.*\b(?:to|for|because|but|and got|in (?:this|"
            r"the) \w+)\b).+",
            0.7,
            1,
        ),
        (
            r"i(?:'m| am) (?:on|using|running|working on|a) (?:a |an )?(?:mac\w*|windows|linux|ubuntu|fedora|"
            r"arch|debian|wsl\w*|nixos|apple silicon|arm\w*|m\d|vim|neovim|emacs|vs ?code|fish|zsh|bash|"
            r"powershell|intellij|pycharm|\w+ (?:user|developer))\b.*",
            0.75,
            1,
        ),
        (
            r"i (?:always |only )?want (?:all |my |our )?(?:[\w-]+ )?(?:messages|commits|tests|comments|"
            r"answers|functions|"
            r"names|types|docs|docstrings|errors|logs|variables|files|imports|prs|branches) (?:in|with|without|"
            r"to be|as|"
            r"under|short|small)\b.+",
            0.8,
            1,
        ),
        (r"(?:my (?:preferred|favou?rite) .{2,60} (?:is|are)|my preference is) .+", 0.85, 1),
        (
            r"(?:please )?(?:keep|make) (?:your |the |all )?(?:answers|replies|responses|explanations|"
            r"summaries|messages) (?!as\b).+",
            0.85,
            1,
        ),
        (
            r"(?:please )?(?:answer|reply|respond|talk to me|speak|write to me|explain things?) (?:to me "
            r")?(?:only |always )?(?:in|with|without) (?!detail\b|one\b|this\b|the (?:issue|pr|thread|ticket|"
            r"chat)\b).+",
            0.8,
            1,
        ),
        (
            r"(?:please )?be (?:more |less |very )?(?:concise|brief|terse|direct|verbose|short|blunt|"
            r"succinct)\b.*",
            0.75,
            1,
        ),
        (r"(?:please )?(?:call me|my name is) (?!back\b|when\b|if\b|crazy\b)[A-Z].{1,40}", 0.85, 1),
        (
            r"(?:please )?(?:don'?t|do not|no need to|you don'?t need to) (?:apologi[sz]e|explain (?:every|"
            r"each|what)|summari[sz]e|repeat|praise|flatter|add emojis?|use emojis?|ask (?:me )?(?:before|for)|"
            r"narrate|thank)\b.*",
            0.75,
            1,
        ),
    )
)

DECISIONS = tuple(
    Pattern(
        name="decision",
        expression=starting(expression),
        category="decision",
        confidence=confidence,
        content_words=words,
    )
    for expression, confidence, words in (
        (
            r"(?:so )?(?:we|i)(?:'ve| have)? (?:now |finally |just )?(?:decided|agreed|settled|concluded|"
            rf"opted) (?:to |on |that |against |for |not to |in favou?r of |with |upon ){VAGUE_OBJECT}.+",
            0.85,
            3,
        ),
        (
            r"(?:let'?s|we'?ll|we will|we should|we'?re going to|i'?ll|i want to|we can|we are) (?:all "
            rf")?(?:go|going|stick|stay|went) with {THING}(?:,? (?:because|since|as|so that|so|for)\b| to "
            r"(?:avoid|keep|save|make|get)\b|,? (?:it|that|which) (?:avoids|keeps|saves|makes|gives|means)\b|"
            r": ).+",
            0.85,
            3,
        ),
        (
            r"(?:let'?s|we'?ll|we will|we'?re going to|we should|i want to) (?:use|keep|drop|switch to|move "
            rf"to|adopt|stick to|stay on|replace|split|merge) {THING}(?:,? (?:because|since|as (?:it|we|the)|"
            r"so that)\b| to (?:avoid|keep|save)\b).+",
            0.85,
            3,
        ),
        (
            rf"(?:we|i)(?:'re| are|'m| am)? going with {THING}(?:[.!,;]|\bfor\b|\bover\b|\binstead\b|"
            r"\bbecause\b|\bsince\b|\Z).*",
            0.8,
            1,
        ),
        (
            rf"(?:we|i)(?:'ve| have)? (?:chose|chosen|picked|selected|went with) {THING} (?:over|instead of|because|"
            r"since|for|as|rather than) .+",
            0.85,
            2,
        ),
        (rf"(?:let'?s|we'?ll) (?:go|stick|stay) with (?:the )?{THING}[.!]*\Z", 0.7, 1),
        (
            rf"(?:let'?s|we'?ll) (?:use|switch to|move to|adopt) {VAGUE_OBJECT}(?=(?-i:[A-Z])|`|\w+\d|"
            rf"\w+[-_.]\w+)[^\s].{{1,60}}",
            0.65,
            1,
        ),
    )
)

FACTS = (
    Pattern(
        name="remember",
        expression=starting(
            r"(?:remember|please remember|keep in mind|bear in mind|never forget|don'?t forget|do "
            r"not forget|"
            r"for the record|for future reference|note for later|mental note)(?:\s*[:,–-]\s*|\s+that\s+|"
            r"\s+)(?!when\b|how\b|what\b|why\b|where\b|who\b|the time\b|last\b|me\b|this\b|to\b|that\b|it\b|"
            r"us\b|if\b|those\b|these\b)(?P<keep>.+)"
        ),
        category="",
        confidence=0.9,
        content_words=2,
    ),
    Pattern(
        name="note",
        expression=starting(
            r"(?:fyi|note|n\.?b\.?|just so you know|heads[- ]?up)\s*(?:[:,–-]|that\b)\s*(?:that "
            r")?(?!.*\b(?:is|"
            r"are|was|were) (?:just |still |currently )?\w+ing\b)(?!i\b|i'm\b|i've\b|i'll\b|we just\b|this\b|"
            r"it\b|there\b)(?!.*\b(?:failed|broke|again|just|done|merged|pushed|finished|passed|green|"
            r"red)\b)(?P<keep>.+)"
        ),
        category="",
        confidence=0.75,
        content_words=4,
    ),
    Pattern(
        name="remember",
        expression=starting(
            r"(?P<keep>.{10,}?)(?:[,;.–—-]+ ?| and )(?:please )?(?:remember|keep in mind|note)(?: "
            r"that| this| "
            r"it)?(?: for (?:next time|later|the future|the record|future \w+))?[.!]*\Z"
        ),
        category="",
        confidence=0.85,
        content_words=3,
    ),
    Pattern(
        name="only-works",
        expression=starting(
            r"(?!it\b|this\b|that\b|they\b)(?:[\w`'./-]+ ){1,6}?only (?:works?|runs?|builds?|"
            r"pass(?:es)?|"
            r"starts?|compiles?|deploys?|accepts?) (?:with|when|if|after|on|in|inside|from|via|under|"
            r"once) .+"
        ),
        category="gotcha",
        confidence=0.75,
        content_words=3,
    ),
    Pattern(
        name="careful",
        expression=starting(
            r"(?:be careful|careful|beware|watch out)(?: with| of| when| for| about| not to| that|:|"
            r",) "
            r"(?!that\b|this\b|it\b|me\b|here\b)(?!.*\bthere (?:is|are)\b).+"
        ),
        category="gotcha",
        confidence=0.8,
        content_words=3,
    ),
    Pattern(
        name="kept-by",
        expression=starting(
            r"[`'\"]?[\w-]*[./][\w./-]+[`'\"]? (?:is|are) (?:auto[- ]?)?(?:generated|vendored|deprecated|"
            r"legacy|read-only|"
            r"frozen|encrypted|symlinked|minified|managed by|owned by).+"
        ),
        category="gotcha",
        confidence=0.8,
        content_words=1,
    ),
    Pattern(
        name="lives-in",
        expression=starting(
            r"(?:the |our |all )?(?:[\w`'-]+ ){1,5}(?:live|lives|is defined|are defined|is stored|"
            r"are stored|"
            r"is configured|goes|go|belong|belongs) (?:in|under|at|into|below) "
            r"[`'\"]?[\w.@-]*[/.][\w./-]*.*"
        ),
        category="architecture",
        confidence=0.8,
        content_words=2,
    ),
    Pattern(
        name="command",
        expression=starting(
            r"(?:to |you can |you should )?(?:run|start|build|deploy|test|lint|format|launch|seed|"
            r"migrate|"
            r"reset) (?:the |all |our )?[\w -]{2,40} (?:with|using|via|through|by running) "
            r"`(?!-)[^`]{2,120}`.*"
        ),
        category="command",
        confidence=0.8,
        content_words=1,
    ),
    Pattern(
        name="command",
        expression=starting(
            r"(?:the )?(?:right |correct |proper )?(?:command|way) (?:to|for) .{3,60} is (?:to run |"
            r"to use "
            r")?`[^`]{2,120}`.*"
        ),
        category="command",
        confidence=0.85,
        content_words=1,
    ),
    Pattern(
        name="command",
        expression=starting(r"to (?!be\b|do that\b|answer\b)\w+ .{3,60},? (?:run|use|call|do) `[^`]{2,120}`.*"),
        category="command",
        confidence=0.8,
        content_words=1,
    ),
)

CORRECTED = (
    rule("correction", r"we (?:call|name) it .+,? not (?!that\b|this\b).+", 0.75, after_correction=True),
    rule(
        "correction",
        r"(?:please |just |you (?:should|must|have to|need to) |we |let'?s |always )?(?:use|run|call|"
        rf"import|go through|go with|stick (?:to|with)) {VAGUE_OBJECT}(?!an? |port \d+ (?:for|"
        r"this))\S.*",
        0.85,
        after_correction=True,
        content_words=1,
    ),
    Pattern(
        name="correction",
        expression=starting(
            r"it(?:'s| is| was) (?:called |named |in |at |under )?(?!not\b|broken\b|wrong\b|still\b|"
            r"because\b).{2,80},? not (?!working\b|that\b|the same\b|there\b|what\b|how\b|yet\b).+"
        ),
        category="",
        confidence=0.7,
        content_words=2,
        after_correction=True,
    ),
    Pattern(
        name="correction",
        expression=starting(
            r"(?:the|our) (?!.*\b(?:still (?:broken|failing|red|not|wrong)|yet|not (?:done|finished|fixed))\b)"
            r"(?!(?:[\w-]+ )?(?:errors?|bugs?|problems?|issues?|tests?|build|failures?|crash(?:es)?|"
            r"results?|output) )(?:[\w`'./-]+ ){1,5}?(?:is|are|lives?|lies?|goes|belongs?|uses?|runs?|"
            r"expects?|"
            r"returns?) (?!still\b|not (?:working|there|right|what)|wrong\b|broken\b|failing\b|red\b|missing\b|"
            r"gone\b|the (?:same|problem|issue)\b|too\b|a (?:bit|little)\b|now\b|again\b|just\b|empty\b|ugly\b|"
            r"slow\b|weird\b|unreadable\b|completely\b|all\b).{2,}"
        ),
        category="",
        confidence=0.7,
        content_words=2,
        after_correction=True,
    ),
)
