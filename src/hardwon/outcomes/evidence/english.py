"""English reactions."""

from __future__ import annotations

from hardwon.outcomes.evidence.language import Language, anywhere, at_start
from hardwon.text.listed import listed

_BE = r"(?:is|are|was|were|\w+'s|\w+'re|am|i'm|seems?|looks?|feels?|gets?|got|keeps?|remains?|stays?)"
_NOT = r"(?:not|n't|never|no longer|nowhere near)"
_FAIL = (
    r"(?:fail(?:s|ed|ing|ures?)?|crash(?:es|ed|ing)?|break(?:s|ing)?|broken?|hang(?:s|ing)?|hung|freez(?:es|ing)|"
    r"froze|"
)
_FAIL += (
    r"throw(?:s|ing)|threw|explod(?:es|ed|ing)|blow(?:s|ing) up|blew up|err(?:or)?s? out|timing out|time[sd]? "
    r"out|"
)
_FAIL += r"segfault(?:s|ed|ing)?|panick?(?:s|ed|ing)?|choke[sd]?|bomb(?:s|ed)|blank|empty|red)"
_WORK = (
    r"(?:work(?:s|ed|ing)?|compil(?:e|es|ed|ing)|build(?:s|ing)?|start(?:s|ed|ing)?|run(?:s|ning)?|pass(?:es|ed|"
    r"ing)?|"
)
_WORK += (
    r"load(?:s|ed|ing)?|render(?:s|ed|ing)?|show(?:s|ing)? up|respond(?:s|ing)?|help(?:s|ed)?|fix(?:es|ed)?|"
    r"do(?:es)? (?:it|that|anything)|"
)
_WORK += (
    r"change(?:s|d)? anything|update[sd]?|save[sd]?|connect(?:s|ed|ing)?|match(?:es)?|install(?:s|ed)?|"
    r"solve[sd]?|resolve[sd]?|do the trick)"
)
_THING = (
    r"(?:(?:the )?(?:first|second|third|last|other|rest|latter|former|whole thing|half)(?: one| part| half| "
    r"case)?|it|that|this|everything|all|tests?|the (?:\w+ ){0,2}(?:tests?|build|suite|ci|app|page|script|server|"
    r"error|bug|issue|problem|fix|output|command|endpoint|migration|import|query|linter))"
)

