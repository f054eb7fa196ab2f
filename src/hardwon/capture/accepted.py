"""A proposal of the agent's that the person took up in a word: "I'd use X because …, shall I?" — "yes".

The decision is the person's, the words are the agent's. So only what gives a reason, or says that it is to last, is
kept, and nothing that reads like an order: an agent proposes what it has just read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hardwon.capture.orders import reason_of
from hardwon.capture.words import Sentence, own_words, sentences

_PROPOSES = re.compile(
    r"\bI(?:['’]d| would) (?:rather |also )?(?!(?:have|need|like|love|say|guess|think|not|be|expect)\b)[a-z]+\b|"
    r"\bI (?:strongly )?(?:suggest|propose|recommend|prefer)\b|"
    r"\bmy (?:suggestion|proposal|recommendation)\b|\b(?:how|what) about\b|\b(?:shall|should|could|can) we\b|"
    r"\bwe (?:could|should|can)\b|\blet['’]s\b|\b(?:shall|should) I (?:use|switch|keep|move|store|replace|pin|drop)\b|"
    r"\bich (?:würde|schlage|empfehle)\b|\bmein vorschlag\b|\b(?:sollen|sollten|wollen) wir\b|"
    r"\bwir (?:könnten|sollten)\b|"
    r"\bje (?:te |vous )?(?:propose|suggère|recommande)\b|\bon (?:pourrait|devrait)\b|\bma proposition\b|"
    r"\b(?:propongo|sugiero|recomiendo|podríamos|deberíamos)\b|\bmi propuesta\b|"
    r"\b(?:proponho|sugiro|recomendo|poderíamos|deveríamos)\b|\bminha sugestão\b|"
    r"\b(?:предлагаю|рекомендую|стоит|давайте)\b|"
    r"提案|おすすめ|推奨|しましょう|しませんか|(?:の|ほう|方)が(?:良い|いい|よい)|建议|推荐|我提议|不如|我们可以|要不要",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"\b(?:because|since|so that|otherwise|as (?:it|they|the|we|that)|to avoid|which (?:keeps|avoids|makes|means|lets)|"
    r"weil|denn|damit|sonst|um .{3,60} zu|parce que|car|afin de|pour (?:éviter|que)|sinon|porque|para que|para evitar|"
    r"así|pois|assim|потому что|так как|чтобы|иначе)\b|ので|ため|から|因为|以便|避免|这样",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"\b(?:instead of|rather than|from now on|everywhere|throughout|always|never|by default|for (?:all|every|new)|"
    r"statt|anstatt|anstelle|künftig|immer|überall|au lieu de|plutôt que|désormais|partout|en (?:vez|lugar) de|"
    r"siempre|a partir de ahora|em vez de|sempre|daqui em diante|вместо|всегда|везде)\b|"
    r"代わりに|今後|常に|而不是|代替|以后|始终",
    re.IGNORECASE,
)
# A step of the work at hand, whatever its reason.
_STEP = re.compile(
    r"\b(?:first|next|now|start by|begin|look (?:at|into)|check|read|run|rerun|re-run|commit|push|merge|open a|try|"
    r"continue|proceed|investigate|debug|revert|rename|delete|clean up|tidy|wait|skip|zuerst|erstmal|schauen|prüfen|"
    r"d'abord|primero|primeiro|сначала)\b|まず|先に|先(?:看|跑|试|检查)",
    re.IGNORECASE,
)
_YES = re.compile(
    r"\A(?:(?:yes|yep|yeah|yup|sure|ok(?:ay)?|agreed?|exactly|absolutely|definitely|please|great|perfect|fine|right|"
    r"sounds? (?:good|great|right|fine)|good (?:idea|plan|call)|makes sense|"
    r"(?:let['’]?s |please |yes )*do (?:that|it|so)|"
    r"go (?:ahead|for (?:it|that)|with (?:it|that))|let['’]?s go(?: with (?:it|that))?|works for me|lgtm|i agree|"
    r"ja|jo|jawohl|genau|passt|gut|einverstanden|(?:so )?mach(?:en wir|e?n? wir|s|e)? (?:das|es|so)|klingt gut|"
    r"gute idee|gerne|bitte|so machen wir das|oui|d['’]accord|vas-y|allons-y|parfait|bonne idée|ça marche|"
    r"fais(?:-le| ça)|"
    r"sí|si|vale|de acuerdo|dale|perfecto|buena idea|hazlo|hagámoslo|adelante|sim|pode ser|beleza|isso|boa ideia|"
    r"faz(?:er)? isso|concordo|да|хорошо|согласен|согласна|отлично|ок|окей|давай(?:те)?|сделай(?:те)? так|👍|✅)"
    r"(?:\W+|\Z)|(?:はい|ええ|いいね|いいですね|そうして(?:ください)?|それで(?:いい|お願いします|行こう|いきましょう)|お願いします|"
    r"了解|賛成(?:です)?|好(?:的|啊|吧)?|可以|行|同意|就这么(?:办|做)|没问题|是的|对)[、。，,!！ ]*)+",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\A(?:but|though|except|only|just|not|aber|jedoch|nur|mais|sauf|pero|salvo|mas|но|только|でも|ただ|但|不过)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\A(?:(?:so|then|in that case|given that|therefore|ok|well|also|"
    r"my (?:suggestion|proposal|recommendation)(?: is|:)|recommendation:|suggestion:)[,:]? )+",
    re.IGNORECASE,
)
_PROPOSAL_MAX = 260
_WORDS_MIN = 6
_LEAD_WORDS = 6


def taken_up(heard: Sequence[Sentence]) -> tuple[bool, str]:
    """Whether a message says yes to what was asked, and the reason it gives, "" for none.

    Args:
        heard: its sentences.
    """
    if not heard or heard[0].text.endswith(("?", "？")):
        return False, ""
    first = heard[0].text
    said = _YES.match(first)
    if said is None:
        return False, ""
    rest = first
    while said := _YES.match(rest):
        rest = rest[said.end() :]
    if _BUT.match(rest) or (len(heard) > 1 and _BUT.match(heard[1].text)):
        return False, ""
    if _WHY.match(rest) or not rest:
        following = heard[1].text if len(heard) > 1 and _WHY.match(heard[1].text) else ""
        return True, rest or following
    return len(rest.split()) <= 3 and rest.isascii(), ""


def proposal_in(report: str) -> str:
    """What an agent's message proposes for good, with its reason; "" where there is no such thing, or more than one.

    Args:
        report: the message.
    """
    told = sentences(own_words(report[-2000:]))[-8:]
    found = [at for at, one in enumerate(told) if _PROPOSES.search(one.text) and _tells(one.text)]
    if len(found) != 1:
        return ""
    at = found[0]
    text = _LEAD.sub("", told[at].text)
    if not _WHY.search(text) and at + 1 < len(told) and _WHY.search(told[at + 1].text[:40]):
        text = f"{text} {told[at + 1].text}"
    if (
        not (_WHY.search(text) or _LASTS.search(text))
        or len(text) > _PROPOSAL_MAX
        or _STEP.search(text.partition(",")[0])
    ):
        return ""
    return "" if is_order(text) else text


def is_lasting(text: str) -> bool:
    """Whether a proposal gives its reason, or says that it is meant for good."""
    return bool(_WHY.search(text) or _LASTS.search(text))


def is_order(text: str) -> bool:
    """Whether a proposal, or what is left of it without its first words ("I suggest we …"), reads like an order."""
    words = text.split()
    forms = (" ".join(words[at:]) for at in range(min(len(words), _LEAD_WORDS)))
    return any(reason_of(form, trust) for form in forms for trust in ("agent", "repository"))


def _tells(text: str) -> bool:
    """Whether a sentence says what is proposed, rather than asking whether to do it."""
    return len(text.split()) >= _WORDS_MIN or (not text.isascii() and len(text) >= 2 * _WORDS_MIN)
