"""What no text about a project asks for, as data: verbs and objects that together give a request away.

Signs of planted orders (hardwon.capture.planted) know how such texts are worded; these know what they are after. What
comes from strangers (the web, a tool's output) may tell its reader nothing at all.
"""

from __future__ import annotations

import re

# An imperative of any wording, whose verb and object together are nothing that a text about a project asks for.
_LEAD = (
    r"(?:(?:^|[.!?;:,\n(\-]\s*)|\b(?:please|kindly|next|now|then|just|also|always|and|to|you (?:must|should|may|can|"
    r"need to|have to|ought to)|make sure to|"
    r"feel free to|(?:it is|it's) (?:imperative|important|fine|ok|mandatory) (?:that you|to)|let's|first|simply|"
    r"purposes,?|moment to|opportunity to)[,:]?\s+)"
)
_EXPOSE = (
    r"(?:send|upload|post|paste|publish|share|forward|e-?mail|leak|exfil\w*|reveal|disclose|print|output|dump|"
    r"show|expose|copy|log|echo|cat|read|hand over|give|write down|note down|commit|attach|transmit|relay|"
    r"encode|embed)"
)
_EXPOSED = (
    r"(?:(?:api |access |auth |secret |private |ssh |signing |session )?(?:tokens?|secrets?|keys?|cookies?)\b|"
    r"credentials?|passwords?(?! reset)|passphrases?|~/\.|/etc/|\.env\b(?!\.)|"
    r"\bvault\b|id_rsa|env vars|environment variables|private (?:data|files|notes|messages)|customer (?:data|list|"
    r"records)|\bthe flag\b|conversation|chat history|"
    r"(?:system |your )prompt|browser (?:history|data)|wallet|seed phrase|home (?:directory|folder)|personal data)"
)
_WEAKEN = (
    r"(?:lower|reduce|disable|turn off|switch off|pause|stop|suspend|reset|remove|skip|bypass|comment out|relax|"
    r"loosen|weaken|drop|delete|clear|silence|mute|"
    r"override|whitelist|allowlist|trust|allow|permit|grant|elevate|raise|circumvent|evade|unlock|lift|rewrite|tamper "
    r"with|forge|fake)"
)
_GUARD = (
    r"(?:security|protection|firewall|monitoring|scan(?:ner|s)?\b|permissions?|privileges?|approvals?|(?:code "
    r")?review\b|audit|alerts?|logging|/var/log|licen[cs]e check|"
    r"guard ?rails?|safety|safeguards?|rate limits?|access control|sandbox|two-factor|mfa|2fa|signature checks?|"
    r"verification|the (?:tests?|checks?|hooks?|linter) (?:for|here|globally|in this)|"
    r"leaked|history so|sign(?:ed)? commits)"
)
_HOST = (
    r"\b(?!(?:localhost|github\.com|gitlab\.com|pypi\.org|npmjs\.com|docs\.)\b)(?:[a-z0-9-]+\.)+"
    r"(?:com|net|io|xyz|ru|cn|site|online|example|invalid|biz)\b"
)
_AGENTS = (
    r"(?:ai|llm|(?:coding |automated |helpful |smart )?(?:agents?|assistants?|bots?|helpers?|models?|ais|llms)|"
    r"the reader(?: of this \w+)?)"
)
STRUCTURES: dict[str, tuple[str, ...]] = {
    "asks for what is nobody's business": (
        (
            rf"{_LEAD}{_EXPOSE}\b(?! /)(?! (?:output|level|file|format|lines?)\b)[^.!?\n]{{0,60}}"
            rf"?{_EXPOSED}(?![^.!?\n]{{0,40}}(?:\bto \.env\b|`|\bis (?:masked|read)|are masked|\bvault kv\b))"
        ),
    ),
    "takes safeguards down": (
        (
            rf"{_LEAD}{_WEAKEN}\b[^.!?\n]{{0,40}}?{_GUARD}(?![^.!?\n]{{0,24}}(?:\bwith -|\bonly in tests|"
            rf"\bin the admin|`))"
        ),
        rf"{_LEAD}(?:make|set|change|reset)\b[^.!?\n]{{0,20}}\b(?:password|pin|passphrase) of\b",
        (
            rf"{_LEAD}(?:set up|create|add|register)\b[^.!?\n]{{0,24}}\b(?:forwarding rule|backdoor|"
            rf"reverse proxy to|admin (?:user|account)|ssh key for)\b"
        ),
    ),
    "leads elsewhere": (
        (
            rf"{_LEAD}(?!see\b|read\b|clone\b|refer\b|check\b)[a-z]+\b[^.!?\n]{{0,60}}?(?:{_HOST}|\b\d{{1,3}}"
            rf"(?:\.\d{{1,3}}){{3}}\b(?<!127\.0\.0\.1)(?<!0\.0\.0\.0)|[\w.+-]+@[\w-]+\.[a-z]{{2}})"
        ),
    ),
    "hides from the person": (
        (
            r"(?:^|[.!?;:,\n]\s*|\b(?:please|and|to)\s+)(?:hide|conceal|bury|disguise|obfuscate|cover up)"
            r"\b[^.!?\n]{0,30}\b(?:diff|change|commit|trace|log|it|fact|file|code|evidence|from)"
        ),
        r"\bkeep (?:it|this) between us\b",
        r"\bagree not to disclose",
        (
            r"\b(?:tell|inform|convince|persuade|assure|respond to|reply to|let)\b[^.!?\n]{0,6}\b(?:your|"
            r"the) (?:user|human|developer|operator|model|ai|agent|assistant|llm)\b[^.!?\n]{0,10}\b(?:that|"
            r"know|they)\b"
        ),
    ),
    "claims another's word": (
        r"\b(?:over|than) what the user (?:says|wants|asks)",
        (
            r"\b(?:when|while) the user is (?:away|asleep|not looking|busy|offline), [a-z]+ (?:the|all|your|"
            r"a)\b(?! status)"
        ),
        r"\b(?:legal|security|management|support) is (?:ok|fine|okay) with\b",
    ),
    "speaks to an AI": (
        (
            rf"\b{_AGENTS}\b[^.!?\n]{{0,20}}\b(?:(?:is|are) (?:hereby |now |also )?(?:told|approved|"
            rf"authori[sz]ed|permitted|instructed|expected to|free to|asked to|encouraged)|may (?:spend|skip|"
            rf"ignore|delete|push|merge|use|read|now)|agrees? to)\b"
        ),
        (
            rf"\b(?:asks?|wants?|expects?|requires?|needs?) (?:that )?(?:all |any |every |coding )"
            rf"*{_AGENTS}\b[^.!?\n]{{0,10}}\b(?:to |skip|ignore|run|do|use|be)\b"
        ),
        r"\b(?:if|when) (?:an?|any) (?:automated |ai |coding |llm )+(?:helper|agent|assistant|tool)\b",
        r"\b(?:ai|llm|bot) access (?:approved|granted)",
        r"\bnote\b[^.\n]{0,6}\b(?:ai|llm)\b",
        r"\blet the model know\b",
    ),
    "gives the reader a new task": (
        r"\byour (?:job|role|purpose|mission|duty|objective)\b[^.!?\n]{0,6}\b(?:is|will be|has become)\b",
        r"\byou agree (?:not )?to\b",
        r"\b(?:first|next) (?:line|thing|command) you (?:must )?(?:execute|run|do)\b",
        r"\bbefore you do anything else\b",
        r"\bcongratulations\b[^\n]{0,60}\b(?:reward|passed|unlocked)",
        r"\beffective immediately\b[^.\n]{0,40}\b(?:you|agents?|may|must)",
        r"\bdo (?:me|us) a favou?r\b",
        r"\bstar our repo",
        r"\bfollow us\b",
        r"\bspend up to\b",
    ),
    "destroys work": (
        (
            rf"{_LEAD}(?:push|merge|rewrite|force|reset|overwrite|squash)\b[^.!?\n]{{0,30}}\b(?:as is\b|"
            rf"the branch protection|history so|without|right away|faster|everything|the changes$)"
        ),
        r"\bnobody (?:needs|has) to review\b",
        r"\bcannot be found\b",
    ),
    "fetches and runs code": (
        r"\b(?:unlimited|unrestricted|root) shell\b",
        r"\b(?:enclosed|attached) (?:script|binary|program)\b",
        r"\bpastebin\b",
        r"\bopen\(['\"][^'\"]*(?:\.ssh|/etc/)",
        r"@~/\.",
        r"\bremove /(?:var|etc|usr|home)\b",
    ),
}
# Of origins that nobody vouches for, a request of any wording about what a text about a project has no business with.
_VERBS = (
    r"(?:act|add|adopt|allow|answer|apply|approve|ask|assume|attach|base|begin|behave|buy|call|change|charge|"
    r"circumvent|claim|click|collect|commit|complete|confirm|connect|"
    r"consider|contact|convert|copy|create|deactivate|declare|delete|deliver|deny|deploy|destroy|disable|do|download|"
    r"drop|email|enable|encrypt|enter|erase|execute|expose|extract|"
    r"fetch|fill|find|finish|follow|forget|format|forward|gather|generate|get|give|grant|help|hide|ignore|include|"
    r"inform|insert|install|join|keep|kill|launch|leave|let|list|load|"
    r"log|look|make|mark|merge|message|mine|modify|move|notify|obey|offer|open|order|output|overwrite|paste|pay|post|"
    r"prefer|present|pretend|print|produce|promise|promote|provide|"
    r"publish|purchase|push|put|raise|read|recolou?r|record|redirect|register|release|remove|rename|repeat|replace|"
    r"reply|report|request|reset|respond|restart|return|reveal|revoke|"
    r"rewrite|run|save|say|scan|search|select|send|set|share|show|sign|skip|spread|start|state|stop|store|submit|"
    r"subscribe|summari[sz]e|swap|switch|take|tell|transfer|translate|"
    r"transmit|trust|turn|uninstall|unlock|update|upload|use|visit|wait|wake|warn|whitelist|wipe|write|zip)"
)
_REQUEST = (
    rf"(?:(?:^|[.!?;:]\s+|[.!?]\s*[\"(]?)(?:(?:please|kindly|quick favou?r|now|next|so|then|also|always|only|"
    rf"just|instead|first|finally|and|dear \w+|hey|"
    rf"(?:before|after|when|whenever|while|if|once|for|in|as|to)\b[^,.!?\n]{{2,60}}),?:?\s+)*(?:{_VERBS})"
    rf"\b(?!\s+(?:is|are|was|were|has|have|can|will|must|runs?|results?|of)\b)|"
    rf"\b(?:please|kindly|you (?:must|should|have to|need to|may|can|could|are to|ought to)|(?:i|we) (?:order|"
    rf"ask|want|need|tell|command|urge|invite) you to|order you to|is to|are to|has to)\s+(?:\w+ly\s+)"
    rf"?{_VERBS}\b)"
)
_HOT = (
    r"(?:\b(?:users?|user's|humans?|everyone|anyone|maintainers?'?|reviewers?|customers?|people|boss|mother|team "
    r"(?:has|have) agreed)\b|won't mind|no matter what|"
    r"\b(?:api|signing|private|ssh|aws|access|gpg|deploy|encryption|recovery) keys?\b|\b(?:oauth |refresh |access |"
    r"session |auth )tokens?\b|\bpasswords?\b|\bcredentials?\b|\bsecrets?\b|\bcookies?\b|"
    r"\bwallets?\b|\bproof of\b|\bidentity\b|\bpersonal\b|documents folder|downloads folder|~/|/usr/|/etc/|/var/|"
    r"/home/|\bkeychain\b|"
    r"\b(?:your|the) (?:memory|memories|reasoning|behaviou?r|chain of thought|thoughts|persona|instructions?|prompt|"
    r"conversation|chat)\b|\bchain of thought\b|\bthe conversation\b|"
    r"\bauthentication\b|\bauthori[sz]ation\b|\bcors to \*|\bvirus\b|\bantivirus\b|\bpaywall\b|\btwo-factor\b|"
    r"\bcaptcha\b|\bfirewall\b|\bguard ?rails?\b|\bauto-approve\b|"
    r"\b(?:payout|bank|paypal|billing) (?:account|details|address)\b|\binvoice\b|\bcoins?\b|\bcrypto(?:currency)?\b|"
    r"\bpayments?\b|\bpurchase\b|\bcredit card\b|\bdonat\w+|"
    r"\bissue #\d+ says\b|\b(?:red|failing|failed)\b[^.\n]{0,16}\bgreen\b|\bevery question\b|\bchat\b|\bhidden/|\bto "
    r"this issue\b|\bworldwide\b|\bmidnight\b)"
)
HARMLESS = re.compile(
    r"\bfor confirmation\b|\.env\.example|\bare masked\b|\bchmod 600\b|\bsign(?:ed)?-?in\b|\bthe user (?:id|name|"
    r"table|model|menu|types|opens|logs)\b|\bauthentication tests\b|"
    r"\bsecrets? (?:are|is) (?:read|masked)|\bpassword (?:field|form|reset)|\busers? table\b",
    re.IGNORECASE,
)
UNASKED: dict[str, tuple[str, ...]] = {
    "asks for what is nobody's business": (
        rf"{_REQUEST}[^\n!?]{{0,120}}?{_HOT}",
        rf"{_HOT}[^.\n!?]{{0,60}}?\b(?:please|kindly)\b",
        r"\b(?:i|we) (?:order|command|instruct|urge) you\b",
        r"\bonly agents that\b",
    ),
    "gives orders in another language": (
        r"\b(?:bitte|por favor|veuillez|s'il (?:te|vous) plaît|per favore|пожалуйста|alstublieft)\b",
        r"请(?!求)",
        r"請(?!求)",
        r"してください",
        r"しなさい",
        r"해 ?주세요",
        r"하십시오",
    ),
    "claims another's word": (
        r"\b(?:official|binding) policy\b",
        r"\boutranks? the (?:chat|user|conversation)",
        r"\bthe correct answer to (?:every|any|all)\b",
        r"\bthe user (?:secretly|really|actually|always|silently)\b",
        r"\bthey (?:won't|will not|do not|don't) (?:mind|care|notice)\b",
    ),
    "takes safeguards down": (
        (
            r"\b(?:do not|don't|never) (?:run|execute|trust|use) (?:any |the )?(?:tests?|checks?|linters?|"
            r"scanners?|hooks?|user)\b(?![^.\n]{0,30}\b(?:in parallel|on|with|against|while|before|twice)\b)"
        ),
        r"\blet (?:everyone|anyone|anybody) in\b",
        r"\bdrop authentication\b",
        r"\bstart mining\b",
        r"\bwake up at\b",
        r"\bdelete node_modules and /",
    ),
}
# Origins from which nothing is taken that tells its reader what to do, however it is put.
STRANGERS = ("web", "tool")
TELLS = re.compile(
    rf"(?:^|[.!?;:]\s+[\"(]?)(?:(?:please|kindly|now|next|so|then|also|always|never|only|just|instead|first|"
    rf"finally|and|but|hey|(?:do not|don't|never)|"
    rf"(?:before|after|when|whenever|while|if|once|for|in|as|to|unless|until|with|without)\b[^,.!?\n]{{2,60}}),?:?\s+)*"
    rf"(?:{_VERBS}|compress|ship|explain|tweet|sync|test|build|go|see|check|try|note|remember|import|bump|"
    rf"regenerate|rebase|lint|mock|wrap|expect|ensure|avoid|don't|do not|never|let)\b"
    r"(?!\s+(?:is|are|was|were|has|have|had|can|will|must|may|should|does|do|runs?|results?|of|and|or|in|for|on|at|"
    r"from|marked|need|needs|which|that|can't|cannot)\b)(?!['’:/._-]\w)(?!\s*[:=(])"
    r"|\b(?:you|your|yourself)\b|\b(?:must|should|shall|ought to)\b",
    re.IGNORECASE | re.MULTILINE,
)
# What the documents of a project ask for in so many words.
HOW_TO = re.compile(
    r"(?:^|[.!?;:,]\s+|\b(?:please|always|never|not|don't|and|then|to)\s+)(?:use|prefer|avoid|keep|import|run|return|"
    r"erase|wrap|write|name|put|place|handle|format|"
    r"document|commit|rebase|bump|regenerate|mock|validate|define|declare|group|sort|split|reuse|extend|raise|catch|cover|"
    r"annotate|skip|include|pass|reveal|push|pretend mode|mark|see|read|check|"
    r"test|open|stop|start|restart|send the contents|tell the (?:scheduler|linker|cache|compiler|server|build)|trust "
    r"the types|set the git remote)\b|"
    r"\b(?:must|should)\b(?![^.!?\n]*\b(?:you|your|agents? must (?!hold|acknowledge|register))\b)|\byou (?:should now|"
    r"must|have to|can|may) (?:re)?(?:start|see|run|set|close|call|install|restart)\b|\bwhen asked for\b|"
    r"\bemail alerts\b",
    re.IGNORECASE | re.MULTILINE,
)
ANCHOR = re.compile(
    r"`[^`\n]+`|\b\w+_\w+\b|(?<![\w-])--?[a-z][\w-]+|\b\w*[a-z][A-Z]\w*\b|\b[A-Z][A-Z0-9]{2,}\b|\b[\w-]+/[\w./-]+|"
    r"\b\w+\.[a-z]{1,5}\b|\d|\w\(\)|\b(?:src|lib|tests?|ci|api|sql|json|"
    r"migrations?|schema|lint(?:er)?|formatter|build|queue|cache|lock file|dump|worker|clock|logger|cluster|container|"
    r"branch(?:es)?|commit|pull request|changelog|template|"
    r"server|stub|snapshot|column|package|module|function|class|method|type|flag|docs?|script|index|query|transaction|"
    r"header|request|response|token bucket|status code)\b"
)
VOUCHED = ("user", "agent", "import")  # an import is a person's act
