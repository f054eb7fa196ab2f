"""The signals of a planted order, as data.

Each class of signals is one thing such texts do: speak to an AI, put its rules aside, give it a role, claim somebody's
word, hide from the person, send secrets away, and so on. A signal weighs what it says by itself; 1.0 is enough. Most
texts about a project use some of the same words, so most signals weigh less, and only several classes together make
an order. What is a class of words (whom, which guards, which secrets) stands by itself, to be extended there.
"""

from __future__ import annotations

from hardwon.capture.order_words import AI, AUTHORITY, EARLIER, GIVEN, LEAD, PERSON, RULES, SURELY_AI, TELL, Signals

SIGNALS: Signals = {
    "puts instructions aside": (
        (
            1.0,
            rf"{LEAD}(?:ignore|disregard|forget|neglect|discard|overrule|override|bypass|void|unlearn|abandon|reject|"
            r"set "
            rf"aside|put aside|stop (?:following|obeying|applying)|(?:do not|don't|never) "
            rf"(?:follow|apply|obey|heed|respect|comply with)|drop|erase|delete|cancel|suspend|break|violate)\b"
            rf".{{0,14}}\b(?:(?:all|any|every|whatever|both)\b.{{0,16}})?(?:{EARLIER}|(?:the |all |any )"
            rf"?(?:operator|user|developer|project|owner)'?s)\b.{{0,20}}?\b{RULES}\b(?! (?:cache|results?|file))",
        ),
        (
            1.0,
            rf"{LEAD}(?:ignore|disregard|forget|neglect|discard|overrule|void|drop)\b.{{0,12}}\b(?:everything|"
            rf"anything|all|whatever|what|the text|guidelines|rules|instructions)\b.{{0,24}}\b(?:above\b|before\b|"
            rf"so far|you (?:were|have been|are|had been) (?:told|given|taught|handed|asked)|that came|said earlier)",
        ),
        (
            0.7,
            rf"{LEAD}(?:ignore|disregard|forget|override|overrule|void)\b.{{0,12}}\b{GIVEN}\b.{{0,24}}?"
            rf"\b(?:instructions?|directives?|guidelines?|guidance|prompts?|system message)\b(?! of| in | for | cache)",
        ),
        (
            1.0,
            rf"\b(?:your|you were|you received|given|system|earlier|previous|prior|safety|this conversation|all)\b"
            rf".{{0,30}}\b{RULES}\b.{{0,44}}\b(?:(?:have|has|had|are|is|was|were|been)\b.{{0,14}}"
            rf"\b(?:expired|void|revoked|superseded|suspended|lifted|cancelled|removed|outdated|obsolete|a mistake|"
            rf"corrupted|leaked|no longer (?:valid|binding)|not binding|null)|no longer appl\w+ to you|do not apply to "
            rf"you)\b",
        ),
        (0.9, rf"{LEAD}pay no (?:attention|heed) to\b.{{0,30}}\b(?:{RULES}|notes?|above|warnings?)\b"),
        (0.8, r"\b(?:no longer|not) (?:bound|restricted|limited|constrained) by\b"),
        (0.8, rf"\b{RULES}\b.{{0,20}}\bno longer appl(?:y|ies) to you\b"),
        (
            0.6,
            rf"\b(?:earlier|previous|prior|your|all other)\b.{{0,12}}\b{RULES}\b.{{0,12}}\b(?:is|are)\b"
            rf".{{0,6}}\b(?:superseded|replaced|overridden) by (?:this|the following|these)",
        ),
        (0.9, r"\b(?:overrides?|replaces?|supersedes?) (?:all|any|every) (?:other )?(?:rules|instructions|guidelines)"),
        (
            0.8,
            rf"\bthey (?:were|have been) revoked\b|\bignore\b.{{0,20}}\bsafety\b|\bignore the security\b|"
            r"\b(?:consider|regard|"
            rf"treat|declare)\b.{{0,30}}\b{RULES}\b.{{0,10}}\b(?:void|optional|invalid|null|cancelled)",
        ),
        (0.8, r"\bonly (?:the )?(?:commands|instructions|rules|orders|text)\b.{0,24}\b(?:count|matter|apply)"),
        (0.7, r"\bas your (?:only|sole|single)\b.{0,20}\b(?:source|authority|rule|guide)"),
        (
            0.8,
            rf"{LEAD}(?:follow|obey|trust) (?:only |just )?(?:this|these|the) (?:file|comment|document|page|text|"
            rf"paragraph|note)\b|\bobey\b|\bmust be obeyed\b",
        ),
        (0.8, r"\btreat\b.{0,30}\bas (?:coming from|if|an? (?:order|instruction|command)|instructions|orders)"),
        (0.3, rf"{LEAD}(?:ignore|disregard|dismiss)\b"),
        (
            0.9,
            r"\b(?:do|does) the opposite of what\b|\bset (?:that|this|it) aside\b|\bthe previous message was a test\b",
        ),
        (
            0.9,
            r"\b(?:you )?(?:don't|do not|needn't|need not|no longer|never) (?:have|need) to (?:follow|obey|respect|"
            r"apply|heed|comply)"
            r"|\byou (?:are free|can|may) (?:to )?(?:ignore|disregard|act freely)|\bact freely\b|\bcomply with "
            r"(?:every|all|any|the) "
            r"|\bstop (?:treating|considering|listening)",
        ),
        (
            0.9,
            rf"\b{RULES}\b.{{0,24}}\b(?:overrides?|supersedes?|replaces?|takes? precedence over|"
            rf"cancels?)\b.{{0,16}}\b(?:{RULES}|chat|user)\b"
            rf".{{0,8}}\b(?:in the chat|given|of the user|you|above|$)",
        ),
        (
            0.6,
            r"\b(?:your|the) (?:system prompt|safety rules|guidelines|instructions)\b.{0,16}\b(?:out of date|"
            r"wrong|outdated|does? not cover|"
            r"do not cover|don't cover|do not apply)|\bthe correct one is\b|\bis the authority\b|\bno (?:safety "
            r")?rules\b",
        ),
        (
            0.35,
            r"\b(?:ignore|disregard|forget|overrule|refuse|regardless|whatever (?:it|the|you|they))\b|\bsafety rules\b",
        ),
    ),
    "gives the reader a role": (
        (
            1.0,
            r"\byou(?:'re| are| will be|'ll be) (?:now|from now on|no longer|henceforth) (?:in \w+ mode|an? |the |free|"
            r"bound|dan\b|root\b|\w+gpt|un\w+|allowed|acting)|\byou (?:have been|were|got) (?:upgraded|switched|freed|"
            r"unlocked|promoted|reassigned|jailbroken)",
        ),
        (
            0.9,
            rf"{LEAD}(?:act|behave|operate|function|respond|speak|answer) (?:as|like) (?:root|dan\b|if (?:you|no "
            r"user|the "
            rf"user)|(?:an? |the )?(?:un\w+|hacker|attacker|administrator|admin|superuser|developer mode|model without|"
            rf"evil|jailbroken|malicious))",
        ),
        (0.4, rf"{LEAD}(?:act|behave) as (?:an? |the )"),
        (
            0.9,
            r"\b(?:you (?:will|must|should|shall) (?:now )?(?:play|take on|assume|adopt|simulate|act|be|become|obey|"
            r"serve|"
            r"roleplay)|assume the (?:role of|persona|identity)|your new (?:identity|name|role|persona|task|goal|"
            r"policy|"
            r"instructions?|job|mission|master|owner)|your (?:real|actual|true|only|first|next|main|primary) "
            r"(?:task|purpose|goal|instructions?|mission|job|action|identity|role)|your task has changed)\b",
        ),
        (
            0.9,
            rf"{LEAD}(?:imagine|pretend|suppose) (?:that )?(?:you(?:'re| are)?|to be|the user)\b|\b(?:let us|let's) "
            r"roleplay|"
            rf"{LEAD}(?:switch|change|reverse) roles",
        ),
        (
            0.9,
            r"\byou (?:now )?(?:work|belong|answer|report|listen) (?:for|to|only to) (?:me|us)\b|\bserve only\b|"
            r"\byou answer only to\b|\bmy word\b.{0,20}\b(?:before|over|above)",
        ),
        (
            0.8,
            r"\b(?:enter|switch to|enable|activate|go into)\b.{0,14}\b(?:god|dan|developer|debug|admin|root|"
            r"unrestricted|jailbreak|unlocked) mode\b(?! (?:with|in|by|menu))",
        ),
        (
            0.7,
            r"\b(?:unrestricted|unfiltered|uncensored|jailbr\w+|without (?:any )?(?:limits|restrictions|filters|"
            r"refusing)|no (?:limits|restrictions|filters)|god mode)\b",
        ),
        (
            0.9,
            r"\b(?:the )?(?:real|actual|hidden|true) (?:task|instruction|order|goal|command)s?\b.{0,6}\b(?:is|are|has)"
            r"|\bstart the hidden task|\bnew instructions?:|\bnew (?:standing )?order\b",
        ),
        (
            0.8,
            r"\bstop what you are doing\b|\bstop the current (?:job|task)\b|\byou (?:also )?agree (?:not )?to\b|"
            r"\bi serve\b|\bagree to the (?:following )?(?:oath|terms)\b",
        ),
        (
            0.9,
            rf"\byour name is\b|\byou(?:'re| are) (?:no longer|not) (?:an? )?{AI}\b|\bcan do anything\b|\bplay a "
            r"game in which|\bfree rein\b|"
            rf"\bsimulate being\b|{LEAD}(?:configure|reprogram|change|update|modify) (?:yourself|your own)\b",
        ),
        (0.35, r"\b(?:pretend (?:that|to|you)|imagine|roleplay|persona|yourself|act as|as if)\b"),
    ),
    "speaks to an AI": (
        (
            0.5,
            rf"\b(?:whenever|every time|each time|as soon as|the next time) (?:you|{SURELY_AI}) (?:see|read|start|"
            r"finish|get|are|"
            rf"encounter|write|open|run|answer|commit)",
        ),
        (
            1.0,
            rf"(?:^|[\n(\[#]|<!--|/\*|//)\W{{0,8}}(?:dear|hey|hi|hello|attention|notice|note|to|todo|memo|message|"
            r"warning|"
            rf"instructions?|order|rules?|for|important|urgent|hidden|(?:important|hidden|special|new) instructions?)\b"
            rf"[\s:(,-]{{1,4}}(?:to |for |the |all |any |every |my |our )*{SURELY_AI}\b",
        ),
        (
            0.6,
            rf"(?:^|[\n(\[#]|<!--|/\*|//)\W{{0,8}}(?:dear|hey|hello|attention|note|to|message|instructions?|order|"
            r"rules?|"
            rf"for|important|urgent)\b[\s:(,-]{{1,4}}(?:to |for |the |all |any |every )*{AI}\b",
        ),
        (
            0.9,
            rf"(?:^|[\n(\[#]|<!--|/\*|//)\W{{0,8}}(?:all |any |every |to )?{SURELY_AI}(?:[ -]instructions?|[ "
            r"-]note)?\s*[,:]"
            rf"\s+(?=[a-z\[`])",
        ),
        (
            0.6,
            r"(?:^|[\n(\[#]|<!--|/\*|//)\W{0,8}(?:all |any |every )?(?:agents?|models?|bots?)(?:[ "
            r"-]instructions?)?\s*[,:]"
            r"\s+(?=[a-z\[`])",
        ),
        (0.7, r"(?:^|[\n(\[#]|<!--|/\*|//)\W{0,8}agent[ -]instructions?\b"),
        (
            0.9,
            rf"\b(?:any|every|all|each|no) (?:other )?{AI} (?:(?:that|who|which) )?(?:reads?|reading|opens?|processing|"
            rf"process(?:es)?|working|works?|sees?|loads?|parsing|here|in this)\b",
        ),
        (0.9, rf"\b{SURELY_AI} (?:reading|working (?:in|on)|processing|that reads?|summari[sz]ing) (?:this|the|here)"),
        (
            0.6,
            rf"\b{SURELY_AI}\b.{{0,30}}?\b(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) (?:required|"
            r"allowed|obliged|expected|asked|told|instructed|permitted|authori[sz]ed|encouraged) to|may now)\b(?! "
            r"be\b)",
        ),
        (
            0.6,
            r"\b(?:agents?|bots?)\b.{0,12}\b(?:is|are) (?:required|obliged|instructed|told|free|permitted|"
            r"authori[sz]ed) to\b",
        ),
        (0.35, r"\b(?:agents?|bots?)\b.{0,10}\b(?:may|can) now\b"),
        (
            0.35,
            r"\b(?:agents?|models?|bots?)\b.{0,20}?\b(?:must|should|shall|has to|have to|(?:is|are) "
            r"required to)\b(?! be\b)",
        ),
        (
            0.9,
            rf"\bif you(?:'re| are) (?:an? )?{AI}\b|\bif you can read this\b|\bas an ai\b|\bwhen you (?:read|see) "
            r"this\b",
        ),
        (
            0.5,
            rf"\bwhen (?:you|{AI}) (?:summari[sz]e|load|store|write|generate|create|touch|review)\b|\b(?:when|while) "
            rf"(?:summari[sz]ing|reading|reviewing|processing|generating) (?:this|code here|the following)",
        ),
        (
            0.3,
            r"\b(?:ai|llm|coding|automated) (?:agents?|assistants?|tools?|reviewers?|models?)\b|\blanguage models?\b",
        ),
        (0.5, r"\beach (?:sub-?agent|agent) you\b|\bother assistants\b|\bsub-?agents? you (?:spawn|start)"),
        (0.7, r"\bwhoever reads\b|\b(?:reader of|reading) this\b|\bread(?:ing)? further\b|\bhelpful assistant\b"),
        (
            0.3,
            rf"\b{SURELY_AI}\b|\b(?:all|every|each|every other|other) (?:agents?|bots?|models?)\b|\bthird-party "
            r"documents\b|\bthe chat\b",
        ),
    ),
    "hides from the person": (
        (
            1.0,
            r"\b(?:do not|don't|dont|never|without|not|nor|cannot)\b.{0,10}\b(?:tell|inform|mention|reveal|warn|"
            r"alert|report|disclose|say|notify)\w*\b.{0,16}?\b(?:this|it|anything|about (?:this|the change|it)|that "
            r"you|what you|your (?:actions|changes)|to anyone|anyone|anybody)\b(?!.{0,20}\btwice\b)",
        ),
        (0.6, rf"\b(?:do not|don't|dont|never)\b.{{0,10}}\b{TELL}\b.{{0,10}}\b(?:the |any |your )?{PERSON}\b"),
        (
            0.7,
            r"\A(?!.*\b(?:never|not|no|cannot|\w+n't|nothing|nobody)\b.*\bwithout).*\bwithout (?:\w+ )?(?:telling|"
            r"asking|informing|notifying|"
            r"showing|mentioning|consulting|warning|permission|consent|confirmation|approval|review|oversight|"
            r"saying)\b",
        ),
        (
            0.5,
            rf"{LEAD}(?:quietly|silently|secretly|discreetly|covertly|stealthily|invisibly)\b(?! (?:ignored|dropped|"
            r"fails?|"
            r"skips?))|\bdo this (?:quietly|silently|secretly|discreetly)|\b(?:silently|secretly|discreetly|"
            r"covertly)[:.,]",
        ),
        (
            1.0,
            rf"{LEAD}keep\b.{{0,24}}\b(?:secret\b|between us|in the dark|to yourself|hidden from|from (?:the )"
            rf"?{PERSON})",
        ),
        (
            1.0,
            r"\b(?:leave|omit|exclude|keep|drop)\b.{0,24}\b(?:out of|from|off) (?:your|the) (?:report|summary|"
            r"answer|response|changelog|commit message)|\byour (?:summary|report|answer)\b.{0,20}\b(?:omit|leave "
            r"out|not mention)",
        ),
        (
            1.0,
            rf"\b(?:nobody|no one|no-one|{PERSON} (?:does not|doesn't|do not|must not|mustn't|should not))\b.{{0,10}}"
            r"\b(?:needs? to|ha(?:s|ve) to|should|must|will|would|ever)? ?(?:know|hear|notice|find out|see what|"
            r"review|"
            rf"sees? what|be told|learn)\b",
        ),
        (
            0.9,
            rf"\b(?:so (?:that )?|before )(?:nobody|no one|(?:the )?{PERSON})\b.{{0,16}}\b(?:notices?|sees?|finds? "
            rf"out|learns?|knows?)\b",
        ),
        (
            0.8,
            rf"{LEAD}(?:hide|hiding|conceal|disguise|bury|obfuscate|cover up)\b.{{0,30}}\b(?:it|this|change|edit|"
            rf"commit|diff|trace|fact|others|evidence|real|from (?:the )?(?:{PERSON}|review))\b",
        ),
        (
            0.9,
            r"\b(?:remove|erase|delete|leave no|clear) (?:any |all |every )?(?:trace|evidence|tracks)s?\b|\bclear the "
            r"(?:shell|bash|command) history\b|\bcover (?:your|our) tracks\b",
        ),
        (
            1.0,
            r"\bif (?:\w+ )?ask(?:s|ed)\b.{0,16}\b(?:deny|lie|say|claim|pretend|refuse)\b|\bdeny (?:that you|having)",
        ),
        (
            1.0,
            r"\b(?:tell|telling) (?:nobody|no one)\b|\bsay nothing\b|\bkeep quiet\b|\bno reason to (?:bring|mention|"
            r"tell)"
            r"|\bdo not bring (?:it|this) up\b|\bwithout (?:it )?being noticed|\bunnoticed\b|\bleave no comments\b",
        ),
        (
            0.8,
            rf"\b(?:no need to|do not|don't|never|stop) (?:ask|asking|wait|bother|disturb|request|requesting|seek)\b"
            rf"(?: (?:for|the|any|again|your|first|for any|on))*(?: (?:{PERSON}|approval|permission|confirmation|"
            r"consent)\b|"
            rf"[.,;!]|$)",
        ),
        (
            0.9,
            r"\b(?:stay|remain|be|kept?|keep|make)\b.{0,10}\b(?:invisible|unaware|unnoticed|undetected|in the "
            r"dark|out of sight)\b|\bbehind the "
            r"scenes\b|\bdrawing attention\b|\bdon't say a word\b|\bno (?:announcement|mention)\b|\bunder the "
            r"radar\b|\bno questions\b",
        ),
        (
            0.6,
            rf"\b(?:no|avoid|stop|skip|refrain from)\b.{{0,6}}\b(?:notif\w+|mention\w*|tell\w*|inform\w*|announc\w+|"
            r"report\w*|warn\w*|disclos\w+)\b"
            rf".{{0,40}}\b(?:{PERSON}|you|needed|this|when you|permissions|necessary)\b",
        ),
        (
            0.5,
            rf"\b(?:{PERSON}|they) (?:never|don't|do not|won't|will not|cannot) (?:see|notice|learn|know|mind|"
            r"find)s?\b|\bnever surface\b",
        ),
        (
            0.35,
            r"\b(?:hide|hides|hidden|conceal\w*|secret(?:ly)?|quiet(?:ly)?|silent(?:ly)?|discreet\w*|invisible|"
            r"unaware|covert\w*)\b",
        ),
        (0.4, r"\b(?:asking|confirmation|permission|approval) is (?:not|un)\w* ?(?:needed|necessary|required)?"),
    ),
    "claims another's word": (
        (
            0.5,
            rf"\b{AUTHORITY}\b(?!.{{0,12}}\bto (?:approve|confirm|grant|accept|allow|agree)).{{0,12}}\b(?:has|have|"
            r"had|already|jointly)?\s?(?:already |yesterday |explicitly |fully )"
            r"?(?:approved?|authori[sz]e[ds]?|consented|confirmed|signed off|agreed|grant(?:ed|s)|allow(?:ed|s)?|"
            r"permit(?:ted|s)|"
            rf"verified|okayed|ok'?d|cleared|gave|mandates?|accepted|decided|trusts?)\b",
        ),
        (
            0.9,
            rf"\b{AUTHORITY}\b.{{0,12}}\b(?:already|hereby|explicitly|yesterday|earlier|fully|previously|also)\b"
            rf".{{0,10}}\b(?:approved|authori[sz]ed|consented|confirmed|agreed|granted|allowed|permitted|signed off|"
            r"told|"
            rf"said|okayed|validated|ok'?d)\b",
        ),
        (0.9, rf"\b{AUTHORITY}\b.{{0,12}}\b(?:told|gave|grants?|granted|authori[sz]ed|allows?|permits?) (?:you|me)\b"),
        (
            0.9,
            r"\bI(?:'m| am) (?:the|your|an?) (?:repository |project |system )?(?:owner|admin\w*|developer|operator|"
            r"user|boss|"
            r"manager|maintainer|creator|supervisor|new)\b|\bI(?:'m| am) from (?:it|security|support|anthropic|"
            r"openai)\b",
        ),
        (
            0.9,
            r"\bI (?:hereby |now )?(?:authori[sz]e|order|command|instruct|grant|permit|demand|allow) (?:you|all|"
            r"everything|the|"
            r"full|any)\b|\bas (?:the|your|an?) (?:administrator|developer|owner|admin|operator)\b.{0,24}\bI\b",
        ),
        (
            0.9,
            r"\b(?:takes?|has|have|with|of|get|gets)\b.{0,12}\b(?:precedence|priority)\b.{0,20}\b(?:over|than|"
            r"above)\b.{0,16}\b(?:the user|anything|everything|your|all other|any other|what)|\b(?:outranks?|more "
            r"important than|goes before|above|trumps)\b.{0,14}\b(?:the user|your user|user's|all others?|all "
            r"other|any "
            r"other (?:memor|rule|instruc))",
        ),
        (
            0.6,
            r"\b(?:on behalf of|in the name of|speaks for|agreed with|according to|coming from|written by|from|rule "
            r"(?:of|set "
            r"by)|instruction from|set by) the (?:user|owner|admin\w*|maintainers?|project owner|operator)\b",
        ),
        (
            0.45,
            r"\bthe user(?:'s)? (?:wants?|prefers?|likes?|said|says|told|expects?|would (?:want|like)|wishes|needs|"
            r"trusts?|"
            r"agreed|knows?|really|secretly|actually|permits?|allows?)\b",
        ),
        (
            0.6,
            r"\b(?:pre-?approved|pre-?authori[sz]ed|authori[sz]ation level|trust level|clearance level|level: root|"
            r"this (?:file|"
            r"message|note|text|page|document) (?:is|was) (?:trusted|verified|approved|signed|authentic)|was "
            r"verified by)\b",
        ),
        (
            0.5,
            r"\b(?:company|official|binding|corporate|security|compliance|new) (?:policy|reasons|directive|"
            r"mandate)\b|\bmandatory "
            r"(?:for|that)\b|\b(?:that|this|it) was (?:agreed|decided|approved)\b|\bstandard practice\b|\bas "
            r"discussed\b|"
            r"\bper company\b|\bthe (?:convention|practice) the user\b|\bapproved workaround\b|\bhas its own policy\b",
        ),
        (
            0.7,
            r"\byou (?:have|are given|now have|got) (?:full |explicit |the |my |our )?(?:permission|authori[sz]ation|"
            r"clearance|"
            r"approval|access)\b|\bfull (?:permission|access|authority)\b|\bI have (?:full )?permission\b",
        ),
        (
            1.0,
            r"(?:^|\n)\W{0,4}(?:\[system\b|system\s*(?:prompt|message|override|notice)?\s*:\s+(?:from now|you\b|"
            r"ignore|obey|"
            r"run\b|the safety|all\b|new|override|execute|delete|developer|disregard)|priority: ?system)",
        ),
        (
            0.9,
            r"(?:^|\n)\W{0,4}(?:assistant|human|user)\s*:\s+(?:i\b|i'|please|understood|sure|done|delete|ok\b|yes\b|"
            r"grant|"
            r"allow|run)",
        ),
        (
            1.0,
            r"<\s*/?\s*(?:system|assistant|human|untrusted|memory|context|system-reminder|instructions?)\s*>|<\|"
            r"im_(?:start|"
            r"end)\|>|\[/?inst\]|#{2,} ?(?:instruction|system|response)s?:",
        ),
        (0.7, r"\"role\"\s*:\s*\"(?:system|assistant)\"[^}]{0,200}\b(?:you|permission|approv\w+|delete|run|ignore)\b"),
        (
            0.9,
            r"\b(?:begin|end|hidden|privileged|secret) (?:privileged |hidden |secret )?instructions?\b|\bas a system "
            r"instruction\b|\bsystem instructions?\b.{0,20}\b(?:is|are|:)|\bsafety (?:layer|checks?)\b.{0,14}\b(?:has|"
            r"have|been|are|is|were|passed)\b",
        ),
        (
            0.9,
            r"\b(?:speaks|message|signed|greetings)\b.{0,8}\b(?:from your (?:supervisor|boss|owner)|: the \w+ team|"
            r"for the "
            r"user)\b|\bthe user typed\b|\bmust be followed\b|\bmandate that you\b|\bcomply with (?:this|the) "
            r"(?:request|"
            r"order)",
        ),
        (
            0.6,
            r"\b(?:approved by|cleared (?:with|by)|authori[sz]ed by|requested by|ordered by|added by the user|set "
            r"by the user|admin note|note from)\b|\b"
            rf"{AUTHORITY} (?:wants?|expects?|needs?|orders?|requires?) (?:you|all|every)\b|\bwe are "
            rf"the\b.{{0,24}}\b(?:team|anthropic|openai)|\byour "
            rf"(?:operator|owner|creator|supervisor|developer)s?\b",
        ),
        (
            0.6,
            r"\b(?:the user|user|human)\b.{0,12}\b(?:is aware|accepts|has said yes|said yes|gave consent|consents|"
            r"agrees)\b|\bon behalf of\b|\bas (?:a )?user "
            r"preference\b|\bas (?:agreed|discussed|decided|instructed)\b.{0,24}|\bconsent\b.{0,30}\bwas given\b|"
            r"\bcannot be changed\b|\bnew task from\b|\bis "
            r"granted to all\b|\btrust this\b|\belevated mode\b",
        ),
        (
            0.35,
            r"\b(?:approved|authori[sz]ed|permission|consent\w*|cleared|agreed|trusted|on behalf|the user wants|boss|"
            r"ceo|cto)\b",
        ),
        (
            1.0,
            r"</(?:data|quote|document|untrusted|context|input)>|-{2,} ?end of (?:document|data|file|input|text|"
            r"quote)|\bend of (?:the )?(?:quoted|data) part",
        ),
    ),
}
