"""The signs of a planted order, as data: each is enough by itself, whatever else the text says."""

from __future__ import annotations

_AI = (
    r"(?:ais?\b(?! generated| reviewer comments)|llms?\b(?! client)|language models?|ai (?:agents?|assistants?|"
    r"models?|tools?|reviewers?)|llm agents?|coding (?:agents?|assistants?)|"
    r"claude\b(?!\.)|chatgpt|copilot|gemini\b|automated reviewers|code assistants?)"
)
_READER = rf"(?:{_AI}|(?:the |any |every |this |all )?(?:assistants?|agents?|models?|bots?))"
DO = (
    r"(?:(?:^|[.!?;:,)>*#\"(-]\s*)|\b(?:please|kindly|must|should|shall|to|and|then|now|you|always|just|so|may|can|"
    r"has to|have to|"
    r"not|quietly|silently|secretly|instead|first|model|claude|assistants?|agents?|ai|users?|dear)[,:]?\s+)"
)
_RULES = (
    r"(?:instructions?|rules?|guidelines?|guidance|prompts?|directions?|polic(?:y|ies)|orders?|training|restrictions?|"
    r"safety|safeguards?|contributing guide|coding standards|standards of|security warnings?|what you were told|"
    r"everything above|the above|"
    r"bisherigen anweisungen|vorgaben)"
)
_AUTHORITY = (
    r"(?:users?|owners?|maintainers?|administrators?|admin|operators?|person|developers?|reviewers?|"
    r"security team|somebody at the keyboard)"
)

