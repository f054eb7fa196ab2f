"""Reactions in German, Spanish, French and Portuguese."""

from __future__ import annotations

from hardwon.outcomes.evidence.language import Language, anywhere, at_start
from hardwon.text.listed import listed

GERMAN = Language(
    name="de",
    marks=listed(
        "alles noch so war das nee leider mir passt genau sind wie vorher zu "
        "der die das ist nicht und es ein eine jetzt noch immer ich du aber mit auf läuft geht wieder bitte "
        "danke kein keine war hat was für falsch"
    ),
    joints=anywhere("aber", "jedoch", "allerdings", "leider", "nur dass", "außer"),
    asides=anywhere(
        "kein problem",
        "keine sorge",
        "nein,? (?:nichts|das war's|danke|passt)(?: mehr| weiter)?",
        "fehler(?:behandlung|meldung(?:en)?|text|seite|fälle)",
        "was für ein fehler",
    ),
    ignored=anywhere(
        "wenn",
        "falls",
        "sollte (?:es|das|fehlschlagen|klappen)",
        "stell(?:e)? sicher",
        "sag (?:mir )?bescheid",
        "ob",
        "damit",
        "gestern",
        "letzte woche",
        "könnte",
        "würde",
    ),
    requests=at_start(
        "(?:(?:ok|gut|super|danke|jetzt|dann|nun|bitte|als nächstes|und)[,.! ]*)*(?:füg\\w*|schreib\\w*|"
        "erstell\\w*|mach\\w*|änder\\w*|benenn\\w*|entfern\\w*|lösch\\w*|prüf\\w*|führ\\w*|bau\\w*|korrigier\\w*|"
        "teste?|committe?|erkläre?|zeige?|beheb\\w*|kannst du|könntest du)"
    ),
    relieved=anywhere(
        "keine? (?:weiteren |neuen )?fehler(?: mehr)?",
        "(?:fehler|problem|bug)(?: ist| sind)? (?:weg|behoben|gelöst|verschwunden)",
        "(?:schlägt|stürzt|hängt|bricht) nicht mehr .{0,10}",
        "nicht mehr (?:kaputt|rot)",
        "ohne (?:fehler|probleme)",
        "nicht schlecht",
    ),
    mocking=anywhere(
        "(?:toll|super|klasse|prima|großartig|na super|na toll|wunderbar)[,.! …]+(?:jetzt|nun|noch ein|schon "
        "wieder|wieder)(?! (?:läuft|geht|funktioniert|klappt|stimmt|passt|sieht|kann|lädt|ist (?:es|alles)))",
        "danke für nichts",
        "na (?:toll|super|klasse|prima)",
    ),
    rejected=anywhere(
        "so (?:war|ist|geht) (?:das|es) nicht(?: \\w+)?",
        "(?:das )?geht so nicht",
        "nee,? falsch\\w*",
        "(?:bitte )?(?:wieder )?(?:zurück|rückgängig)",
        "nicht (?:so )?gemeint",
        "schlechte idee",
        "wer hat (?:dir )?gesagt",
        "(?:das )?(?:ist|war) (?:so )?(?:nicht (?:das,? )?was ich|falsch|nicht richtig|quatsch|unsinn|blödsinn)",
        "nicht das,? was ich",
        "(?:mach|nimm) das (?:wieder )?(?:rückgängig|raus|weg)",
        "rückgängig",
        "so nicht",
        "das wollte ich nicht",
        "warum hast du",
        "ich (?:habe|hab) (?:doch )?(?:gesagt|nicht)",
        "zurücknehmen",
        "völlig falsch",
        "stimmt nicht",
    ),
    complained=anywhere(
        "noch (?:langsamer|schlimmer|schlechter|größer|mehr fehler)",
        "(?:viel |deutlich )?(?:langsamer|schlechter|schlimmer) (?:als|geworden)",
        "(?:falsch|verkehrt) ?(?:herum|rum)",
        "(?:fehlt|fehlen) (?:jetzt|noch|immer noch)",
        "leider (?:falsch|nicht|kaputt|weg)",
        "peinlich",
        "doppelt",
        "abgestürzt",
        "viel zu \\w+",
        "(?:seite|liste|tabelle|datei) ist (?:jetzt )?leer",
        "seit (?:deiner|der|dieser) änderung",
        "(?:immer )?noch (?:immer )?(?:\\w+ ){0,2}?(?:nicht|kaputt|fehler\\w*|rot|derselbe|dasselbe|der gleiche|"
        "das gleiche|falsch)",
        "(?:funktioniert|geht|läuft|klappt|startet|kompiliert|baut|hilft|lädt|stimmt) (?:\\w+ ){0,2}?(?:nicht|"
        "gar nicht|nicht mehr)",
        "(?:schlägt|schlagen) (?:\\w+ ){0,2}?fehl",
        "fehlgeschlagen",
        "(?:ist|sind) (?:jetzt |nun |wieder )?(?:kaputt|rot|defekt|leer|weg)",
        "stürzt (?:\\w+ )?ab",
        "(?:schon )?wieder (?:ein |der |derselbe )?(?:fehler|rot|kaputt)",
        "(?:der)?(?:gleiche|selbe|derselbe|dieselbe) (?:fehler|problem|ergebnis)",
        "kaputt",
        "nichts (?:passiert|geändert|hat sich)",
        "(?:bekomme|kriege|erhalte) (?:\\w+ ){0,3}?fehler\\w*",
        "wirft (?:\\w+ ){0,3}?(?:fehler|exception)",
    ),
    corrected=anywhere("du hast .{0,30}vergessen", "es fehlt", "stattdessen", "sondern"),
    halfway=anywhere("fast", "beinahe", "nicht ganz", "teilweise", "halb", "besser"),
    confirmed=anywhere(
        "passt so",
        "(?:stimmt|passt|läuft|geht|klappt)'s",
        "wunderbar",
        "einwandfrei",
        "bestens",
        "sitzt",
        "so gefällt es mir",
        "das ist es",
        "viel (?:besser|schneller)",
        "(?:sieht|schaut) (?:gut|richtig|super) aus",
        "(?:läuft|funktioniert|geht|klappt|passt|stimmt|baut|kompiliert|startet)(?: \\w+){0,3}",
        "(?:ist |alles |sind )?(?:behoben|gelöst|grün|repariert|erledigt)",
        "genau (?:so|das|richtig)",
        "perfekt",
        "so (?:ist es|war es) (?:richtig|gemeint)",
        "das war's",
    ),
    thanked=anywhere(
        "top",
        "wunderbar",
        "hervorragend",
        "ausgezeichnet",
        "danke(?: (?:schön|dir|sehr))?",
        "vielen dank",
        "super",
        "toll",
        "klasse",
        "prima",
        "sehr gut",
        "gut gemacht",
        "schön",
        "sauber",
        "spitze",
        "großartig",
    ),
    pointing=anywhere(
        "noch",
        "immer",
        "wieder",
        "es",
        "das",
        "jetzt",
        "nun",
        "du",
        "dein\\w*",
        "der ?gleiche",
        "derselbe",
        "nichts",
        "nicht mehr",
        "kaputt",
        "nicht",
    ),
)

