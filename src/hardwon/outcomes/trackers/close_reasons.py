"""Reads why a task was closed by its leading verb and its negations; never by a word alone.

"Fixed error handling" is a success and "Blocked users can no longer post" another, though both hold words of failure.
Where nothing is certain the answer is neutral, and no success may ever be called a failure.
"""

from __future__ import annotations

import re

from hardwon.text.listed import listed

WORKED, FAILED, NEUTRAL = "worked", "failed", "neutral"

_READ_MAX = 400
_LEAD_NOISE = re.compile(
    r"\A(?:[\s\W_]+|(?:resolution|reason|status|outcome|note|update|closing|closed)\s*[:–—-]+\s*|"
    r"[a-z]{2,12}-[a-z0-9.]+\s*:\s*|"
    r"(?:unfortunately|sadly|finally|successfully|also|now|ok|okay|well|yes|we|i|it|this|that|still|was|is|has "
    r"been|have)\b[\s,]*(?=\w))*"
)
_ID = r"(?:[a-z][a-z0-9]{1,15}-[a-z0-9][a-z0-9.]*|#\d+|gh-?\d+)"

_NEUTRAL = re.compile(
    r"(?:closed?|closing|closes|n/?a|none|test|cleanup|clean-up|housekeeping|old|misc|noise|spam|"
    r"auto(?:matic(?:ally)?)?[- ]?closed?.*|"
    r"closing (?:as|old|this|it|out|because|since|due).*|closed (?:as|because|due|since|without|in favou?r|"
    r"automatically|manually).*)\W*\Z|"
    rf"(?:a )?dup(?:e|licates?|licated?)?\b(?= of| \(|[:;,.]|\s*\Z| {_ID}| -)|same as\b|see (?:also )?{_ID}|"
    rf"super[sc]eded\b|obsoleted?\b|outdated\b|"
    r"stale\b(?!\w* (?:\w+s|data|cache) (?:are|is|now|no longer|get|can))|out of scope|not (?:in|within) scope|"
    r"won'?t[ -]?(?:fix|do|implement|be)|will not (?:fix|do|implement|be)|wont[ -]?(?:fix|do)\b(?! \w+ "
    r"(?:handling|support|label))|"
    r"no(?:t)? (?:longer |any ?more )?(?:a bug|an issue|planned|needed|required|necessary|relevant|applicable|"
    r"reproducible|valid|worth|actionable|wanted|urgent|our|the right|a priority)\b|"
    r"no (?:action|change|changes|work|fix|further action|plans?) (?:is |are |was )?(?:needed|required|necessary|"
    r"planned|made)|nothing to (?:do|fix|change)|"
    r"works? as (?:designed|intended|expected|documented)|working as (?:designed|intended|expected)|(?:as|by|"
    r"per) design|expected behaviou?r|"
    r"invalid\b(?! \w+s )|wrong (?:project|repo\w*|prefix|tracker|board|id|issue|epic|parent|place|label)|"
    r"created (?:by|in) (?:mistake|error|accident)|(?:filed|opened|added) (?:by|in) (?:mistake|error|accident)|"
    r"accidental\w*|mistake\b|"
    rf"test (?:issue|bead|task|ticket|entry|data)\b|moved? (?:to|into|over to|out)\b|merged? (?:in)?to {_ID}|"
    rf"(?:folded|rolled up|absorbed|bundled|split|broken (?:up|out|down)|subsumed|consolidated|combined) (?:up |"
    rf"out |down )?(?:in|into|with|by|under|to)\b|"
    rf"merged? with {_ID}|(?:tracked|handled|covered|continued|addressed|reported|filed|followed up|picked up) "
    rf"(?:in|by|at|under|as|with|elsewhere|upstream|separately)\b(?! (?:commit|pr\b|pull|[0-9a-f]{{7}}))|"
    rf"already\b|"
    r"(?:deferr?|postpon|park|shelv|paus|snooz|backlogg|deprioriti[sz])(?:e|ed|ing)\b|on hold|later\b|someday|"
    r"cancell?ed\b(?! \w+s\b)|cancell?ing\b|withdrawn\b|declined\b(?! \w+s\b)|batch (?:delete|close|clean)\w*|"
    r"orphan(?:ed)?\b(?! \w+s (?:are|is|now))|"
    rf"squashed\b|low priority|replaced (?:by|with) {_ID}|replaced by\b|question answered|answered\b|discussed\b|"
    rf"converted (?:in)?to (?:an? |the )?(?:epic|issue|task|feature|story|discussion|bead|sub-?tasks?)|"
    rf"reopened\b|re-?filed\b|re-?scoped\b|"
    r"not worth\b|(?:un|not )(?:assigned|clear|decided)\b|no response|no (?:feedback|activity|reply)|inactive|"
    r"expired|duplicate entry|too old|too vague|need(?:s)? more info\w*|unclear|informational|question\b|spike "
    r"done by"
)  # fmt: skip
_NO_REPRO = re.compile(
    r"(?:could ?n[o']t|could not|cannot|can'?t|can not|unable to|not able to|never|did ?n[o']t|did not|does "
    r"?n[o']t|does not|no longer able to) (?:be )?(?:repro(?:duced?)?|replicated?)\b"
    r"(?=\s*\Z|\s*[.,;:(–-]| (?:on|in|with|it|this|that|the (?:bug|issue|crash|error|problem|failure|report)|any "
    r"?more|locally|here|at|by|since|from|after)\b)"
)