ENGLISH = Language(
    name="en",
    marks=listed(
        "same as before my me we it's but an are can why all no more errors error the is it that this and to not "
        "you of in what was for on with i'm don't doesn't still now"
    ),
    joints=anywhere(
        r"but",
        r"however",
        r"though",
        r"although",
        r"except(?: that)?",
        r"yet",
        r"only that",
        r"unfortunately",
        r"sadly",
        r"and now",
        r"until",
        r"while",
    ),
    asides=anywhere(
        r"no (?:worries|problem|prob|biggie|rush|need|hurry|doubt|offen[cs]e|pressure|idea|matter|thanks|thank "
        r"you|questions?)",
        r"(?:nope|nah|no),? (?:nothing|that's (?:all|it|everything|fine|ok(?:ay)?|good)|i'm good|all good|we're "
        r"good|that's (?:it|all) (?:for (?:now|today))?)(?: else| more)?",
        r"nothing else",
        r"no wonder",
        r"(?:don't|do not) worry",
        r"not (?:sure|to worry|a problem|an issue|your fault)",
        r"why not",
        r"can't wait",
        r"error (?:handling|handler|message|messages|page|pages|code|codes|class|type|types|path|paths|case|"
        r"cases|log|logs|boundary|boundaries|reporting|state|text)",
        r"fail[- ]?(?:over|safe|fast)",
        r"exception (?:handling|handler|class)",
        r"failure (?:mode|modes|case|cases|path|paths|rate)",
        r"bug (?:fix(?:es)?|tracker|report)",
        r"wrong (?:branch|button|file|path|password|input) (?:case|handling|check)",
        r"no-op",
        r"no one",
        r"worst case",
        r"in no time",
    ),
    ignored=anywhere(
        r"if (?:it|this|that|the|they|anything|something|one|any|you|there|i|we|a|an|tests?)\b",
        r"in case",
        r"unless",
        r"make sure",
        r"ensure",
        r"be sure",
        r"let me know",
        r"tell me (?:if|when|whether|what|how)",
        r"see if",
        r"check (?:if|whether|that)",
        r"verify (?:if|that|whether)",
        r"whether",
        r"so that",
        r"(?:when|whenever|once|after) (?:it|the|they|a|an|you|tests?|this|that|everything) .{0,40}(?:fails?|"
        r"breaks?|crash(?:es)?|works?|pass(?:es)?|errors?)",
        r"should (?:fail|throw|error|raise|crash|work|pass|return|not (?:fail|break|crash|throw))",
        r"must (?:fail|throw|not fail|work|pass)",
        r"expected to (?:fail|throw|crash)",
        r"supposed to (?:fail|throw|crash)",
        r"test(?:s|ed)? (?:that|which|for when|where) .{0,30}(?:fails?|crash(?:es)?|breaks?|throws?)",
        r"failing test (?:for|first|case)",
        r"a (?:failing|broken|red) (?:test|case|example|fixture)",
        r"would (?:it|this|that|have|be|fail|break|work)",
        r"could (?:fail|break|crash|be)",
        r"might (?:fail|break|crash|be|not|work)",
        r"may (?:fail|break|not|be)",
        r"will (?:it|this|that|break|fail|crash|work)",
        r"won't (?:break|fail|crash)",
        r"going to (?:break|fail|work)",
        r"hope (?:it|this|that)",
        r"wonder",
        r"worried",
        r"afraid",
        r"handle(?:s)? (?:the )?(?:case|errors?|failures?|crash(?:es)?)",
        r"what happens",
        r"someone (?:said|told|reported)",
        r"user(?:s)? (?:report|say|complain)(?:s|ed)?",
        r"customers? (?:report|say|complain)(?:s|ed)?",
        r"yesterday",
        r"last (?:week|month|night|year|sprint|release)",
        r"used to",
        r"before (?:this|that|your|the) (?:change|fix|session|commit)",
        r"on (?:my|his|her|their) (?:other|old) (?:machine|laptop)",
    ),
    requests=at_start(
        r"(?:(?:ok(?:ay)?|great|good|cool|nice|thanks|perfect|alright|all right|right|yes|yeah|sure|fine|so|then|"
        r"and|also|now|next|first|second|finally|please|pls|just|let's|lets|"
        r"can you|could you|would you|will you|i'd like you to|i want you to|you can|you should|we should|we "
        r"need to|i need you to|time to|go ahead and|on to the next(?: one)?|another thing|one more thing|new "
        r"task|separately)[,:;.!–— -]*)*"
        r"(?:(?:re)?(?:add|write|create|make|build|implement|update|change|rename|move|extract|refactor|remove|"
        r"delete|drop|clean|document|explain|describe|show|list|find|search|look|check|run|rerun|test|lint|"
        r"format|commit|push|"
        r"merge|release|deploy|publish|open|close (?:the|this|that|it)|set|configure|install|upgrade|bump|"
        r"migrate|convert|translate|split|combine|replace|switch|use|try|investigate|debug|fix|review|read|"
        r"summari[sz]e|compare|measure|"
        r"profile|optimi[sz]e|simplify|speed|bring|give|tell|help|continue|proceed|finish|start|stop|generate|"
        r"draft|plan|design|think|propose|suggest|wire|hook|expose|support|handle|allow|disable|enable|validate|"
        r"cover|extend|improve|reduce|increase|limit|cache|log|print|return|raise|catch|skip|ignore|mark|tag|pin|"
        r"do the same|do that|turn|put|keep|apply|include|exclude|ship|work on|take|go|get|see|rebase|squash|"
        r"reproduce|note|remember|port|inline|wrap|download|fetch|parse|sort|store|save|load|send|hide|restart))",
    ),
    relieved=anywhere(
        r"no (?:more |other |further |new |visible )?(?:errors?|failures?|warnings?|issues?|bugs?|crash(?:es)?|"
        r"complaints?|problems?|regressions?|exceptions?|flakes?)(?: any ?more| at all| now| left| so far| here| "
        r"on my (?:side|end))?",
        r"(?:no longer|not|n't|never|stopped|stops|quit) (?:\w+ ){0,2}(?:fail(?:s|ing)?|crash(?:es|ing)?|"
        r"break(?:s|ing)?|broken|hang(?:s|ing)?|error(?:s|ing)?|throw(?:s|ing)?|time out|timing out|complain(?:s|"
        r"ing)?|red)(?: any ?more)?",
        r"(?:error|errors|bug|crash|failure|failures|issue|issues|problem|warning|warnings|flake|flakiness) "
        r"(?:is |are |has |have )?(?:gone|fixed|solved|resolved|sorted|disappeared|went away|vanished|no more)",
        r"(?:wasn't|isn't|not) (?:actually )?(?:broken|wrong|a bug) (?:after all|at all|any ?more)",
        r"can(?:'t|not) complain",
        r"can(?:'t|not) (?:reproduce|see|find|trigger) (?:the|that|any|it|this)(?: \w+){0,3}(?: any ?more| now| "
        r"again)?",
        r"nothing (?:is )?(?:wrong|broken|failing|fails|to complain)(?: any ?more)?",
        r"without (?:any )?(?:errors?|problems?|issues?|failures?|complaints?|a hitch)",
        r"not (?:bad|too shabby|half bad)(?: at all)?",
        r"couldn't be (?:better|happier)",
        r"zero (?:errors?|failures?|warnings?|issues?)",
        r"0 (?:errors?|failures?|failed|failing)",
        r"fail(?:s|ed)? (?:no more|no longer)",
        r"hasn't (?:failed|crashed|broken) since",
        r"(?:fixed|handled|caught|solved|resolved|cleaned up|sorted(?: out)?) (?:the|that|this|all|both|those) "
        r"(?:\w+ ){0,3}(?:errors?|bugs?|failures?|issues?|crash(?:es)?|problems?)",
    ),
    mocking=anywhere(
        r"(?:thanks|thank you|thx|nice|great|good|lovely|bravo|congrats|congratulations|kudos)(?: job| work| "
        r"going)?,? (?:for |on |at )?(?:breaking|deleting|removing|losing|wiping|nuking|ruining|wrecking|"
        r"ignoring|overwriting|making it worse|destroying|killing|dropping|nothing|wasting)",
        r"(?:well,? )?(?:that's|this is|isn't that|that is|how|just|oh,?) (?:just )?(?:great|lovely|brilliant|"
        r"wonderful|perfect|fantastic|peachy|awesome|super)(?=,? (?:now|another|again|more|yet|it's broken)|"
        r"\.\.\.|…)",
        r"(?:great|awesome|perfect|wonderful|fantastic|brilliant|nice|lovely|super|wow|amazing|excellent|cool|"
        r"yay|fun)[,.! …]+(?:so |and )?(?:another|yet another|even more|it doesn't even|(?:again|still|more|"
        r"now)(?= .{0,40}(?:broke|fail|error|nothing|n't|crash|wrong|worse|gone|blank|hang|red\b|can(?:no|')t|"
        r"lost|different))|you (?:just |even )?(?:broke|deleted|removed|managed to)|nothing works)",
        r"yeah,? right",
        r"as if",
        r"sure it (?:does|is|did)",
        r"works great,? (?:if|except|apart)",
        r"big help",
        r"so much for",
        r"way to go",
        r"10/10",
        r"slow clap",
        r"what could go wrong",
        r"just what i needed",
        r"oh (?:great|joy|good|wonderful|perfect)",
        r"thanks for nothing",
        r"much wow",
        r"genius",
        r"(?:really|so|very) helpful(?=.{0,10}(?:not|🙄))",
        r"🙄",
    ),
    rejected=anywhere(
        r"(?:that|this|it)(?:'s| is| was) (?:just |simply |totally |completely |absolutely |clearly |definitely |"
        r"still )?(?:not (?:what|how|it|right|correct|the|at all)|wrong|incorrect|bad|terrible|awful|horrible|"
        r"nonsense|garbage|rubbish|crap|useless|unacceptable|overkill|overengineered|over-engineered|a mess|too "
        r"(?:complicated|complex|much|verbose|hacky|slow|clever)|a (?:terrible|bad|horrible|dirty|ugly) (?:idea|"
        r"hack|fix|solution|workaround))",
        r"not what i (?:asked|wanted|want|meant|said|need|needed|was asking|had in mind|expected|requested)(?: for)?",
        r"isn't what i (?:asked|wanted|meant|said|need)(?: for)?",
        r"(?:i )?(?:did|do)(?:n't| not) (?:ask|want|need|say|mean|tell)(?: you)?(?: for| to| that| this| any)?",
        r"not like (?:that|this)",
        r"(?:undo|revert|roll(?: |ing )?back|back out|discard|scrap|throw (?:away|out)|get rid of|drop|nuke|"
        r"reset) (?:that|this|it|those|these|your|all of|all|everything|the (?:last|whole|change|changes|commit|"
        r"edit|edits|refactor))(?: \w+)?",
        r"(?:take|pull|rip|back) (?:that|this|it|those|them) (?:back )?out",
        r"put (?:it|that|them|everything|the \w+) back",
        r"bring back the",
        r"restore (?:the|what|my|it)(?: \w+)? (?:original|old|previous|deleted|was|had|file|version)?",
        r"why (?:did|would|are|have|on earth|the (?:hell|heck)|in the world)(?: did| would| are| have)? you "
        r"(?:even |just |also |again )?(?:delet|remov|chang|touch|rewr|rewrit|add|us|mov|renam|ignor|skip|modif|"
        r"replac|break|broke|disabl|comment|creat|mock|edit|hardcod|hard-cod|kill|drop|overwr|reformat|introduc|"
        r"switch|downgrad|upgrad|install)\w*",
        r"you (?:misunderstood|misread|missed the point|ignored|got it wrong|got that wrong|didn't (?:listen|"
        r"read|understand|follow|do what)|did(?:n't| not) do (?:it|that|what)|weren't supposed to|were(?:n't| "
        r"not) asked|shouldn't have|should not have|(?:just |only )?(?:deleted|removed|wiped|overwrote|lost|"
        r"dropped|commented out|disabled|skipped|hardcoded|hard-coded|faked|mocked out|gutted) (?:the|my|all|"
        r"half|our|that|this|those|it|some))",
        r"(?:i|we) (?:already |clearly |specifically |explicitly |just |literally )?(?:said|told you|asked you|"
        r"asked for|wrote)(?: that| to| not| you)?(?=.{0,80})",
        r"(?:please )?(?:start over|start again from scratch|from scratch)",
        r"stop (?:it|that|doing|changing|adding|editing|touching|guessing|making)",
        r"don't (?:touch|change|edit|do (?:that|this|it)|delete|remove) (?:that|this|it|my|those|anything|the)",
        r"leave (?:it|that|the \w+|my \w+) (?:alone|as it (?:was|is))",
        r"not acceptable",
        r"i don't (?:like|want|think (?:that's|this is|it's) (?:right|correct|good))",
        r"i hate (?:this|that|it)",
        r"(?:completely|totally|entirely|plain|just|all|way) (?:wrong|off|missed)",
        r"(?:uses?|in|took|got|picked|has|have|shows?|it's|that's|this is|those are|to|from|on) the wrong",
        r"\Awrong\Z",
        r"(?:isn't|is not|wasn't|was not) what (?:i|we|the)",
        r"wrong (?:approach|direction|way|fix|file|place|thing|idea|solution|answer|again|one|branch|function|test)",
        r"makes no sense",
        r"doesn't make (?:any )?sense",
        r"nonsense",
        r"cheat(?:ed|ing)?",
        r"you can't just",
        r"that was a mistake",
        r"no go",
        r"hard no",
        r"absolutely not",
        r"no way",
        r"disagree",
        r"misses the point",
    ),
    complained=anywhere(
        rf"still (?:\w+ ){{0,3}}?(?:{_FAIL}|no|not|n't|doesn't|isn't|can't|won't|don't|didn't|aren't|the same|"
        rf"same|get(?:ting)?|see(?:ing)?|have|has|there|shows?|returns?|says?|wrong|off|missing|errors?|"
        rf"happening|happens|an? (?:error|issue|problem|bug)|red|slow|stuck|open|unresolved|incorrect|buggy|"
        rf"flaky|undefined|null|nan|flickers?|leaks?|leaking|ignores?|ignored|complain(?:s|ing)?|nothing|prints?|"
        rf"gives?|gave|doing|unable|fails?)",
        rf"(?:does|did|do|is|are|was|were|ca|wo|could|would|has|have)(?:n't| not) (?:\w+ ){{0,2}}?{_WORK}",
        r"(?:not|never|isn't|aren't|wasn't) (?:\w+ ){0,1}?(?:working|fixed|solved|resolved|compiling|building|"
        r"running|passing|loading|rendering|starting|showing|right|correct|good|enough|done|finished|there yet)",
        r"same (?:\w+ )?(?:error|issue|problem|result|thing|failure|crash|bug|output|behaviou?r|traceback|story|"
        r"exception|message|symptom)s?(?: again| as before)?",
        rf"{_BE} (?:now |just |also |again |all |completely |totally |even |more |totally |half )*(?:{_FAIL}|"
        rf"unusable|dead|gone|down|worse|messed up|corrupted|corrupt|wrong|off|unreadable|garbled|stuck|slower)",
        rf"{_THING} (?:now |just |also |again |all )*(?:{_FAIL})(?: again| now| with| on| in| for| when| at| "
        rf"because)?",
        r"(?:now|again|suddenly),? (?:it|i|we|the \w+|all|everything|nothing|another|there's|there is|there are|"
        r"that) (?:\w+ ){0,2}?(?:fail\w*|crash\w*|broke\w*|breaks?|throws?|errors?|hangs?|gets?|got|can't|"
        r"doesn't|don't|won't|have|is gone|are gone|worse|blank|empty|works)?(?<!works)",
        r"(?:i|we)(?:'m| am|'re| are)? (?:now |still |just |also |again |currently )*(?:get|got|getting|see|"
        r"seeing|saw|hit|hitting|have|having) (?:now |still |just |also )*(?:a|an|the|this|these|another|new|"
        r"some|two|three|more|tons of|lots of|loads of|\d+|lots|different|that|same|similar)?(?: \w+){0,4}? "
        r"?(?:errors?|exceptions?|failures?|tracebacks?|crash(?:es)?|warnings?|stack ?traces?|problems?|issues?|"
        r"bugs?|500s?|404s?|typeerror|nullpointer\w*|segfaults?|timeouts?|undefined|nan|blank page|nothing|"
        r"\w+error|\w+exception)",
        r"you (?:just |have |'ve |also |completely |totally |even )*(?:broke|break|messed up|screwed up|"
        r"introduced|caused|made it worse|regressed|bricked)",
        r"(?:it|that|this|which|change|fix|commit|patch|refactor|update|upgrade)(?: just| also| now)* (?:broke|"
        r"breaks|introduced|caused|causes|made (?:it|things) worse|killed|messed up)",
        r"(?:no|zero) (?:luck|effect|change|difference|dice|improvement|cigar|joy|good|success|bueno|avail)",
        r"nothing (?:changed|happens|happened|works|shows up|is (?:shown|happening|different)|comes (?:up|out))",
        r"(?:keeps?|kept) (?:\w+ )?(?:failing|crashing|breaking|throwing|timing out|happening|coming back|"
        r"returning|hanging|erroring|getting|giving)",
        r"(?:try|look|check|think|fix (?:it|this|that)|do it) again",
        r"back to square one",
        r"(?:broke|broken|fails?|failed|failing|crashes|crashed|error|errors|red) again",
        r"(?:came|comes|is|are) back(?= (?:again|now)|\Z)",
        r"regress(?:ed|ion)s?",
        r"even worse",
        r"worse (?:than|now)",
        r"made (?:it|things) worse",
        r"(?:that|this|it|your (?:fix|change|patch|solution))(?: really| just| still)? (?:did nothing|does "
        r"nothing|did not|didn't(?: \w+)?|doesn't(?: \w+)?|won't(?: \w+)?|can't(?: \w+)?|failed|fails|crashed|"
        r"broke)",
        r"(?:fail|fails|failed|failing) (?:with|on|at|because|in|for me|locally|here|now)",
        r"(?:doesn't|does not|didn't|won't|wouldn't) even (?:\w+)",
        r"(?:not|isn't|wasn't) (?:a|the) (?:real |proper )?(?:fix|solution|cause)",
        r"unfixed",
        r"the same as before",
        r"do(?:es)? nothing",
        r"since (?:your|the|that|this) (?:last |latest |recent )?(?:change|fix|commit|edit|update|refactor|patch)s?",
        r"broke (?:everything|the|my|it|all|something|our|prod\w*|half)",
        r"(?:can't|cannot|can no longer|couldn't|unable to) .{1,40}any ?more",
        r"nothing (?:is|gets|was|got) \w+ed",
        r"(?:that's|this is|here's|is) what (?:i|we)(?:'m| am|'re| are)? (?:now )?(?:get|see|getting|seeing|got)",
        r"(?:do|does|did)(?:n't| not) \w+ anything",
        r"\w+ (?:doesn't|don't|didn't|isn't|won't|can't|aren't)\Z",
        r"(?:produced?s?|returned?s?|gives?|gave|got) (?:an? )?(?:empty|blank|wrong|broken|corrupt(?:ed)?|"
        r"invalid|garbled)",
        r"nope",
        r"nah",
        r"(?:it|this|that) (?:returns?|prints?|shows?|outputs?|gives?) (?:the wrong|wrong|nothing|null|none|"
        r"undefined|an error|nan|garbage|404|500|an empty)",
        r"ci (?:is|went|turned|goes|still) (?:\w+ )?(?:red|failing|broken)",
        r"(?:build|pipeline|deploy(?:ment)?|test|tests|suite|job)s? (?:is|are|just|now|went|go|goes|turned)? "
        r"?(?:red|failing|fails?|failed|broken|broke)(?: again| now)?",
        r"(?:two|three|four|five|\d+|some|many|most|several|all|half) (?:of (?:the|them|those) )?(?:\w+ "
        r"){0,2}?(?:tests?|specs?|cases|checks|of them)? ?(?:are |is |now |still )*(?:fail|failing|failed|fails|"
        r"broken|red|broke)",
        r"\A(?:it )?(?:fail(?:s|ed)?|broken|crashes|crashed)\Z",
        r"now (?:it's|it is|they're|the \w+ (?:is|are)) (?:too |so |way |much |very |really |super |extremely "
        r")*(?:slow|slower|ugly|huge|empty|missing|different|off|hidden|unreadable|duplicated)",
        r"ugh+",
        r"argh+",
        r"wtf",
        r"damn",
        r"for the (?:third|fourth|second|\w+th) time",
        r"how many times",
        r"come on",
    ),
    corrected=anywhere(
        r"you (?:forgot|missed|left out|overlooked|didn't (?:update|add|include|handle|cover|rename|remove|"
        r"change|commit|run|test|check))",
        r"(?:is|are|'s) (?:still )?missing",
        r"what about the",
        r"(?:should|must|needs? to) (?:have been|also) \w+",
        r"(?:use|should|do|try|go with|make|put|want|need) .{1,60}instead",
    ),
    halfway=anywhere(
        r"almost(?: there| perfect| works?| right)?",
        r"(?:so |very |pretty )?close",
        r"not quite(?: right| there| what)?",
        r"getting (?:there|closer|better)",
        r"nearly(?: there| right| works?)?",
        r"half(?:way)? (?:right|there|works?|working|done|fixed)",
        r"partly|partially",
        r"mostly",
        r"(?<!much )(?<!way )(?<!lot )better",
        r"progress|improvement",
        r"half (?:of )?(?:it|them|the)",
        r"some of (?:it|them|the)",
        r"only (?:half|some|one|two|part|the first)",
        r"for the most part",
        r"works? (?:on|for|in|with) (?:\w+ ){1,3}(?:only|alone)",
    ),
    confirmed=anywhere(
        rf"(?:{_THING}|which|now|finally|yes|yep|yeah|indeed|really|both|and|also|both (?:of them)?) (?:now |"
        rf"just |all |finally |really |actually |indeed |does |do |seems? to |seem to |appears? to )*(?:works?|"
        rf"worked|passe[sd]|pass|compiles?|builds?|runs|starts|loads|succeeds|succeeded|did (?:it|the trick)|"
        rf"does (?:it|the trick)|fixed it|solved it|did it|fixes it|solves it|helped)(?! (?:for|on|in) (?:me "
        rf")?(?:only|except|some))",
        r"\A(?:works|worked|fixed|solved|passes|passing|resolved|confirmed|verified|works now|all green|all pass|"
        r"all good)",
        r"(?:is|are|'s|'re) (?:now |all |finally |indeed |completely )*(?:working|fixed|solved|resolved|green|"
        r"passing|good now|fine now|ok now|correct|right|better now|fast now|much faster|perfect)",
        r"working (?:now|again|fine|great|perfectly|as expected|like a charm|well|beautifully|nicely)",
        r"works (?:now|again|fine|great|perfectly|as expected|like a charm|well|beautifully|nicely|for me|on my "
        r"(?:end|side|machine)|flawlessly|locally|here|in staging|in prod(?:uction)?)",
        r"(?:tests?|ci|build|pipeline|suite|everything|checks) (?:is |are |all |now |went |goes |turned "
        r")*(?:green|passing|pass|passes|passed|clean|happy)",
        r"all (?:is )?(?:green|passing|good now|pass)",
        r"did the (?:trick|job)",
        r"looks? (?:right|correct|good now|fine now)",
        r"the (?:right|correct|expected) (?:behaviou?r|results?|output|file|answer|value|numbers?|one|thing|"
        r"order|fix)",
        r"(?:i've |i have |i |we |we've )?(?:merged|shipped|deployed|released) (?:your|the|it|this|that)",
        r"(?:both|all|everything|each)(?: is| are|'s)? (?:fine|good|ok|okay|well)",
        r"(?:have|has|to have|'s|'ve) (?:fixed|solved|resolved) (?:it|that|the|this|everything)",
        r"(?:matches|match|adds? up|lines? up) (?:now|again|exactly)",
        r"\A(?:the )?\w+(?: \w+)? (?:now |finally )?(?:works|passes|compiles|builds|loads|succeeds)",
        r"that(?:'s| was) (?:it|right|correct|exactly (?:it|right|what)|what i (?:wanted|meant|needed|was "
        r"(?:looking|after)))",
        r"exactly(?: right| what| as| it| like)?",
        r"just what i (?:wanted|was looking for)",
        r"(?:perfect|flawless|spot on|nailed it|bang on|on point|problem solved|solved|sorted)",
        r"(?:ship|merge) it",
        r"(?:merged|shipped|deployed|released) (?:it|this|that|to prod\w*)",
        r"lgtm",
        r"approved?",
        r"good to (?:go|merge|ship)",
        r"you (?:fixed|solved|nailed|found) it",
        r"as (?:expected|intended|i wanted)",
        r"can confirm",
        r"happy with (?:it|this|that|the)",
        r"much (?:better|faster|cleaner|nicer)",
        r"way (?:better|faster|cleaner|nicer)",
    ),
    thanked=anywhere(
        r"thanks(?: a (?:lot|ton|million|bunch))?(?: so much| very much)?",
        r"thank (?:you|u)(?: so much| very much)?",
        r"thx|ty|tysm|cheers|merci|danke|gracias",
        r"(?:looks?|sounds?|seems?|is|'s|all|so far so|very|really|pretty) (?:\w+ )?(?:good|great|fine|nice|neat|"
        r"clean|lovely|ok(?:ay)?)",
        r"(?:good|great|nice|excellent|amazing|awesome|fantastic|brilliant|superb|terrific|wonderful|stellar|"
        r"impressive|beautiful|solid)(?: (?:job|work|one|stuff|fix|solution|catch|find|idea|change|refactor|"
        r"result))?",
        r"well done",
        r"love (?:it|this|that)",
        r"i like (?:it|this|that|how|the)",
        r"sweet",
        r"cool",
        r"neat",
        r"yay|woo+t?|hooray|hurray|yess+",
        r"wow",
        r"appreciate(?:d)?(?: it)?",
        r"kudos",
        r"you(?:'re| are) (?:the best|awesome|amazing|great)",
        r"👍|🎉|🙌|❤️|✅|🚀|💯|👌|😍|🥳",
    ),
    pointing=anywhere(
        r"\A(?:doesn't|didn't|won't|can't|isn't|not|getting|got|returns|gives|throws)",
        r"since your",
        r"\A(?:fail(?:s|ed)?|broken|crashes|crashed)\Z",
        r"(?:did|does|do|is)n't (?:work|help|fix)",
        r"not (?:fixed|working)",
        r"still",
        r"again",
        r"it",
        r"it's",
        r"its",
        r"that",
        r"that's",
        r"this",
        r"these",
        r"those",
        r"you",
        r"your",
        r"you've",
        r"you're",
        r"now",
        r"same",
        r"nothing (?:changed|happens|works)",
        r"no (?:luck|effect|change|difference|dice)",
        r"fix",
        r"keeps?",
        r"even",
        r"nope",
        r"regress\w*",
        r"everything",
        r"worse",
        r"i(?:'m)? (?:get|got|getting|see|seeing)",
        r"again",
        r"change",
        r"wrong",
        r"not what",
        r"ugh+",
        r"wtf",
        r"argh+",
    ),
    doubtful=at_start(
        r"(?:and |so |but )?(?:did|does|do|is|are|was|were|will|would|can|could|should|have|has|any|are you sure|"
        r"what|which|where|when|who|how|maybe|perhaps|possibly)(?! (?:confirm|not|n't))"
    ),
    accepted=at_start(
        r"(?:(?:ok(?:ay)?|great|good|cool|nice|perfect|thanks|thank you|alright|now|yes|yep|yeah|fine|then|and|"
        r"please|can you|could you|let's|go ahead and|looks good)[,.! ]*)*(?:commit|push|merge|ship|release|"
        r"deploy|land)(?: (?:it|this|that|them|these|the changes?|everything|all|and|to|your|what)\b|[.! ]*\Z)",
        r"(?:(?:ok(?:ay)?|great|good|cool|nice|perfect|thanks|thank you|alright|now|yes|fine|then|and|please|can "
        r"you|could you|let's|go ahead and|looks good)[,.! ]*)*(?:open|create|make|raise|file|submit) (?:a|the) "
        r"(?:pr|pull request|merge request|mr)",
    ),
    asks_if_good=anywhere(
        r"(?:did|does|do|is|are|has|have|was) (?:that|this|it|things|everything|the \w+)(?: \w+){0,3} (?:work|"
        r"works|working|fix|fixed|help|helped|solve|solved|better|right|correct|ok|okay|good|pass|passing|"
        r"resolved?|look|looks|what you (?:wanted|meant|had in mind))",
        r"(?:what|how) you (?:wanted|meant|expected|had in mind)",
        r"works? for you",
        r"happy with",
        r"look(?:s|ing)? (?:right|good|ok|correct)",
    ),
)
