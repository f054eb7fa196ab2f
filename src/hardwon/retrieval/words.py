"""Words that say little: stop words by language, and how common ordinary words are anyway. Light.

A further language is a further row. The background frequencies stand for 200 documents that are counted in
besides the store's own (hardwon.retrieval.query), so that in a store of one memory "run" or "file" is not taken
for a rare word. Stems are as SQLite's porter tokenizer gives them.
"""

from __future__ import annotations

from hardwon.retrieval.background import BY_COUNT

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
        "pero por porque que quien se si sin sobre su sus te tiene todo tu un una uno unos y ya son ser hacer hace "
        "puede como qué cómo cuál dónde cuándo quién está están más también aquí ahora"
    ),
    "fr": (
        "ai au aux avec ce ces cet cette dans de des du elle en est et etait etre eux fait il ils je la le les leur "
        "lui ma mais me mes moi mon ne nos notre nous on ont ou par pas plus pour qu que quel quelle qui sa sans se "
        "ses si son sont sur ta te tes toi ton tu un une vos votre vous y être été était où ça comment pourquoi"
    ),
    "de": (
        "aber als am an auch auf aus bei bin bis bist da damit dann das dass dein dem den der des dich die dies diese "
        "diesem diesen dieser dieses dir doch dort du ein eine einem einen einer eines er es euch euer für hab habe "
        "haben hat hatte hier ich ihm ihn ihr im in ist ja jetzt kann kein keine man mein meine mich mir mit nach "
        "nicht noch nun nur ob oder ohne sehr sein seine sich sie sind so soll um und uns unser unter vom von vor "
        "war was wenn wer wie wir wird wo zu zum zur über warum bitte welche welcher welches"
    ),
    "pt": (
        "ao aos as até com como da das de dela dele do dos e ela ele eles em entre era essa esse esta este eu foi há "
        "isso isto já lhe mais mas me mesmo meu minha muito na nas nem no nos não o os ou para pela pelo por qual "
        "quando que quem se sem ser seu sua são só também te tem um uma você à às é"
    ),
}

STOP_WORDS: frozenset[str] = frozenset(word for line in STOP_WORDS_BY_LANGUAGE.values() for word in line.split())

BACKGROUND_DOCUMENTS = 200

# What people say to an agent again and again: how many of 200 prompts hold the stem.
_PROMPTS = {
    60: " us file code test run add make work ",
    45: " fix error function chang new look check ",
    35: " project build updat creat name set line call bug fail issu problem write read ",
    28: " return valu type class method command script data user config option default version branch"
    " commit first everi"
    " second last x y api ",
    22: " remov delet move renam variabl import modul packag instal server request respons databas tabl queri string"
    " number list object arrai kei path folder directori start stop time dai page form field ",
    16: " implement refactor debug review clean handl log print messag output input result show open"
    " close load save send"
    " find search help explain tell give try keep put back good better right wrong correct properli"
    " simpl featur support"
    " app applic client servic system process thread event state model view compon document doc comment readm deploi"
    " releas merg pull push repo git python javascript typescript rust java node react text word todo task step part"
    " case exampl question answer sure done finish job current instead without possibl actual happen"
    " long small larg big"
    " differ whole full ",
    12: " typeerror valueerror keyerror attributeerror importerror modulenotfounderror nameerror"
    " indexerror runtimeerror"
    " syntaxerror assertionerror filenotfounderror oserror permissionerror referenceerror rangeerror traceback"
    " nonetyp undefin ",
    10: " on two three four five quick brief today tomorrow yesterdai hour minut week month year peopl"
    " person begin end"
    " sens happen ",
}
# Words of everyday life that documentation seldom holds; in a memory they are rarely what makes it special.
_EVERYDAY = (
    " actor advert afraid afternoon agenc airlin airport algebra alien amaz angel angri apolog apologis appl april"
    " architect armi art artist astronaut athlet attornei audienc august autumn avatar aw awesom babi backpack badg"
    " bag bake baker ball banana band bank barber basket basketbal bathroom beach bear beauti bed bedroom bee bet"
    " bicycl bike bill biologi bird birthdai bitter blanket blood boat bone bookmark born borrow boss bottl bowl"
    " brain brand brave bread breakfast bright brilliant brochur brother brown brush budget bui butcher butter"
    " butterfli buyer cake camera campaign car career carpent cart castl catalogu celebr centuri chair champion"
    " cheap chees chef chemistri chess church circl citi clerk climb coach coat coffe cold colleg colour compani"
    " complaint cook cool coupon courier court cow crazi cry cube cup curtain cute danc dashboard daughter decad"
    " decemb deck dentist desert devil diagon dice diet dig dinner director discount diseas doctor dog door dozen"
    " dragon drawer dream dress drill drink dry ear earn eat elect electrician eleg eleph employe envelop equat"
    " essai exam famou fanci farewel farmer father favourit februari fenc fever fight film finger firefight fish"
    " fisherman flight flower flyer foot footbal forecast forest forgiv fox fridai fridg funni futurist galaxi"
    " galleri gambl garden gentl geographi ghost gift glass glove god golden golf gorgeou grade grass greet grei"
    " guest guitar haiku hair hairdress hammer hat hate headlin health heart heaven hell hill hobbi holidai homework"
    " horribl hors hospit hotel hous hug hungri husband insur interview inventori investor invit invoic island"
    " januari joke journalist journei judg juli june kick kid king kiss kitchen knife ladder lake lamp landlord"
    " laugh lawyer leaderboard leagu ledger leg lemon lend lesson librarian lift lion loan lone lotteri loud loyalti"
    " lunch lyric magazin market marri meal medal medicin mediev microphon midnight mileston mondai monei monkei"
    " moon morn mother mountain mouth movi music musician mysteri nail nation necklac needl neighbor neighbour"
    " newslett newspap noon nose novel novemb nurs ocean octob offic onboard orang oven pain paint painter pan"
    " parcel partner passeng patient payment peac persona pharmacist phone photo photograph piano pie pig pilot pink"
    " pirat pitch planet plant plate player plumber pocket poem poet poetri poker polic polit polynomi poster pot"
    " prayer presid price princ prize professor profit proud purpl puzzl quarter quarterli queen questionnair quiz"
    " rabbit radio rain rank refund rent restaur retrospect revenu riddl ride river road roadmap rob robot rocket"
    " roof rope rotten rude sad sail sailor salari sale salti saturdai scarf school scienc scientist screw sea"
    " season secretari seller septemb shade sharp sheep shelf shipment shirt shoe shop shovel silver sing singer"
    " sister skin skirt sky slide slogan smile smoke snake snow soccer sofa soldier son song sour speaker speech"
    " spend sphere spider spoon sport spring sprint staff stair stakehold standup station steal storm street student"
    " studi suitcas summer sundai supplier surgeon survei sweet swim sword tailor tale tax taxi tea teach teacher"
    " televis templ tenant tenni terribl theatr theorem therapi thirsti thursdai ticket tiger tire tooth tourist"
    " town trade train travel treasur triangl trivia truck tuesdai umbrella vacat vallei vault villag vintag vote"
    " voucher wage waiter waitress war warehous warm wash wear weather wed wednesdai weekend wet wife wind winner"
    " winter wishlist witch wizard wolf wonder yellow young zipper "
)
_EVERYDAY_COUNT = 5
_DIGITS = {1: 10, 2: 10, 3: 6}  # a number of few digits stands in many texts


