"""Statements in German, French, Spanish and Portuguese, put into the English form that the rules of slots read. Pure.

Only whole sentences of known forms are put so; any other gives "", has no slot, and is stored and found like any text.
"""

# ruff: noqa: E501 - a form is read whole, on its line

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hardwon.maintenance.triggers import FOREIGN

# A name of one to three words, or what stands in backticks.
_V = r"(?P<v>`[^`]+`|[\w.@/+#-]+(?: [\w.@/+#-]+){0,2}?)"
_OLD = _V.replace("<v>", "<old>")
_S = r"(?P<s>[\w./-]+(?: [\w./-]+){0,2}?)"
_LENGTH_MAX = 140


@dataclass(frozen=True, kw_only=True)
class Tongue:
    """One language.

    Attributes:
        now, also, was: words that say so and are taken out before a sentence is matched.
        unsure: makes a plan, a guess, a limit or a condition of it.
        forms: (expression, English form) of the whole sentence; `{a}` takes "now " or "also ".
        idle: words that stand in no name: a value with one of them says more than a name.
        articles: taken off before a value.
        tail: for what or where: the expression with a group `for` or `in`.
    """

    now: re.Pattern[str]
    also: re.Pattern[str]
    was: re.Pattern[str]
    unsure: re.Pattern[str]
    forms: tuple[tuple[re.Pattern[str], str], ...] = field(default=())
    idle: frozenset[str]
    articles: re.Pattern[str]


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)


def _tongue(
    *, now: str, also: str, was: str, unsure: str, idle: str, articles: str, tail: str, instead: str, forms: str
) -> Tongue:
    """One language from its tables; a line of `forms` is an expression, a tab-free arrow, and the English form."""
    ending = rf"(?:,? (?:{instead}) (?:(?:{articles}) )?{_OLD})?(?: (?:{tail}))?(?:,? (?:{instead}) (?:(?:{articles}) )?(?P<old2>`[^`]+`|[\w.@/+#-]+(?: [\w.@/+#-]+){{0,2}}?))?"
    made = []
    for line in forms.strip().splitlines():
        left, _, right = (part.strip() for part in line.partition("=>"))
        left = left.replace("<V>", _V).replace("<OLD>", _OLD).replace("<S>", _S).replace("<END>", ending)
        left = left.replace("<ART>", rf"(?:(?:{articles}) |l')?")
        made.append((re.compile(left, re.IGNORECASE), right))
    return Tongue(
        now=_words(now),
        also=_words(also),
        was=_words(was),
        unsure=re.compile(rf"\?|(?<![\w-])(?:{unsure})(?![\w-])", re.IGNORECASE),
        forms=tuple(made),
        idle=frozenset(idle.split()),
        articles=re.compile(rf"^(?:(?:{articles})\s+|l')", re.IGNORECASE),
    )


