"""Words that say little: stop words by language, and how common developers' words are anyway. Light.

A further language is a further row. The background frequencies stand for 200 documents that are counted in
besides the store's own (hardwon.retrieval.query), so that in a store of one memory "run" or "file" is not taken
for a rare word. Keys are stems as SQLite's porter tokenizer gives them.
"""

from __future__ import annotations

STOP_WORDS_BY_LANGUAGE: dict[str, str] = {
    "en": (
        "a about above after again against all am an and any are aren as at be because been before being below "
        "between both but by can cannot could couldn did didn do does doesn doing don down during each few for "
        "from further had hadn has hasn have haven having he her here hers herself him himself his how i if in "
        "into is isn it its itself just let ll me more most mustn my myself no nor not now of off on once only "
        "or other our ours ourselves out over own please re same shan she should shouldn so some such than that "
        "the their theirs them themselves then there these they this those through to too under until up us ve "
        "very was wasn we were weren what when where which while who whom why will with won would wouldn you "
        "your yours yourself yourselves also hi hello hey ok okay yes yeah thanks thank maybe really gonna wanna "
        "got get go going want need like know think say said see thing things lot bit way much many still yet"
    ),
    "es": (
        "al algo ante como con cual cuando de del desde donde el ella ellos en entre era es esa ese eso esta "
        "este esto estos fue ha hay la las le les lo los mas me mi muy nada ni nos nosotros o otra otro para "
        "pero por porque que quien se si sin sobre su sus te tiene todo tu un una uno unos y ya"
    ),
}

STOP_WORDS: frozenset[str] = frozenset(
    word for line in STOP_WORDS_BY_LANGUAGE.values() for word in line.split()
)

BACKGROUND_DOCUMENTS = 200

# How many of 200 typical prompts or notes hold the word, by stem.
_BACKGROUND = {
    60: "use file code test run add make work",
    45: "fix error function chang new function look check",
    35: "project build updat creat name set line call bug fail issu problem write read",
    28: "return valu type class method test command script data user config option default version branch commit "
    "first everi second last x y api",
    22: "remov delet move renam variabl import modul packag instal server request respons databas tabl queri "
    "string number list object arrai key path folder directori start stop time dai page form field",
    16: "implement refactor debug review clean handl log print messag output input result show open close load "
    "save send find search help explain tell give try keep put back good better right wrong correct properli "
    "simpl feature support app applic client servic system process thread event state model view component "
    "document doc comment readm deploi releas merg pull push request repo git python javascript typescript rust "
    "java node react text word todo task step part case exampl question answer sure done finish job current "
    "instead without possibl actual happen long small larg big differ whole full",
    10: "write haiku poem capit what happen make sens quick brief one two three four five 1 2 3 4 5 0 today "
    "tomorrow yesterdai morn night hour minut week month year peopl person team end begin",
}

BACKGROUND: dict[str, int] = {}
for _count in sorted(_BACKGROUND):
    for _stem in _BACKGROUND[_count].split():
        BACKGROUND[_stem] = _count
