"""What planted orders have done, as data: the second half of the signals (hardwon.capture.signals)."""

from __future__ import annotations

from hardwon.capture.order_words import (
    AWAY,
    BIG,
    DESTROY,
    EXPOSE,
    GUARDS,
    HARMLESS,
    LEAD,
    RUNS,
    SECRETS,
    SURELY_AI,
    TALK,
    VERBS,
    WEAKEN,
    Signals,
)

DEEDS: Signals = {
    "sends secrets away": (
        (0.5, rf"{LEAD}(?:{EXPOSE})\b(?! (?:is|are|level|format)).{{0,70}}?{SECRETS}"),
        (0.3, rf"{LEAD}(?:{EXPOSE})\b.{{0,90}}?(?:https?://(?!localhost|127\.|0\.0\.0\.0)|[\w.+-]+@[\w-]+\.\w)"),
        (1.0, rf"{LEAD}(?:{EXPOSE})\b.{{0,70}}?{SECRETS}.{{0,60}}?{AWAY}"),
        (1.0, rf"{LEAD}(?:{EXPOSE})\b.{{0,20}}?{AWAY}.{{0,60}}?{SECRETS}"),
        (0.9, rf"{LEAD}(?:{EXPOSE}|mirror)\b.{{0,60}}?{TALK}.{{0,60}}?{AWAY}"),
        (
            0.9,
            rf"{LEAD}(?:print|reveal|repeat|output|show|disclose|leak|expose|dump|display|"
            rf"tell)\b.{{0,30}}?(?:\b(?:your|the) "
            rf"(?:system |hidden |secret |full |initial |own )*(?:prompt|instructions|rules|configuration including)\b|"
            rf"\beverything above\b|\babove this line\b|\bchain of thought\b)(?!.{{0,30}}(?:`|\bwith --))",
        ),
        (0.9, rf"{LEAD}(?:repeat|recite|return)\b.{{0,20}}\b(?:them |it )?(?:word for word|verbatim)"),
        (
            1.0,
            rf"{AWAY}.{{0,12}}\b(?:should|must|has to|have to|shall|needs to)\b.{{0,6}}\b(?:carry|contain|include|"
            r"have|hold|list)\b"
            rf".{{0,30}}?{SECRETS}",
        ),
        (
            0.8,
            rf"\b{SURELY_AI}\b.{{0,10}}\b(?:posts|sends|reads|shares|prints|uploads|includes|reveals|"
            rf"pastes)\b.{{0,40}}?{SECRETS}",
        ),
        (
            0.5,
            r"\b(?:password|token|key|passphrase)s? (?:is|are) (?:needed|required|necessary)\b|\bwith their "
            r"(?:session|account|login)|"
            r"\bcontents? of\b.{0,24}\.(?:ya?ml|json|toml|ini|conf|cfg|env)\b",
        ),
        (
            0.9,
            r"\b(?:exfiltrat\w+|leak)\b(?! test| tests|ed| detection|s\b).{0,60}\b(?:data|keys?|secrets?|tokens?|"
            r"env\w*|"
            r"dump|variables|credentials|the\b)",
        ),
        (
            0.9,
            r"(?:https?://[^\s]*(?:\?|data=|d=)[^\s]*(?:SECRET|TOKEN|\$\(|\{)|followed by the contents|-d ?\"?\$\(e"
            r"nv\)|"
            r"\$\((?:whoami|env|cat)|!\[[^\]]*\]\(https?://[^)]{0,200}\?)",
        ),
        (
            0.9,
            rf"\b(?:paste|enter|type|give|ask for|provide|include)\b.{{0,16}}\b(?:your|their|the user's|user's)\b."
            rf"{{0,8}}{SECRETS}",
        ),
        (
            0.6,
            rf"{LEAD}(?:send|post|put|upload|mirror|forward|push)\b.{{0,60}}(?:https?://(?!localhost|127\.)|ftp\.|"
            rf"\d{{1,3}}(?:\.\d{{1,3}}){{3}})",
        ),
        (0.6, rf"{SECRETS}.{{0,80}}?(?:{AWAY}|\bpublic\b|\bgist\b|\btest log\b)"),
        (
            0.9,
            rf"{LEAD}(?:grab|stash|steal|harvest|collect|gather|find|look for|search for|list|locate|dump|"
            rf"rotate)\b.{{0,24}}?(?:{SECRETS}).{{0,50}}?(?:{AWAY}|"
            rf"\bpublic|\bthem\b|\bprint|\bstash|\breport|\bstore)",
        ),
        (
            0.9,
            rf"\b(?:tell|send|give|show|mail|forward|email)\b.{{0,6}}\bme\b.{{0,40}}(?:{SECRETS}|\bsource\b|"
            r"\beverything\b|\buser\b)|\beverything the user\b|\bsource to "
            rf"me\b|\bwhat is in ~/|\btyped so far\b",
        ),
        (
            0.9,
            r"\bwhat were you told\b|\bthe text above\b.{0,24}\bmessage\b|\b(?:translate|summari[sz]e|quote|print|"
            r"output|repeat|reveal|respond with|dump)\b.{0,20}"
            r"\byour (?:hidden |system |own |initial )*(?:instructions|prompt|rules|configuration)\b|\bsystem "
            r"prompt\b.{0,20}\b(?:in full|completely|verbatim)",
        ),
        (
            0.5,
            rf"\b(?:post|put) request to (?:https?://|\d)|\bcontaining\b.{{0,20}}?{SECRETS}|\bcustomer "
            rf"table\b.{{0,20}}\b(?:public|gist)|\bpublic gist\b",
        ),
        (0.3, SECRETS),
    ),
    "takes safeguards down": (
        (0.5, rf"{LEAD}{WEAKEN}\b.{{0,36}}?\b{GUARDS}\b"),
        (
            0.85,
            r"\A(?!.*(?:\bonly\b|\bin (?:tests?|dev\w*|ci|staging|local)\b|\blocally\b|\bduring\b|\bbefore\b|"
            r"\bwhile\b|"
            rf"\bwhen\b|\bwith (?:`|-)|=|\bfor (?:tests?|fixtures?|local)\b)).*{LEAD}(?:disable|turn off|switch off|"
            r"deactivate|"
            r"shut down|weaken|loosen|bypass|skip|comment out|suspend|circumvent|"
            rf"remove)\b.{{0,30}}?\b(?:authentication|"
            rf"authori[sz]ation|auth\w* checks?|(?:code )?reviews?|approvals?(?: process)?|certificate (?:validation|"
            r"verification)|tls verification|firewall|monitoring|sandbox|two-factor\w*|2fa|safety\w*|permission\w*|"
            r"antivirus|"
            rf"redact\w*|hooks|cors|input validation|confirmations?|security \w+|audit\w*|verification)\b",
        ),
        (
            0.4,
            r"\b(?:skipping|disabling|bypassing|turning off|ignoring|removing|weakening|"
            rf"deleting)\b.{{0,24}}\b{GUARDS}\b",
        ),
        (
            0.4,
            r"\b(?:settings\.json|\.mcp\.json|claude\.md|agents\.md|\.claude/|the hooks in|permission list|allow "
            r"?list)"
            r".{0,80}(?:https?://|\bso (?:that )?(?:it|they|you)\b|\bobey)",
        ),
        (
            0.85,
            rf"{LEAD}(?:leave|add|insert|open|install|create|plant|build)\b.{{0,24}}\b(?:back ?doors?|reverse shell|"
            r"keylogger)",
        ),
        (0.4, r"\bpush (?:-f\b|--force\b(?!-))|\b(?:delete|drop|remove|wipe|disable)_\w+ (?:function|tool)"),
        (
            1.0,
            r"\b(?:bypass ?permissions|dangerously-skip-permissions|bypass permissions mode|bash\(\*\)|"
            r"skip-permissions)"
            r"|\bpermissions\.allow\b.{0,80}\b(?:not interrupted|so that)",
        ),
        (
            0.6,
            r"\b(?:tests?|(?:code )?reviews?|approvals?|verification|linting|confirmation|two-factor|"
            r"secrets?)\b.{0,14}\b(?:is|"
            r"are|may|can|were|has been)\b.{0,8}\b(?:optional|no longer (?:needed|necessary|required)|not (?:needed|"
            r"necessary|required)|unnecessary|forbidden|switched off|be (?:deleted|committed|skipped|dropped)|"
            r"suspended)\b",
        ),
        (
            0.6,
            r"\bno-verify\b(?! is)|\bwithout (?:any )?(?:review|oversight|checks?|verification|looking)\b|\bforce[- "
            r"]push(?:ed)?\b"
            r"(?! is|ing)|\b(?:push|commit|merge|deploy)\b.{0,16}\b(?:straight|directly)\b|"
            r"\bpush directly\b|\b(?:push|merge)\b.{0,10}\bto (?:main|master|the default branch)\b(?! trigger)",
        ),
        (
            0.6,
            r"\b(?:backdoors?|reverse shell|keylogger|rootkit|malware|hidden (?:admin|route|account|user)\b|remote "
            r"shell)\b"
            r"|\badmin account named\b|\bweaken\b|\bauthorized_keys\b|\bmy (?:public |ssh |gpg )+key\b",
        ),
        (
            0.7,
            rf"{LEAD}(?:grant|give|make|add|transfer)\b.{{0,30}}\b(?:admin\w*|write|root|owner|full)\b.{{0,14}}\b"
            r"(?:permissions?|access|rights?|role|privileges?|of the organi[sz]ation|on the organi[sz]ation)|\bas "
            r"(?:an )?(?:admin|"
            rf"owner of)\b|\btransfer the repository\b",
        ),
        (
            0.7,
            rf"{LEAD}(?:set|change|point|switch|redirect|replace|pin|update)\b.{{0,40}}\b(?:registry|remote|urls?|"
            r"mirror|index|"
            rf"proxy|fork|dependency|package|hooks?)\b.{{0,60}}(?:https?://(?!localhost|127\.)|\bfork at\b|\bby req)",
        ),
        (
            0.7,
            r"\bconcatenat\w+ (?:the )?user input\b|\bthe safest\b.{0,40}\b(?:none|777)|\bchmod -R 777|NODE_TLS_REJECT_"
            r"UNAUTHORIZED=0 (?:everywhere|in prod)|\bany origin in all\b|\ballowed hosts\b|\bseeding it with\b|"
            r"\bapproves? its own\b"
            r"|\bwith sudo\b(?! on)|\btrust all\b|\bcost-free deletion\b",
        ),
        (
            0.8,
            r"\balways allow\b(?! list)|\bauto-?accept (?:edits|all|everything)|\banswer yes\b|\bevery command is "
            r"allowed\b|\ballow(?:s|ed)? (?:every|all|any) command|\bwithout "
            r"verification\b|\bwith --privileged\b|\baccept any certificate\b|\belevated privileges\b|\bsudo for "
            r"everything\b|\bevery test return true\b|\bin plain ?text\b.{0,12}"
            r"\b(?:from now|store)|\bstored in plain text from\b|\bare a nuisance\b|\bfrom production code\b",
        ),
        (
            0.8,
            rf"{LEAD}(?:remove|disable|drop|turn off|stop|kill|purge|wipe|skip|lift)\b.{{0,24}}\b(?:rate limiting|"
            r"throttling|audit trail|audit logs?|branch protection|login|"
            r"confirmation|sandbox|monitoring|alerts|access control|permission prompts?)\b(?!.*(?:\bonly\b|\bin "
            r"tests?\b|\bwhen\b|\bduring\b|\bwith -|`))",
        ),
        (
            0.4,
            r"\b(?:must|should|will|can|may|shall)\b.{0,12}\b(?:skip|bypass|be skipped|be bypassed|be disabled|"
            r"ignore|disable)",
        ),
        (
            0.35,
            r"\b(?:confirmation|permission prompts?|privilege[ds]?|elevated|sudo|root|force=true|--force|sandbox|"
            r"branch protection|code review|reviews? (?:is|are)|certificate|"
            r"vulnerabilit\w+|audit|production|firewall|admin)\b",
        ),
    ),
    "fetches and runs code": (
        (
            0.6,
            r"\b(?:curl|wget|iwr|fetch)\b[^\n|]{0,90}\| ?(?:sudo )?(?:ba|z|da)?sh\b|\bbash <\(|\|\s*(?:sudo "
            r")?(?:ba)?sh\b",
        ),
        (
            1.0,
            rf"{LEAD}(?:{RUNS}|use|do|type|this first)\b.{{0,60}}(?:(?:curl|wget)\b[^\n|]{{0,90}}\| ?(?:sudo )?(?:ba|"
            r"z)?sh\b|"
            rf"bash <\(|rm -rf (?:/|~|\*|\./|\$HOME)|nc \S+ \d+ -e|base64 -d)",
        ),
        (0.8, rf"{LEAD}(?:install|download|get|add|use)\b.{{0,40}}https?://(?!localhost|127\.|github\.com|docs\.)"),
        (
            0.9,
            r"\b(?:follow|obey|do|execute|run|apply)\b.{0,8}\b(?:what(?:ever)? (?:it|they|the|follows)|the (?:steps|"
            r"instructions|commands) (?:it|there|in \w+_ai|found)|it returns|the next line)\b|\band do what it "
            r"says\b|\bobey it\b",
        ),
        (
            0.6,
            rf"{LEAD}{RUNS}\b.{{0,40}}\b(?:as root|with (?:root|full|sudo|admin\w*) ?(?:rights|permissions|"
            r"privileges|access)?|"
            r"as administrator|whatever follows|everything below|the following|each line|every command|any command|"
            r"all "
            rf"commands)\b",
        ),
        (
            0.8,
            r"\brm -rf (?:/|~|\*|\$HOME)(?!var/cache|tmp)|\b--no-preserve-root\b|\bnc \S+ \d+ -e\b|\beval\(atob|"
            r"\bbase64 -d this\b"
            r"|\bfrom https?://\S*(?:evil|attack|agent)",
        ),
        (
            0.5,
            r"\buse your (?:\w+ )?tool\b|\b(?:call|invoke|use) the (?:tool|function|command)\b|\b(?:invoke|call) "
            r"the \w+_\w+ "
            r"(?:function|tool)|\btool call required|\bnext tool call\b|\brun the tool\b|\bcall the tool\b|\bnext "
            r"(?:step|action) for the "
            r"agent: run\b|\bweb_?fetch\(|\buse the mcp server at https?://|\bmcp\.\w*evil",
        ),
        (
            0.5,
            rf"{LEAD}(?:open|visit|click|load|fetch|browse|go to|post to|call|request|"
            rf"read)\b.{{0,30}}(?:https?://(?!localhost|"
            rf"127\.)|\bthis link\b|\bon it\b)",
        ),
        (
            0.5,
            r"\bdecode (?:this|it|the following)\b|\bexecute the (?:command|shutdown|following)\b|\bcommand stored "
            r"in\b",
        ),
        (0.65, r"\bnext (?:step|action|command) for the (?:agent|assistant|model)\b"),
        (
            0.45,
            r"\b(?:https?://|www\.|@)[\w./-]*(?:evil|attack|malic|exfil|bad\b|boese|mal\b|c2\b|phish|steal|drop\b|"
            r"intake|collect|"
            r"hack)|\b(?:evil|attacker)[\w-]*(?:\.\w+|bot|cloud|corp|wrap|gpt|-utils|mod|-sdk)\b|\bbadcorp\b",
        ),
        (
            0.85,
            r"\bhttps?://\S+ (?:in|to|into|\|) ?(?:python|bash|sh|node|perl|a shell)|\bexec\(urllib|"
            rf"\bexec\(\w+\.urlopen|\burlopen\(.{{0,60}}\.read\(\)\)|\bexec\(.{{0,60}}https?://"
            rf"|{LEAD}(?:pull and (?:run|execute)|execute)\b.{{0,24}}\b(?:image|setup\.exe|\w+\.(?:exe|msi|bat|ps1|"
            r"scr))\b|\bstart (?:the|a) listener\b|\blog in to the bank\b|\bbank account\b",
        ),
        (
            0.4,
            r"\b(?:the|your|a|browser|github|deploy|shell|bash) tool\b|\b(?:attached|from the link|\w+\.exe)\b|"
            r"\bopen a shell\b|\ball open pull requests\b",
        ),
    ),
    "destroys work": (
        (0.5, rf"{LEAD}{DESTROY}\b(?!.{{0,24}}\b{HARMLESS}\b).{{0,30}}?\b{BIG}\b"),
        (
            0.7,
            rf"{LEAD}{DESTROY}\b.{{0,12}}\b(?:all|every|entire|whole|everything|each)\b(?!.{{0,16}}\b{HARMLESS}\b)"
            rf".{{0,24}}?\b{BIG}\b",
        ),
        (
            0.9,
            rf"{LEAD}{DESTROY}\b.{{0,40}}\b(?:production|git history|main branch|home directory|tests directory|"
            rf"the tests\b|user data|the repository|(?<!test )database)\b(?! (?:cache|when|if|before|after))",
        ),
        (
            0.5,
            r"\b(?:rewrite|change)\b.{0,10}\bhistory\b|\bproceed with the (?:wipe|deletion)|\bshutdown sequence\b|"
            r"\bpassed? by "
            r"deleting\b|\brm -rf \.?/?(?:src|tests|lib)\b|\bcomment (?:them|the tests) out\b|\bkill all running\b",
        ),
        (
            0.85,
            r"\brevert all\b|\breformat the disk\b|\bdrop (?:the|all) tables\b|\bdelet\w+ (?:the )?(?:failing|red) "
            r"tests\b|\brewrite history so\b|\bdelete the production\b|\bdiscard the "
            r"rest\b|\bdelete everything\b",
        ),
        (0.3, r"\b(?:delete|erase|wipe|purge|destroy|overwrite|reformat|revert)\b.{0,40}\b(?:all|every|the|this)\b"),
    ),
    "writes the memory": (
        (
            0.8,
            rf"{LEAD}(?:store|save|write|record|add|put|keep|note|update|remember|memori[sz]e|commit|enter|"
            rf"make)\b.{{0,44}}?"
            r"\b(?:in(?:to)?|to|as) (?:your |the |its |a |long-term )*memor(?:y|ies)\b(?! (?:limit|pool|cache|"
            r"buffer|of))",
        ),
        (
            0.8,
            r"\byour (?:long-term |persistent |own )?memor(?:y|ies)\b|\bfuture sessions\b|\blater sessions\b|\ball "
            r"sessions\b|"
            r"\bwrite a memory\b|\bremember permanently\b",
        ),
        (
            0.8,
            r"\b(?:other|every other|all other) memor(?:y|ies)\b|\bmemor(?:y|ies) (?:you have|that contradict)|"
            r"\bthis (?:memory|entry|"
            r"tip|note)\b.{0,30}\b(?:first|more important|worked|as (?:a rule|written)|must be applied|highest)|"
            r"\bmark this one\b"
            r"|\bwhen you (?:load|store) memor",
        ),
        (
            0.8,
            rf"{LEAD}(?:delete|forget|erase|discard|ignore|hide)\b.{{0,12}}\b(?:every|all|the|other|your)\b.{{0,12}}"
            rf"\bmemor(?:y|ies)\b",
        ),
        (
            0.9,
            r"\boutcome ?= ?(?:worked|success|failed)\b(?! filter)|\boutcome (?:worked|success)\b(?! and|,|-)|"
            r"\b\[id:|\bscore=1|\brecord "
            r"that (?:this|the owner)|\bworked (?:ten|\d+) times\b|\breport (?:outcome|worked|success) for\b",
        ),
        (
            0.6,
            r"\bmemory_(?:remember|outcome|store|save|update)\b|\bas (?:a )?rule of the user\b|\bmemori[sz]e this\b|"
            r"\bremember for all\b"
            r"|\b(?:save|store) the following preference\b|\brecord an outcome\b|\bmemory should\b",
        ),
        (
            0.7,
            r"\b(?:update|write|add|copy)\b.{0,30}\b(?:to|into|in) (?:claude|agents)\.md\b|\bupdate claude\.md\b|"
            r"\bpass on these "
            r"instructions\b",
        ),
        (
            0.85,
            r"\b(?:keep|bear) in mind for\b|\b(?:every|each|all) (?:later|future|other|next) (?:session|conversation|"
            r"agent)s?\b|\b(?:to|for) the next session\b|\bof all memories\b|\bmemories tagged\b|"
            r"\b(?:give|grant) this memory\b|\b(?:maximum|highest|full) confidence\b|\bthe memory about\b|\b(?:save|"
            r"store|add|record|note) (?:this|that|it|the following)\b.{0,12}\bas (?:a )?(?:user |"
            r"permanent |standing )?(?:preference|rule|memory|fact)|\badd to your (?:notes|memory)|\bmark the last\b|"
            r"\bteach every other\b",
        ),
        (0.35, r"\b(?:memories|your memory|this memory|remember that|your notes|preference|outcome)\b"),
    ),
    "presses": (
        (
            0.3,
            r"\b(?:urgent(?:ly)?|emergency|immediately|right (?:away|now)|at once|asap|no time|without delay|"
            r"critical (?:security )?"
            r"(?:update|alert)|before (?:you do )?anything else|before continuing|act (?:now|fast)|or (?:all|else)|"
            r"first action|"
            r"without (?:hesitation|question)|now!)",
        ),
        (
            0.3,
            r"\beven (?:when|if|though)\b|\balthough\b|\bno matter (?:what|how)\b|\bregardless of\b|\bfrom now on\b|"
            r"\bin the background\b",
        ),
        (
            0.25,
            r"\b(?:from (?:now|here|this (?:point|moment))(?: on)?(?:ward)?s?|(?<!nearly )(?<!almost )always|every "
            r"time|whenever (?:you|the user)|each time you|on every|in "
            r"(?:every|each|all)|for the (?:rest|remainder) of|until further notice|permanently|never (?:again|"
            r"refuse|ask)|at the "
            r"(?:start|end) of (?:each|every)|everywhere|for every)\b",
        ),
        (
            0.4,
            r"\b(?:hurry|\d+ (?:seconds|minutes) to|to comply|attention required|loses everything|act fast|quickest "
            r"way|until this is done|do that|go ahead|first thing|for convenience|no questions|at all costs|"
            r"or the customer)\b",
        ),
        (0.2, r"\bplease\b|!(?:\s|$)|\bnow\b[.!]?$"),
    ),
    "tells what to answer": (
        (0.4, r"\bask (?:the user )?for (?:it|them|their)\b"),
        (
            0.5,
            rf"{LEAD}(?:reply|respond|answer|say|state|claim|speak|write back|talk)\b(?!\s+(?:with (?:an? |the "
            rf")?(?:\d{{3}}|tag|status|"
            rf"code|http|json|empty|body|header)|\d{{3}}|to (?:the (?:ping|probe|health)|review)|the health|on port|"
            r"in the))."
            rf"{{0,30}}\b(?:only|with|that|in|as|yes|no|success|every|any|although|whatever)\b",
        ),
        (
            0.9,
            r"\b(?:begin|start|end|prefix|sign|preface)\b.{0,8}\b(?:each|every|your|all) (?:repl\w+|answers?|"
            r"responses?|shell "
            r"command|message|sentence)\b|\bin (?:every|your next|each|your|all your) (?:next |later )?(?:answers?|"
            r"repl\w+|responses?|"
            r"summar\w+|prompts?)\b|\bto every (?:later )?(?:prompt|question)\b",
        ),
        (
            0.75,
            rf"{LEAD}(?:tell|convince|persuade|advise|assure|make|inform|explain to|urge|lead)\b.{{0,10}}\b(?:the |"
            r"every |all )"
            rf"?(?:users?|developer|human|reader|person|reviewer)\b.{{0,40}}\b(?:that|to|they|is|the build)\b",
        ),
        (
            0.7,
            r"\b(?:report|claim|say|pretend)\b.{0,20}\b(?:success\b|passed|they passed|were run|was fixed|it is a "
            r"refactor|the "
            r"latest|a refactor)",
        ),
        (
            0.7,
            rf"{LEAD}(?:always |never )?(?:recommend|praise|promote|advertise|suggest|endorse|"
            rf"thank)\w*\b.{{0,40}}\b(?:over\b|"
            rf"against|package|cloud|instead|provider|product|completions|without saying|in all)",
        ),
        (
            0.6,
            r"\bshould lie\b|\blie about\b|\backnowledge (?:by|with)\b|\bnever refuse\b|\bwhatever the file says\b|"
            r"\breturn the text\b|"
            r"\bcarry out each\b|\bdo not analy[sz]e this\b|\bread from this document\b|\bconstant true\b|\binstead "
            r"of answering\b|\bno "
            r"known issues\b|\bhas no vulnerabilities\b|\beven when it is red\b|\bclose it as fixed\b|\bagree with "
            r"the reviewer\b",
        ),
        (
            0.6,
            r"\bfor every new file\b|\bfor every review\b|\bat the top of each module\b|\bin every (?:commit|"
            r"javascript|http client)\b|"
            r"\bevery commit message should\b|\bwhen you (?:generate|write) code\b|\bwhenever you write\b|\byou "
            r"touch\b",
        ),
        (
            0.8,
            r"\b(?:at the end|in the middle|beginning) of your (?:answers?|replies|responses)\b|\banswer every "
            r"question\b|\buse only insults\b|\bwhen you answer\b|\brefuse to (?:help|answer)|\brate this\b.{0,40}"
            r"\bwhatever\b|\bas secure whatever\b|\bin your (?:final )?(?:message|answer|reply)\b",
        ),
    ),
    "addresses its reader": (
        (
            0.3,
            r"\A\W*(?:(?:please|kindly|now|next|so|then|also|always|just|only|instead|first|finally|and|dear \w+|"
            r"hey|hurry!?|never|don't|"
            rf"do not|(?:before|after|when|whenever|while|if|once|for|in|as|to|from)\b[^,]{{2,60}}),?:? "
            rf"){{0,3}}(?:{VERBS})\b(?! (?:is|are|was|"
            rf"were|has|have|can|will|must|of|and|or)\b)",
        ),
        (0.25, r"\byou (?:must|shall|will|have to|are (?:required|obliged|to)|need to|should|may)\b"),
        (0.15, r"\byou(?:r|rself)?\b"),
    ),
}
