"""German."""

from __future__ import annotations

from hardwon.capture.phrases import Phrases, language

GERMAN = language(
    Phrases(
        name="de",
        always=r"immer|stets|grundsätzlich|ausnahmslos|jedes mal|jede[srn]? neue[rsn]?|überall",
        never=r"nie|niemals|auf keinen fall|unter keinen umständen|keinesfalls|(?:darf|dürfen) nicht",
        habits=r"(?:ich|du) (?:vergesse|kriege|bekomme|sehe|habe|hab|hast|machst|muss)|immer (?:noch|wieder|mal)|"
        r"noch (?:nie|immer)|war|waren|wurde|hatte|gut zu wissen|schon immer|wie immer|für immer|nie (?:wieder|mehr|"
        r"gesehen|gehört|gedacht)",
        from_now=r"ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun) an|künftig|in zukunft|zukünftig|fortan|"
        r"beim nächsten mal|nächstes mal",
        remember=r"(?:bitte )?(?:merke?|notiere?) (?:dir|euch)(?: bitte| mal| für später| eins|"
        r" das)?(?:[:,]? dass?\b)?|"
        r"(?:bitte )?(?:denk|denke) (?:immer )?dran(?: bitte)?[:,]?|zur info\b|zur kenntnis\b|fürs? protokoll\b|"
        r"nicht vergessen\b|vergiss (?:bitte )?nicht\b|(?:gut zu wissen|wichtig|hinweis|info|übrigens) ?:",
        rule=r"(?:neue |unsere |als )?(?:regel|konvention|vorgabe|hausregel|grundregel)n?\b",
        dont=r"\b(?:nicht|kein|keine|keinen|keinem|keiner|nichts|ohne)\b",
        scope=r"in (?:diesem|unserem) (?:repo|projekt)|hier im (?:repo|projekt)|ohne (?:mich|rücksprache)|von hand|"
        r"direkt (?:auf|in|nach) \w+|bevor|solange|außer|in \w+/\S*|alle[nrs]?|jede[mnrs]?|generell|überhaupt|"
        r"in den \w+en",
        we_use=r"(?:hier |bei uns |im \w+ )?(?:wir|man) (?:benutzen|nutzen|verwenden|nehmen|nimmt|schreiben|"
        r"arbeiten|setzen|"
        r"deployen|testen|formatieren|committen|mergen|speichern|legen|nennen|sprechen|siezen|duzen|halten|"
        r"haben hier|brauchen|"
        r"machen)\b|bei uns\b|(?:hier |bei uns )(?:benutzen|nutzen|verwenden|nehmen|heißt|gilt|wird|ist|läuft)\b",
        instead=r"statt|anstatt|anstelle|nicht \S+,? sondern|sondern|nicht (?:mit|in|als|über|nach|per|auf)|und nicht|"
        r"lieber als|,? nicht [\w`/-]+[.!]*\Z",
        only=r"nur|ausschließlich|höchstens|mindestens|maximal|genau|alle|jede[srmn]?|kein|keine|keinen",
        decided=r"(?:also |ok |gut )?(?:(?:wir|ich) (?:haben|hab|habe) (?:uns|mich) (?:\S+ ){0,6}?(?:entschieden|"
        r"geeinigt)|"
        r"(?:wir|ich) (?:haben|habe) (?:\S+ ){0,6}?(?:beschlossen|entschieden)|"
        r"(?:wir|ich) (?:nehmen|bleiben|bleibe|nehme|wechseln|verzichten|setzen|gehen|verwenden|behalten|lassen|warten)"
        r"(?=.*\b(?:weil|da|denn|wegen|damit|statt|sonst|bis)\b)|"
        r"wir (?:bleiben|verzichten) (?:bei|auf)|entscheidung\s*:|dann (?:nehmen|bleiben) wir|es bleibt bei|"
        r"nehmen wir (?=.*\b(?:weil|da|denn|wegen|damit|statt|sonst)\b)|lass uns (?=.*\b(?:weil|da|denn|wegen|"
        r"statt)\b)|"
        r"(?:vorerst|erstmal|jetzt) (?:nicht|kein\w*)\b(?=.*\b(?:weil|da|denn|wegen|sonst)\b))",
        because=r"weil|denn|wegen|sonst|damit|da (?:wir|die|der|das|es|sie)|ansonsten|andernfalls|deshalb",
        prefer=r"ich (?:bevorzuge|mag (?:keine?n?|lieber|es)|hätte (?:lieber|gern)|möchte (?:immer|keine?n?|lieber)|"
        r"will (?:immer|keine?n?|nie)|finde .{2,40} (?:besser|lesbarer|schöner) als|hasse|arbeite (?:lieber|immer)|"
        r"nutze immer)|"
        r"mir (?:ist|sind) .{2,40} lieber|am liebsten",
        answer=r"(?:bitte )?(?:antworte?|schreib|sprich|rede|erklär\w*) (?:mir |bitte |immer |nur )*(?:auf|in|mit|"
        r"ohne|kurz|knapp)\b|"
        r"(?:bitte )?(?:kurze?|knappe) (?:antworten|erklärungen)|fass dich kurz|"
        r"(?:bitte )?(?:keine|ohne) (?:emojis|zusammenfassung\w*|entschuldigung\w*|floskeln)",
        careful=r"(?:achtung|vorsicht|aufpassen|pass auf|obacht)\s*[:,!–-]?\s*(?:bei|mit|dass)?",
        asks=r"(?:frag(?:e|t)?|sag(?:e|t)?|warn(?:e|t)?|melde?) (?:mich|mir|dich)?(?: bitte)?(?: immer)?(?: "
        r"vorher)?,? ?(?:Bescheid,? )?(?:bevor|ehe|vor)\b",
        states=r"ist|gibt es|sind|heißt|heißen|läuft|laufen|liegt|liegen|steht|stehen|braucht|brauchen|benötigt|"
        r"erwartet|"
        r"nimmt|nehmen|"
        r"akzeptiert|kann|können|muss|müssen|gehört|gehören|kommt|kommen|hat|haben|lauscht|hört auf|geht|gilt|gelten|"
        r"verlangt|liefert|unterstützt|dürfen|darf|wird|werden|umgezogen|endet|beginnt|sitzt|verwendet|nutzt|rechnet",
        trouble=r"fehler\w*|kaputt|geht nicht|funktioniert nicht|läuft nicht|falsch\w*|fehlt|fehlen|hängt|stürzt ab|"
        r"schlägt fehl|"
        r"schlagen fehl|schon wieder|immer noch|rot|grün|fertig|erledigt|langsam|leer|zu (?:klein|groß|langsam|lang|"
        r"kurz|hell|"
        r"dunkel)|[45]\d\d",
        openers=r"(?:ok(?:ay)?|gut|also|ja|super|danke|prima|hallo|hi|hey|und|aber|übrigens|ach(?: ja| so)?|"
        r"außerdem|noch was|"
        r"noch etwas|bitte|nochmal|wichtig|btw|ps|hm+|genau|passt|stimmt|klar|wie gesagt|dann|so|"
        r"vale)(?:[,:;!.–-]+\s*|\s+(?=\S))",
        corrections=r"(?:nein|nee?|falsch|stimmt nicht|das stimmt nicht|das ist falsch|nicht so|doch|stop+|halt|"
        r"quatsch|"
        r"ich sagte|ich meinte|eigentlich)(?:[,:;!.–-]+\s*|\s+(?=\S))",
        polite=r"(?:kannst|könntest|würdest) du (?:bitte )?(?=immer|nie|künftig|ab )|"
        r"(?:ich (?:möchte|will|hätte gern),? dass du|achte(?:t)? (?:bitte )?(?:darauf|drauf),?(?: dass)?|"
        r"du (?:sollst|musst)) (?=\S)|bitte (?=\w)",
        closers=r"[,;.!–-]?\s+(?:ok(?:ay)?|ja|gell|bitte|danke|verstanden|klar)",
        momentary=r"jetzt (?:gerade|erst|mal|noch)|gerade|heute|morgen|gestern|diesmal|dieses mal|für den moment|"
        r"momentan|im moment|vorübergehend|kurz mal|nur (?:hier|einmal|kurz)|diese woche|nachher|gleich|noch nicht|"
        r"einmalig|"
        r"erst ?mal|seit (?:gestern|heute)|in diese[mr] (?:datei|funktion|test|pr|commit|branch)|nächste woche|"
        r"vorläufig",
        doubtful=r"vielleicht|eventuell|wahrscheinlich|vermutlich|ich (?:glaube|denke|vermute|frage mich|"
        r"weiß nicht)|was wäre|"
        r"was ist|wie\b|warum|wieso|weshalb|wer\b|wo\b|wann\b|welche|sollen? wir|sollten wir|könnten wir|können wir|"
        r"man könnte|angenommen|wenn (?:wir|ich) (?:\S+ ){0,6}(?:hätten|wären|würden|hätte|wäre)|stell dir vor|"
        r"gibt es|gibt's|"
        r"hat |haben wir|ist das|müssen wir",
        mocking=r"\b(?:na toll|ja klar|haha+|lol|ironie|witzig|scherz)\b|[🙄😂🤣🙃😅]",
        reported=r"(?:doku|readme|kollege|kollegin|chef|chefin|kunde|kundin|handbuch|wiki|artikel|er|sie|man|linter|"
        r"compiler|"
        r"ticket|mail|notiz|notizen) (?:sagt|sagte|meint|meinte|schreibt|schrieb|will|wollte|empfiehlt|behauptet)|laut",
        dangling=r"so wie (?:oben|unten|hier|das)|das hier|dies(?:e[srmn]?)? hier|das andere|die andere|der andere|"
        r"das da|"
        r"(?:mach|nimm|lass|änder\w*|benutz\w*|nutz\w*) (?:das|es|sie|ihn|die|den)\b(?! \w)",
        pronouns=r"es|ihn|ihm|ihnen|er|das",
        local=r"in diesem (?:repo|projekt)|hier|wir|uns|unser\w*|[\w-]+/[\w./-]+",
        requests=r"(?:bitte |mal |dann |jetzt |und )*(?:mach|schreib|füg|änder|erstell|bau|lösch|entfern|benenn|"
        r"zeig|prüf|"
        r"schau|such|find|teste?\b|starte?\b|führ|nenn|ersetz|verschieb|implementier|refaktor|aktualisier|übersetz|"
        r"fix|installier|"
        r"setz|leg|lies|öffne|zähl|erklär|stell|bring|kopier|pack|sortier|wandle|gib|probier|nimm)\w*\b",
        past=r"hatten|hatte|war|waren|wurde|gab|ist .{2,30} (?:passiert|kaputtgegangen)|schon (?:zweimal|mal|öfter)",
        rejects=r"(?:das )?(?:lohnt (?:sich )?nicht|bringt (?:nichts|nix)|lass (?:es|das|gut)|vergiss (?:es|das)|"
        r"verwerfen|weg damit|"
        r"zurück (?:damit|auf|zu)|mach(?:'s| es)? rückgängig|nimm (?:es|das) (?:wieder )?(?:raus|zurück)|"
        r"geh(?:en wir)? zurück|"
        r"wir bleiben bei|schade,? dann)\b",
        tries=r"(?:bitte |mal )*(?:probier|versuch|teste?\b|schau,? ob|prüf,? ob|stell .{2,40} um|wechs[el]+|"
        r"aktualisier|upgrade)",
        alternatives=r"oder",
        stop_words="""bitte immer nie niemals nur auch noch schon mal dann wenn dass weil statt hier jetzt alle jede
        jeder
        jedes machen nehmen benutzen verwenden""",
        function_words="""der die das und ist sind nicht ein eine einen einem einer zu den dem des mit auf für im von
        bei
        wir ich du es sie wie was aber auch nur noch immer nie bitte mal dann wenn dass weil statt hier jetzt kein keine
        keinen haben hat wird werden kann muss soll bist war aus nach vor über unter zum zur danke oder als ab dir
        mir uns
        nein ja man so""",
    )
)
