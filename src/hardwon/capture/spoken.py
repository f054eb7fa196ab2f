"""Secrets told in a sentence, in the languages people work in: "the admin password is …", "der Einmalcode lautet …".

The words are data. What follows them is judged as to whether a person could have chosen it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hardwon.capture.everyday import is_common
from hardwon.capture.findings import Findings, mark
from hardwon.capture.named import (
    KEYS,
    PASSWORDS,
    QUOTED,
    is_chosen,
    is_dense,
    is_identifier,
    kind_of,
    value_of,
    with_mark,
)
from hardwon.capture.plausible import is_hex, is_placeholder, is_reference, is_uuid, looks_random
from hardwon.text.listed import listed

_PASSWORD_WORDS = (
    rf"{PASSWORDS}|mdp|hasł[oa]|lösenord(?:et)?|heslo|jelszó|şifre(?:si)?|passord(?:et)?|adgangskode|salasana|"
    r"비밀번호|mật khẩu|contraseñas|secret word"
)
_IS = (
    r"(?:(?:is now|is|was|will be|should be|must be|has been changed to|was changed to|ist jetzt|ist|lautet|"
    r"heißt|heisst|"
    r"war|es ahora|es|era|será|est|était|sera|é|era|è|är|er|to|to jest|to be|being|jest|là|is set to|gets?)"
    r"(?![^\W_])[ "
    r"\t]*[:=]?|=|:|：|->|=>|→|–|-(?=[ \t])|是|は|は、|:)"
)
_OF = (
    r"(?:for|of|on|to|in|at|from|you|für|von|vom|zum|zur|des|der|de|del|de la|du|pour|para|do|da|di|della|del|"
    r"voor|van|"
    r"от|для|do|till|az|the)"
)
_SCOPE = (
    rf"(?:(?:[ \t]+{_OF}(?:[ \t]+[\w.@/'’-]{{1,40}}){{1,5}}?)|"
    r"(?:[ \t]+(?!(?:is|was|es|est|ist)\b)[\w.@/-]{1,20}(?=[ \t]+(?:est|es|é|è|ist|is|jest|=|:)[ \t]))){0,2}?"
)
_SPOKEN = re.compile(
    rf"(?<![\w-])(?:[^\W\d_]{{1,20}}-){{0,2}}(?P<word>(?P<password>{_PASSWORD_WORDS})|(?P<pin>pin(?: code|"
    rf" number)?|otp)|{KEYS})"
    rf"(?:'s[ \t]+(?:is[ \t]+)?(?P<owned>(?=\S))|(?P<scope>{_SCOPE})"
    rf"(?:[ \t]{{1,3}}|(?=[:：=是は]))[(]?(?:which[ \t]+)?{_IS}[ \t]{{0,3}}(?:(?:now|just|simply|still|set to|"
    rf"changed to)[ \t]+)?)"
    rf"(?:{QUOTED}|[«“„][ \t\u00a0\u202f]?(?P<curly>[^«»“”\n]{{1,200}}?)[ \t\u00a0\u202f]?[»”“]|"
    rf"(?P<bare>[^\s\"'`,;]{{1,200}}))",
    re.IGNORECASE,
)
_SET_TO = re.compile(
    rf"\b(?:set|change[ds]?|reset|update[ds]?|rotate[ds]?)\b[^\n.!?]{{0,40}}?\b(?P<word>(?P<password>"
    rf"{_PASSWORD_WORDS})|{KEYS})"
    r"(?:[ \t]+(?:for|of|on)(?:[ \t]+[\w.@/-]{1,40}){1,4}?)?[ \t]+(?:to|as|=)[ \t]+"
    rf"(?:{QUOTED}|(?P<bare>[^\s\"'`,;]{{1,200}}))",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    rf"(?<![\w-])(?P<word>(?P<password>{_PASSWORD_WORDS})|{KEYS})(?:[ \t]+(?:от|for|of|de|von)[ \t]+[\w.@-]"
    rf"{{1,30}})?[ \t(:]{{1,3}}"
    rf"(?:which[ \t]+is[ \t]+|{QUOTED}|(?P<bare>[^\s\"'`,;]{{4,200}}))",
    re.IGNORECASE,
)
_WHICH_IS = re.compile(
    rf"(?<![\w-])(?P<word>(?P<password>{_PASSWORD_WORDS}))[ \t]*[(,–-][ \t]*(?:which[ \t]+is|that[ \t]+is|"
    rf"i\.e\.|namely)[ \t]+"
    rf"(?:{QUOTED}|(?P<bare>[^\s\"'`,;)]{{3,200}}))",
    re.IGNORECASE,
)
# "The password? It's …", "the admin's password, …, must not change": only what a person makes up counts.
_ASIDE = re.compile(
    rf"(?P<before>(?<![\w-])(?:{_PASSWORD_WORDS})(?:[ \t]+(?:for|of|on)(?:[ \t]+[\w.@/-]{{1,30}})"
    rf"{{1,3}}?)?[ \t]*(?:\?[ \t]+(?:it's|it is|that's|that is|that would be|c'est|das ist|es|è|é)|[,(–—])[ \t]+"
    r"[\"'`«“„]?)(?P<value>[^\s\"'`«»“”,;]{5,100})",
    re.IGNORECASE,
)
_USED_AS = re.compile(
    rf"(?<![^\s\"'`,;(«“„])(?P<value>[^\s\"'`,;«»“”]{{4,200}})[\"'`»”“]?[ \t]+(?:is|as|als|como|comme|come|som|"
    rf"als)[ \t]+"
    rf"(?P<article>(?:the|my|our|your|a|an|das|dein|mein|unser|la|mi|tu|le|mon|ton|votre|a|o)[ \t]+)?"
    rf"(?:[\w-]{{1,30}}[ \t]+){{0,3}}?(?P<word>(?P<password>{_PASSWORD_WORDS})|{KEYS})\b",
    re.IGNORECASE,
)
# The word comes after, or stands in brackets: "it's … (the db password)", "enter … when it asks for the password".
_AFTERWARDS = re.compile(
    rf"(?<![^\s\"'`,;(«“])(?P<value>[^\s\"'`,;«»“”()]{{5,100}})[\"'`»”]?[ \t]*"
    rf"(?:\((?:the|my|our|that's|it's)?[ \t]*(?:[\w-]{{1,20}}[ \t]+){{0,3}}?|(?:when|if|where|once)[ \t]"
    rf"+(?:[\w-]{{1,20}}[ \t]+){{1,6}}?)"
    rf"(?P<word>(?P<password>{_PASSWORD_WORDS}))\b",
    re.IGNORECASE,
)
# "clave", "key word" and the like mean more than passwords: only what a person makes up counts behind them.
_CLAVE = re.compile(
    r"(?<![\w-])(?P<before>(?:parola d'ordine|clave|chiave|klíč|passkey|credentials?)(?:[ \t]+(?:de|del|di|for)"
    r"(?:[ \t]+(?:la|el))?(?:[ \t]+[\w.@/-]{1,30}){1,2}?)?"
    r"[ \t]*(?:es|é|è|is|are|:|=)[ \t]+[\"'«]?|(?<![\w-])hasło to )(?P<value>[^\s\"'`,;«»]{4,200})",
    re.IGNORECASE,
)

_CODE_WORDS = (
    r"one[- ]time[- ](?:code|password|pin|passcode)|(?:2fa|mfa|totp|otp|verification|security|log[- ]?in|sms|"
    r"authenticat(?:or|ion)|auth|recovery|backup|confirmation|sign[- ]?in|access|unlock|two[- ]factor)[- ]"
    r"(?:code|pin|number)|otp|2fa|mfa|"
    r"pin(?:[- ](?:code|number))?|(?:door|alarm|gate|entry|unlock|safe|voicemail)[- ]code|authenticator(?: app)?|"
    r"c(?:ó|o)d(?:igo|ice)s? (?:de|di|do) (?:verificaci[óo]n|verificação|verifica|seguridad|segurança|sicurezza|"
    r"acceso|"
    r"acesso|accesso|confirmaci[óo]n|confirmação|conferma|recuperaci[óo]n|un solo uso|uso único)|"
    r"(?:einmal|best(?:ä|ae)tigungs|sicherheits|verifizierungs|zugangs|anmelde|wiederherstellungs|freischalt)[- ]?"
    r"(?:code|passwort|kennwort|pin)|tan|"
    r"code (?:de (?:v(?:é|e)rification|s(?:é|e)curit(?:é|e)|confirmation|connexion|validation|secours)|(?:à|a)"
    r" usage unique|"
    r"pin|sms|(?:re(?:ç|c)u|envoy(?:é|e)) par (?:sms|mail))|c(?:ó|o)digo (?:recibido|enviado|recebido)"
    r" por (?:sms|correo|email)|код подтверждения|одноразовый код|验证码|驗證碼|認証コード|確認コード|인증번호"
)
_CODE = re.compile(
    rf"(?P<before>(?<![\w-])(?:{_CODE_WORDS})(?:[ \t]+(?:for|from|to|on|of|by|via|per|für|para|pour)(?:[ \t]"
    rf"+[\w.@/-]{{1,30}}){{1,4}}?)?"
    r"(?:[ \t]*(?:is now|is|was|ist|lautet|war|es|era|est|était|é|è|=|:|：|->|→|是|は|i got|i received|says|shows|"
    r"reads|zeigt)){0,2}[ \t]*(?:now[ \t]+)?[\"'`(]?)"
    r"(?P<value>(?:[A-Z]{1,2}-)?\d{3,4}[- ]\d{3,4}|(?:[A-Z]{1,2}-)?\d{4,8})(?![\w.])(?!\.\d)",
    re.IGNORECASE,
)
_CODE_THAT_IS = re.compile(
    r"(?P<before>(?<![\w-])(?<!error )(?<!exit )(?<!status )(?<!return )(?<!zip )(?<!area )(?<!country )(?<!issue )"
    r"(?:code|number|pin)(?:[ \t]+(?:that[ \t]+)?(?:i|we|you)(?:'ve)?(?:[ \t]+just)?[ \t]"
    r"+(?:got|received|see)"
    r"(?:[ \t]+[\w-]{1,20}){0,5}?|[ \t]+from[ \t]+(?:the|my|your)[ \t]+(?:authenticator|phone|sms|text|app|"
    r"email|mail)(?:[ \t]+app)?|(?:[ \t]+that)?(?:[ \t]+[\w.'-]{1,20}){1,3}[ \t]+(?:just[ \t]+)?(?:texted|sent|"
    r"e-?mailed|mailed|messaged|gave|read|told|showed|dm'?e?d|whatsapped)[ \t]+(?:me|us|you|out)"
    r"(?:[ \t]+[\w-]{1,20}){0,6}?)"
    r"[ \t]*(?:is|was|:|=)[ \t]*[\"']?)(?P<value>\d{3}[- ]\d{3}|\d{4,8})(?!\w)",
    re.IGNORECASE,
)
# Far from its word, only what a person makes up counts: "the password for prod, by the way, is …".
_FAR = re.compile(
    rf"(?P<before>(?<![\w-])(?:[^\W\d_]{{1,20}}-){{0,2}}(?:{_PASSWORD_WORDS})\b[^\n!?;]{{1,70}}?(?:[ \t]{_IS}|"
    rf"[:=])[ \t]+[\"'`«“(]?)"
    r"(?P<value>[^\s\"'`«»“”]{5,100})",
    re.IGNORECASE,
)
_BELOW = re.compile(
    rf"(?P<before>(?<![\w-])(?:{_PASSWORD_WORDS})[ \t]*[:：][ \t]*\n\s{{0,40}}[\"'`]?)(?P<value>[^\s\"'`]"
    rf"{{5,100}})(?=[\"'`]?[ \t]*(?:\n|\Z))",
    re.IGNORECASE,
)
_USER_PASS = re.compile(
    r"(?P<before>(?<!\w)u(?:ser)?(?:name)?[ \t]*[:=][ \t]*[\w.@+-]{1,60}[ \t,;]{1,4}p(?:w|ass)?[ \t]*[:=][ \t]*)"
    r"(?P<value>[^\s\"'`,;]{4,100})",
    re.IGNORECASE,
)
_PGPASS = re.compile(
    r"(?P<before>(?:^|(?<=[ \t]))[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*-]{1,60}:)(?P<value>[^\s:\"']"
    r"{4,100})(?=\s|\Z)",
    re.MULTILINE,
)
_MNEMONIC = re.compile(
    r"(?P<before>\b(?:mnemonic|(?:seed|recovery|backup)[ \t]+(?:phrase|words))\b[^\n]{0,30}?[:=]?[ \t]+[\"']?)"
    r"(?P<value>(?:[a-z]{3,8}[ \t,]{1,2}){11,23}[a-z]{3,8})\b",
    re.IGNORECASE,
)
_CODE_TO = re.compile(
    r"(?P<before>(?<![\w-])(?:use|enter|type|give)[ \t]+(?:the[ \t]+)?(?:code|pin)[ \t]+[\"']?)"
    r"(?P<value>\d{3}[- ]\d{3}|\d{4,8})(?=[\"']?[ \t]+(?:to|for|when|at)[ \t]+"
    r"(?:the[ \t]+)?(?:log|sign|verif|confirm|authenti|unlock|2fa|mfa))",
    re.IGNORECASE,
)
_CODE_FAR = re.compile(
    r"(?P<before>(?<![\w-])(?:otp|(?:one[- ]time|verification|2fa|mfa|sms)[- ](?:code|password|pin))\b[^\n.!?;]"
    r"{1,40}?"
    r"[ \t](?:is|was|:|=)[ \t]*[\"'`]?)(?P<value>\d{3}[- ]\d{3}|\d{4,8})(?![\w])(?!\.\d)",
    re.IGNORECASE,
)
_CODE_BEFORE = re.compile(
    rf"(?<![\w.-])(?P<value>(?:[A-Z]{{1,2}}-)?\d{{4,8}}|\d{{3}}[- ]\d{{3}})[\"'`]?(?P<after>[ \t]+(?:is|as|ist|"
    rf"als|es|como|est|comme|è|é)[ \t]+"
    rf"(?:(?:the|my|our|your|a|an|der|die|das|dein|ihr|mein|el|la|tu|su|le|ton|votre|il|o|a)[ \t]+)?(?:[\w-]"
    rf"{{1,20}}[ \t]+){{0,2}}?(?:{_CODE_WORDS})(?!\w))",
    re.IGNORECASE,
)

_LOGIN_USERS = listed("admin administrator root user test guest postgres mysql sa app dev demo")
_LOGIN_PAIR = re.compile(
    r"(?P<before>\b(?:log(?:ged)? ?in|login|credentials|creds|sign(?:ed)? in|basic auth|zugangsdaten|"
    r"credenciales|identifiants)\b"
    r"(?:[ \t]+(?:is|are|with|as|using|son|sind|sont))?[ \t:]{1,3}"
    r"(?P<user>[\w.@+-]{1,60})(?:[ \t]{0,2}[/:|][ \t]{0,2}|[ \t]+(?=[^\s\"'`,;/]{5,100}(?:[\s.,;!]|\Z))))"
    r"(?P<value>[^\s\"'`,;/]{3,100})",
    re.IGNORECASE,
)
_PAIR_LOGIN = re.compile(
    r"(?P<before>(?<![\w/])(?P<user>[\w.@+-]{1,60})[ \t]{0,2}[/:|][ \t]{0,2})(?P<value>[^\s\"'`,;/]{3,100})"
    r"(?=[ \t]+(?:are|is)[ \t]+(?:the|my|our|your)"
    r"(?:[ \t]+[\w-]{1,20}){0,2}?[ \t]+(?:credentials|creds|login|log-in)\b)",
    re.IGNORECASE,
)
# Letters, digits and signs in one word, as only made-up passwords have them; a name stands within the same clause.
_STRONG_NEAR = re.compile(
    rf"(?P<before>(?<![\w-])(?:{_PASSWORD_WORDS})\b[^\n.!?]{{1,40}}?(?<![^\s\"'`«“(]))(?P<value>(?=[^\s\"'`]"
    rf"{{0,60}}\d)(?=[^\s\"'`]{{0,60}}[A-Za-z])"
    r"(?=[A-Za-z0-9]{1,40}[!@#$%^&*?+])[A-Za-z0-9!@#$%^&*?+_-]{7,60})(?=[\"'`»”),.;:!?]{0,2}(?:\s|\Z))",
    re.IGNORECASE,
)

# Plain words joined, as people choose them: only where a flag, an equals sign or "as the password" says what they are.
_JOINED_WORDS = r"(?P<value>[a-z]{3,20}(?:[-_][a-z0-9]{2,20}){1,5})"
_JOINED = re.compile(
    rf"(?P<before>(?:(?<!\S)--?(?:password|passwd|passphrase|pass|pwd)[ \t=]|(?<![\w-])(?:{_PASSWORD_WORDS})=|"
    rf"(?<![\w-])(?:{_PASSWORD_WORDS})[ \t]+was[ \t])[\"'`]?){_JOINED_WORDS}(?![\w=/(:-]|\.\w)",
    re.IGNORECASE,
)
_JOINED_AS = re.compile(
    rf"(?<![\w./=-]){_JOINED_WORDS}[\"'`]?(?P<after>[ \t]+as[ \t]+(?:(?:the|my|our|your|its)[ \t]+)?"
    rf"(?:[\w-]{{1,20}}[ \t]+){{0,2}}?(?:{_PASSWORD_WORDS}))(?![\w-]|[ \t]+(?!for\b|on\b|of\b|in\b|and\b|there\b)\w)",
    re.IGNORECASE,
)
_NO_PART = listed(
    "password passwords passwd passphrase pass pwd secret token key keys env file path prompt hash hashed reset field "
    "input min max length your my the here new old current example sample change changeme store manager policy stdin "
    "none null true false empty required optional plain text var variable vault config settings user admin from value "
    "placeholder read write only auth login default strength rule rules check protected less encrypted salted bcrypt "
    "kebab snake camel case never always not no name flag option argument arg stored type kind sign word words"
)


def redact_spoken(text: str, found: Findings) -> str:
    """Replace secrets told in a sentence: "the password is …", "use … as the api key", "login: admin / …"."""

    def replace(match: re.Match[str], value: str, quoted: bool, *, beside: bool = False) -> str:
        password = bool(match["password"])
        if not _spoken_is_secret(match, value, quoted, password=password, beside=beside):
            return match[0]
        kind = "password" if password else "code" if match.groupdict().get("pin") else kind_of(match["word"])
        found.add(kind, value)
        return with_mark(match, value, kind)

    def said(match: re.Match[str]) -> str:
        if match.groupdict().get("curly"):
            return replace(match, match["curly"], True)
        if match.groupdict().get("owned") is not None:
            return replace(match, *value_of(match), beside=not _ends_clause(match))
        return replace(match, *value_of(match))

    def beside(match: re.Match[str]) -> str:
        if not any(match[name] for name in ("escaped", "double", "single", "tick", "bare")):
            return match[0]
        return replace(match, *value_of(match), beside=True)

    def used_as(match: re.Match[str]) -> str:
        value = match["value"].strip("([{<")
        return replace(match, value, False, beside=True) if value else match[0]

    def strong(kind: str, judge: Callable[[str], bool]) -> Callable[[re.Match[str]], str]:
        def replaced(match: re.Match[str]) -> str:
            value = match["value"].rstrip(".:)!?") or match["value"]
            if not judge(value) or is_placeholder(value) or is_reference(value) or is_uuid(value) or "." in value:
                return match[0]
            found.add(kind, value)
            return with_mark(match, value, kind)

        return replaced

    text = _redact_phrases(text, found)
    text = _redact_codes(text, found)
    made_up = strong("password", _is_made_up)
    for pattern, function in (
        (_SPOKEN, said),
        (_WHICH_IS, said),
        (_SET_TO, said),
        (_BESIDE, beside),
        (_USED_AS, used_as),
        (_AFTERWARDS, strong("password", is_chosen)),
        (_CLAVE, made_up),
        (_FAR, strong("password", _is_far_password)),
        (_BELOW, made_up),
        (_ASIDE, strong("password", _is_far_password)),
        (_USER_PASS, strong("password", lambda value: _is_made_up(value) and len(value) >= 6)),
        (_PGPASS, made_up),
        (_MNEMONIC, strong("recovery phrase", lambda _: True)),
        (_STRONG_NEAR, strong("password", lambda value: "@" not in value or value.count("@") > 1 or value[-1] != "@")),
        (_JOINED, strong("password", _is_joined)),
        (_JOINED_AS, strong("password", _is_joined)),
        (_LOGIN_PAIR, _pair(found)),
        (_PAIR_LOGIN, _pair(found)),
    ):
        text = pattern.sub(function, text)
    return text


def _pair(found: Findings) -> Callable[[re.Match[str]], str]:
    def pair(match: re.Match[str]) -> str:
        value = match["value"].rstrip(".:)!?")
        joined = any(sign in match["before"][-4:] for sign in "/:|")
        plain = not (is_chosen(value) or looks_random(value)) and match["user"].lower() not in _LOGIN_USERS
        if plain or is_placeholder(value) or is_reference(value) or is_common(value) or "." in value:
            return match[0]
        if not joined and not (_is_made_up(value) and match["user"].lower() in _LOGIN_USERS):
            return match[0]
        found.add("password", value)
        return match["before"] + mark("password") + match["value"][len(value) :]

    return pair


def _redact_codes(text: str, found: Findings) -> str:
    if not any(char.isdigit() for char in text):
        return text

    def code(match: re.Match[str]) -> str:
        found.add("code", match["value"])
        return with_mark(match, match["value"], "code")

    for pattern in (_CODE, _CODE_FAR, _CODE_THAT_IS, _CODE_TO, _CODE_BEFORE):
        text = pattern.sub(code, text)
    return text


def _is_made_up(value: str) -> bool:
    return is_chosen(value) or looks_random(value, 5)


def _is_joined(value: str) -> bool:
    parts = re.split(r"[-_]", value.lower())
    return not any(part in _NO_PART for part in parts) and not all(is_common(part) for part in parts)


def _is_far_password(value: str) -> bool:
    return _is_made_up(value) and is_chosen(value) and not is_common(value) and not is_hex(value)


def _spoken_is_secret(match: re.Match[str], value: str, quoted: bool, *, password: bool, beside: bool) -> bool:
    if (
        not value
        or is_placeholder(value)
        or is_reference(value)
        or (is_hex(value) and len(value) < 6 and not value.isdigit())
    ):
        return False
    if match.start() and match.string[match.start() - 1] == ":":  # a part of a URN
        return False
    if match.groupdict().get("pin"):
        return value.isdigit() and 4 <= len(value) <= 8
    if not password:
        # Ids and hashes stand near the word "token" in many an honest sentence.
        return looks_random(value, 12) and not is_identifier(value, "") and (not beside or is_dense(value))
    if beside:
        return (is_chosen(value) or (len(value) >= 8 and looks_random(value, 8))) and not is_uuid(value)
    if quoted:
        return len(value) >= 3 and not is_common(value)
    return (
        looks_random(value, 4)
        or (value.isdigit() and len(value) >= 4)
        or (len(value) >= 3 and not is_common(value) and (is_chosen(value) or _ends_clause(match)))
    )


def _ends_clause(match: re.Match[str]) -> bool:
    rest = match.string[match.end() : match.end() + 20]
    return (
        bool(re.match(r"[.!?,;)\"']|\s*\Z|\s*\n|\s+(?:and|but|for|on|so|please|now|btw|by the way)\b", rest))
        or rest[:1] == ""
    )


_PHRASE = re.compile(
    r"(?<![\w-])pass[-_ ]?(?:word|phrase|code)(?:[ \t]+(?:for|of|on|to)(?:[ \t]+[\w.@/-]{1,40}){1,5}?)?"
    r"(?:[ \t]+(?:is|was)|[ \t]*[:=])[ \t]+(?P<phrase>[a-z]{3,20}(?:[ \t]+[a-z]{3,20}){1,7})(?=[ \t]"
    r"*(?:[.!?,;\n]|\Z))",
    re.IGNORECASE,
)


def _redact_phrases(text: str, found: Findings) -> str:
    """Pass phrases of several plain words: hardly a word of them would hold a sentence together."""

    def phrase(match: re.Match[str]) -> str:
        words = match["phrase"].lower().split()
        common = sum(is_common(word) for word in words)
        if common > (words[0] == "correct") or is_placeholder(match["phrase"]):
            return match[0]
        found.add("password", match["phrase"])
        return with_mark(match, match["phrase"], "password")

    return _PHRASE.sub(phrase, text)
