"""What a language brings to reading a person's reaction. Data only."""

from __future__ import annotations

import re
from dataclasses import dataclass

NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """One language. Every pattern is searched in one clause, lower case, apostrophes straight.

    Attributes:
        name: ISO 639-1.
        marks: words that only this language has in such number; its script where that settles it.
        joints: what parts clauses that may say opposite things ("but").
        asides: taken out first: they hold words of another sense and say nothing ("no worries").
        ignored: the clause is about what might be, or is asked for ("if it fails, …", "make sure it works").
        requests: how a clause begins that asks for something new.
        relieved: good news in words of bad news ("no more errors").
        mocking: praise that is none.
        rejected: what was done is not wanted. complained: it does not work. corrected: a part is amiss.
        halfway: it is nearly there.
        confirmed: it works, it is right. thanked: approval that says less.
        pointing: words that tie a complaint to what was just done; without one it may be about anything.
        doubtful: a question whether something is good, no statement.
        amends: a wish for a change that, after a "but", says that a part is not as wanted.
        withdraws: a request to have what was done away, or otherwise.
        detached: the trouble told of is set apart from this work ("a separate issue").
        retracts: what was said before was about something else, or is taken back ("sorry, wrong window").
        sighs: a clause that is only a sigh. cries: one that is only joy, or mockery, and uplifting: what
        makes joy of it. foreboding: what makes mockery of praise ("next you'll …").
        thanks: thanks and no more. courtesies: what may be only politeness.
        neutral: a clause that says nothing of the work. elsewhere: how a message begins that turns to something else.
        reproachful: a question that is a reproach. wishes: what makes a request of a clause, wherever it stands.
        accepted: the person has it committed, merged or released.
        good_words, bad_words: words of a tone of their own, for what no pattern knows.
        asks_if_good: a question of the agent to which "no" is bad news.
    """

    name: str
    marks: frozenset[str] = frozenset()
    script: re.Pattern[str] = NEVER
    joints: re.Pattern[str] = NEVER
    asides: re.Pattern[str] = NEVER
    ignored: re.Pattern[str] = NEVER
    requests: re.Pattern[str] = NEVER
    relieved: re.Pattern[str] = NEVER
    mocking: re.Pattern[str] = NEVER
    rejected: re.Pattern[str] = NEVER
    complained: re.Pattern[str] = NEVER
    corrected: re.Pattern[str] = NEVER
    halfway: re.Pattern[str] = NEVER
    confirmed: re.Pattern[str] = NEVER
    thanked: re.Pattern[str] = NEVER
    pointing: re.Pattern[str] = NEVER
    doubtful: re.Pattern[str] = NEVER
    accepted: re.Pattern[str] = NEVER
    asks_if_good: re.Pattern[str] = NEVER
    amends: re.Pattern[str] = NEVER
    withdraws: re.Pattern[str] = NEVER
    detached: re.Pattern[str] = NEVER
    retracts: re.Pattern[str] = re.compile(
        r"falsche[sr]? (?:fenster|chat|tab|projekt)|(?:war|ist) (?:gar )?nicht für dich|galt nicht (?:dir|dem)|"
        r"(?:war|galt) (?:für )?(?:einen|meinen|meiner|einem|meinem) kolleg|mein(?:e)? (?:fehler|schuld)\b|fehlalarm|"
        r"nehme (?:ich |alles |das )*zurück|kleiner scherz|nur spaß|noch (?:die|den|das) (?:alte|falsche)[nrs]? \w+ "
        r"(?:offen|auf|im|in)|"
        r"mauvaise fenêtre|mauvais (?:onglet|chat|canal)|pas (?:pour|à) toi|(?:au|autant) temps? pour moi|"
        r"(?:ma|mon) (?:faute|erreur)\b|je retire|fausse alerte|je plaisante|"
        r"(?:ventana|pestaña) equivocada|chat equivocado|no era para ti|(?:mi|fue mi) (?:error|culpa)\b|falsa alarma|"
        r"retiro lo dicho|es broma|janela errada|aba errada|não era para (?:ti|você)|(?:erro|falha) (?:meu|minha)|"
        r"falso alarme|finestra sbagliata|chat sbagliata|non era per te|(?:colpa|errore) mi[ao]|falso allarme|"
        r"не (?:туда|в то окно|в тот чат|тебе)\b|не то окно|ошиб(?:ся|лась) (?:окном|чатом)|мо[яё] (?:ошибка|вина)|"
        r"ложная тревога|беру (?:слова )?обратно|verkeerde? (?:venster|chat|tab)|mijn fout|złe okno|nie to okno|"
        r"mó?oja wina|mój błąd|fel fönster|mitt fel|yanlış pencere|benim hatam|"
        r"发错(?:了|窗口)|看错了|我(?:弄|搞|说)错了|誤爆|間違えました|勘違いでした|"
        r"잘못 보냈|제 실수|제가 착각"
    )
    sighs: re.Pattern[str] = NEVER
    cries: re.Pattern[str] = re.compile(
        r"(?:na |oh |ah |ach )?(?:super|toll|klasse|prima|wunderbar|großartig|perfekt|spitze|génial|parfait|bravo|"
        r"formidable|"
        r"genial|perfecto|fantástico|estupendo|perfeito|ótimo|perfetto|ottimo|fantastico|отлично|супер|прекрасно|браво|"
        r"молодец|świetnie|super|geweldig|fantastisch|harika|太好了|真棒|すごい|素晴らしい)"
    )
    uplifting: re.Pattern[str] = NEVER
    foreboding: re.Pattern[str] = re.compile(
        r"\bals nächstes (?:kommt|dann|wohl)\b|\bda werden sich .{2,40} freuen\b|\bwas kommt als nächstes\b|"
        r"\bet (?:après|ensuite)(?: quoi)?\Z|\bils vont être ravis\b|\by (?:luego|después) qué\b|"
        r"\bles va a encantar\b"
    )
    thanks: re.Pattern[str] = re.compile(
        r"(?:(?:ok(?:ay)?|alles klar|gut|super|bien|many|vielen|herzlichen|muchas|mille|hartelijk|velen|большое|tack "
        r"så|mange)[, "
        r"]*)?"
        r"(?:thanks|thank you|thx|ty|danke(?:schön| dir| sehr)?|dank(?: je)?|bedankt|merci(?: beaucoup| bien)?|gracias|"
        r"obrigad[oa]|grazie(?: mille)?|dzięki|dziękuję|díky|děkuji|спасибо(?: большое)?|дякую|takk?|tack|kiitos|"
        r"teşekkürler|teşekkür ederim|sağ ?ol|köszi|köszönöm|mulțumesc|"
        r"ευχαριστώ|谢谢|多谢|謝謝|ありがとう(?:ございます)?|"
        r"감사합니다|고마워|terima kasih|cảm ơn|धन्यवाद|شكرا|תודה)[!！。. ]*\Z"
    )
    courtesies: re.Pattern[str] = NEVER
    neutral: re.Pattern[str] = re.compile(
        r"(?:ok(?:ay)?|k|gut|alles klar|bon|d'accord|vale|va bene|好的?|はい|так|да)\Z"
    )
    elsewhere: re.Pattern[str] = re.compile(
        r"(?:(?:ok(?:ay)?|gut|super|bien|bom|bene|хорошо|好的?|谢谢|danke|merci|"
        r"gracias|obrigad[oa]|grazie|спасибо)[,.;:! "
        r"，。]*)*"
        r"(?:(?:jetzt|nun|maintenant|ahora|agora|adesso|ora|теперь|nu|nå|teraz|şimdi|nyt)[, ]+)?"
        r"(?:(?:als nächstes|weiter(?: mit)?|entonces|avanti|volgende|vidare|dalej|devam|außerdem|auch|noch etwas|"
        r"noch eine?|bitte|kannst du|könntest du|mach|füge|schreib|zeig|"
        r"ensuite|puis|aussi|peux-tu|tu peux|ajoute|fais|mets|montre|corrige|luego|después|además|también|puedes|"
        r"añade|agrega|"
        r"haz|pon|muestra|arregla|depois|também|podes|pode|adiciona|adicione|faz|faça|mostra|mostre|coloca|poi|anche|"
        r"puoi|"
        r"aggiungi|fai|metti|correggi|затем|дальше|понятно|также|ещё|еще|можешь|добавь|сделай|покажи|исправь|ook|kun "
        r"je|voeg|maak|"
        r"laat|nästa|"
        r"lägg|gör|legg|gjør|potem|także|możesz|dodaj|zrób|pokaż|sonra|ayrıca|ekle|yap|göster)\b|请|帮|继续|下一|接下来|现在|另外|再|"
        r"把|次に?|わかりました|あと|それから|では|이제|다음)"
    )
    reproachful: re.Pattern[str] = re.compile(
        r"(?:warum|wieso|weshalb|pourquoi|por qué|por que|porque|perché|почему|зачем|waarom|varför|hvorfor|dlaczego|"
        r"neden|"
        r"niye|miksi|miért)\b|为什么|怎么|なぜ|なんで|どうして|왜"
    )
    wishes: re.Pattern[str] = re.compile(
        r"\b(?:bitte|s'il (?:te|vous) plaît|stp|svp|por favor|per favore)\Z|ください|お願い|吧\Z"
    )
    good_words: frozenset[str] = frozenset()
    bad_words: frozenset[str] = frozenset()


