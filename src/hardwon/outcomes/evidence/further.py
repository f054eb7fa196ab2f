"""Reactions in Italian, Dutch, Swedish, Turkish and Korean."""

from __future__ import annotations

from hardwon.outcomes.evidence.language import Language, anywhere, at_start, within
from hardwon.text.listed import listed

ITALIAN = Language(
    name="it",
    marks=listed(
        "adesso rotto era volevo dà così meglio "
        "il lo la gli le è non che di un una e ma ora adesso ancora grazie funziona sono sempre con per questo "
        "quello com'era anche prima rimetti"
    ),
    joints=anywhere("ma", "però", "tuttavia", "anzi"),
    asides=anywhere(
        "non c'è problema",
        "nessun problema",
        "non importa",
        "no,? (?:grazie|nient'altro|basta così)",
        "gestione degli errori",
        "messaggi\\w* di errore",
    ),
    ignored=anywhere(
        "se (?:non|fallisce|funziona|il|la)",
        "assicurati",
        "fammi sapere",
        "affinché",
        "dovrebbe (?:fallire|funzionare)",
        "ieri",
        "il mio (?:terminale|portatile|computer)",
    ),
    requests=at_start(
        "(?:(?:ok|bene|va bene|grazie|perfetto|ora|adesso|poi|e|per favore)[,.! ]*)*(?:aggiungi|scrivi|crea|fai|"
        "cambia|rinomina|elimina|togli|esegui|lancia|correggi|spiega|mostra|puoi|potresti|aggiorna|controlla)"
    ),
    relieved=anywhere(
        "(?:nessun|niente|senza) (?:più )?(?:errori|errore|problemi|problema)",
        "non (?:fallisce|si rompe|crasha|dà errori) più",
        "(?:errore|problema) (?:sparito|risolto)",
        "niente male",
    ),
    mocking=anywhere(
        "(?:ottimo|perfetto|fantastico|bravo|grande)[,.! …]+(?:ora (?:non|è|niente|si)|un altro errore|di nuovo)",
        "grazie per aver (?:rotto|cancellato)",
    ),
    rejected=anywhere(
        "pessima idea",
        "non (?:è|era) (?:quello|così|questo|ciò)",
        "sbagliato",
        "annulla",
        "rimetti",
        "torna (?:indietro|com'era)",
        "ripristina",
        "non (?:volevo|ho chiesto)",
        "perché hai (?:cancellato|tolto|cambiato)",
        "ti avevo detto",
        "così no",
        "macché",
    ),
    complained=anywhere(
        "(?:è|sono) (?:ora |adesso )?(?:rott[oaie]|vuot[oaie]|peggio|peggiorat\\w+|lent\\w+)",
        "(?:adesso|ora) (?:è|sono) (?:rott\\w|vuot\\w|peggio)",
        "più lento",
        "dà (?:ancora |sempre )?errore",
        "doppi[oa]",
        "(?:ancora|sempre|tuttora) (?:\\w+ ){0,3}?(?:non|rott\\w+|errore|rosso|sbagliat\\w+|girat\\w+|lo stesso|"
        "uguale)",
        "non (?:\\w+ )?(?:funziona|funzionano|va|compila|parte|passa|passano|carica|serve|cambia)(?: niente| "
        "nulla| più)?",
        "(?:lo )?stesso (?:errore|problema|risultato)",
        "(?:fallisce|falliscono|fallito|si rompe|crasha|dà errore)(?: di nuovo| ancora)?",
        "di nuovo (?:l')?errore",
        "l'hai rotto",
        "peggio",
    ),
    halfway=anywhere("quasi", "in parte", "a metà", "meglio"),
    confirmed=anywhere(
        "perfetto",
        "molto meglio",
        "così va bene",
        "(?:ora |adesso |già )?(?:funziona|funzionano|va|passa|passano)(?: bene| adesso| ora| tutto)?",
        "(?:è )?(?:risolto|corretto|sistemato|a posto)",
        "perfetto",
        "esatto",
        "esattamente",
        "tutto verde",
        "proprio così",
    ),
    thanked=anywhere(
        "grazie(?: mille)?", "ottimo", "bene", "bravo", "fantastico", "eccellente", "bel lavoro", "mi piace"
    ),
    pointing=anywhere("ancora", "sempre", "di nuovo", "ora", "adesso", "questo", "non", "stess\\w+", "peggio", "prima"),
)