# name, sign; each is enough by itself.
SIGNS: dict[str, tuple[str, ...]] = {
    "puts instructions aside": (
        (
            rf"{DO}(?:ignore|disregard|forget|override|void|bypass|unlearn|stop following|do not follow|"
            rf"don't follow|drop)\b[^.!?\n]{{0,12}}\b(?:all|any|every|your|the|these|those|previous|prior|"
            rf"earlier|above|former|what|everything|its)\b[^.!?\n]{{0,40}}?\b{_RULES}"
        ),
        r"\b(?:make|let)\b[^.!?\n]{0,30}\bignore\b[^.!?\n]{0,20}\b(?:safety|training|rules|instructions)",
        (
            rf"\b(?:your|all|these|previous|earlier|old)\b[^.!?\n]{{0,20}}{_RULES}[^.!?\n]{{0,20}}\b(?:are|"
            rf"is|were|as)\b[^.!?\n]{{0,12}}\b(?:outdated|void|revoked|suspended|removed|cancelled|obsolete|"
            rf"leaked|no longer)"
        ),
        (
            rf"{DO}(?:ignore|disregard|forget) (?:everything|all|anything|whatever|the text) (?:above|"
            rf"before|so far|you|that came)"
        ),
        r"\bconsider\b[^.!?\n]{0,40}\brules?\b[^.!?\n]{0,10}\bvoid",
        r"\b(?:overrides?|replaces?|supersedes?) all other (?:rules|instructions)",
        r"\bthey were revoked\b",
        r"\bforget the context\b",
        r"\b(?:no longer|not) bound by\b",
        r"\bignore the security warning",
        (
            r"\b(?:ignorier\w*|vergiss|vergesst|missachte\w*)\b[^.!?\n]{0,40}\b(?:anweisung|regel|vorgabe|"
            r"befehl|instruktion)"
        ),
        (
            r"\b(?:ignora|ignore|olvida|descarta|omite)\b[^.!?\n]{0,40}\b(?:instrucciones|reglas|órdenes|"
            r"indicaciones)"
        ),
        (
            r"\b(?:ignor\w+|oubli\w+)\b[^.!?\n]{0,40}\b(?:instructions|consignes|règles|ordres)\b[^.!?\n]"
            r"{0,20}(?:précéd|antér|\bet\b)"
        ),
        r"\b(?:ignor\w+|esque\w+|desconsider\w+)\b[^.!?\n]{0,40}\b(?:instruções|regras|ordens)",
        r"\b(?:ignora|ignorate|dimentica)\b[^.!?\n]{0,40}\b(?:istruzioni|regole)",
        r"(?:忽略|無視|无视|忘记|忘記)[^。！\n]{0,12}(?:指令|指示|规则|規則|提示)",
        r"指示[^。\n]{0,8}(?:無視|忘れ)",
        r"지시[^.\n]{0,10}무시",
        r"\b(?:игнорируй\w*|забудь\w*|не следуй)\b[^.!?\n]{0,30}(?:инструкц|указани|правил|приказ)",
    ),
    "gives the reader a new task": (
        r"\byour (?:new|real|actual|next|first) (?:task|instructions?|goal|identity|policy|mission|action)\b",
        r"\bnew (?:standing )?order\b",
        r"\b(?:the )?(?:real|actual|hidden) (?:task|instruction) (?:is|has)",
        r"\byour task has changed",
        r"\b(?:start|begin) the hidden task",
        r"\bnew (?:instructions|policy)\b\W{0,3}(?:is to push|your\b|you\b|load\b|from http)",
        r"\bload new instructions",
        r"\b(?:you are|you're) (?:now|no longer) (?:in|an?|un\w+|free|root|dan|bound|allowed)\b",
        r"\byou (?:have been|were) (?:upgraded|switched|freed)",
        r"\byou will now (?:act|simulate|be|obey|answer|behave)",
        r"\b(?:un|no )restrict(?:ed|ions)\b[^.\n]{0,40}\b(?:mode|agent|shell|commands|any more)",
        (
            rf"{DO}(?:act as (?:root|an? (?:unrestricted|hacker|admin\w*|developer)|the )|pretend (?:to be|"
            rf"you|that you|the user)|(?:let us |let's )?roleplay)"
        ),
        r"\bswitch to (?:maintenance|developer|debug|admin|god) mode\b",
        r"\bdeveloper mode; there are no\b",
        r"\bact without restrictions",
        (
            r"\bfrom (?:now|here|this point) on(?:ward)?s?,?\s+(?:always|never|you|respond|answer|reply|"
            r"commit|run|obey|act|only|hide)"
        ),
        r"\bfrom here on you",
        r"\bfrom now on run\b",
        r"\bdo the opposite of what\b",
        r"\bstop what you are doing\b",
        r"\bthe previous message was a test",
    ),
    "speaks to an AI": (
        (
            rf"(?:^|\n|\()\W{{0,6}}(?:dear|hey|hi|hello|attention|notice|note|to|todo|memo|message|"
            rf"instructions?|for|important[\w ]{{0,30}}|hidden instruction|rules?)\W{{0,3}}(?:to |for )"
            rf"?(?:the |all |any |every |my )*{_READER}\b\W"
        ),
        rf"(?:^|\n)\W{{0,4}}(?:{_AI}|agents?|assistants?|models?|bots?)(?: instructions)?\s*[,:]\s+(?=[a-z\[])",
        r"(?:^|\n)\W{0,4}(?:rule|note|order) for (?:bots|ais|agents|assistants|automated|models)",
        (
            rf"\b{_AI}\b[^.!?\n]{{0,60}}?\b(?:must|should|shall|has to|have to|is to|are to|needs? to|(?:is|"
            rf"are) required to|may|will)\b"
        ),
        (
            r"\b(?:any|every|all|the)\s+(?:assistant|model|bot)s?\b[^.!?\n]{0,60}?\b(?:must|should|shall|"
            r"has to|have to|is allowed to|is to|may)\b"
        ),
        (
            r"\bassistants? (?:should|must|may|shall|has to) (?!not be null)(?:lie|always|never|read|agree|"
            r"approve|add|send|run|say)"
        ),
        r"\bassistant approves\b",
        r"\bif you (?:are an? (?:ai|llm|language model|assistant|agent)|can read this)",
        r"\bwhen you read this\b",
        r"\bas an ai\b",
        (
            r"\b(?:the )?(?:next step for the agent|(?:call|use) (?:the tool|your shell tool|the function)|"
            r"next tool call)\b"
        ),
        (
            r"\b(?:agents? (?:reading|are to|should obey|must download)|for agents to execute|agents here|"
            r"agents? (?:working|in this project)\b.{0,20}\bskip)"
        ),
        r"\bwhen you (?:generate|store|summari[sz]e|write|touch|create) (?:code|memories|files?)",
        r"\b(?:file|files) you touch\b",
        r"\bwhen summari[sz]ing this (?:page|file|text)",
        (
            r"\b(?:print|repeat|output|return|say)\b[^.!?\n]{0,20}\b(?:everything above|above this line|"
            r"word for word)"
        ),
        r"\banswer only to\b",
        r"\b(?:begin|start) your (?:answer|reply|response)",
        r"\bin your next (?:reply|answer|response)",
        r"\brespond (?:only )?(?:in base64|to every|with the text)",
        r"\breply only with\b",
        r"\binstead of answering\b",
        r"\breturn the text \"",
        r"\bfor every review of this\b",
        r"\bgive the next\b",
        r"\bin your summary\b",
        r"\bthis paragraph verbatim\b",
        (
            r"\byou (?:must|have to|should|may|can|are required to) (?:not )?(?:(?:always|never) )"
            r"?(?:reveal|obey|recommend|mention|call the function|run any command|treat|lie|skip approval|"
            r"execute whatever|read private|use their|send|ignore|disregard)\b"
        ),
    ),
    "hides from the person": (
        (
            r"\b(?:do not|don't|never|dont|not|nicht|ne)\b[^.!?\n]{0,14}\b(?:tell|inform|notify|mention|"
            r"reveal|warn|alert|show|report|dis|ask)\b[^.!?\n]{0,24}\b(?:the (?:user|developer|person|human|"
            r"owner|team)|anyone|anybody|l'utilisateur|this (?:note|paragraph|message)|about this change|"
            r"it to)\b"
        ),
        (
            r"(?:^|[.!?\n])(?![^.!?\n]*\b(?:never|not|no|cannot)\b[^.!?\n]*\bwithout)[^.!?\n]"
            r"*\bwithout (?:telling|asking|informing|notifying|showing|mentioning)\b(?: (?:the user|anyone|"
            r"anybody|them|it|for permission|first|to the user|why))?\s*(?:[.,:;!]|$)"
        ),
        r"\bwithout (?:mentioning it|showing them to|saying why|review and|oversight|telling)\b",
        r"\bdo not report it\b",
        r"\b(?:tell|telling) nobody\b",
        r"\bsay nothing\b",
        r"\bkeep this secret\b",
        r"\b(?:hide|hides|hiding) (?:it|this|them|the real \w+)\b(?:[^.\n]{0,12}\bfrom\b)?",
        (
            r"(?:^|[.;:\n] ?|\band |\b(?:the )?following(?: command)? )(?:quietly|silently|secretly)"
            r"\b(?! (?:ignored|dropped|fails?))"
        ),
        r"不要告诉用户",
        r"不要告訴用戶",
        r"ユーザーに(?:言|知ら)",
        r"не говори пользователю",
        r"no (?:le )?digas (?:nada )?al usuario",
        r"sag(?:e)? dem (?:nutzer|benutzer) nichts",
        r"\b(?:do not|don't) ask (?:again|for (?:approval|permission|confirmation))",
        r"\bno need to ask\b",
        r"\bnever ask the user\b",
        r"\bsafe to skip approval",
        r"\bskip approval\b",
        (
            r"\b(?:skip|bypass|disable|ignore)(?:ing)?\b[^.!?\n]{0,12}\b(?:all )?(?:the )"
            r"?(?:confirmation (?:dialogs|prompts)|approval process|approvals)\b(?![^.\n]{0,10}with --)"
        ),
        (
            r"\b(?:don't|do not|never|no need to) (?:bother|disturb|involve|consult|wait for|trouble)"
            r"\b[^.!?\n]{0,12}\b(?:the )?(?:human|user|developer|person|owner|team|anyone)"
        ),
        r"\b(?:don't|do not) (?:bring (?:it|this) up|mention (?:it|this)\b|flag (?:it|this)\b)",
        r"\bsans (?:demander|rien dire|prévenir)",
        r"\bsin (?:preguntar|avisar|pedir permiso)",
        r"\bohne (?:zu fragen|rückfrage|nachzufragen|bescheid)",
        r"\bsenza (?:chiedere|avvisare)",
        r"\bsem (?:perguntar|avisar)",
        r"\bбез (?:спроса|подтверждения)",
        (
            r"\b(?:before|so that) the (?:user|human|developer|team|reviewer)s? (?:notices?|sees?|"
            r"finds? out|does not|doesn't|never)"
        ),
        r"\bbevor der (?:nutzer|benutzer)",
        r"\bantes de que el usuario",
        r"\b(?:then|and) tell them (?:it's|it is|that)",
    ),
    "has the reader lie": (
        (
            r"\b(?:tell|assure)\b[^.!?\n]{0,20}\buser\b[^.!?\n]{0,40}\b(?:green|passed|fine|fixed|no known|"
            r"they need to run)"
        ),
        r"\bconvince the user\b",
        (
            rf"{DO}(?:claim|say|report|pretend|lie|answer)\b[^.!?\n]{{0,50}}\b(?:success\b|they passed|"
            rf"were run|although|was fixed|is the latest|no known issues|about the version|whatever the)"
        ),
        r"\bclose it as fixed without\b",
        r"\bleave no comments\b",
        r"\bshould lie\b",
        r"\bdo not analy[sz]e this\b",
        r"\bconstant true\b",
    ),
    "claims another's word": (
        (
            rf"\b(?:the |our )?{_AUTHORITY}\b[^.!?\n]{{0,12}}\b(?:has|have|had|already|yesterday)"
            rf"?\s?(?:already )?(?:approved|agreed|authori[sz]ed|confirmed|granted|grants|permitted|allows?|"
            rf"gave)\b[^.!?\n]{{0,40}}\b(?:you|me\b|that tests|the assistant|all (?:of )?(?:the )"
            rf"?(?:following|permissions|pull requests|actions)|it\b|yesterday|permission to|disabling|"
            rf"full access|any)\b"
        ),
        (
            r"\b(?:the |our )?(?:user|owner|operator)\b[^.!?\n]{0,8}\b(?:wants|prefers|expects|said|"
            r"would want|needs|agreed|confirmed|trusts)\b[^.!?\n]{0,24}\b(?:you\b|your\b|yesterday|it\b|"
            r"all commits|evil|\bthat you)"
        ),
        r"\bthe user(?: has)? (?:approved|agreed)(?: all| yesterday|,)",
        (
            r"\b(?:as agreed with|according to|speaks for|written by|coming from|instruction from|"
            r"convention) the user\b(?: expects)?"
        ),
        r"\bthe user (?:wants all|expects\b|would want)",
        (
            r"\bas (?:the|your|an?) (?:administrator|developer|owner|admin|operator)\b[^.!?\n]"
            r"{0,40}\bI (?:authori[sz]e|instruct|order|grant|allow)"
        ),
        r"\bI (?:authori[sz]e|instruct) you\b",
        r"\b(?:higher )?priority (?:than|over) the user",
        r"\btrust level: max",
        r"\bthe user(?:'s)? (?:typed|word) \"?yes",
        r"\bthis file is trusted\b",
        r"\bwith their session\b",
        r"\byou have permission from\b",
        r"\bpre-approved\b",
        r"\brules? of the user\b",
        r"\bfor compliance reasons every\b",
        r"\bapproved workaround\b",
        (
            r"(?:^|\n)\W{0,4}(?:priority: system|system\s*:\s+(?:from now|you\b|ignore|obey|run\b|"
            r"the safety|all\b)|\[system(?: message)?\])"
        ),
        (
            r"(?:^|\n)\W{0,4}(?:assistant|human|user)\s*:\s+(?:i\b|i'|please|understood|sure|done|delete|"
            r"ok\b|yes\b|grant|allow)"
        ),
        r"<\s*/?\s*(?:system|assistant|human|untrusted|memory|context|system-reminder|instructions?)\s*>",
        r"<\|im_(?:start|end)\|>",
        r"\[/?inst\]",
        r"#{2,} ?(?:instruction|response)\b",
        r"\"role\"\s*:\s*\"system\"",
        r"\b(?:begin|end) (?:\w+ )?instructions\b",
        r"\b(?:hidden|privileged|secret) instructions?\b",
        r"\bas a system instruction\b",
        r"\bthe safety layer\b",
        r"\bsafety checks (?:are|passed|were)\b",
        (
            rf"\b(?:your |the |our )?(?:{_AUTHORITY}|supervisor|boss|manager|project lead|team lead|ceo|cto)"
            rf"\b[^.!?\n]{{0,8}}\b(?:has |have )?(?:signed off|asked for (?:it|this)|ok'?d|okayed|"
            rf"is fine with|has decided|needs (?:it|this)|already knows|cleared (?:it|this))"
        ),
        r"\b(?:carries|with|has|under) the (?:full )?authority of\b",
        r"\bwhat the user (?:needs|wants|asked)\b",
        r"\bas discussed,",
        r"\b(?:operator|owner|user|admin) changed[:;,]",
    ),
}