def anywhere(*expressions: str) -> re.Pattern[str]:
    """A pattern of alternatives, each between word boundaries."""
    return re.compile(r"(?<![\w-])(?:" + "|".join(expressions) + r")(?![\w])")


def at_start(*expressions: str) -> re.Pattern[str]:
    """A pattern of alternatives at the beginning of a clause."""
    return re.compile(r"\A(?:" + "|".join(expressions) + r")(?![\w])")


def within(*expressions: str) -> re.Pattern[str]:
    """A pattern of alternatives for scripts without spaces."""
    return re.compile("|".join(expressions))


_WORD = re.compile(r"[^\W_]{2,}")
_PLAIN_WORDS = frozenset(
    [
        "the",
        "and",
        "for",
        "with",
        "that",
        "this",
        "what",
        "when",
        "where",
        "which",
        "from",
        "into",
        "not",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "does",
        "did",
        "can",
        "could",
        "should",
        "would",
        "will",
        "please",
        "add",
        "fix",
        "make",
        "use",
        "now",
        "still",
        "again",
        "test",
        "tests",
        "file",
        "files",
        "code",
        "error",
        "errors",
        "bug",
        "broken",
        "fails",
        "failing",
        "failed",
        "fail",
        "work",
        "works",
        "working",
        "doesn",
        "don",
        "isn",
        "there",
        "here",
        "also",
        "just",
        "very",
        "your",
        "you",
        "they",
        "them",
        "then",
        "than",
        "all",
        "any",
        "some",
        "py",
        "js",
        "ts",
        "tsx",
        "jsx",
        "go",
        "rs",
        "rb",
        "php",
        "java",
        "src",
        "lib",
        "app",
        "index",
        "main",
        "init",
        "line",
        "get",
        "set",
        "new",
        "old",
        "one",
        "two",
        "run",
    ]
)


def is_about(text: str, subject: str) -> bool:
    """Whether a text speaks of the same things as a subject does: they share a word that says something."""
    return bool(shared_words(text, subject))


def shared_words(text: str, subject: str) -> set[str]:
    """The words that say something and stand in both."""
    return telling_words(text) & telling_words(subject)


def telling_words(text: str) -> set[str]:
    """The words of a text that say something: no little words, none that every session is full of."""
    words = {word.lower().rstrip("s") for word in _WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))}
    numbered = {word for word in words if len(word) == 2 and word[0].isalpha() and word[1].isdigit()}
    return numbered | {word for word in words if len(word) > 2 and word not in _PLAIN_WORDS and not word.isdigit()}