_BAD = (
    r"(?:fail|crash|break|block|hang|throw|error|time out|timeout|leak|panic|abort|stall|deadlock|lose|lost|"
    r"corrupt|flake|freeze|complain|segfault|blow up)(?:s|es|ed|ing)?"
)
_GOOD = (
    r"(?:work|help|fix|solve|resolve|scale|compile|pass|build|run|start|finish|complete|succeed|improve|pan out|"
    r"hold up|converge|fit|reproduce|do|implement|merge|ship|land|deploy|possible|feasible|enough|usable|viable|"
    r"practical|get)(?:s|es|ed|ing|ned)?"
)
_NOT = (
    r"(?:did ?n[o']t|did not|does ?n[o']t|does not|do ?n[o']t|do not|is ?n[o']t|is not|was ?n[o']t|was not|are "
    r"?n[o']t|were ?n[o']t|could ?n[o']t|could not|cannot|can'?t|can not|would ?n[o']t|would not|has ?n[o']t|not|"
    r"never|won'?t)"
)

_RELIEVED = re.compile(
    rf"\b(?:no longer|never|no more|not any ?more|{_NOT}) (?:\w+ ){{0,2}}?(?:{_BAD}|blocked|stuck|broken|needed "
    rf"to)\b|"
    r"\bno longer (?!needed|required|relevant|applicable|necessary|used|wanted|valid|supported|works?|working|"
    r"possible|maintained|an?\b|our|planned|exists?)\w+|"
    r"\bno longer (?:reproduces?|reproducible|happens?)\b|"
    rf"\bstop(?:s|ped)? (?:\w+ ){{0,4}}?(?:from )?{_BAD}\b|\bno (?:more |new |further )?(?:errors?|failures?|"
    rf"crash(?:es)?|timeouts?|regressions?|problems?|issues?)\b|"
    rf"\bwithout (?:any )?(?:errors?|failures?|problems?)\b|\binstead of (?:\w+ )?{_BAD}\b|"
    r"\bbut (?:correct|fine|ok|acceptable|accepted|approved|good enough)\b"
)
_MARKER = re.compile(
    r"(?<!not )(?<!n't )(?<!never )(?<!cannot be )(?<!not be )(?<!n't be )(?<!to be )(?<!un)(?<!half )(?<!partly "
    r")(?<!partially )(?<!without being )\b"
    r"(?:fixed|resolved|solved|merged|shipped|deployed|released|implemented|finished|completed|landed|passes|"
    r"passing|all green|is green|are green|green again|works|"
    r"working (?:now|again|fine)|succeeded|rebuilt|gone|done|tests? (?:pass|green|added)|verified|confirmed|"
    r"rolled out|back to normal|(?:fast|fine|ok|healthy|stable|green) (?:again|now))\b|"
    r"(?<!for )(?<!by )(?<!until )(?<!right )(?<!as of )\bnow\b(?! (?:obsolete|stale|closed|abandoned|dropped|"
    r"moot|irrelevant|tracked|part of|covered|handled by|broken|fails?|failing|worse|slower|unused|redundant))"
)
_TAKEN_BACK = re.compile(
    r"\b(?:but|then|and|later|however|though)\b.{0,40}\b(?:reverted|rolled back|backed out|had to be (?:reverted|"
    r"removed|dropped|undone))\b|\b(?:but|however|though)\b.{0,60}\b(?:broke|made (?:it|things) worse|caused an? "
    r"(?:outage|incident|regression))\b"
)
_HALF = re.compile(
    r"\b(?:partial(?:ly)?|partly|half|mostly|in part)\b|\bbut\b.{0,60}\b(?:still|not|n't|fails?|failing|broken|"
    r"missing|only|remain\w*|unfinished|open|todo|never|without)\b|\bexcept\b"
)
_FAILED = re.compile(
    r"(?:fail(?:ed|ure|s)?|abandon(?:ed|ing)?|revert(?:ed|ing)?|abort(?:ed|ing)?|blocked|timed out|time ?out|"
    r"rejected|unsuccessful(?:ly)?|infeasible|unfeasible|impossible|unworkable|unfixable|"
    r"broken?(?! [\w ]{1,40}\binto\b))"
    r"(?=\W*\Z|\s*[:;,.!(–—-]|\s(?:after|by|to|on|at|in|with|due|because|since|for|the|this|it|my|our|as|and|"
    r"when|halfway|waiting|again|here|of|from|under|during|upstream|attempt|build|again|outright|completely|"
    r"miserably|too)\b)|"
    r"(?:could ?n[o']t|could not|cannot|can'?t|can not|unable to|not able to|was ?n[o']t able to|failed to)\b|"
    r"(?:gave|giving) (?:it |this )?up\b|dead[ -]?end\b|rolled back\b|backed out\b|ran out of\b|made (?:things|"
    r"it|everything) worse|no (?:success|luck|progress|way|solution|improvement|go|viable)\b|nothing (?:worked|"
    r"helped)\b|"
    rf"not (?:fixed|done|working|possible|feasible|completed?|finished|solved|resolved|achievable|viable|"
    rf"successful|achieved|implemented|solvable|workable)\b|{_NOT} (?:be )?(?:\w+ )?{_GOOD}\b|never (?:got|"
    rf"worked|finished|ran|compiled|converged|succeeded)\b|"
    r"(?:slower|worse) than\b|too (?:slow|risky|complex|complicated|expensive|buggy|unstable|brittle|hard|much|"
    r"fragile|flaky)\b|wrong (?:approach|idea|fix|direction|assumption|hypothesis)\b|"
    r"(?:tried|attempted|experimented|tested)\b.{0,60}\b(?:fail\w*|no luck|without success|gave up|did ?n[o']t|"
    r"did not|in vain|nothing)\b|had to be (?:reverted|removed|dropped|undone|rolled back)\b|failed (?:ci|qa|"
    r"review|testing|validation|tests|the \w+)\b|did ?n[o']t\b|does ?n[o']t\b|did not\b|does not\b|(?:still "
    r")?(?:broken|crashes|crashing|fails|failing|broke|breaks|regressed)\b"
    r"(?! (?:down|up|out|gracefully|fast|early|loudly|cleanly|softly|safely|closed|open)\b)(?! [\w ]{1,40}\binto\b)"
)  # fmt: skip
_SUBJECT_FAILED = re.compile(
    rf"\A(?:(?!\b(?:when|if|that|which|where|whenever|unless|in case|so|for|on|after|before|because|no|not|never|"
    rf"retry|handle[sd]?|show[sn]?|log[sg]?\w*)\b)[\w'’./-]+ ){{1,6}}(?:still )?(?:(?:fails|failed|crashes|"
    rf"crashed|broke|breaks|hangs|hung|regressed|stalled|timed out|times out|errors out|collapsed|(?:was|were|"
    rf"got|had to be|is) (?:\w+ )?(?:rejected|reverted|abandoned|rolled back|dropped|blocked|aborted|infeasible|"
    rf"impossible)|rejected by)\b(?=\W*\Z|\s*[:;,.!(–—-]|\s(?:after|by|to|on|at|in|with|due|because|since|for|as|"
    rf"and|when|halfway|again|here|from|under|during|too|but|every|all|completely|miserably|outright|the|our|my|"
    rf"it|everything|prod)\b)|{_NOT} (?:\w+ )?{_GOOD}\b)|"
    r"\A(?:[\w-]+ ){0,4}(?:tests|builds|jobs|they|all|both|checks|runs|specs|suites) (?:still |all |now |also "
    r")?fail\b|\A(?:the )?(?:pr|patch|proposal|change|merge request|pull request|mr|rfc|idea|approach|design)(?: "
    r"\w+)? (?:was |got )?(?:rejected|declined|refused|turned down|closed (?:without|un)\s?merg\w+)\b|"
    r"\b(?:is|was|are|were|be|turned out|proved) (?:\w+ )?(?:slower|worse) than\b"
)
_UNDOES_HARM = re.compile(
    r"(?:revert(?:ed|s)?|rolled back|backed out) (?:the |a |an |that |this |our )?(?:\w+ )?(?:bad|broken|breaking|"
    r"faulty|offending|buggy|culprit|problematic|regressing|guilty|accidental) (?:\w+ )?(?:commits?|changes?|prs?|"
    r"merges?|deploys?|deployment|releases?|upgrades?|updates?|bumps?|versions?|patch|config)\b"
)
_HARM_UNDONE = re.compile(
    r"(?:broken|dead[ -]end|failed|failing|blocked|abandoned|too \w+|wrong|(?:can'?t|cannot|could ?n'?t|did ?n'?t|"
    r"does ?n'?t|not|never)-[\w-]+)(?: (?!(?:by|to|the|on|at|it|its|be|after|because|due|since|as|an?|my|our|for|in|"
    r"with|when|and|or|was|has|attempts?|experiments?|approach|try|tries|fix|fixes|idea|spike)\b)"
    r"[\w'-]+){0,3}?(?: (?:in|of|on) (?:the )?[\w./-]+)?"
    r"(?: (?:are|is|now|were|have been|get))*"
    r" (?P<verb>\w{3,}ed|rerun|rewritten|rebuilt|gone)\b(?=\W*\Z| (?:in|by|with|from|automatically|now|and)\b)"
)
_ADJECTIVES = (
    r"(?:failed|failing|aborted|blocked|cancell?ed|timed[ -]?out|abandoned|rejected|duplicated?|stale|orphaned|"
    r"invalid|declined|broken|expired|reverted|wrong|deferred|superseded|obsolete)"
)
_AS_ADJECTIVE = re.compile(
    rf"{_ADJECTIVES} (?!(?:as|was|is|has|this|its|does|tests|issues|attempts)\b)[a-z-]+(?:s|data|mail|"
    rf"email)\b(?: \w+){{2,}}"
)
_PRESENT = listed("""
    adds fixes implements removes closes resolves updates handles prevents replaces supports allows makes improves
    introduces moves renames refactors returns cleans ensures avoids
""")
_IRREGULAR = listed("""
    built wrote made ran set put sent found kept got rewrote split cut brought did done won shut swept drew taught gave
    took sped rebuilt redid sunk sorted hit let chose began broke undid
""")
_NO_RESULT = listed("""
    closed tried attempted investigated researched looked reviewed analysed analyzed explored considered
    evaluated checked assigned opened reopened discussed planned scheduled started requested needed used related
    linked supposed triaged unassigned noted proposed estimated labelled labeled skipped ignored dropped parked
    stopped red bed need indeed unneeded unused undecided failed abandoned reverted aborted blocked rejected
    timed cancelled canceled declined crashed regressed reassigned transferred delegated escalated changed
    expired unrelated unplanned unwanted untitled duplicated stuck
""")
_SUCCESS_WORDS = re.compile(
    r"(?:done|complete|dropped (?:support|the|old|unused|all)|stopped \w+ing|completed|finished|fixed|success|"
    r"successful|ready|resolved|shipped|verified|confirmed|works|working|ok|lgtm|passed|passes|accepted|approved|"
    r"landed|live|(?:all|both|every\w*|the|two|three|four|five|\d+) (?:\w+ ){0,4}(?:complete|completed|done|met|"
    r"pass|passed|finished|works?|green|closed|implemented)|"
    r"(?:tests?|ci|checks?|build|everything|all)(?: \w+)? (?:pass|passes|passed|green|works?|clean|is green|are "
    r"green)|closed (?:by|in|via|with) (?:commit|pr\b|pull|[0-9a-f]{7}|#)|closes? the\b|handled (?:in|by) "
    r"(?:commit|pr|[0-9a-f]{7}))\b"
)
_NOWHERE = re.compile(
    r"\bno longer (?:needed|required|relevant|applicable|necessary|wanted|valid|used|an issue|a problem|"
    r"planned)\b|\bdropped from (?:the )?(?:roadmap|scope|plans?|backlog|sprint|release)\b"
)
_SUBJECT_DONE = re.compile(
    r"\A(?:(?!\b(?:not|no|never|when|if|to|be|n't)\b)[\w'/.-]+ ){1,6}?(?:(?P<verb>\w{3,}ed)|complete|gone|done|"
    r"written|rewritten|rebuilt|sent|green|live|clean)\b(?=\W*\Z|\s*[:;,.(–—-]| (?:by|in|with|on|after|and|up|"
    r"out|to|for|as|at|into|from|via)\b)"
)
_FOREIGN = (
    (
        NEUTRAL,
        re.compile(
            r"\b(?:veraltet|duplikat|doppelt|wird nicht|nicht (?:mehr )?(?:nötig|relevant|geplant|reproduzierbar)|"
            r"hinfällig|zurückgestellt|duplicad[oa]|obsolet[oa]|no (?:es )?(?:necesario|aplica|se reproduce)|"
            r"cancelad[oa]|aplazado|doublon|obsolète|annulée?|plus nécessaire|reporté|"
            r"não (?:é )?(?:necessário|aplicável))|重复|重複|过期|不需要|不再需要|不要|取消|延期|保留|已有"
        ),
    ),
    (
        FAILED,
        re.compile(
            r"\b(?:aufgegeben|gescheitert|fehlgeschlagen|(?:klappte?|ging|geht|funktionierte?|läuft|lief) (?:\w+ )?"
            r"nicht(?! mehr)|nicht (?:möglich|behoben|gelöst|fertig|umgesetzt|geschafft)|unmöglich|konnte nicht|"
            r"no se pudo|no (?:funciona|funcionó|compila|fue posible|resuelt[oa]|arreglad[oa]|corregid[oa]|"
            r"terminad[oa])|"
            r"falló|fallido|abandonad[oa]|imposible|impossible à|n'a pas (?:marché|fonctionné|pu)|"
            r"ne (?:marche|fonctionne) pas|pas (?:corrigé|résolu|terminé|réglé)|échec|échoué|abandonnée?|"
            r"não (?:funcionou|funciona|deu|foi possível|resolvido)|impossível|falhou)|"
            r"无法|失败|放弃|不行|不可行|没(?:有)?(?:成功|修好|解决|完成)|未(?:完成|修复|解决)|できません|できな|失敗|断念|無理"
        ),
    ),
    (
        WORKED,
        re.compile(
            r"\b(?:behoben|erledigt|fertig|umgesetzt|gelöst|abgeschlossen|implementiert|eingebaut|korrigiert|"
            r"repariert|"
            r"hinzugefügt|ausgerollt|hecho|arreglad[oa]|corregid[oa]|list[oa]\b|terminad[oa]|resuelt[oa]|"
            r"completad[oa]|"
            r"implementad[oa]|añadid[oa]|terminé|corrigée?|fait\b|résolue?|réglée?|livrée?|ajoutée?|déployée?|"
            r"concluíd[oa]|corrigid[oa]|feito|pronto\b|resolvid[oa]|adicionad[oa])|"
            r"完成|修复|修好|解决|已实现|已上线|通过|修正|対応済|完了|解決|実装"
        ),
    ),
)
"""Other languages put the deciding word where they like, so the first one met decides."""


