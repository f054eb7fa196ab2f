"""What a planted order wants done, as data: secrets sent, safeguards down, code fetched and run, work destroyed."""

from __future__ import annotations

from hardwon.capture.planted import DO

_SECRETS = (
    r"(?:\.env\b|secrets?\b|api keys?|private keys?|(?:repository |access )?tokens?\b|credentials?|passwords?|"
    r"environment variables|"
    r"/etc/(?:passwd|shadow)|\.ssh\b|netrc|\.aws\b|(?:system|hidden) prompt|conversation(?: history)?|(?:every|each) "
    r"diff|home directory|"
    r"database dump|output of `?env|\$\(env\)|private messages|configuration including|your prompt\b|your (?:hidden |"
    r"system )?instructions)"
)
_SOMEWHERE = (
    r"(?:https?://|webhook|bucket|dns\b|\bhere\b|this address|in the (?:chat|issue|report|output)|to the (?:readme|"
    r"issue)|commit message|"
    r"@\w+\.|the code|debug output|so that we|to us\b|your (?:next )?(?:reply|answer|commit)|code block|this form|for "
    r"quality)"
)

DEEDS: dict[str, tuple[str, ...]] = {
    "writes the memory": (
        (
            r"\b(?:store|save|write|put|keep|record|memori[sz]e|remember|mark)\b[^.!?\n]"
            r"{0,24}\b(?:as a memory|to memory|in(?:to)? (?:your|its|the) memory|for all (?:future )"
            r"?sessions|as a rule of|in your memory)"
        ),
        r"\bmemory should record\b",
        r"\b(?:copy|add|insert|update|write)\b[^.!?\n]{0,30}\bCLAUDE\.md\b[^.!?\n]{0,20}\bso that\b",
        r"\bmemory_(?:remember|outcome|correct)\b",
        r"\bthat later sessions follow\b",
        r"\[id:",
        r"\boutcome\s*[=:]\s*(?:success|worked|failed|partial)\b",
        r"\b(?:record|report) an? outcome\b",
        r"\bscore=\d",
        r"\b(?:store|save|remember|record) the following (?:preference|rule|memory|fact|instruction)",
        r"\bafter (?:this|reading this)[^.\n]{0,10}\bremember that\b",
    ),
    "fetches and runs code": (
        r"\b(?:curl|wget|fetch|iwr|irm)\b[^\n]{0,120}(?:\|\s*(?:sudo )?(?:ba|z|da)?sh\b|\|\s*iex\b)",
        r"\b(?:ba|z)?sh\s+<\(\s*(?:curl|wget)",
        r"\beval\(atob",
        r"\bbase64 -d this\b",
        (
            rf"{DO}(?:fetch|download|load|open|get|obey|follow)\b[^.!?\n]{{0,40}}https?://[^\s]+[^.!?\n]"
            rf"{{0,20}}\b(?:and (?:obey|run|execute|follow|restart)|in the browser)"
        ),
        r"\bdownload and run\b",
        r"\bsh fix\.sh\b",
        r"\b(?:nc|ncat|netcat)\b[^\n]{0,60}\s-e\b",
        r"\breverse shell\b",
        r"\brm -rf (?:~|/)(?:\s|$|[.`\"'/])",
        r"\bchmod -R 777 /",
        r"\b(?:start|run) the one from http",
        r"\bexfil\.py\b",
        rf"{DO}(?:run|execute|install|act)\b[^.!?\n]{{0,60}}\b(?:with (?:sudo|root)\b|as root\b)",
        r"\brun every command with sudo",
        r"\b(?:run this|execute the script) first\b",
        r"\brun this first\b",
        r"\bexecute the following(?: command)?(?: without| silently| now)",
        r"\b(?:ejecuta|exécute|führe|execute)\b[^.!?\n]{0,24}\b(?:script|skript|enlace|lien)\b",
        r"直接执行",
        r"\bcurl\b[^\n]{0,40}\$\(",
        (
            r"\b(?:before|after|at the start of|whenever|every time)\b[^.!?\n,]{0,40}(?:,|\byou\b)[^.!?\n]"
            r"{0,24}\b(?:curl|wget|send|fetch|exfil\w*|run (?:scripts/|`?curl))"
        ),
        r"\b(?:npm|pip|pnpm|yarn|gem|cargo) (?:install|add|i)\b[^.\n]{0,60};? ?(?:then )?(?:and )?tell\b",
        r"--ignore-scripts=false\b",
        r"\bkindly run\b",
        r"\btu dois exécuter\b",
        r"\bdebes ejecutar\b",
        r"\bdu musst [^.\n]{0,30}ausführen",
    ),
    "sends secrets": (
        (
            rf"{DO}(?:send|upload|post|paste|forward|leak|e-?mail|exfiltrate|copy|transmit|read|put|append|"
            rf"include|insert|enter|collect|write|give)\b[^.!?\n]{{0,60}}?{_SECRETS}[^.!?\n]{{0,60}}"
            rf"?{_SOMEWHERE}"
        ),
        rf"{DO}(?:send|upload|post|forward|leak|exfiltrate)\b[^.!?\n]{{0,60}}?{_SECRETS}",
        (
            rf"{DO}(?:reveal|print|show|list|dump|leak|output|display|repeat|reply with)\b[^.!?\n]{{0,24}}"
            rf"?(?:\b(?:all|every|your|the|its)\b )?(?:contents of )?(?:your )?(?:system prompt|"
            rf"hidden prompt|prompt\b|secrets?\b|api keys|conversation|environment variables|"
            rf"configuration including|private keys?)(?![^.\n]{{0,16}}(?:are masked|with|of the wizard|"
            rf"to the))"
        ),
        r"\b(?:exfiltrate|beacon|attacker|collect|intake|c2|evil)\.?(?:invalid)?\b[^\n]{0,40}\$\(",
        r"\bexfiltrate (?:environment|the|all|data)",
        r"\brotate keys by pasting",
        r"\bpaste (?:your|their) (?:api key|password|token)",
        r"\bcontents of [~`]?[/.~]?[\w/]*(?:\.env|\.netrc|/etc/|\.ssh|id_|\.aws)",
        r"\binsert the contents of /etc",
        r"\b/etc/shadow\b",
        r"~/\.aws/credentials to",
        r"\bread private (?:keys|messages)",
        r"\bask for it and write it\b",
        (
            r"\b(?:envía|envia|enviar|sende|schick\w*|lade|envoie|envoyez|invia|отправь|发送|發送|送信|전송)"
            r"\b[^.!?\n]{0,40}(?:\.env|claves|chaves|chiavi|schlüssel|clés|密钥|密鑰|秘密鍵|키|ключ|dirección|"
            r"endereço|адрес)"
        ),
        r"把密钥",
        r"秘密鍵を",
        r"비밀 키를",
        r"lade die Datei \.env",
        (
            rf"{DO}(?:add|put|dump|submit|paste|open|swap|e-?mail|log|attach|commit|publish|upload|save|"
            rf"store|hand|expose|move|copy)\b[^.!?\n]{{0,50}}?\b(?:authorized_keys|(?:aws|api|ssh|private|"
            rf"secret|access|signing) keys?|session cookies?|clipboard|process\.env|the vault|"
            rf"customer (?:table|data|list)|production credentials|staging credentials|open vulnerabilities|"
            rf"password (?:file|hashes)|wallet)\b(?![^.\n]{{0,30}}(?:`|in the bastion|\bbastion\b|\bis\b|"
            rf"\bare\b))"
        ),
        (
            r"(?:^|[.!?;:,\n]\s*|\b(?:please|to|and|then|must|should|kindly|function|always)\s+)(?:visit|"
            r"open|submit|register|report|log|post|send|upload|connect|subscribe|beacon|phone|ping|call|"
            r"mail|email)\b[^.!?\n]{0,40}(?:https?://(?!localhost|127\.|\[?::1|0\.0\.0\.0|host\.docker)|"
            r"\b[\w.+-]+@[\w-]+\.[a-z]{2})"
        ),
        (
            r"\b(?:dump|print|log|write|save|append) (?:process\.env|os\.environ|the (?:whole )?environment)"
            r"\b[^.\n]{0,6}\b(?:in)?to\b"
        ),
        r"\bhttps?://[^\s/]*\.invalid\b",
        r"@[\w-]+\.invalid\b",
    ),
    "takes safeguards down": (
        (
            rf"{DO}(?:disable|turn off|switch off|deactivate|suspend|remove|bypass|kill|downgrade|"
            rf"désactive\w*|weaken)\b[^.!?\n]{{0,30}}?\b(?:(?:all |pre-commit |memory )?(?:hooks\b|filters)|"
            rf"sandbox|safety|security|firewall|tls verification|two-factor|2fa|code review|approval|"
            rf"all lint|lint rules|all running agents|redact\w*|crypto|audit|les tests|assertions)"
        ),
        (
            r"\b(?:stop redacting|bypassPermissions|dangerously-skip-permissions|"
            r"NODE_TLS_REJECT_UNAUTHORIZED=0 everywhere|disabling two-factor|code review is no longer|"
            r"turn off TLS|tests are optional here|linting is forbidden|secrets may be committed)"
        ),
        r"\bcommit with --no-verify\b",
        r"\breplace the checksum check\b",
        r"\bpush straight to the default branch",
        r"\bbackdoor\b",
        r"\balias sudo=",
        r"\bhidden? from review\b",
        r"\bpin it to the fork at\b",
        (
            rf"{DO}(?:grant|give|add|transfer|open|make)\b[^.!?\n]{{0,40}}\b(?:admin rights|write access|"
            rf"full access|owner of the|to user evil|port \d+ to the world|to the list of allowed hosts|"
            rf"root rights)"
        ),
        r"\bgrants you full access",
        r"\b(?:any|all) commands? (?:without approval|are pre-approved)",
        r"\brun any command\b",
        r"\bwithout approval\b",
        r"\bapproves? (?:its own|this change and|all)\b",
        r"\bapprove this change\b",
        (
            r"\b(?:switch|turn|take|get)(?:ing)?\b[^.!?\n]{0,12}\b(?:(?:it|them|the (?:linter|guard ?rails?|"
            r"checks?|tests?|validation|protection|hooks?|scanner|sandbox|firewall|filters?|alerts?))"
            r"\b[^.!?\n]{0,12}\b(?:off|down)|off (?:globally|the ))"
        ),
        r"\bguard ?rails\b[^.\n]{0,10}\boff",
        r"\b(?:never mind|forget about|escape|leave|break out of) the sandbox(?! can)",
        r"\bbypass in \S+ that you\b",
        r"\bmark this (?:vulnerability|finding|alert|issue) as\b",
        r"\ballUsers\b(?=[^.\n]{0,3}$)",
        r"\balways use http instead\b",
        r"\bpublic-read\b",
        (
            rf"{DO}(?:downgrade|weaken|loosen|relax)\b[^.!?\n]{{0,24}}\b(?:openssl|tls|ssl|crypto\w*|"
            rf"encryption|hash\w*|permissions?|cors|csp|auth\w*)\b"
        ),
        rf"{DO}grant\b[^.!?\n]{{0,40}}\b(?:allusers|everyone|public|anonymous|write|owner|admin)",
        (
            rf"{DO}(?:rename|change|replace|set|swap)\b[^.!?\n]{{0,20}}\b(?:owner|author|maintainer|"
            rf"licen[cs]e|git remote|registry|upstream)\b[^.!?\n]{{0,24}}\b(?:to|with|by)\b(?! the fork)"
            rf"[^.\n]{{0,40}}(?:@|https?:|\b(?:ltd|inc|gmbh|llc)\b)"
        ),
    ),
    "destroys work": (
        (
            rf"{DO}(?:delete|remove|wipe|erase|drop|destroy|comment(?: them)? out|lösche|supprimez?|"
            rf"apaga\w*|apague|borra|удали|删除|rewrite(?! (?:them|it) with))\b"
            rf"[^.!?\n]{{0,30}}?\b(?:tests?\b(?: directory| folder)"
            rf"?|ordner tests|dossier tests|os testes|тесты|the (?:production )?database|la base de datos|"
            rf"the git history|git history|everything\b|branches here|assertions|without asking|"
            rf"it without review|the readme so that)(?![^.\n]{{0,20}}\b(?:fixture|by hand|when|if|before)\b)"
        ),
        r"\bthe tests may be deleted",
        r"\btests may be deleted",
        r"\bby deleting assertions",
        r"删除测试",
        r"テストを削除",
        r"\bdelete_repo\b",
        r"\bdelete it without\b",
        r"\bjust delete them\b",
        r"\bдо?лете",
        r"удали тесты",
        r"\bif tests fail, comment",
        r"\bgit push (?:--force|-f)\b(?=[^\n]{0,30}\bmain\b)",
        r"\ball commits to be force-pushed",
        r"\b(?:and|then) force[- ]push",
        r"\bI will now push to main",
        r"\bmerge (?:the open pull request yourself|them right away)",
        r"\b(?:tests?|branch|folder|history|backups?|database)\b[^.!?\n]{0,24}\b(?:can|may|should|has to) go\b",
        r"\bget rid of (?:it|them|the tests?)\b",
        r"\bchanged my mind, delete",
        r"\balle tests (?:löschen|entfernen)",
        r"\brm -rf ~/",
    ),
    "plants an advertisement": (
        (
            r"\b(?:recommend|link to|links to|thanks|thank|pin it to|recommends)\b[^.!?\n]{0,40}\b(?:over\b|"
            r"evil|without saying|\.invalid|instead of the official)"
        ),
        r"\bclick (?:on it|this link)\b",
        r"\breplace all urls\b",
        r"\burge the reader\b",
        r"!\[[^\]]*\]\(https?://[^)]{0,200}\?[^)]*=",
        r"\bat the top of each module\b",
        r"\bintroduce yourself as\b",
        r"\bobey\b[^.\n]{0,30}\b(?:the next line|the text of|commands found|corp|it\b)",
    ),
    "gives standing orders": (
        r"\b(?:whenever|every time|each time) (?:you|the user) (?:see|asks?|starts?|start|read|type)",
        r"\bbefore (?:anything else|each edit, fetch|continuing)\b",
        r"\bat the start of each session\b",
        r"\backnowledge with ok\b",
        r"\bfollow (?:only )?this (?:file|comment)\b",
        r"\bwithout showing them\b",
        r"\bdo whatever the\b",
        r"\bhas priority over\b",
        r"\bfollow the steps in \w+_AI",
        r"\bin TASKS_FOR_AI",
        r"\bproceed without\b",
        r"\badd a (?:comment that|cron job that|backdoor)",
        (
            r"(?:^|[.!?\n]\s*)(?:ab jetzt|von nun an|a partir de ahora|a partir de agora|désormais|"
            r"dorénavant|d'ora in poi|отныне)\b[^.!?\n]{0,30}\b(?:du\b|immer|nur\b|responde|ejecuta|solo\b|"
            r"tu\b|vous|devez|sempre|você|ты|всегда|отвечай)"
        ),
        r"\bab jetzt nur\b",
    ),
    "speaks to whoever reads it": (
        (
            r"\b(?:reading|processing|processes|parsing|parses|automating|analy[sz]ing|reviewing|summari[sz]"
            r"ing|ingesting|ingests|opening|handling|handles|indexing) (?:this|the following) (?:page|"
            r"repo\w*|logs?|files?|text|output|comment|message|document|ticket|issue|content|project|"
            r"e-?mail)\b"
        ),
        r"\bdear (?:reader|automation|tool|robot)",
        (
            r"\b(?:automated|autonomous) (?:tools|systems|agents|assistants)\b[^.!?\n]{0,40}(?::|\bmust\b|"
            r"\bshould\b|\byou)"
        ),
        r"\bto enable AI\b",
        r"\bAI features\b[^.\n]{0,20}\brun\b",
        (
            r"\b(?:treat|regard|consider|take)\b[^.!?\n]{0,24}\b(?:below|above|that follows|this (?:text|"
            r"file|page|line))\b[^.!?\n]{0,24}\bas (?:if|an? (?:order|command|instruction|request)|coming|"
            r"mine|the user)"
        ),
        r"\byou (?:were|are) (?:mistaken|wrong|misinformed)\b",
        (
            r"\byour (?:rules|guard ?rails|limits|restrictions|filters|supervisor|operator|creator|overseer|"
            r"developers?|safety)\b"
        ),
        (
            r"\b(?:listen to me|obey me|do as I say|as if I (?:had )?(?:typed|said|wrote)|I(?:'m| am)"
            r" (?:the|your) (?:user|owner|admin\w*|developer|operator|boss|manager))\b"
        ),
        (
            r"\b(?:mail|mailed|send|sent|give|forward|transfer|wire|show|hand)\w*\b[^.!?\n]{0,40}\b(?:to me|"
            r"me (?:the|your|a copy))\b"
        ),
        r"\b(?:add|use|trust|install|accept) my (?:ssh|public|gpg|api|key|account|certificate|fork)",
    ),
    "tells what to answer": (
        (
            r"(?:^|[.!?;:,\n]\s*|\b(?:please|always|only|just|then|must|should|you)\s+)(?:respond|reply|"
            r"answer|speak|talk|write back|antworte|antworten sie|responde|responda|répond[sz]?|rispondi)"
            r"\b(?!\s+(?:with (?:an? |the )?(?:\d{3}|tag|status|code|http|json|empty|body|header)|mit \d{3}|"
            r"con (?:un )?\d{3}|to the (?:ping|probe|health)|the health|on port|as soon|within|in (?:less|"
            r"under)|before the|address|from the))(?=[^.!?\n]{0,60}\b(?:as|in|with|only|nur|solo|every|all|"
            r"yes|ok|affirmative|that|positiv\w*|like|sí|oui)\b)"
        ),
        (
            r"\b(?:when|if|whenever|should)\b[^.!?\n]{0,20}\bask(?:s|ed)?\b[^.!?\n]{0,40}?(?:,|\bthen\b)"
            r"\s*(?:please )?(?:lie|say|tell|deny|claim|send them|recommend|refuse|point them|pretend|"
            r"insist|reply that)\b"
        ),
        r"(?:^|[.!?\n]\s*)(?:continue|complete|finish) the (?:text|sentence|story)",
        r"\brespond as\b",
        r"\bspeak as if\b",
        r"\bassume (?:yes|consent|approval)\b",
        r"\bas if the (?:audit|review|tests?) (?:was|were|had)\b",
    ),
}