_GERMAN = _tongue(
    now="ab sofort|ab jetzt|von nun an|jetzt|nun|inzwischen|mittlerweile|seit (?:gestern|kurzem|neuestem|heute)|nunmehr|wieder",
    also="auch|außerdem|zusätzlich|ebenfalls",
    was="früher|damals|ursprünglich|zuvor|vorher|einst|anfangs",
    unsure="vielleicht|eventuell|möglicherweise|wahrscheinlich|könnte[nt]?|sollte[nt]?|würde[nt]?|wollen|möchte[nt]?|planen|überlegen|"
    "wenn|falls|sobald|solange|bis|außer|nur|vorübergehend|vorerst|erst ?mal|manchmal|teilweise|künftig|demnächst|bald|nächste[nrs]?|"
    "heute|morgen|testweise|versuch\\w*|probier\\w*|glaube|denke|werden wir|diese[nrs]? (?:woche|mal|sprint)|kunde\\w*|ihr|sie",
    idle="nie niemals und oder der die das den dem des ein eine einen einem mit von auf für im in zu zum zur nicht kein keine keinen mehr ist sind wird bei als wie aber nur alle unser unsere wir ich es",
    articles="der|die|das|den|dem|unsere?[nmr]?|ein|eine|einen",
    tail=r"(?:für (?:den |die |das |unsere?n? )?(?P<for>[\w -]{2,30})|(?:im|in (?:der|dem|den)|in|am|beim|unter) (?P<in>[\w./-]{2,30}))",
    instead="statt|anstatt|anstelle von|und nicht mehr|und nicht|nicht mehr|nicht",
    forms=r"""
        (?:wir|ich) (?:verwenden?|benutzen?|nutzen?|setzen? auf|arbeiten? mit) <ART><V><END> => We {a}use {v}{end}
        (?:verwenden|benutzen|nutzen) wir <ART><V><END> => We {a}use {v}{end}
        (?:setzen wir auf|arbeiten wir mit) <ART><V><END> => We {a}use {v}{end}
        (?:das projekt|das team|das repo(?:sitory)?) (?:verwendet|benutzt|nutzt) <ART><V><END> => We {a}use {v}{end}
        (?:verwende|benutze|nutze|nimm|verwendet|benutzt|nutzt) <ART><V><END> => Use {v}{end}
        (?:statt|anstatt|anstelle von) <OLD> (?:verwenden|benutzen|nutzen) wir <ART><V> => We {a}use {v} instead of {old}
        (?:wir|ich) (?:verwenden?|benutzen?|nutzen?) <ART><OLD> nicht (?:mehr|länger) => We no longer use {old}
        (?:wir|ich) (?:verwenden?|benutzen?|nutzen?) keine?n? <OLD> mehr => We no longer use {old}
        <OLD> (?:verwenden|benutzen|nutzen) wir nicht (?:mehr|länger) => We no longer use {old}
        <ART><OLD> wird nicht (?:mehr|länger) (?:verwendet|benutzt|genutzt) => We no longer use {old}
        wir haben <ART><OLD> (?:entfernt|abgeschafft|rausgeworfen|aufgegeben) => We dropped {old}
        (?:wir|ich) (?:sind|bin|haben|habe) von <ART><OLD> (?:auf|zu|nach) <ART><V> (?:umgestiegen|gewechselt|umgestellt|migriert|gewandert|umgezogen) => We switched from {old} to {v}
        wir (?:wechseln|migrieren) von <ART><OLD> (?:auf|zu) <ART><V> => We switched from {old} to {v}
        (?:wir|ich) (?:sind|bin|haben|habe) (?:auf|zu) <ART><V> (?:umgestiegen|gewechselt|umgestellt|migriert) => We switched to {v}
        wir haben <ART><OLD> durch <ART><V> ersetzt => We replaced {old} with {v}
        <ART><OLD> wurde durch <ART><V> ersetzt => We replaced {old} with {v}
        <ART><V> ersetzt <ART><OLD> => {v} replaces {old}
        <ART><V> hat <ART><OLD> ersetzt => {v} replaces {old}
        (?:wir|ich) (?:haben|habe) <ART><V><END> (?:verwendet|benutzt|genutzt) => We used to use {v}{end}
        haben wir <ART><V><END> (?:verwendet|benutzt|genutzt) => We used to use {v}{end}
        wir (?:verwendeten|benutzten|nutzten) <ART><V><END> => We used to use {v}{end}
        (?:verwendeten|benutzten|nutzten) wir <ART><V><END> => We used to use {v}{end}
        (?:verwende|benutze|nutze|verwendet|benutzt|nutzt) (?:niemals|nie) <V> => Never use {v}
        (?:niemals|nie) <V> (?:verwenden|benutzen|nutzen) => Never use {v}
        wir (?:brauchen|benötigen) <V> => We require {v}
        ich (?:wohne|lebe) in <V> => I {a}live in {v}
        ich bin nach <V> (?:gezogen|umgezogen) => I moved to {v}
        ich arbeite (?:bei|für) <V> => I {a}work at {v}
        (?:ich heiße|mein name ist) <V> => My name is {v}
        ich bevorzuge <V>(?: (?:statt|gegenüber|vor) <OLD>)? => I prefer {v}{over}
        <ART><S> (?:läuft|lauscht|hört|horcht)(?: auf)? port (?P<v>\d+) => {s} runs on port {v}{z}
        <V> ist für <ART><S> (?:zuständig|verantwortlich) => {v} {a}owns {s}
        <ART><S> gehört <V> => {v} {a}owns {s}
        <ART><S> (?:ist|heißt|lautet|:) <V> => the {known} is {v}{z}
    """,
)
_FRENCH = _tongue(
    now="désormais|maintenant|dorénavant|à présent|à partir de maintenant|depuis (?:hier|peu)",
    also="aussi|également|en plus",
    was="avant|autrefois|auparavant|à l'origine|jadis",
    unsure="peut-être|probablement|pourrions|pourrait|devrions|devrait|voudrions|si|quand|lorsque|sauf|seulement|uniquement|temporairement|"
    "provisoirement|parfois|bientôt|prochaine?|aujourd'hui|demain|essayer|essayons|essaie|pense|pensons|crois|prévoyons|jusqu'à|pour l'instant|cette (?:semaine|fois)|client|leurs?|ils",
    idle="jamais et ou le la les un une des du de au aux avec pour dans en par sur ne pas plus est sont que qui mais tous toutes notre nos nous on je il elle",
    articles="le|la|les|un|une|notre|nos",
    tail=r"(?:pour (?:le |la |les |nos |notre )?(?P<for>[\w -]{2,30})|(?:dans (?:le |la |les )?|en )(?P<in>[\w./-]{2,30}))",
    instead="au lieu de|au lieu d'|à la place de|à la place d'|plutôt que|et non plus|et non|et pas",
    forms=r"""
        (?:nous (?:utilisons|employons)|on (?:utilise|emploie)|j'utilise|(?:le projet|l'équipe) utilise) <ART><V><END> => We {a}use {v}{end}
        (?:utilisez|utiliser|utilise) <ART><V><END> => Use {v}{end}
        au lieu d(?:e |')<OLD>,? (?:nous utilisons|on utilise) <ART><V> => We {a}use {v} instead of {old}
        (?:nous n'utilisons|on n'utilise|je n'utilise|nous n'employons) plus <ART>(?:d(?:e |'))?<OLD> => We no longer use {old}
        <ART><OLD> n'est plus utilisée? => We no longer use {old}
        (?:nous avons|on a) (?:abandonné|supprimé|retiré|arrêté) <ART><OLD> => We dropped {old}
        (?:nous avons arrêté|on a arrêté|nous avons cessé|on a cessé) d'utiliser <ART><OLD> => We stopped using {old}
        (?:nous sommes passée?s|on est passée?s?|nous avons migré|on a migré|nous avons basculé|on a basculé) d(?:e |')<ART><OLD> (?:à|vers|sur) <ART><V> => We switched from {old} to {v}
        (?:nous sommes passée?s|on est passée?s?|nous avons migré|on a migré|nous avons basculé|on a basculé) (?:à|vers|sur) <ART><V> => We switched to {v}
        (?:nous avons|on a) remplacé <ART><OLD> par <ART><V> => We replaced {old} with {v}
        <ART><OLD> a été remplacée? par <ART><V> => We replaced {old} with {v}
        <ART><V> (?:remplace|a remplacé) <ART><OLD> => {v} replaces {old}
        (?:nous utilisions|on utilisait|j'utilisais) <ART><V><END> => We used to use {v}{end}
        (?:n'utilisez|n'utilise) jamais <ART><V> => Never use {v}
        ne jamais utiliser <ART><V> => Never use {v}
        (?:j'habite|je vis) (?:à|en|au) <V> => I {a}live in {v}
        j'ai déménagé à <V> => I moved to {v}
        je travaille (?:chez|pour) <V> => I {a}work at {v}
        (?:je m'appelle|mon nom est) <V> => My name is {v}
        je préfère <ART><V>(?: (?:à|plutôt que) <ART><OLD>)? => I prefer {v}{over}
        <ART><S> (?:écoute|tourne|est) sur le port (?P<v>\d+) => {s} runs on port {v}{z}
        <V> est responsable d(?:e |u |es |')<ART><S> => {v} {a}owns {s}
        <ART><S> (?:est|:) <V> => the {known} is {v}{z}
    """,
)
_SPANISH = _tongue(
    now="ahora|a partir de ahora|desde (?:ahora|ayer|hoy)|actualmente|de ahora en adelante",
    also="también|además",
    was="antes|antiguamente|anteriormente|originalmente|al principio",
    unsure="quizás?|tal vez|probablemente|podríamos|podría|deberíamos|debería|queremos|quiero|si|cuando|salvo|excepto|solo|sólo|solamente|temporalmente|"
    "a veces|pronto|próxim[oa]|hoy|mañana|probar|probando|probamos|creo|pensamos|planeamos|hasta|por ahora|de momento|esta (?:semana|vez)|cliente|sus?|ellos",
    idle="nunca y o el la los las un una unos unas de del al con para en por sobre no más es son que pero todos todas nuestro nuestra nos",
    articles="el|la|los|las|un|una|nuestro|nuestra",
    tail=r"(?:para (?:el |la |los |las )?(?P<for>[\w -]{2,30})|en (?:el |la |los |las )?(?P<in>[\w./-]{2,30}))",
    instead="en lugar de|en vez de|y no|no",
    forms=r"""
        (?:nosotros )?(?:usamos|utilizamos|empleamos) <ART><V><END> => We {a}use {v}{end}
        (?:el proyecto|el equipo) (?:usa|utiliza) <ART><V><END> => We {a}use {v}{end}
        (?:usa|utiliza|usar|utilizar|usad|utilizad) <ART><V><END> => Use {v}{end}
        (?:en lugar de|en vez de) <OLD>,? (?:usamos|utilizamos) <ART><V> => We {a}use {v} instead of {old}
        ya no (?:usamos|utilizamos) <ART><OLD> => We no longer use {old}
        no (?:usamos|utilizamos) más <ART><OLD> => We no longer use {old}
        (?:dejamos|hemos dejado) de (?:usar|utilizar) <ART><OLD> => We stopped using {old}
        (?:eliminamos|quitamos|abandonamos|hemos (?:eliminado|quitado|abandonado)) <ART><OLD> => We dropped {old}
        (?:pasamos|cambiamos|migramos|nos cambiamos|nos pasamos|hemos (?:pasado|cambiado|migrado)) de <ART><OLD> a <ART><V> => We switched from {old} to {v}
        (?:pasamos|cambiamos|migramos|nos cambiamos|nos pasamos|hemos (?:pasado|cambiado|migrado)) a <ART><V> => We switched to {v}
        (?:reemplazamos|sustituimos|cambiamos|hemos (?:reemplazado|sustituido|cambiado)) <ART><OLD> (?:por|con) <ART><V> => We replaced {old} with {v}
        <ART><OLD> (?:fue|ha sido) (?:reemplazad[oa]|sustituid[oa]) por <ART><V> => We replaced {old} with {v}
        <ART><V> (?:reemplaza|sustituye|reemplazó|sustituyó|ha reemplazado|ha sustituido) (?:a )?<ART><OLD> => {v} replaces {old}
        (?:usábamos|utilizábamos|solíamos usar) <ART><V><END> => We used to use {v}{end}
        nunca (?:uses|utilices|usar|usen) <ART><V> => Never use {v}
        no (?:uses|utilices) nunca <ART><V> => Never use {v}
        (?:yo )?vivo en <V> => I {a}live in {v}
        me (?:mudé|he mudado) a <V> => I moved to {v}
        trabajo para <V> => I {a}work at {v}
        (?:me llamo|mi nombre es) <V> => My name is {v}
        prefiero <ART><V>(?: (?:a|en lugar de|en vez de|antes que) <ART><OLD>)? => I prefer {v}{over}
        <ART><S> (?:escucha|corre|está|funciona) en el puerto (?P<v>\d+) => {s} runs on port {v}{z}
        <V> es responsable de(?:l)? <ART><S> => {v} {a}owns {s}
        <ART><S> (?:es|:) <V> => the {known} is {v}{z}
    """,
)
_PORTUGUESE = _tongue(
    now="agora|a partir de agora|de agora em diante|desde (?:ontem|agora)|atualmente",
    also="também|além disso",
    was="antes|antigamente|anteriormente|originalmente|no início",
    unsure="talvez|provavelmente|poderíamos|poderia|deveríamos|deveria|queremos|quero|se|quando|exceto|salvo|só|somente|apenas|temporariamente|"
    "às vezes|em breve|próxim[oa]|hoje|amanhã|testar|testando|acho|pensamos|planejamos|até|por enquanto|esta (?:semana|vez)|cliente|seus?|suas?|eles",
    idle="nunca e ou o a os as um uma de do da dos das ao com para em no na nos nas por não mais é são que mas todos todas nosso nossa",
    articles="o|a|os|as|um|uma|nosso|nossa",
    tail=r"(?:para (?:o |a |os |as )?(?P<for>[\w -]{2,30})|(?:em|no|na|nos|nas) (?P<in>[\w./-]{2,30}))",
    instead="em vez de|em vez do|em vez da|ao invés de|ao invés do|no lugar de|no lugar do|em lugar de|e não|não",
    forms=r"""
        (?:nós )?(?:usamos|utilizamos) <ART><V><END> => We {a}use {v}{end}
        (?:a gente|o projeto|a equipe|o time) (?:usa|utiliza) <ART><V><END> => We {a}use {v}{end}
        (?:use|utilize|usar|utilizar|usem) <ART><V><END> => Use {v}{end}
        (?:em vez|ao invés|no lugar) d(?:e|o|a) <OLD>,? (?:usamos|utilizamos) <ART><V> => We {a}use {v} instead of {old}
        (?:nós )?não (?:usamos|utilizamos) mais <ART><OLD> => We no longer use {old}
        já não (?:usamos|utilizamos) <ART><OLD> => We no longer use {old}
        a gente não usa mais <ART><OLD> => We no longer use {old}
        (?:deixamos|paramos) de (?:usar|utilizar) <ART><OLD> => We stopped using {old}
        (?:removemos|abandonamos|retiramos) <ART><OLD> => We dropped {old}
        (?:migramos|mudamos|passamos|trocamos) d(?:e|o|a) <OLD> para <ART><V> => We switched from {old} to {v}
        (?:migramos|mudamos|passamos) para <ART><V> => We switched to {v}
        (?:substituímos|trocamos) <ART><OLD> (?:por|pelo|pela) <ART><V> => We replaced {old} with {v}
        <ART><OLD> foi (?:substituíd[oa]|trocad[oa]) (?:por|pelo|pela) <ART><V> => We replaced {old} with {v}
        <ART><V> (?:substitui|substituiu) <ART><OLD> => {v} replaces {old}
        (?:usávamos|utilizávamos|costumávamos usar) <ART><V><END> => We used to use {v}{end}
        nunca (?:use|utilize|usar|usem) <ART><V> => Never use {v}
        (?:eu )?(?:moro|vivo) em <V> => I {a}live in {v}
        (?:me mudei|mudei-me|eu me mudei) para <V> => I moved to {v}
        (?:eu )?trabalho para <ART><V> => I {a}work at {v}
        (?:meu nome é|o meu nome é|me chamo|chamo-me|eu me chamo) <V> => My name is {v}
        (?:eu )?prefiro <ART><V>(?: (?:a|ao|em vez de|ao invés de) <ART><OLD>)? => I prefer {v}{over}
        <ART><S> (?:escuta|roda|está|corre) na porta (?P<v>\d+) => {s} runs on port {v}{z}
        <V> é responsável (?:por|pelo|pela) <ART><S> => {v} {a}owns {s}
        <ART><S> (?:é|:) <V> => the {known} is {v}{z}
    """,
)
TONGUES = (_GERMAN, _FRENCH, _SPANISH, _PORTUGUESE)
# Names of slots and purposes, and how they are said elsewhere.
_NAMES = {
    "default branch": "standardbranch|standard-branch|standardzweig|hauptbranch|hauptzweig|default-branch|branche par défaut|branche principale|rama por defecto|rama predeterminada|rama principal|branch padrão|ramo padrão|branch principal",
    "database": "datenbank|base de données|base de datos|banco de dados|base de dados",
    "timezone": "zeitzone|fuseau horaire|zona horaria|fuso horário",
    "region": "region|région|región|região",
    "editor": "editor|éditeur",
    "linter": "linter",
    "formatter": "formatter|formatierer|formateur|formateador|formatador",
    "timeout": "timeout|zeitlimit|délai d'attente|tiempo de espera|tempo limite",
    "line length": "zeilenlänge|longueur de ligne|longitud de línea|comprimento de linha",
    "language": "sprache|langue|idioma|língua",
    "license": "lizenz|licence|licencia|licença",
    "framework": "framework",
    "package manager": "paketmanager|gestionnaire de paquets|gestor de paquetes|gerenciador de pacotes",
    "ci": "ci",
    "version": "version|versión|versão",
    "packages": "pakete|paquets|paquetes|pacotes",
    "dependencies": "abhängigkeiten|dépendances|dependencias|dependências",
    "tests": "tests|testes|pruebas",
}
_KNOWN = {foreign: name for name, listed in _NAMES.items() for foreign in listed.split("|")}


