"""Reactions in Russian, Polish, Ukrainian and Czech."""

from __future__ import annotations

from hardwon.outcomes.evidence.language import Language, anywhere, at_start, within
from hardwon.text.listed import listed

RUSSIAN = Language(
    name="ru",
    script=within(
        "[ыэёъ]", "(?<!\\w)(?:не|это|что|всё|теперь|да|нет|спасибо|опять|снова|работает|и|но|с)(?!\\w)(?![^\\n]*[іїєґ])"
    ),
    joints=anywhere("но", "однако", "зато", "хотя"),
    asides=anywhere(
        "не страшно",
        "ничего страшного",
        "нет проблем",
        "без проблем",
        "нет,? (?:всё|спасибо|больше ничего)",
        "обработк\\w+ ошиб\\w+",
        "сообщени\\w+ об ошиб\\w+",
    ),
    ignored=anywhere(
        "если", "убедись", "проверь,? что", "чтобы", "должен упасть", "вчера", "мой (?:терминал|ноутбук|компьютер)"
    ),
    requests=at_start(
        "(?:(?:ок|хорошо|да|отлично|спасибо|теперь|дальше|потом|пожалуйста|и)[,.! ]*)*(?:добавь|напиши|создай|"
        "сделай|измени|переименуй|удали|запусти|исправь|объясни|покажи|можешь|обнови|посмотри|собери|собирай|"
        "закоммить)"
    ),
    relieved=anywhere(
        "(?:больше )?(?:не падает|не ломается|нет ошиб\\w+|без ошибок)(?: больше)?",
        "ошибк\\w+ (?:больше нет|исчезла|пропала|ушла)",
        "неплохо",
    ),
    mocking=anywhere(
        "(?:отлично|супер|прекрасно|замечательно|браво|молодец)[,.! …]+(?:теперь (?:ничего|всё|не)|опять|снова|"
        "ещё одна)",
        "спасибо,? что (?:сломал|удалил)",
    ),
    rejected=anywhere(
        "плохая идея",
        "так нельзя",
        "не то(?:,? что)?",
        "не так",
        "неправильно",
        "неверно",
        "откати",
        "отмени",
        "верни (?:как|назад|обратно)",
        "я (?:не )?(?:просил|говорил|хотел)",
        "зачем ты",
        "не надо(?: так)?",
        "убери",
    ),
    complained=anywhere(
        "стал\\w* (?:ещё |еще )?(?:хуже|медленнее)",
        "сломал\\w*",
        "пуст\\w+ (?:страница|список|файл)",
        "медленнее",
        "после (?:твоих|твоего|этих|этого) (?:изменени\\w+|коммита)",
        "два раза|дважды",
        "(?:всё |все )?(?:ещё|еще|равно|по-прежнему) (?:\\w+ ){0,2}?(?:не|падает|сломан\\w*|ошибк\\w+|красн\\w+)",
        "(?:не|больше не) (?:\\w+ )?(?:работает|работают|помогло|помогает|собирается|запускается|компилируется|"
        "проходят|проходит|грузится|открывается)",
        "(?:опять|снова) (?:\\w+ ){0,2}?(?:ошибк\\w+|падает|не|сломал\\w*|упал\\w*)",
        "та же (?:ошибка|проблема)",
        "то же самое",
        "сломал\\w*",
        "упал\\w*",
        "хуже",
        "ничего не (?:изменилось|работает)",
    ),
    halfway=anywhere("почти", "частично", "лучше"),
    confirmed=anywhere(
        "гораздо лучше",
        "намного лучше",
        "отлично работает",
        "как надо",
        "(?:теперь |всё |все )?(?:работает|заработал\\w*|собралось|проходят|прошли|починил\\w*|исправлено|решено)",
        "(?:всё|тесты) (?:зелён\\w+|проходят|ок)",
        "идеально",
        "именно(?: так| то)?",
        "то,? что (?:надо|нужно)",
        "верно",
        "правильно",
    ),
    thanked=anywhere(
        "спасибо(?: большое)?", "отлично", "супер", "круто", "класс", "хорошо", "молодец", "здорово", "прекрасно"
    ),
    pointing=within("."),
)

UKRAINIAN = Language(
    name="uk",
    script=within("[іїєґ]"),
    joints=anywhere("але", "проте", "однак"),
    ignored=anywhere("якщо", "переконайся", "щоб", "вчора"),
    requests=at_start(
        "(?:(?:добре|так|дякую|тепер|далі|будь ласка)[,.! ]*)*(?:додай|напиши|створи|зроби|зміни|видали|запусти|"
        "виправ|поясни|покажи|можеш|онови)"
    ),
    relieved=anywhere("(?:більше )?(?:не падає|не ламається|немає помил\\w+|без помилок)"),
    rejected=anywhere("не те", "не так", "неправильно", "відкоти", "скасуй", "поверни", "я не просив"),
    complained=anywhere(
        "(?:досі|все ще|знову) (?:\\w+ ){0,2}?(?:не|падає|помилк\\w+)",
        "не (?:працює|допомогло|збирається|запускається|проходять)",
        "та сама помилка",
        "зламал\\w*",
        "гірше",
    ),
    halfway=anywhere("майже", "частково", "краще"),
    confirmed=anywhere(
        "(?:тепер |все )?(?:працює|запрацювал\\w*|проходять|виправлено)", "ідеально", "саме так", "правильно"
    ),
    thanked=anywhere("дякую", "чудово", "супер", "добре", "молодець", "клас"),
    pointing=within("."),
)

