"""Which prompts ask for nothing that memory could answer. Light."""

from __future__ import annotations

# A prompt of such words alone steers the work without saying what it is about.
_FILLER_TEXT = (
    "a ack agree agreed ahead ah all alright amazing and anyway aha awesome aye brilliant bye can carry "
    "cheers continue cool correct could definitely do does done exactly excellent fine for forward from "
    "go going good got great ha haha hello hey hi hm hmm i indeed is it job just k keep kk later let lg "
    "lgtm lol looks make maybe me mhm mm my nah neat never next nice nm no nope not now np of ofc oh ok "
    "okay okey okie on one oops option perfect please pls plz proceed really resume retry right s same "
    "see shall sounds still stop sure sweet ta thank thanks that the then these this thx to true try ty "
    "uh um understood up us wait way we well will with works wow would wrong y ya yay yea yeah yep yes "
    "you your yup again work love first second third both either neither number step confirmed confirm "
    "approve approved accept accepted dont thats its im ill youre whats lets ja nein danke bitte weiter "
    "gut genau passt super mach das klar jawohl doch prima oui non merci continuez suivant parfait bien "
    "vas accord stp svp allez si sí gracias vale claro adelante sigue continúa perfecto bueno dale "
    "listo sim não nao obrigado obrigada certo beleza pode seguir sì grazie va bene avanti continua "
    "perfetto да нет ок хорошо спасибо дальше продолжай давай ага угу понятно отлично так ні дякую "
    "добре далі tak nie dzięki dzieki dobrze dalej ano ne děkuji dobře evet hayır tamam devam "
    "teşekkürler igen nem köszönöm ναι όχι ευχαριστώ جاری ہاں نعم لا شكرا تمام استمر כן לא תודה "
    "好 好的 好吧 是 是的 对 嗯 行 可以 继续 继续吧 谢谢 谢了 不 不用 没问题 "
    "下一步 繼續 謝謝 沒問題 對 はい いいえ うん オーケー ありがとう "
    "ありがとうございます 続けて 続けてください お願いします 네 예 아니요 응 좋아 "
    "좋아요 계속 계속해 계속해줘 감사합니다 고마워 हाँ हां नहीं ठीक "
    "धन्यवाद "
)
_FILLERS = frozenset(_FILLER_TEXT.split())
_LENGTH_MAX = 120
# What the client itself puts where a prompt stands: background tasks that ended, commands and their output.
_CLIENT_TEXT = (
    "<task-notification",
    "<command-",
    "<local-command",
    "<bash-",
    "<system-reminder",
    "<user-prompt-submit-hook",
    "<teammate-message",
    "caveat: the messages below were generated",
)


def is_from_client(prompt: str) -> bool:
    """Whether a prompt is the client's own text or a slash command, not a person's words to the model."""
    start = prompt[:200].lstrip("\ufeff \t\r\n").lower()
    if start.startswith(_CLIENT_TEXT):
        return True
    if start[:1] != "/":
        return False
    command = start[1:].split(None, 1)[0] if start[1:].split() else ""
    return not command.strip("/") or all(char.isalnum() or char in "_-:." for char in command)


def is_trivial(prompt: str) -> bool:
    """Whether a prompt has no content of its own: "ok", "go ahead", a digit, an emoji, nothing.

    Args:
        prompt: the text a person typed.
    """
    if len(prompt) > _LENGTH_MAX:
        return not prompt.strip()
    return all(_says_nothing(word) for word in _words(prompt))


def _says_nothing(word: str) -> bool:
    return word in _FILLERS or word.isdigit() or (len(word) == 1 and word.isascii())


def _words(text: str) -> list[str]:
    """Lower-case words; marks that belong to a letter stay with it, everything else parts them."""
    text = text.lower().replace("'", "").replace("’", "")
    kept = "".join(char if char.isalnum() or 0x300 <= ord(char) < 0x2000 else " " for char in text)
    return kept.split()