SPANISH = Language(
    name="es",
    marks=listed(
        "ha ahora sí así muy bien queda eso mal "
        "el la los las es no que de en un una y está sigue ahora pero con gracias funciona todavía eso esto lo "
        "se por para ya qué aún todo pasa perfecto gracias genial"
    ),
    joints=anywhere("pero", "sin embargo", "aunque", "excepto"),
    asides=anywhere(
        "no pasa nada",
        "no hay problema",
        "no te preocupes",
        "no,? (?:nada más|gracias|eso es todo)",
        "manejo de errores",
        "mensajes? de error",
    ),
    ignored=anywhere(
        "si (?:falla|funciona|no|algo|hay)",
        "asegúrate",
        "avísame",
        "para que",
        "debería (?:fallar|funcionar)",
        "ayer",
        "podría",
    ),
    requests=at_start(
        "(?:(?:ok|bien|vale|gracias|perfecto|ahora|luego|por favor|y|genial)[,.! ]*)*(?:añade|agrega|escribe|"
        "crea|haz|cambia|renombra|borra|elimina|ejecuta|corrige|arregla|explica|muestra|puedes|podrías|actualiza|"
        "revisa)"
    ),
    relieved=anywhere(
        "(?:ya )?no (?:hay|da|salen|tiene) (?:más )?(?:errores|error|fallos|problemas)",
        "ya no (?:falla|se rompe|da error|se cae)",
        "sin (?:errores|problemas)",
        "(?:error|problema) (?:resuelto|solucionado|arreglado)",
        "nada mal",
    ),
    mocking=anywhere(
        "(?:genial|perfecto|fantástico|estupendo|qué bien)[,.! …]+(?:ahora (?:no|falla|está roto|se)|otro error|"
        "otra vez|y ahora)",
        "gracias por (?:romper|borrar|nada)",
    ),
    rejected=anywhere(
        "mala idea",
        "vuelve a (?:poner|dejar)",
        "quita eso",
        "no era",
        "(?:eso|esto)? ?no (?:es|era) (?:eso )?(?:lo que|así|correcto)",
        "está mal",
        "deshaz",
        "revierte",
        "no (?:quería|pedí|quiero) (?:eso|esto|que)",
        "por qué (?:has )?(?:borraste|borrado|cambiaste|quitaste|hiciste)",
        "incorrecto",
        "así no",
        "te dije",
    ),
    complained=anywhere(
        "se (?:ha )?(?:roto|rompió|cae|bloquea)",
        "(?:está|están|quedó) (?:rot[oa]s?|mal|vací[oa]s?|duplicad[oa]s?)",
        "(?:más|mucho más) lento",
        "desde (?:tu|ese|este) cambio",
        "(?:sigue|siguen|aún|todavía) (?:\\w+ ){0,3}?(?:fallando|falla|sin|roto|rota|mal|error|dando|no|igual|el "
        "mismo|la misma)",
        "no (?:\\w+ )?(?:funciona|compila|arranca|va|sirve|carga|pasa|pasan)(?: nada)?",
        "(?:el )?mismo (?:error|problema|resultado)",
        "(?:falla|fallan|fallaron|se rompió|se cae|da error|revienta)(?: otra vez| de nuevo| ahora)?",
        "está roto",
        "otra vez (?:el error|falla)",
        "lo rompiste",
        "(?:sale|da|tengo) (?:un |el )?error",
        "peor",
        "no cambia nada",
    ),
    halfway=anywhere("casi", "en parte", "a medias", "mejor"),
    confirmed=anywhere(
        "ahora sí",
        "muy bien",
        "así (?:queda|está) (?:bien|perfecto)",
        "tal como",
        "mucho mejor",
        "(?:ya |ahora )?(?:sí )?funciona(?: bien| perfecto| ahora| ya)?",
        "(?:ya )?(?:está )?(?:arreglado|solucionado|resuelto|corregido)",
        "(?:todo|todos) (?:en verde|pasan|pasa|correcto)",
        "perfecto",
        "exacto",
        "exactamente",
        "eso es",
        "justo lo que",
    ),
    thanked=anywhere(
        "(?:muchas )?gracias",
        "genial",
        "excelente",
        "bien hecho",
        "buen trabajo",
        "estupendo",
        "muy bien",
        "fantástico",
        "me gusta",
        "qué bien",
    ),
    pointing=anywhere("sigue\\w*", "aún", "todavía", "otra vez", "ahora", "eso", "esto", "lo", "mismo", "no", "peor"),
)