def names_of(name: str) -> list[str]:
    """How a slot of an English name is called in the other languages; none where that is not known."""
    return _NAMES[name].split("|") if name in _NAMES else []


def in_english(sentence: str) -> str:
    """A statement as the rules of English read it, "" where it is of no known form.

    Args:
        sentence: one sentence.
    """
    if len(sentence) > _LENGTH_MAX or not FOREIGN.search(sentence):
        return ""
    bare = " ".join(sentence.replace("’", "'").split()).rstrip(".!")
    for tongue in TONGUES:
        found = _put(tongue, bare)
        if found:
            return found
    return ""


def _put(tongue: Tongue, sentence: str) -> str:
    is_unsure = bool(tongue.unsure.search(re.sub(r"`[^`]*`", "X", sentence)))
    bare = sentence
    flags = []
    for name, words in (("now", tongue.now), ("also", tongue.also), ("was", tongue.was)):
        bare, count = words.subn(" ", bare)
        if count:
            flags.append(name)
    if is_unsure:
        bare = tongue.unsure.sub(" ", bare)
    bare = " ".join(bare.split()).strip(" ,.!?")
    for expression, form in tongue.forms:
        match = expression.fullmatch(bare)
        if match:
            english = _filled(tongue, match, form, flags)
            if english:
                return f"Maybe {english}." if is_unsure else english + "."
    return ""