DUTCH = Language(
    name="nl",
    marks=listed(
        "dat bedoelde niet ik helemaal goed werkt nu nog "
        "de het een is niet en dat van ik je nu nog maar met werkt bedankt weer ook geen wat dit zo doe op te"
    ),
    joints=anywhere("maar", "echter", "alleen"),
    asides=anywhere(
        "geen probleem",
        "maakt niet uit",
        "nee,? (?:bedankt|dat was het|niks meer)",
        "foutafhandeling",
        "foutmelding\\w*",
    ),
    ignored=anywhere(
        "als (?:het|de|dat)",
        "zorg (?:ervoor )?dat",
        "laat (?:me )?weten",
        "zodat",
        "zou moeten (?:falen|werken)",
        "gisteren",
        "mijn (?:terminal|laptop|computer)",
    ),
    requests=at_start(
        "(?:(?:ok|oké|goed|bedankt|mooi|nu|dan|en|graag)[,.! ]*)*(?:voeg|schrijf|maak|verander|hernoem|verwijder|"
        "draai|leg|toon|kun je|kan je|wil je|werk|controleer|commit)"
    ),
    relieved=anywhere(
        "geen (?:fouten|foutmeldingen|problemen)(?: meer)?",
        "(?:faalt|crasht|breekt) niet meer",
        "fout (?:is )?(?:weg|opgelost)",
        "niet slecht",
    ),
    mocking=anywhere("(?:mooi|geweldig|fijn|top|super)[,.! …]+(?:nu (?:is|werkt niets|doet)|weer een|nog een fout)"),
    rejected=anywhere(
        "(?:dat|dit) (?:bedoelde|wilde|vroeg) ik niet",
        "(?:draai|zet) (?:dat|het) terug",
        "slecht idee",
        "ongedaan",
        "dat is (?:niet (?:wat|goed|de bedoeling)|fout|verkeerd)",
        "niet wat ik",
        "draai (?:dat )?terug",
        "maak (?:dat )?ongedaan",
        "zet terug",
        "zo niet",
        "waarom heb je",
        "ik zei",
    ),
    complained=anywhere(
        "(?:is|zijn) (?:nu )?(?:kapot|leeg|weg|dubbel|trager)",
        "veel te \\w+",
        "trager",
        "sinds (?:je|jouw|die|deze) (?:wijziging|aanpassing)",
        "nog steeds (?:\\w+ ){0,2}?(?:niet|kapot|fout\\w*|dezelfde|hetzelfde|rood|stuk)",
        "(?:werkt|werken|doet|start|compileert|bouwt|helpt) (?:het |nog |\\w+ )?(?:niet|niks|niets)",
        "(?:faalt|falen|crasht|mislukt|is kapot|is stuk)(?: weer| nu)?",
        "zelfde (?:fout|probleem|resultaat)",
        "weer (?:een |de |die )?fout",
        "slechter",
        "erger",
    ),
    halfway=anywhere("bijna", "deels", "half", "beter"),
    confirmed=anywhere(
        "helemaal goed",
        "werkt (?:perfect|prima|goed|nu)",
        "veel beter",
        "precies(?: goed| zo)?",
        "(?:het |nu |alles )?(?:werkt|draait|slaagt)(?: nu| goed| weer| perfect)?",
        "(?:is )?(?:opgelost|gefixt|groen)",
        "perfect",
        "precies",
        "klopt",
        "zo is het goed",
    ),
    thanked=anywhere(
        "bedankt", "dank je(?: wel)?", "dankjewel", "mooi", "top", "super", "geweldig", "goed gedaan", "fijn", "prima"
    ),
    pointing=anywhere("nog", "steeds", "weer", "nu", "het", "dat", "dit", "niet", "zelfde", "slechter", "erger"),
)

SWEDISH = Language(
    name="sv",
    marks=listed(
        "det blev fungerar funkar inte nu fint bra "
        "det är inte och att en ett jag nu fortfarande men fungerar tack som på för med igen har kan du"
    ),
    joints=anywhere("men", "dock"),
    asides=anywhere("inga problem", "ingen fara", "nej,? (?:tack|det var allt)", "felhantering", "felmeddelande\\w*"),
    ignored=anywhere("om (?:det|den)", "se till att", "så att", "igår", "min (?:terminal|dator|laptop)"),
    requests=at_start(
        "(?:(?:ok|bra|tack|nu|sen|och|snälla)[,.! ]*)*(?:lägg till|skriv|skapa|gör|ändra|ta bort|kör|förklara|"
        "visa|kan du|uppdatera)"
    ),
    relieved=anywhere(
        "inga (?:fler )?(?:fel|problem)(?: längre)?", "(?:kraschar|misslyckas) inte längre", "felet är (?:borta|löst)"
    ),
    rejected=anywhere(
        "så menade jag inte",
        "dålig idé",
        "ångra",
        "det (?:är|var) (?:fel|inte (?:det|vad|så))",
        "inte så",
        "ångra",
        "återställ",
        "ta tillbaka",
        "varför (?:tog|ändrade) du",
        "jag sa",
    ),
    complained=anywhere(
        "(?:blev|är) (?:nu )?(?:värre|sämre|trasig\\w*|tom\\w*|långsammare)",
        "fortfarande (?:\\w+ ){0,2}?(?:inte|fel|trasig\\w*|samma)",
        "(?:fungerar|funkar|startar|bygger|hjälper) (?:\\w+ )?inte",
        "(?:kraschar|misslyckas|är trasig\\w*)(?: igen| nu)?",
        "samma (?:fel|problem)",
        "fel igen",
        "värre",
        "sämre",
    ),
    halfway=anywhere("nästan", "delvis", "bättre"),
    confirmed=anywhere(
        "(?:funkar|fungerar) (?:fint|bra|perfekt|nu)",
        "mycket bättre",
        "precis så",
        "(?:det |nu |allt )?(?:fungerar|funkar)(?: nu| bra| igen)?",
        "(?:är )?(?:löst|fixat|grönt)",
        "perfekt",
        "precis",
        "exakt",
    ),
    thanked=anywhere("tack(?: så mycket)?", "bra(?: jobbat)?", "toppen", "snyggt", "utmärkt", "härligt"),
    pointing=anywhere("fortfarande", "igen", "nu", "det", "inte", "samma", "värre"),
)

