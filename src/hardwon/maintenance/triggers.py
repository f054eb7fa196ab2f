"""The words without which a sentence fits no rule of hardwon.maintenance.slot_rules, which costs more to load. Pure."""

from __future__ import annotations

import re

# A sentence without any of these fits no rule; looking for them is twenty times cheaper than trying all.
TRIGGER = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|ports?|owns?|owned|owners?|ownership|belongs?|works?|working|employed|"
    r"live|living|lives|based|prefer|name is|deploys?|run|runs|build|built|bundle|start|started|"
    r"test|tests|lint|format|ship|type-?check|indent\w*|indentation|quotes?|line length|required?|"
    r"requires|targets?|needs|moved|switch\w*|migrat\w*|changed|replace[ds]?|upgraded|converted|"
    r"renamed|kept|stored|written|located|goes|go|tracked|hosted|hashed|encoded|encrypted|removed|"
    r"maintains?|maintainer|managed|no longer|dropped|gone|retired|stopped|got rid|depends?|"
    r"supports?|likes?|know|speak|publish|we(?:'re| are) on|(?:the|our|my) [\w -]{2,40}? (?:is|are)|"
    r"(?:is|are) (?:in|under|at|our)|(?:version|branch|ci|url|lead|handle|command|linter|port) (?:is|are))\b|"
    r"^(?:[-*+•] )?[\w ]{2,30}: \S",
    re.IGNORECASE,
)
# The same for the forms of hardwon.maintenance.tongues: words that English hardly has.
FOREIGN = re.compile(
    r"(?<!\w)(?:(?:verwende|benutz|nutz|umgest|gewechsel|migriert|ersetz|entfern|abgeschafft|setzen auf|arbeite|wohne|"
    r"lebe|gezogen|heiß|läuft|lauscht|hört|zuständig|verantwortlich|gehört|lautet|bevorzug|brauchen|benötig|wechseln|"
    r"utilis|employons|emploie|passé|remplac|abandonn[ée]|abandon[ao]|supprim|retiré|arrêt|cess[ée]|basculé|habite|"
    r"travaill|appelle|déménag|préfèr|écoute|responsable|usamos|usad|usába|utiliz|emplea|deja|dejamos|eliminamos|eliminado|"
    r"quitamos|quitado|pasamos|pasado|cambia|reemplaz|sustitu|utilizába|solíamos|mud[éae]|trabaj|llamo|prefier|escuch|"
    r"substitu[ií]|troc|removemos|retiramos|deixamos|paramos|trabalh|chamo|prefiro|escuta|responsável|usáv|costumáv|"
    r"migré|migra[md])\w*|je vis|nimm|nie|niemals|jamais|nunca|vivo|moro|corre|roda|tourne|usa|usar|ya no|já não|não|"
    r"ist|est|es|é|mein name|mon nom|mi nombre|meu nome)(?!\w)",
    re.IGNORECASE,
)


def may_tell(text: str) -> bool:
    """Whether a text may hold a statement that the rules read."""
    return bool(TRIGGER.search(text) or FOREIGN.search(text))