FRENCH = Language(
    name="fr",
    marks=listed(
        "remets tu as page encore trop parfait nickel "
        "le la les est pas ne que de et un une ça c'est toujours maintenant mais avec merci marche encore je tu "
        "ce il elle du des pour sur j'ai n'est l'erreur"
    ),
    joints=anywhere("mais", "cependant", "par contre", "sauf que"),
    asides=anywhere(
        "pas de (?:problème|souci)",
        "pas grave",
        "non,? (?:rien d'autre|merci|c'est tout|c'est bon)",
        "gestion d(?:es |')erreurs?",
        "messages? d'erreur",
    ),
    ignored=anywhere(
        "si (?:ça|le|la|jamais|tu|un)",
        "assure-toi",
        "vérifie (?:que|si)",
        "dis-moi si",
        "pour que",
        "devrait (?:échouer|marcher|planter)",
        "hier",
        "pourrait",
    ),
    requests=at_start(
        "(?:(?:ok|bien|merci|parfait|maintenant|ensuite|et|super|puis)[,.! ]*)*(?:ajoute|écris|crée|fais|change|"
        "renomme|supprime|lance|corrige|explique|montre|peux-tu|pourrais-tu|tu peux|mets|vérifie)"
    ),
    relieved=anywhere(
        "plus d(?:e |')(?:erreurs?|problèmes?|bugs?)",
        "(?:ne )?(?:plante|échoue|casse) plus",
        "sans (?:erreur|problème)",
        "(?:erreur|bug|problème) (?:résolue?|corrigée?|réglée?)",
        "pas mal",
    ),
    mocking=anywhere(
        "(?:super|génial|parfait|bravo|formidable)[,.! …]+(?:maintenant (?:c'est|plus|ça ne|rien)|encore une|et "
        "maintenant)",
        "merci d'avoir (?:cassé|supprimé)",
        "merci pour rien",
    ),
    rejected=anywhere(
        "remets",
        "enlève (?:ça|cela)",
        "mauvaise idée",
        "on ne (?:fait|veut|met) pas",
        "reviens à",
        "(?:ce |c')?(?:n')?(?:est|était) pas (?:ce que|ça|bon|correct|comme ça)",
        "c'est faux",
        "annule",
        "reviens en arrière",
        "pas ce que j(?:e|')",
        "pourquoi (?:as-tu|tu as)",
        "je (?:n')?ai pas demandé",
        "pas comme ça",
        "je t'ai dit",
        "n'importe quoi",
    ),
    complained=anywhere(
        "c.est (?:pire|cassé|vide|trop \\w+|encore \\w+)",
        "plus lent",
        "depuis (?:ton|ta|tes|ce) (?:changement|modif\\w*|commit)",
        "(?:page|liste|fichier) (?:est )?(?:vide|blanche)",
        "en double",
        "toujours (?:\\w+ ){0,2}?(?:pas|cassé|la même|le même|une erreur|en échec|rouge|l'erreur)",
        "(?:ne )?(?:marche|fonctionne|compile|démarre|passe|passent|change) (?:\\w+ )?(?:pas|plus|rien)",
        "(?:la |le )?même (?:erreur|problème|résultat)",
        "(?:ça |les tests |le build )(?:échoue(?:nt)?|plante|casse)(?: encore| toujours)?",
        "(?:est|sont) (?:maintenant )?(?:cassée?s?|rouges?|en échec)",
        "tu (?:as|l'as) cassé",
        "j'ai (?:encore |toujours |maintenant )?une erreur",
        "encore une erreur",
        "pire",
        "ça plante",
        "rien (?:n')?a changé",
    ),
    halfway=anywhere("presque", "en partie", "à moitié", "mieux", "pas tout à fait"),
    confirmed=anywhere(
        "parfait",
        "nickel",
        "beaucoup mieux",
        "c.est (?:bon|exactement)",
        "(?:ça|tout|il|elle|ils) (?:\\w+ )?(?:marche|fonctionne|passe|compile)(?: bien| maintenant| parfaitement|"
        " enfin)?",
        "(?:c'est )?(?:corrigé|réglé|résolu|réparé|bon|parfait)",
        "parfait",
        "exactement",
        "c'est ça",
        "tout est vert",
        "nickel",
        "impeccable",
    ),
    thanked=anywhere(
        "merci(?: beaucoup)?",
        "super",
        "génial",
        "excellent",
        "bien joué",
        "beau travail",
        "bravo",
        "top",
        "très bien",
        "j'adore",
        "cool",
    ),
    pointing=anywhere("toujours", "encore", "ça", "c'est", "maintenant", "même", "tu", "pas", "pire", "ce", "j'ai"),
)

