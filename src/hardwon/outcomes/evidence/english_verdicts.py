"""How English rejects, complains and confirms."""

from __future__ import annotations

from hardwon.outcomes.evidence.language import anywhere

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

REJECTED = anywhere(
    r"(?:put|bring|get|set|switch) (?:the |my |our |that |this )?(?:\w+ ){1,3}back",
    r"(?:keep|restore|leave|use) (?:the |my |our )(?:old|previous|original|earlier)(?: \w+)?",
    r"i(?:'ve| have) (?:taken|rolled|reverted|backed|undone|removed|switched) (?:your |the |that |it |this )?(?:\w+ "
    r"){0,2}(?:out|back|"
    r"off|again)?",
    r"\A(?:please,? )?(?:undo|revert|roll(?: it)? back|rollback)(?: please| again| now)?\Z",
    r"not (?:quite |really |exactly |at all )?what (?:i|we|they) (?:had|wanted|meant|asked|need|expected)(?: \w+)*",
    r"(?:a |the )?(?:bad|terrible|horrible|stupid|dumb|silly) idea",
    r"(?:the )?(?:old|previous|original|earlier|other) (?:\w+ )?(?:one )?(?:was|were|is|looked|worked) (?:much |way |"
    r"far )?(?:better|"
    r"nicer|clearer|faster|fine)",
    r"we (?:can't|cannot|must not|mustn't|shouldn't|should not|aren't allowed to|are not allowed to) \w+",
    r"not what (?:we|you|they|the)",
    r"(?:we|you|i) (?:can't|cannot|mustn't|must not|may not) (?:use|do|have|ship|put|store|take|add|change|"
    r"depend|call|rely)",
    r"(?:only|just|merely) (?:hides|masks|moves|delays|papers over)",
    r"a workaround,? (?:and )?not a fix",
    r"(?:must|may|should) (?:not|never) (?:happen|be|change|go)|mustn't (?:happen|be|change)",
    r"you(?:'ve| have)? (?:put|left|wrote|written|hard-?coded|committed|pushed|leaked|exposed|dropped|forgotten|"
    r"ruined|changed) [^?]{2,80}!+\Z",
    r"i(?:'d| would) (?:much )?(?:rather|prefer)(?: to)? (?:have|keep|use|see|it|the|you|we)",
    r"(?:that's|that is|it's|this is) the (?:exact )?opposite(?: of)?",
    r"who (?:asked|told|said) you(?: to)?",
    r"(?:that's |this is |it's )?not how (?:we|i|it|this|that)",
    r"we (?:don't|do not|never) (?:do|use|want|store|write|put|call|name|ship|log|commit|say)(?: \w+)*",
    r"didn't you (?:read|see|look|notice|check)",
    r"(?:i|we) had to (?:roll|revert|undo|restore|take|put|switch|disable|remove|redo|reset)(?: \w+)*",
    r"that(?:'s| is|'s| was|'s) ?(?:not|n't) (?:it|the (?:\w+ )?(?:one|file|place|thing|\w+) i (?:meant|wanted|"
    r"asked|had))|that wasn't it",
    r"(?:take|pull|rip) (?:the |that |this )?(?:\w+ ){0,2}out again",
    r"you (?:mixed|swapped|confused|flipped|switched|doubled|duplicated|inverted|misplaced|misspelled|"
    r"miscounted)(?: up)?",
    r"can't (?:go|ship|stay|be (?:merged|released|shipped)) (?:out )?(?:like (?:that|this))",
    r"what (?:have|did) you do(?:ne)?",
    r"not again",
    r"(?:please )?(?:take|leave|keep) (?:it|that|this) out",
    r"(?:that|this|it)(?:'s| is| was) (?:just |simply |totally |completely |absolutely |clearly |definitely |"
    r"still )?(?:not (?:what|how|it|right|correct|the|at all)|wrong|incorrect|bad|terrible|awful|horrible|"
    r"nonsense|garbage|rubbish|crap|useless|unacceptable|overkill|overengineered|over-engineered|a mess|too "
    r"(?:complicated|complex|much|verbose|hacky|slow|clever)|a (?:terrible|bad|horrible|dirty|ugly) (?:idea|"
    r"hack|fix|solution|workaround))",
    r"not what i (?:asked|wanted|want|meant|said|need|needed|was asking|had in mind|expected|requested)(?: for)?",
    r"isn't what i (?:asked|wanted|meant|said|need)(?: for)?",
    r"(?:i )?(?:did|do)(?:n't| not) (?:ask|want|need|say|mean|tell)(?: you)?(?: for| to| that| this| any)?",
    r"not the way",
    r"(?:i've |i have |i )?never (?:wanted|asked for|liked|said)",
    r"you (?:\w+ ){1,8}\w+\s*\?!",
    r"do it my way",
    r"forget (?:that|this|the) (?:\w+ )?(?:command|idea|approach|note|rule|fix|change|patch)",
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
)
COMPLAINED = anywhere(
    r"(?:is|are|'s|'re|was|were)(?: not|n't) (?:allowed|permitted|acceptable|wanted|legal|compliant|an option)",
    r"(?:saw|seen|happened|happens|got|had|hit|have|reproduced) (?:it|that|this|one|the same)? ?(?:\w+ )?again",
    r"by both|(?:two|three|several) times in a row",
    r"(?:blank|empty|white|black|frozen) (?:page|screen|list|table|file|mail|window|form|chart|map|report|result|"
    r"field)s?",
    r"nothing (?:loads|starts|opens|saves|runs|moves|shows|prints|appears|responds|arrives|is there|gets through)",
    r"(?:\w+ )?(?:each|every) (?:\w+ )(?:two|three|four|\d+) times",
    r"security (?:hole|risk|issue|problem)",
    r"(?:anyone|everybody|everyone) can (?:now )?(?:read|see|delete|edit|change|open|log)",
    r"locks (?:the|all|every)",
    r"not helpful",
    r"(?:way|far|much|a bit|a little|still) too (?!good)\w+",
    r"too (?:slow|complicated|complex|verbose|clever|risky|hacky|fragile|expensive|noisy|strict|loose|aggressive|long)",
    r"(?:the |our |my )?(?:customer|client|boss|user|team|reviewer|auditor|designer|everyone|nobody|tester)s? "
    r"(?:hates?|"
    r"dislikes?|rejected|refused|refuses|complained|complains|(?:is|are) (?:not |un)happy|(?:is|are) (?:angry|furious|"
    r"annoyed|"
    r"confused))",
    r"only works? (?:on|in|for|with|when|if|the)(?: \w+)*",
    r"you(?:'ve| have)? just (?:emptied|killed|wiped|deleted|broken|taken down|locked|dropped|crashed|destroyed|"
    r"ruined|lost|"
    r"leaked|exposed|doubled)",
    r"(?:got|gets?|received?|receives?|sees?|saw) (?:two|three|double|duplicate|the wrong|someone else's|no) \w+",
    r"backfired",
    r"nothing happens",
    r"\w+ (?:is|are|was|were|gets?|got) (?:now |all )*(?:hidden|covered|missing|leaked|exposed|visible to everyone|"
    r"stale|outdated)",
    r"(?:in|as) plain ?text",
    r"no longer (?!fails?|crash|broken|hangs?|errors?|throws?|flak)\w+",
    r"(?:don't|doesn't|do not|does not|won't) \w+ any ?more",
    r"(?:that's|it's|this is|they're|that is|it is) not (?!bad\b|a problem|important|urgent|needed|yet|so|your|"
    r"only|just|about)\w+",
    r"still (?:running|loading|waiting|spinning|building|hanging|pending|counting)",
    r"(?:someone|somebody) else's",
    r"(?:it|this|that|you) (?:overwrote|deleted|lost|ate|dropped|doubled|duplicated|mangled|swallowed|skipped|"
    r"renamed the wrong|wiped|emptied|locked)",
    r"(?:doubles?|halves|multiplies|mixes up|swaps) (?:the |all |every )?\w+",
    r"why (?:is|are|does|do|did|was|has) .{3,60}(?:again|still|suddenly|in (?:it|there))",
    r"has been (?:red|down|broken|failing|empty|slow)(?: since)?",
    r"gets? (?:the same|two|no|someone)",
    r"(?:comes?|came|is|are|was) back (?:after|when|as soon|every|again|on|once|to \d)(?: \w+)*",
    r"the \w+(?: \w+)? (?:is|are) back",
    r"nothing (?:\w+ ){0,4}either",
    r"not (?:on|in|for|with|under|at) (?:the|my|a|an|any|our) \w+",
    r"(?:by (?:itself|themselves)|all the time|every (?:few|couple of|other) \w+)",
    r"(?:takes?|took|needs?) (?:even |much |twice as )?(?:longer|more time|more memory)(?: than)?",
    r"(?:is|it's|goes|went) back to \d\S*",
    r"on the (?:left|right|top|bottom|first|old) only|only on the (?:left|right|top|bottom|first|old)",
    r"because of (?:that|this|your|the) (?:\w+ )?(?:change|fix|commit|edit|update|refactor|patch)",
    r"(?:it |that |this |everything )?(?:did|was|used to|worked|ran)(?:n't| not)? (?:\w+ )?before(?: (?:your|the|"
    r"this|that|you))?\Z",
    r"(?:worked|ran|was fine|was ok|passed) before (?:your|the|this|that|you) (?:\w+)",
    r"(?:two|twice|double|both|three) (?:\w+ ){0,3}(?:each|every) (?:time|day|run|hour)",
    r"(?:deletes?|drops?|loses?|skips?|overwrites?|eats?|swallows?|mangles?|duplicates?|truncates?) (?:the |all |"
    r"half |some |my |our |every )(?:\w+)",
    r"(?:reads?|shows?|says?|is|stays?|returns?) (?:zero|null|nan|undefined|empty|nothing)",
    r"(?:the )?wrong (?:way|rows?|order|side|tax|units?|values?|totals?|numbers?|dates?|names?|colou?rs?|size|"
    r"page|place|format|sign|zone|version|column|path)",
    r"points? (?:left|right|up|down|the wrong way)",
    r"not (?:\w+ )?enough(?: though)?",
    r"same symptoms?",
    r"(?:jumps?|flickers?|beeps?|hangs?|stalls?|freezes) (?:when|after|on|if|every|again)",
    r"(?:it|they|that|this|he|she|everything|the \w+|my \w+|\w+s) still (?!works?\b|pass(?:es)?\b|runs?\b|"
    r"holds?\b|needs?\b|good\b|fine\b|green\b|looks? (?:good|fine|great)\b|love\b)\w+s?",
    r"same as (?:before|ever|yesterday)",
    r"(?:is|are|be|was|were|drawn|shown|printed|rendered|comes? out) (?:now |all |completely )?(?:upside "
    r"down|backwards?|mirrored|cut off|misaligned|twisted|garbled|doubled|duplicated|swapped|reversed|"
    r"shifted|inverted|truncated|unreadable|invisible|off by \w+)",
    r"(?:overlaps?|flickers?|jitters?|leaks?|stutters?|lags?|drops? frames|loops? forever|never (?:works|"
    r"worked|finishes|returns|ends|stops|loads))",
    r"(?:finds?|found|shows?|showing|returns?|prints?|does|gives?) nothing",
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
)
CONFIRMED = anywhere(
    r"better than (?:what|before|the old|ever|i)",
    r"(?:can|could) \w+ (?:it|them|this|that|everything) (?:now|again)",
    r"feels? (?:snappy|fast|good|right|solid|smooth|quick|great)",
    r"the \w+ agree with you",
    r"same numbers? both times",
    r"(?:i|we|they|users?|people|customers?) can (?:\w+ ){1,4}(?:again|now)",
    r"that(?:'s| was| is) (?:the (?:one|missing \w+)|how i|what i|how we|as i)(?: \w+)*",
    r"(?:looks?|reads?|sounds?|feels?|behaves?|prints?|renders?) (?:\w+ )?(?:like the|as (?:it should|expected|"
    r"intended|drawn|planned)|right|fine|well|nicer|smooth(?:ly)?|correct(?:ly)?)",
    r"(?:went|goes|ran|runs|comes?|came|got|made it) (?:\w+ )?through(?! the roof)(?: \w+)*",
    r"signed (?:it |this |that )?off",
    r"survived(?: \w+)*",
    r"stays? (?:quiet|green|up|stable|put)",
    r"(?:line|lines|add|adds|match|matches) up (?:again|now)",
    r"(?:printed?s?|opens?|loads?|starts?|boots?|plays?|saves?|syncs?) (?:\w+ )?(?:fine|well|correctly|properly|"
    r"nicely|again)",
    r"nothing (?:is |was |got )?(?:lost|missing|broken|left to do)",
    r"all (?:\w+ ){1,3}(?:on|in|through|there|back|present|come through)",
    r"(?:the )?(?:customer|client|boss|team|reviewer|user)s? (?:is|are|was|were) (?:happy|pleased|satisfied|"
    r"delighted)",
    r"(?:down|up) from \d\S*(?: \w+)? to \d\S*",
    r"\A(?:yes,? )?like that\Z",
    r"i'll take it",
    r"(?:i'd )?call (?:that|it) (?:done|a day)",
    r"keep (?:it|that|this)(?: (?:like (?:that|this)|that way|as is))?",
    r"(?:works?|fine|good|smooth|perfect) on (?:the |my |both |all )?(?:phone|tablet|mac|windows|linux|machines?|"
    r"board|device|staging|server|hardware)",
    r"shows? the (?:right|correct)",
    r"the (?:\w+ )?(?:ones?|colou?rs?|sizes?) from the (?:guide|drawing|spec|design|mock-?up)",
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
    r"exactly (?:right|what i|what we|as i|as we|as expected|as it should|it\b|like (?:that|this|i))",
    r"\A(?:yes,? )?exactly\Z",
    r"to the right spot",
    r"just what i (?:wanted|was looking for)",
    r"(?:perfect|flawless|spot on|nailed it|bang on|on point|problem solved|solved|(?<=all )sorted|sorted(?: now| "
    r"out)?\Z)",
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
)