POLISH = Language(
    name="pl",
    script=within("[ąęłńśźż]"),
    marks=listed(
        "nie jest to że się i w na z do ale już teraz działa dalej nadal dzięki tak co jak mi po popraw znowu"
    ),
    joints=anywhere("ale", "jednak", "tylko że", "choć"),
    asides=anywhere(
        "nie ma sprawy",
        "nic nie szkodzi",
        "bez problemu",
        "nie,? (?:dzięki|to wszystko|nic więcej)",
        "obsług\\w+ błęd\\w+",
        "komunikat\\w* (?:o )?błęd\\w+",
    ),
    ignored=anywhere(
        "jeśli",
        "jeżeli",
        "upewnij się",
        "żeby",
        "powinno (?:się )?(?:wywalić|działać)",
        "wczoraj",
        "mój (?:terminal|laptop|komputer)",
    ),
    requests=at_start(
        "(?:(?:ok|dobrze|tak|super|dzięki|teraz|dalej|potem|proszę|i)[,.! ]*)*(?:dodaj|napisz|utwórz|stwórz|zrób|"
        "zmień|usuń|uruchom|wyjaśnij|pokaż|możesz|zaktualizuj|sprawdź|zacommituj)"
    ),
    relieved=anywhere(
        "(?:już )?nie (?:wywala|pada|psuje|sypie)(?: się)?(?: już)?",
        "(?:nie ma|brak|bez) (?:już )?(?:więcej )?błęd\\w+",
        "błąd (?:zniknął|naprawiony)",
        "nieźle",
    ),
    mocking=anywhere(
        "(?:super|świetnie|pięknie|brawo|ekstra)[,.! …]+(?:teraz (?:nic|nie|wszystko)|znowu|kolejny błąd)",
        "dzięki za (?:zepsucie|skasowanie)",
    ),
    rejected=anywhere(
        "to nie to",
        "nie o to",
        "zły pomysł",
        "cofnij",
        "nie tak",
        "nie to(?:,? co)?",
        "źle",
        "to (?:jest )?(?:błędne|niepoprawne)",
        "cofnij",
        "wycofaj",
        "przywróć",
        "nie (?:prosiłem|prosiłam|chciałem|chciałam|o to)",
        "dlaczego (?:usun|zmieni)\\w+",
        "mówiłem|mówiłam",
        "wycofujemy",
    ),
    complained=anywhere(
        "(?:jest|są) (?:teraz )?(?:zepsut\\w+|pust\\w+|gorzej|wolniej)",
        "gorzej",
        "wolniej",
        "(?:nadal|dalej|wciąż|ciągle) (?:\\w+ ){0,2}?(?:nie|błąd|zepsut\\w+|to samo|wywala|pada|czerwon\\w+)",
        "nie (?:\\w+ )?(?:działa|działają|pomogło|kompiluje|buduje|uruchamia|przechodzi|przechodzą|startuje|ładuje)",
        "(?:znowu|znów) (?:\\w+ ){0,2}?(?:błąd|nie|to samo|wywala|pada)",
        "ten sam (?:błąd|problem)",
        "to samo",
        "zepsu\\w+",
        "gorzej",
        "wywala(?: się)?",
        "nic się nie zmieniło",
    ),
    halfway=anywhere("prawie", "częściowo", "lepiej"),
    confirmed=anywhere(
        "o to chodziło",
        "dużo lepiej",
        "(?:teraz |już |wszystko )?(?:działa|działają|przechodzi|przechodzą|naprawione|poprawione|rozwiązane)",
        "(?:wszystko|testy) (?:zielone|ok|przechodzą)",
        "idealnie",
        "dokładnie(?: tak| o to)?",
        "o to (?:mi )?chodziło",
        "zgadza się",
    ),
    thanked=anywhere(
        "dzięki(?: wielkie)?",
        "dziękuję",
        "super",
        "świetnie",
        "ekstra",
        "dobra robota",
        "bardzo dobrze",
        "pięknie",
        "fajnie",
    ),
    pointing=within("."),
)

CZECH = Language(
    name="cs",
    script=within("[ěřů]"),
    joints=anywhere("ale", "jenže", "však"),
    ignored=anywhere("pokud", "ujisti se", "aby", "včera"),
    requests=at_start(
        "(?:(?:ok|dobře|ano|díky|teď|dál|pak|prosím)[,.! ]*)*(?:přidej|napiš|vytvoř|udělej|změň|smaž|spusť|"
        "vysvětli|ukaž|můžeš)"
    ),
    relieved=anywhere("(?:už )?ne(?:padá|hází chyb\\w+)", "žádn\\w+ chyb\\w+", "bez chyb"),
    rejected=anywhere("takhle ne", "špatně", "to (?:není|nebylo) (?:to|ono|co)", "vrať", "zruš", "nechtěl jsem"),
    complained=anywhere(
        "(?:pořád|stále|zase|znovu) (?:\\w+ ){0,2}?(?:ne\\w+|chyb\\w+|padá|to samé)",
        "ne(?:funguje|fungují|pomohlo|jde|projde|prochází|spustí|kompiluje)",
        "stejn\\w+ (?:chyb\\w+|problém)",
        "rozbi\\w+",
        "horší",
    ),
    halfway=anywhere("skoro", "částečně", "lepší"),
    confirmed=anywhere(
        "(?:teď |už |vše )?(?:funguje|fungují|prochází|projde|opraveno|vyřešeno)", "perfektní", "přesně", "výborně"
    ),
    thanked=anywhere("díky", "děkuju", "děkuji", "super", "skvěl\\w+", "paráda", "dobrá práce"),
    pointing=within("."),
)

# Ukrainian before Russian: its letters are its own.
SLAVIC: tuple[Language, ...] = (UKRAINIAN, RUSSIAN, POLISH, CZECH)