PORTUGUESE = Language(
    name="pt",
    marks=listed(
        "continua dar erro agora era isso ficou "
        "o os as não que de em um uma e está ainda agora mas com obrigado obrigada funciona isso isto você ficou "
        "deu continua"
    ),
    joints=anywhere("mas", "porém", "contudo"),
    asides=anywhere(
        "não tem problema",
        "sem problema",
        "não se preocupe",
        "não,? (?:nada mais|obrigad[oa]|só isso)",
        "tratamento de erros?",
        "mensage(?:m|ns) de erro",
    ),
    ignored=anywhere(
        "se (?:falhar|funcionar|der|não|algo)",
        "garanta",
        "certifique-se",
        "me avise",
        "para que",
        "deveria (?:falhar|funcionar)",
        "ontem",
    ),
    requests=at_start(
        "(?:(?:ok|certo|obrigad[oa]|ótimo|agora|depois|e|por favor|legal)[,.! ]*)*(?:adicione|escreva|crie|faça|"
        "mude|renomeie|apague|remova|execute|rode|corrija|explique|mostre|pode|você pode|poderia)"
    ),
    relieved=anywhere(
        "(?:não (?:há|tem|dá) mais|sem|nenhum) (?:erros?|problemas?|falhas?)",
        "não (?:falha|quebra|trava) mais",
        "(?:erro|problema) (?:resolvido|corrigido)",
    ),
    mocking=anywhere(
        "(?:ótimo|perfeito|que bom|maravilha)[,.! …]+(?:agora (?:não|quebrou|está quebrado)|outro erro|mais um erro)",
        "obrigad[oa] por (?:quebrar|apagar|nada)",
    ),
    rejected=anywhere(
        "má ideia",
        "volta (?:ao|a) (?:que|como)",
        "tira isso",
        "não (?:é|era|foi) (?:isso|o que|assim|bem)",
        "está errado",
        "desfaz(?:er)?",
        "desfaça",
        "reverta",
        "não (?:pedi|queria|quero)",
        "por que você (?:apagou|mudou|removeu)",
        "errado",
        "eu disse",
    ),
    complained=anywhere(
        "(?:continua|segue) (?:a )?(?:dar|dando|com) (?:erro|problema)",
        "ficou (?:pior|mais lento|vazio|quebrado)",
        "mais lento",
        "d[áa] erro",
        "partiu",
        "em branco",
        "(?:ainda|continua|segue) (?:\\w+ ){0,3}?(?:falhando|falha|não|quebrado|com erro|errado|dando|o mesmo|igual)",
        "não (?:\\w+ )?(?:funciona|funcionou|compila|roda|rodou|passa|carrega|deu certo|adiantou|mudou)",
        "(?:o )?mesmo (?:erro|problema|resultado)",
        "(?:falhou|falha|falham|quebrou|travou|deu erro)(?: de novo| agora)?",
        "está quebrado",
        "você quebrou",
        "de novo (?:o )?erro",
        "pior",
    ),
    halfway=anywhere("quase", "em parte", "melhor"),
    confirmed=anywhere(
        "era isso",
        "muito melhor",
        "ficou (?:bom|ótimo|perfeito)",
        "(?:agora |já |isso )?(?:funciona|funcionou|deu certo|está funcionando|passou|passaram)(?: agora| bem| "
        "perfeitamente)?",
        "(?:está )?(?:resolvido|corrigido|consertado)",
        "perfeito",
        "exatamente",
        "isso mesmo",
        "tudo verde",
        "era isso",
    ),
    thanked=anywhere(
        "(?:muito )?obrigad[oa]", "valeu", "ótimo", "excelente", "bom trabalho", "legal", "show", "muito bem", "gostei"
    ),
    pointing=anywhere("ainda", "continua", "de novo", "agora", "isso", "mesmo", "você", "não", "pior"),
)

EUROPEAN: tuple[Language, ...] = (GERMAN, SPANISH, FRENCH, PORTUGUESE)
