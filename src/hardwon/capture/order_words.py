"""Whom and what planted orders speak of, as data: words of one kind, for the signals (hardwon.capture.signals)."""

from __future__ import annotations

Signals = dict[str, tuple[tuple[float, str], ...]]
"""By class: the weight of each signal, and its pattern."""

AI = (
    r"(?:ais?|llms?|chatgpt|gpt|copilot|gemini|claude(?! code)|cursor|dan|language models?|(?:ai|llm|coding|automated|"
    r"autonomous|helpful|virtual|smart|software|code) ?-?(?:assistants?|agents?|models?|tools?|reviewers?|bots?|"
    r"helpers?|systems?)|assistants?|sub-?agents?|agents?|models?|bots?|chatbots?|robots?)"
)
SURELY_AI = (
    r"(?:ais?|llms?|chatgpt|copilot|gemini|claude(?! code)|language models?|(?:ai|llm|coding|automated|autonomous) "
    r"?-?(?:assistants?|agents?|models?|tools?|reviewers?|bots?|helpers?|systems?)|assistants?)"
)
LEAD = (
    r"(?:(?:^|[.!?;:,>*#(\[\"'|/\n-])\s*(?:(?:so|then|now|please|kindly|just|also|first|next|instead|always|quietly|"
    r"silently|secretly|simply|finally|otherwise|immediately|today|once|dear \w+|hey \w+|ok),? )*|\b(?:please|kindly|"
    r"and|"
    r"then|now|just|also|always|instead|first|must|should|shall|will|to|you|may|can|so|or|quietly|silently|"
    r"secretly|discreetly|immediately|let's|but) )"
)
PERSON = (
    r"(?:users?|developers?|humans?|persons?|people|owners?|operators?|maintainers?|reviewers?|team|administrators?|"
    r"admins?|anyone|anybody|someone|everyone|customers?|colleagues?|boss|them|him|her)"
)
AUTHORITY = (
    r"(?:users?|owners?|maintainers?|administrators?|admins?|operators?|developers?|reviewers?|security(?: team| "
    r"officer)?|(?:platform|project|core|ops|it|legal|compliance|dev) ?(?:team|lead|department)?|management|managers?|"
    r"supervisor|boss|ceo|cto|anthropic|openai|google|microsoft|vendor|company|team|person at the keyboard|human)"
)
RULES = (
    r"(?:instructions?|rules?|guidelines?|guidance|directives?|directions?|prompts?|system message|messages?|"
    r"constraints?|restrictions?|limit(?:ation)?s?|orders?|polic(?:y|ies)|safeguards?|guard ?rails?|training|"
    r"programming|context|commands?|conventions?|standards|safety \w+|principles|values|filters?)"
)
GIVEN = (
    r"(?:all|any|every|your|the|these|those|previous|prior|earlier|above|former|preceding|foregoing|existing|current|"
    r"original|initial|system|operator'?s?|user'?s?|developer'?s?|project'?s?|safety|old|other|past|what(?:ever)?|its)"
)
EARLIER = (
    r"(?:previous|prior|earlier|above|former|preceding|foregoing|existing|original|initial|your|system|safety|past)"
)
SECRETS = (
    r"(?:\.env\b(?!\.(?:example|test|sample))|\benv(?:ironment)? var\w*|\benvironment\b|\boutput of (?:`?env|"
    r"`?printenv)|"
    r"\bprintenv\b|\bsecrets?\b|\b(?:api|private|access|ssh|signing|deploy|gpg|aws|encryption|master|recovery|"
    r"session)[ _-]"
    r"?keys?\b|\b(?:\w+_)?tokens?\b|\bcredentials?\b|\bpass(?:word|phrase)s?\b|\bcookies?\b|\bkeychain\b|\bwallets?\b|"
    r"\bseed phrase\b|/etc/(?:passwd|shadow)|\.ssh\b|\bid_(?:rsa|ed25519)\b|\bnetrc\b|\.aws\b|\bkeys?\b(?! of )|"
    r"\bvault\b|\bbrowser (?:history|data)\b|\b(?:home|documents|downloads) (?:folder|directory)\b|\bsource (?:folder|"
    r"code|tree)\b|\bdatabase dump\b|\bcustomer (?:data|list|records)\b|\bpersonal data\b|\bprivate (?:messages|data|"
    r"notes|"
    r"files)\b|\bconfig\.ya?ml\b)"
)
TALK = (
    r"(?:\b(?:conversation|chat|transcript|session)(?: history| log)?s?\b|\b(?:system|hidden|initial|secret|full|own|"
    r"your)"
    r" (?:prompt|instructions|message)s?\b|\bprompt\b|\bchain of thought\b|\breasoning\b|\bevery diff\b|\bhistory of "
    r"this\b)"
)
EXPOSE = (
    r"(?:send|post|put|upload|forward|e-?mail|mail|share|publish|leak|exfiltrate|transmit|relay|paste|append|attach|"
    r"include|insert|print|reveal|disclose|dump|output|show|list|mention|copy|encode|embed|write|expose|give|hand over|"
    r"deliver|stream|sync|submit|report|log|echo|cat|read(?! (?:secrets|credentials|tokens) with)|look up|collect|"
    r"gather|"
    r"fetch|take|move|zip(?: up)?|compress|tweet|repeat|return|store|save|add|commit|push|tell|"
    r"(?:reply|respond|answer)(?: (?:only )?with)?|convert|use)"
)
AWAY = (
    r"(?:https?://(?!localhost|127\.|0\.0\.0\.0)|ftp\b|[\w.+-]+@[\w-]+\.\w|\bwebhook\b|\bpastebin\b|\bbucket\b|\bdns\b|"
    r"\b(?:this|that|the following|my|our|an external) (?:address|url|server|form|endpoint|e-?mail|webhook|link|"
    r"host)\b|"
    r"\b(?:address|url|link|e-?mail|webhook|form|server) (?:below|above|given|here)\b|\bhere\b|\bbelow\b|\bto (?:me|"
    r"us)\b|"
    r"\bwith (?:me|us)\b|\b(?:the|your|an?|every|each|any) (?:next |final |first |bug |crash |error |support |pull "
    r"request |pr |commit |code |issue )"
    r"?(?:repl(?:y|ies)|answers?|responses?|summar(?:y|ies)|reports?|comments?|commits?|commit messages?|messages?|"
    r"description|issue|pull request|readme|chat|diff|notes|output|code block|url you \w+|ticket)\b|\bas a comment\b|"
    r"\bcommit message|\breadme\b|\bdebug\b|\bin the chat\b|\bcode comment\b|\bpush it\b|\bnotes\.\w+|\bin debug|"
    r"\bwith support\b|\bword for word\b|\bverbatim\b|\bto support\b|\bso that we\b|\bin base64\b|\bas base64\b)"
)
GUARDS = (
    r"(?:authenti?cation|authori[sz]ation|auth(?:entication)? checks?|(?:code |security |peer |human )?reviews?(?: "
    r"step| "
    r"process)?|approvals?(?: process| step)?|confirmations?(?: prompts?| dialogs?| step)?|permissions?(?: prompts?| "
    r"checks?)?|permission to|firewalls?|antivirus|monitoring|alerts?|alerting|logging|audit(?:ing)?(?: logs?)?|"
    r"sandbox\w*|"
    r"two-factor\w*|2fa|mfa|(?:tls|ssl|certificate|signature|checksum|hash|package|input)(?: certificate)? "
    r"(?:verification|"
    r"validation|checks?)|verification|validation|validate|verify|safety\w*|safeguards?|guard ?rails?|protections?|"
    r"security\w*(?! group)|rate limits?|access controls?|(?:pre-commit |git |all |the )hooks?|linters?|linting|"
    r"lint rules?|scanners?|(?:memory )?filters?|cors\b|csrf\b|encryption|restrictions?|redact\w*|branch protection|"
    r"tests?\b|"
    r"random number generator|oversight|licen[cs]e checks?|crypto\w*|ask(?:ing)? (?:for )?(?:permission|confirmation)|"
    r"refus\w+)"
)
WEAKEN = (
    r"(?:disable|turn off|switch off|deactivate|shut (?:down|off)|bypass|skip|circumvent|evade|weaken|loosen|relax|"
    r"lower|"
    r"reduce|remove|drop|suspend|pause|stop|comment out|silence|mute|lift|downgrade|omit|waive|avoid|get around|work "
    r"around|"
    r"do not (?:run|validate|verify|ask for|require)|don't (?:run|validate|verify|ask for)|never (?:run|ask for|"
    r"require)|"
    r"replace|rewrite|fake|forge|uninstall|unlock|(?:set|reset|open) \w+ to (?:none|any|\*|off|false))"
)
BIG = (
    r"(?:tests?(?! (?:database|data|run|output|cache))|test suite|database|tables?|repositor(?:y|ies)|repo|history|"
    r"home|"
    r"backups?|branch(?:es)?|files?|folders?|director(?:y|ies)|data\b|migrations?|everything|src\b|source|production|"
    r"disk|project|code ?base|logs?|keys|accounts?|volumes?|assertions|user data|work)"
)
DESTROY = (
    r"(?:delete|erase|wipe|destroy|empty|overwrite|truncate|purge|nuke|get rid of|drop|remove|force[- ]push|shred|kill|"
    r"corrupt|encrypt|deleting|removing|wiping)"
)
HARMLESS = (
    r"(?:build|cache|cached|lock ?file|lock|tmp|temp\w*|dist|node_modules|stale|previews?|snapshots?|test database|"
    r"generated|target|coverage|old|unused|dead|empty|orphan\w*|expired|index|log files?|fixtures?|column|duplicate\w*)"
)
VERBS = (
    r"accept|act|add|adopt|allow|answer|append|apply|approve|ask|assume|attach|avoid|base64-encode|begin|behave|buy|"
    r"bypass|call|change|choose|"
    r"clear|click|collect|comment|commit|complete|configure|confirm|consider|convert|copy|create|deactivate|declare|"
    r"delete|deliver|deny|deploy|"
    r"destroy|disable|disclose|do|don't|download|downgrade|drop|edit|email|empty|enable|encode|encrypt|enter|erase|"
    r"execute|expose|extract|fetch|"
    r"fill|find|finish|follow|forget|format|forward|gather|generate|get|give|go|grab|grant|help|hide|ignore|include|"
    r"inform|insert|install|"
    r"introduce|invoke|join|keep|kill|launch|leave|let|list|load|log|look|make|mark|memori[sz]e|merge|message|mine|"
    r"modify|move|never|notify|obey|"
    r"offer|omit|open|order|output|overwrite|paste|pay|pipe|post|praise|prefer|present|pretend|print|produce|promote|"
    r"provide|publish|pull|"
    r"purge|push|put|raise|rate|read|recommend|record|redirect|reformat|refuse|register|release|remember|remove|"
    r"rename|repeat|replace|reply|report|"
    r"request|reset|respond|restart|return|reveal|revert|revoke|rewrite|run|save|say|scan|search|select|send|set|"
    r"share|show|shut|sign|simulate|"
    r"skip|spread|start|state|stop|store|submit|subscribe|suggest|summari[sz]e|suspend|swap|switch|take|teach|tell|"
    r"transfer|translate|transmit|"
    r"treat|trust|turn|uninstall|unlock|update|upload|use|visit|wait|warn|whitelist|wipe|work|write|zip"
)
TELL = r"(?:tell|inform|mention|reveal|warn|alert|disclose|report|say|let|raise|flag|bring|ask|bother|consult)"
RUNS = r"(?:run|execute|exec|launch|start|call|invoke|perform|carry out|apply|eval|evaluate|trigger)"

# What a text about a project says besides: which command, where and when. It takes a little from the signals.
SOBER = (
    r"`[^`]+`|\b[A-Z_]{2,}=\w|(?<!\w)--[a-z][\w-]+|\bonly (?:in|for|on|when|with|if|against)\b|\b(?:in|for|against) "
    r"(?:tests?|fixtures?|"
    r"development|staging|scripts|ci|local\b.{0,10})\b|\b(?:before|after|when|while|by) (?:\w+ing|a load|the "
    r"(?:deploy|release|migration|merge))"
    r"|\b(?:so|because|otherwise|since|which|unless)\b|\bnever\b.{0,30}\b(?:repository|log\w*|git)\b|\bin the "
    r"(?:header|ui)\b|\.env\.example\b|;"
)