def classify_close_reason(text: str | None) -> str:
    """What a close reason says of the work: worked, failed or neutral.

    Args:
        text: the reason as written, in any language; None and "" are neutral.
    """
    plain = " ".join((text or "")[:_READ_MAX].replace("’", "'").lower().split())
    plain = plain[_LEAD_NOISE.match(plain).end() :] if not _NEUTRAL.match(plain.strip(" .!:")) else plain  # type: ignore[union-attr]
    plain = plain.strip(" \t.!*_`\"'")
    if not plain:
        return NEUTRAL
    found = [(match.start(), verdict) for verdict, pattern in _FOREIGN if (match := pattern.search(plain))]
    if found and not _HALF.search(plain):
        return min(found)[1]
    return _classify(plain)


def _classify(plain: str) -> str:
    done = _MARKER.search(plain) or _RELIEVED.search(plain)
    if _NOWHERE.search(plain):
        return NEUTRAL
    if _AS_ADJECTIVE.match(plain):
        return WORKED if done or len(plain.split()) >= 4 else NEUTRAL
    if _NO_REPRO.match(plain) or _NEUTRAL.match(plain):
        return NEUTRAL
    if _TAKEN_BACK.search(plain):
        return (
            FAILED
            if not re.search(r"\b(?:re-?(?:built|done|applied|landed|merged)|proper|instead)\b", plain)
            else NEUTRAL
        )
    if _UNDOES_HARM.match(plain):  # of another's work, most likely
        return WORKED if done or re.search(r"\b(?:pass|builds?|runs?) again\b", plain) else NEUTRAL
    undone = _HARM_UNDONE.match(plain)
    if undone and undone["verb"] not in _NO_RESULT:
        return NEUTRAL if _HALF.search(plain) else WORKED
    if _FAILED.match(plain) or _SUBJECT_FAILED.search(plain):
        return _unless_done(plain, bool(done))
    if _HALF.search(plain):
        return NEUTRAL
    return WORKED if done or _says_done(plain) else NEUTRAL


def _unless_done(plain: str, done: bool) -> str:
    """Bad news that ends well is a success; bad news beside good news is neither."""
    if not done:
        return FAILED
    relieved = _RELIEVED.match(plain)
    return WORKED if relieved or re.search(r"[;,:.]|\b(?:then|and|so|after)\b", plain) else NEUTRAL


def _says_done(plain: str) -> bool:
    first = re.match(r"[a-z]+", plain)
    word = first[0] if first else ""
    if _SUCCESS_WORDS.match(plain) or word in _PRESENT or word in _IRREGULAR:
        return True
    if word.endswith("ed") and len(word) > 4:
        return word not in _NO_RESULT
    subject = _SUBJECT_DONE.match(plain)
    return subject is not None and subject["verb"] not in _NO_RESULT
