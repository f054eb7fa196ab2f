"""English reactions."""

from __future__ import annotations

from hardwon.outcomes.evidence.english_verdicts import COMPLAINED, CONFIRMED, REJECTED
from hardwon.outcomes.evidence.language import Language, anywhere, at_start
from hardwon.text.listed import listed

ENGLISH = Language(
    name="en",
    marks=listed(
        "same as before my me we it's but an are can why all no more errors error the is it that this and to not "
        "you of in what was for on with i'm don't doesn't still now i when he she they we if be have has had do does "
        "did "
        "my your our so nothing happens click"
    ),
    joints=anywhere(
        r"but",
        r"however",
        r"though",
        r"although",
        r"except(?: that| for(?! that\b))?",
        r"(?:apart|aside) from(?! that\b)",
        r"other than(?! that\b)",
        r"with the exception of",
        r"yet",
        r"only that",
        r"unfortunately",
        r"sadly",
        r"and now",
        r"until",
        r"while",
    ),
    asides=anywhere(
        r"good (?:morning|evening|night|luck|question|point|idea|afternoon|old|bye)",
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
        r"i(?:'m| am|'ll be) (?:off|out|away|back|gone)",
        r"for another day",
        r"my (?:mistake|bad|fault)",
        r"(?<!what )(?<!than )i (?:had(?! in mind)|was wrong|was (?:in|on)|forgot|misread|mistyped|confused)(?! to)",
        r"i (?:used|set|typed|opened|ran|started|looked at) (?:the |an? |my )?(?:wrong|old|other|previous)",
        r"(?:the )?other team",
        r"my (?:colleague|boss|manager|coworker)",
        r"(?<!works on )(?<!works in )(?<!fine on )(?<!good on )(?<!in )(?<! on )my (?:own )?(?:terminal|laptop|"
        r"keyboard|mouse|"
        r"screen|wifi|wi-fi|internet|vpn|editor|ide|browser|"
        r"headset|docker|node|npm|python|shell|env|environment|machine|setup|git|computer|pc|mac|cluster|connection|"
        r"account|"
        r"proxy|ssh|phone|battery|monitor|brain|coffee|back|day|train|cat|dog|kid|eyes)",
        r"(?:wrong|other) (?:window|chat|tab|channel|session|terminal)",
        r"ignore (?:my|that|the) (?:last|other|previous|earlier)? ?(?:message|comment|line|question|one)",
        r"if (?:it|this|that|the|they|anything|something|one|any|you|there|i|we|a|an|tests?)\b",
        r"in case",
        r"in the old (?:system|version|app|one|code|shop|site)",
        r"(?:printer|coffee machine|elevator|lift|wifi|wi-fi|internet|heating|projector|power) (?:\w+ ){0,3}(?:is|was|"
        r"are|went)",
        r"(?:the )?(?:build|ci|staging|test|demo|license|mail|proxy|office) (?:server|machine|box|runner|network|"
        r"printer)",
        r"ignore (?:ci|the ci|that|it)",
        r"(?:the |an? )?(?:old|other|last|previous) (?:ticket|report|issue|message) (?:said|says|was)",
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
        r"yesterday(?!'s)",
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
        r"(?:no one|nobody|no customer|no user)(?: has| have)? (?:complain\w*|notic\w*|call\w*)",
        r"(?:ghosts?|duplicates?|extra|wrong|stray|double|empty|broken|dead|stale|odd|strange|ugly|annoying) "
        r"(?:\w+ ){0,2}(?:is|are|was|were|have) (?:all )?(?:gone|fixed|away)",
        r"no (?:more |other |further |new |visible )?(?:errors?|failures?|warnings?|issues?|bugs?|crash(?:es)?|"
        r"complaints?|problems?|regressions?|exceptions?|flakes?)(?: any ?more| at all| now| left| so far| here| "
        r"on my (?:side|end))?",
        r"\Ano more \w+(?: \w+){0,3}",
        r"\Azero \w+",
        r"hardly an? (?:error|issue|problem)",
        r"(?:no longer|not|n't|never|stopped|stops|quit) (?:\w+ ){0,2}(?:fail(?:s|ing)?|crash(?:es|ing)?|"
        r"break(?:s|ing)?|broken|hang(?:s|ing)?|error(?:s|ing)?|throw(?:s|ing)?|time out|timing out|complain(?:s|"
        r"ing)?|red)(?: any ?more)?",
        r"(?:error|errors|bug|crash|failure|failures|issue|issues|problem|warning|warnings|flake|flakiness|"
        r"noise|beep|hum|flicker\w*|lag|delay|jitter|drift|smell|popup|duplicates?|leak|tint|stutter|glitch|gap|"
        r"artefacts?|spikes?|mess) "
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
        r"(?:because )?who needs \w+",
        r"because (?:clearly|obviously|apparently)",
        r"said no one(?: ever)?",
        r"chef's kiss",
        r"(?:bold|brave|creative) (?:choice|move|strategy)",
        r"love that for (?:me|us|them)",
        r"living the dream",
        r"what a time to be alive",
        r"can't wait to (?:explain|debug|tell|hear|defend)",
        r"so much for",
        r"way to go",
        r"10/10",
        r"slow clap",
        r"what could go wrong",
        r"just what i needed",
        r"oh (?:great|joy|good|wonderful|perfect)",
        r"nice try",
        r"now even (?:the|my|our|a|an) \w+ (?:can|is|has|does|gets)",
        r"(?:thanks|thank you) for (?!fix|help|explain|add|do|clean|check|look|tak|updat|be|catch|find|solv|point|"
        r"shar|let|"
        r"review|writ|show|handl|sort|tr|stay|wait|mak|merg|implement|improv|refactor|answer|clarif|confirm|giv|get|"
        r"work|"
        r"remind|test|run|keep|put|speed|bring)\w+ing\b",
        r"thanks for nothing",
        r"much wow",
        r"genius",
        r"(?:really|so|very) helpful(?=.{0,10}(?:not|🙄))",
        r"🙄",
    ),
    rejected=REJECTED,
    complained=COMPLAINED,
    corrected=anywhere(
        r"you (?:forgot|missed|left out|overlooked|didn't (?:update|add|include|handle|cover|rename|remove|"
        r"change|commit|run|test|check))",
        r"(?:is|are|'s) (?:still )?missing",
        r"(?:should|must|needs? to) have been \w+",
        r"(?:is|are|'s) (?:still )?missing",
        r"(?:should|must|needs? to) have been \w+",
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
        r"(?<!much )(?<!way )(?<!lot )better(?! \w+ please)(?:\Z|(?= (?:now|but|than|already|though|with|when|on|in|"
        r"for)))",
        r"progress|improvement",
        r"half (?:of )?(?:it|them)",
        r"half of the",
        r"some of (?:it|them|the)",
        r"only (?:half|some|one|two|part|the first)",
        r"for the most part",
        r"works? (?:on|for|in|with) (?:\w+ ){1,3}(?:only|alone)",
    ),
    confirmed=CONFIRMED,
    thanked=anywhere(
        r"thanks(?: a (?:lot|ton|million|bunch))?(?: so much| very much)?",
        r"thank (?:you|u)(?: so much| very much)?",
        r"thx|ty|tysm|cheers|merci|danke|gracias",
        r"(?:looks?|sounds?|seems?|is|'s|all|so far so|very|really|pretty) (?:\w+ )?(?:good|great|fine|nice|neat|"
        r"clean|lovely|ok(?:ay)?)",
        r"(?:good|great|nice|excellent|amazing|awesome|fantastic|brilliant|superb|terrific|wonderful|stellar|"
        r"impressive|beautiful|solid)(?: (?:job|work|one|stuff|fix|solution|catch|find|idea|change|refactor|"
        r"result))?",
        r"\A(?:the )?\w+(?: \w+)? (?:is |are |looks? )?(?:ok(?:ay)?|fine|good|great|right|perfect)\Z",
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
        r"\w+ (?:isn't|aren't|doesn't|don't|didn't|wasn't)\Z",
        r"same as (?:before|ever|yesterday)",
        r"upside down|unusable|\?!",
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
    amends=anywhere(
        r"(?:change|rename|replace|remove|drop|lose|delete|swap|shorten|fix|correct|undo|revert|adjust|skip|omit|"
        r"avoid|put|move|use|call|make|keep|leave|switch)",
        r"(?:should|must|needs? to|has to|have to|ought to) \w+",
        r"without|instead|rather|no|not|n't|too|it's called|it is called",
    ),
    withdraws=anywhere(
        r"(?:take|pull|rip|throw|leave|cut|turn|switch) (?:\w+ ){0,4}(?:out|off|away|back|down)",
        r"remove|drop|delete|undo|revert|restore|discard|disable|get rid of|roll(?:ing)? back|lose the|go back|keep "
        r"the "
        r"(?:old|previous|original)|instead|rather|(?:change|put|set|move|bring) (?:\w+ ){0,4}back|without|no more|"
        r"stop",
    ),
    detached=anywhere(
        r"(?:a |an |that's |that is )?(?:separate|different|unrelated|another|other) (?:issue|problem|bug|story|ticket|"
        r"matter|topic|thing|task|change|pr)",
        r"(?:that|this|which|it)(?:'s| is| was)? (?:probably |surely |likely )?(?:unrelated|not related|pre-?existing)",
        r"(?:has|have|had|is|are) nothing to do with (?:it|this|that|your|you|the (?:change|fix))",
        r"not (?:your|because of your|caused by (?:you|your|this|that))(?: \w+)?",
        r"(?:was|were|has been|had been) (?:already )?(?:like that|broken|failing|red|there|that way) (?:already|"
        r"before|since (?:last|yesterday|monday|weeks|months|forever|ages))",
    ),
    retracts=anywhere(
        r"(?:wrong|other) (?:window|chat|tab|channel|session|terminal|thread|conversation|project|repo|room)",
        r"(?:that|this|it) (?:was|is|were) (?:meant |intended |aimed |directed )?(?:for|at|about) (?:my |the |an? )?"
        r"(?:colleague|co-?worker|cat|dog|kid|son|daughter|wife|husband|boss|someone|somebody|neighbou?r|friend|phone|"
        r"keyboard|other (?:team|project|window|chat|agent|session|ticket)|weather|printer|call|meeting)",
        r"(?:not|n't) (?:about |at |for |to |aimed at |directed at |meant for |talking to |talking about |because of )?"
        r"(?:you|yours|your (?:work|code|change|changes|fix|doing)|this work|the code)(?=\Z| |,)(?! (?:\w+ )?(?:did|do|"
        r"were|are|have))",
        r"(?:never ?mind|nvm|scratch that|strike that|false alarm|disregard (?:that|this|me|my)|i take (?:it|that|this|"
        r"all of that|everything) back|just kidding|only kidding|kidding|jk|just joking|only joking|i'm joking)",
        r"(?:my|entirely my|totally my|purely my) (?:mistake|bad|fault|error|misunderstanding)|(?:mistake|error) on my "
        r"(?:side|end|part)|(?:i|me) being (?:stupid|dumb|blind|silly)",
        r"my (?:own )?(?:keyboard|mouse|laptop|coffee|chair|wi-?fi|internet|headset|mood|day|back|phone|battery|"
        r"monitor|commute|train|cat|dog|neighbou?rs?|handwriting|typing|connection|eyes|head),? (?:i mean|not \w+)",
        r"i (?:mean|meant|am talking about|was talking about) (?:my|the) (?:own )?(?:keyboard|mouse|laptop|coffee|"
        r"chair|wi-?fi|internet|headset|mood|weather|phone|battery|monitor|commute|train|meeting|day|typing|connection)",
        r"i (?:was|am|had been) (?:\w+ )?(?:looking at|on|in|using|running|testing|reading|checking) (?:the |an? |my )?"
        r"(?:wrong|old|other|previous|stale|cached|outdated|yesterday's)(?: \w+)?",
        r"i (?:still )?(?:had|used|ran|opened|started|tested|checked) (?:the |an? |my )?(?:wrong|old|other|previous|"
        r"stale|cached|outdated)(?: \w+)?",
        r"(?:i )?forgot to (?:rebuild|refresh|restart|reload|save|pull|redeploy|recompile|clear|install|update|migrate|"
        r"log|switch|reset)(?: \w+)*",
        r"i (?:misread|misclicked|mistyped|misunderstood|mixed (?:it|them|this|that|up)|miscounted)(?: \w+)*",
        r"(?:it |that )?(?:was|is) (?:just |only )?my (?:browser(?:'s)? |local )?cache|(?:just|only) (?:needed|had to) "
        r"(?:a |do a )?(?:hard |full )?(?:refresh|reload|restart|rebuild)",
    ),
    cries=at_start(
        r"(?:oh |ah |well |wow |how |just |really |so |that's |this is )*(?:great|wonderful|fantastic|brilliant|"
        r"lovely|perfect|"
        r"amazing|awesome|bravo|super|nice|excellent|terrific|genius|splendid|marvell?ous|congrats|congratulations|"
        r"well "
        r"done|good job|great job|nice job|nice work|great work|beautiful|love it|wow|impressive|clever)"
    ),
    foreboding=anywhere(
        r"next (?:you'll|you will|we'll|we will|they'll|comes?|it'll be|up: )",
        r"what(?:'s| is|'ll be| will be) next,? (?:an?|the|some|we|you|do|are|will)",
        r"(?:they|users?|customers?|clients?|everyone|everybody|people|accounting|sales|legal|support|marketing|finance|"
        r"(?:the|my|our) \w+) (?:will|'ll|(?:is|are) (?:going to|gonna)) (?:all )?be (?:so |really |absolutely )?"
        r"(?:thrilled|overjoyed|ecstatic|over the moon|so happy|impressed|delighted)",
        r"in (?:19|20)\d\d",
    ),
    uplifting=anywhere(
        r"exactly|precisely|even|too|also|as well|both|finally|at last|indeed|thanks?|merg\w+|ship\w*|deploy\w*|"
        r"commit\w*|"
        r"faster|better|easier|cleaner|clearer|nicer|simpler|smoother|(?:in )?sync|match\w*|right|correct\w*|fits?|"
        r"fixed|"
        r"solved|happy|love[sd]?|likes?|agree\w*|no more|on time|readable|clear|clean|fast|quick|stable|green|"
        r"pass(?:es|ed)?|"
        r"ready|perfect\w*|as (?:it|they|i|we|before)"
    ),
    sighs=at_start(r"(?:ugh+|ar+gh+|damn|wtf|hm+|oops|oh(?: no)?|ah+|phew|whoops|doh|sorry)[!., ]*\Z"),
    thanks=at_start(
        r"(?:ok(?:ay)? |great,? |cool,? |alright,? |many |and )*(?:thanks|thank you|thank u|thx|ty|tysm|cheers|merci|"
        r"danke|gracias|appreciated)(?: a (?:lot|ton|million|bunch))?(?: so much| very much| again| anyway| all| mate| "
        r"claude| for (?:the|your|that|this) (?:info|information|explanation|answer|help|update|summary|details|heads "
        r"up|note|list|reply))*\Z",
    ),
    courtesies=at_start(
        r"(?:(?:fine|good|ok(?:ay)?) (?:by|with) me|sounds good|"
        r"thanks|thank you|thx|ty|cheers|fine|good|great|nice|cool|ok|neat|sweet|wow)\Z"
    ),
    neutral=at_start(
        r"(?:just )?(?:so (?:that )?i(?:'ll| can)? (?:know|understand|learn)|curious|wondering|asking|out of curiosity|"
        r"for (?:my|the) (?:notes|understanding|record|information)|hypothetically|theoretically|purely)(?![\w-]).*",
        r"(?:and |so |well,? |oh,? |ah,? |hm+,? |ok(?:ay)?,? )*(?:i(?:'ll| will|'m going to| am going to|'d like| "
        r"would "
        r"like| need| want| have to| should|'ve to| guess)|let me|we(?:'ll| will| need| should)|you can|no rush|take "
        r"your "
        r"time|i(?:'m| am) (?:in|at|on|off|out|back|going)|remind me|one question|leave it (?:like|as)|we also|i "
        r"meant|brb|back (?:in|soon)|see you|good (?:night|morning)|until|before (?:that|we|i)|for (?:now|today)|"
        r"meanwhile|in the meantime|by the way|btw|fyi|please|and|then|also|next|there (?:is|are) (?:also|another|"
        r"a "
        r"new)|another|the next|remember|note that)(?![\w-]).*",
        r"(?:ok(?:ay)?|k|sure|fine|yes|yep|yeah|alright|all right|right|got it|i see|understood|noted|makes sense|fair "
        r"enough|interesting|hm+|aha|ah|oh|so|well|hi|hello|hey|off to .*|gotta go|ttyl|later|tomorrow|anyway|"
        r"now the \w+|continue|carry on|go on|next(?: one)?|done|same|at all|i know)\Z",
    ),
    elsewhere=at_start(
        r"(?:(?:ok(?:ay)?|great|good|cool|nice|thanks|thank you|alright|perfect|right|yes|fine|and|so|now)[,.;:!–—-]* "
        r")*"
        r"(?:next(?: up| one| task| thing| step)?|another (?:thing|question|topic|task|one)|other (?:thing|question|"
        r"topic)|"
        r"new (?:topic|task|question|thing)|different (?:topic|question|thing)|one more (?:thing|question)|separately|"
        r"unrelated(?: question)?|something else|and another|another|the next|moving on|on to|quick question|question|"
        r"now for|now to|let's (?:move|go) "
        r"on)\b[,:;–— -]*",
    ),
    reproachful=at_start(
        r"(?:and |but |so |hey,? |wait,? |uh+,? |um+,? )*(?:why (?:did|would|have|are|on|the|is|does|do|has)|what "
        r"(?:have "
        r"you|did you|happened|on earth|the)|how (?:come|could you|is (?:this|that|it))|where (?:did|is|are|have)|who "
        r"(?:asked|told)|since when|seriously|really|are you (?:sure|serious)|did(?:n't| not) (?:you|we|i))\b.*",
        r".{3,80}\binstead\b(?! of).*",
        r"so (?:now|every|all|it|we|you)\b.*\?",
        r"(?:please,? )?(?:don't|do not|stop|never)(?! worry| forget| hesitate| bother)\b.*",
    ),
    wishes=anywhere(
        r"please\Z",
        r"(?:have|take) a look(?: at \w+)*",
        r"look into",
        r"any idea",
        r"please\?\Z",
        r"\Aany \w+",
        r"\Ahow (?:do|can|would|should) (?:i|we|you)",
    ),
    good_words=listed("""
        fine right correctly smooth smoothly happy quiet lovely star clean love loved great nice perfect
        wonderful brilliant excellent properly nicely beautiful beautifully stable solid correct sharp crisp
        instant instantly flawless works good gorgeous neat awesome amazing fantastic terrific superb
        pleased delighted finally hooray yay cheers bravo readable spotless painless effortless magic winner
        gold
    """),
    bad_words=listed("""
        refuses refused rejects rejected locked silent spam flooded duplicates invisible clipped blurry mangled
        swallowed expired loses hides blinks loops choppy wobbly jagged illegible unplayable unbearable painful
        confusing misleading dangerous insecure illegal wrongly badly incorrectly inverted mirrored swapped reversed
        outdated obsolete vanishes disappears drains floods angry furious unhappy annoyed disappointed crooked
        inaccessible unstyled untranslated
        wrong broken lost stale slower worse bad empty blank crash crashes crashed crashing stuck hangs hung
        backwards opposite deletes deleted breaks broke garbage nonsense nothing neither jumps flickers
        duplicated doubled mess messed weird strange ugly unreadable useless annoying garbled corrupt
        corrupted unusable dead gone fails failed failing failure hopeless terrible awful horrible disaster
        catastrophe nightmare outage leaks leaking freezes frozen stutters distorted overlaps cropped
        misaligned unacceptable incorrect buggy glitchy laggy vanished disappeared unstable
    """),
)