# Pairs of characters that any text in Chinese, Japanese or Korean may hold.
_PAIRS = (
    " 什么 怎么 如何 为什 这个 那个 一个 一下 我们 你们 可以 需要 使用 帮我 现在 还是 时候 问题 测试"
    " 运行 代码 函数 文件 修改 添加 删除"
    " 解释 更新 检查 错误 写一 テス スト コー ード ファ ァイ イル エラ ラー 関数 変数 変更 実行 追加"
    " 削除 修正 確認 説明 作成 更新 使用 必要"
    " 方法 해줘 해주 주세 세요 하는 하세 에서 으로 테스 스트 함수 변수 변경 파일 실행 추가 삭제 수정"
    " 코드 오류 설명 작성 확인 필요 "
)
_PAIRS_COUNT = 25
# Characters of grammar: a pair that holds one says little, for it mostly stands across two words.
_GRAMMAR = (
    "的了是我你吗呢吧请把这那在和不也就都要有被让给对从到与或之前后里上下中なにをがはのでとへも"
    "やかられるたてしいすまさくけんよねだりうおき은는을를"
)
_GRAMMAR_COUNT = 20


_SEEN: dict[str, int] = {}
_SEEN_MAX = 5000


def documents_with(stem: str) -> int:
    """How many of BACKGROUND_DOCUMENTS texts hold a stem, by what is known of developers' text in general."""
    count = _SEEN.get(stem)
    if count is None:
        if len(_SEEN) >= _SEEN_MAX:
            _SEEN.clear()
        count = _SEEN[stem] = _looked_up(stem)
    return count


def _looked_up(stem: str) -> int:
    if stem.isdigit():
        return _DIGITS.get(len(stem), 0)
    if stem >= "\u3040":
        return _pairs_with(stem)
    sought = f" {stem} "
    for count, stems in _PROMPTS.items():
        if sought in stems:
            return count
    for count, stems in BY_COUNT.items():
        if sought in stems:
            return count
    return _EVERYDAY_COUNT if sought in _EVERYDAY else 0


def _pairs_with(pair: str) -> int:
    if f" {pair} " in _PAIRS:
        return _PAIRS_COUNT
    return _GRAMMAR_COUNT if any(char in _GRAMMAR for char in pair) else 0