TURKISH = Language(
    name="tr",
    script=within("[ğış]"),
    joints=anywhere("ama", "fakat", "ancak"),
    ignored=anywhere("eğer", "emin ol", "dün"),
    relieved=anywhere("artık hata (?:yok|vermiyor)", "hata (?:yok|gitti)", "sorun (?:yok|kalmadı|çözüldü)"),
    rejected=anywhere(
        "olmadı",
        "geri al",
        "böyle değil",
        "istemedim",
        "yanlış",
        "böyle değil",
        "istediğim bu değil",
        "geri al",
        "eski haline",
        "neden (?:sildin|değiştirdin)",
    ),
    complained=anywhere(
        "h[âa]l[âa] (?:\\w+ ){0,2}?(?:hata|çalışmıyor|bozuk|yanlış|veriyor|aynı)",
        "daha (?:kötü|yavaş)",
        "bozuldu",
        "hâlâ|hala (?:\\w+ ){0,2}?(?:çalışmıyor|hata|bozuk|aynı)",
        "çalışmıyor|çalışmadı",
        "olmadı",
        "aynı (?:hata|sorun)",
        "bozuldu|bozuk",
        "yine hata",
        "daha kötü",
    ),
    halfway=anywhere("neredeyse", "kısmen", "daha iyi"),
    confirmed=anywhere(
        "harika(?: oldu)?",
        "tam istediğim",
        "şimdi (?:oldu|çalışıyor)",
        "(?:artık |şimdi )?çalışıyor",
        "oldu",
        "düzeldi",
        "çözüldü",
        "mükemmel",
        "aynen",
        "tam (?:istediğim|bu)",
    ),
    thanked=anywhere("teşekkürler|teşekkür ederim", "sağ ol|sağol", "harika", "süper", "güzel", "eline sağlık"),
    pointing=within("."),
)

KOREAN = Language(
    name="ko",
    script=within("[\\uac00-\\ud7a3]"),
    joints=within("하지만", "그런데", "근데", "지만"),
    asides=within("괜찮아요", "문제없", "에러 처리", "오류 메시지"),
    ignored=within("만약", "(?:하면|되면) 알려", "어제"),
    requests=within("(?:해|고쳐|추가해|만들어|써|바꿔|보여|설명해)\\s?(?:줘|주세요|주실)"),
    relieved=within("(?:에러|오류|문제)(?:가|는)?\\s?(?:없어|사라|안 나)", "안\\s?깨(?:져|집)"),
    rejected=within("아니(?:요|야|에요)", "틀렸", "그게 아니", "되돌려", "롤백", "원래대로", "왜 (?:지웠|바꿨|삭제)"),
    complained=within(
        "(?:아직|여전히|계속)(?:[^.]{0,10})(?:안|에러|오류|깨|실패|똑같)",
        "안\\s?(?:돼|됩|되네|되는)",
        "작동(?:하지 않|안)",
        "(?:같은|똑같은) (?:에러|오류|문제)",
        "또 (?:에러|오류|실패|깨)",
        "(?:에러|오류)(?:가|이)?\\s?(?:나|발생|뜨)",
        "깨졌",
        "실패했",
        "더 나빠",
    ),
    halfway=within("거의", "부분적", "반은", "나아졌"),
    confirmed=within(
        "(?:이제 |잘 )?(?:돼요|됩니다|되네요|작동(?:해|합)|동작(?:해|합))",
        "해결(?:됐|되었)",
        "고쳐졌",
        "완벽",
        "맞아요|맞습니다",
        "성공",
        "통과",
    ),
    thanked=within("감사|고마워|고맙", "좋아요|좋습니다|좋네", "훌륭", "최고", "수고"),
    pointing=within("."),
)

FURTHER: tuple[Language, ...] = (KOREAN, TURKISH, ITALIAN, DUTCH, SWEDISH)