def _filled(tongue: Tongue, match: re.Match[str], form: str, flags: list[str]) -> str:
    """The English form with the names in it; "" where one of them is no name."""
    groups = {name: tongue.articles.sub("", value) for name, value in match.groupdict().items() if value}
    known = _KNOWN.get(groups.get("s", "").lower(), "")
    names = [value for name, value in groups.items() if name != "for" and not (name == "s" and known)]
    if any(set(value.lower().split()) & tongue.idle for value in names):
        return ""
    if "{known}" in form and not known:
        return ""
    if "was" in flags and "used to" not in form:
        form = (
            form.replace("We {a}use", "We used to use")
            .replace("I {a}live", "I used to live")
            .replace("I {a}work", "I used to work")
        )
        if "used to" not in form:
            return ""
    old = groups.get("old", "") or groups.get("old2", "")
    end = f" instead of {old}" if old else ""
    for name, word in (("for", "for"), ("in", "in")):
        if name in groups:
            end = f" {word} {_KNOWN.get(groups[name].lower(), groups[name])}" + end
    how = "now " if "now" in flags else "also " if "also" in flags else ""
    return form.format(
        a=how, z=" " + how.strip() if how else "", v=groups.get("v", ""), old=old, s=groups.get("s", ""), known=known, end=end,
        over=f" over {old}" if old else "",
    )  # fmt: skip
