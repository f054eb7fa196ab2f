"""What a session leaves to be done: tasks nobody closed, what the person said is still to come, questions left.

Of the person's words a sentence counts that says so itself; of the agent's only its tasks and its last message, and
nothing of that which reads like an order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hardwon.capture.english import ENGLISH
from hardwon.capture.orders import reason_of
from hardwon.capture.statements import content_words
from hardwon.capture.words import Sentence
from hardwon.hosts.turns import Turn

TASK_TOOLS = frozenset({"TaskCreate", "TaskUpdate", "TodoWrite"})
TODO, TASK, ASKED, LEFT = "To do: ", "Task #", "Asked, not answered: ", "The agent left: "
_CREATED = re.compile(r"Task #?(\w{1,40}) created")
_CLOSED = frozenset({"completed", "done", "deleted", "cancelled", "canceled"})
_DOING = frozenset({"in_progress", "in-progress", "active", "doing"})
_TASKS_MAX = 200
_SAID_MAX = 4
_LISTED_MAX = 5
_WORDS_MIN = 4
_STEM = 5
_SETTLED_SHARE = 0.6

_STILL_TO_COME = re.compile(
    r"\bstill (?:need|needs|have to|has to|want to|must|should|to (?:do|be|come)|missing|open|left|pending|lack\w*)\b|"
    r"\b(?:remains?|left|remaining|yet) to (?:be |do|\w+)\b|\bnot (?:done|finished|there) yet\b|\bTODO\b|\bto-do:|"
    r"\b(?:don't|do not) forget to\b|\b(?:for|until|till) (?:later|tomorrow|next (?:time|week|session))\b|"
    r"\b(?:later|tomorrow|another day|next (?:time|week|session)|in a follow-?up(?: \w+)?)[.!]?\Z|"
    r"\A(?:later|tomorrow|next (?:time|week|session)),? (?:we|i|you|let's|please)\b|\bthe next step (?:is|will be)\b|"
    r"\b(?:müssen|muss|sollten|soll|fehlt|fehlen|bleibt|steht|stehen)(?: \w+){0,3} noch\b|\bnächster schritt\b|"
    r"\bnoch (?:offen|zu tun|zu erledigen|zu machen)\b|\b(?:später|morgen)[.!]?\Z|\bnicht vergessen\b|"
    r"\b(?:il (?:nous )?reste(?:ra)?|reste à|il faut(?:dra)? encore|on doit encore|prochaine étape)\b|"
    r"\bplus tard[.!]?\Z|"
    r"\b(?:todavía|aún) (?:falta|hay que|tenemos que|queda)|\bquedan? (?:por|pendiente)|\bfaltan? por\b|"
    r"\bmás (?:tarde|adelante)[.!]?\Z|\bsiguiente paso\b|\bainda (?:falta|precisa|temos que|tem que)|"
    r"\bmais tarde[.!]?\Z|\bpróximo passo\b|\bещ[её] (?:нужно|надо|предстоит|осталось)|\bосталось\b|"
    r"\b(?:потом|позже)[.!]?\Z|\bследующий шаг\b|"
    r"まだ.{0,30}(?:必要|残って|終わって|できて)|(?:あと|後)で.{0,12}(?:する|やる|します|やります|対応)|残りは|次のステップ|"
    r"还(?:需要|得|没有?(?:做|写|改|完成|处理))|(?:以后|之后|稍后|明天)再|下一步|别忘了|剩下的",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\A(?:remaining|still (?:to do|open|missing)|left to do|next steps?|to ?do|not (?:yet )?done)\b|"
    r"\b(?:have|has|did|does|is|are)(?:n['’]t| not)(?: \w+){1,8} yet\b|\bstill needs? (?:to be|an?|the)\b|"
    r"\bremains to be\b|\bI did(?:n['’]t| not) (?:touch|run|update|add|test|change|cover)\b|\bout of scope\b",
    re.IGNORECASE,
)
_IDLE_QUESTION = re.compile(
    r"\A(?:anything else|what(?:'s|’s| is)? next|what (?:would|do) you|is there anything|does (?:that|this)|ok\b|"
    r"any (?:other |more )?(?:questions|thing)|how (?:does|would|do) (?:that|this|you)|"
    r"(?:shall|should) (?:i|we) (?:go on|continue|proceed|start)|(?:do you )?want me to (?:go on|continue|proceed))\b",
    re.IGNORECASE,
)


class Remaining:
    """Turns and sentences in, what is left out.

    Attributes:
        heard: whether the person said anything.
        has_todos: whether a list of todos was written, which takes the place of all earlier ones.
        closed: numbers of tasks that were closed.
    """

    def __init__(self) -> None:
        self.heard = self.has_todos = False
        self.closed: set[str] = set()
        self._calls: dict[str, str] = {}
        self._tasks: dict[str, tuple[str, str]] = {}
        self._todos: list[tuple[str, str]] = []
        self._said: dict[str, None] = {}
        self._agents: list[str] = []
        self._question = ""

    def called(self, turn: Turn) -> None:
        """A call of a tool of tasks."""
        given = turn.tool_input
        if turn.tool == "TodoWrite":
            todos = given.get("todos")
            if isinstance(todos, list):
                self.has_todos = True
                self._todos = [
                    (str(item.get("content", "")), str(item.get("status", "")))
                    for item in todos
                    if isinstance(item, dict)
                ]
        elif turn.tool == "TaskCreate":
            self._calls[turn.tool_use_id] = str(given.get("subject", ""))
        elif turn.tool == "TaskUpdate":
            self._updated(str(given.get("taskId", "")).lstrip("#"), given)

    def returned(self, turn: Turn) -> None:
        """The result of a call; a task's number is in it."""
        subject = self._calls.pop(turn.tool_use_id, "")
        created = _CREATED.search(turn.text[:400]) if subject and not turn.is_error else None
        if created and len(self._tasks) < _TASKS_MAX:
            self._tasks[created[1]] = (subject, "pending")

    def _updated(self, number: str, given: object) -> None:
        told = given if isinstance(given, dict) else {}
        subject, status = self._tasks.get(number, ("", ""))
        subject, status = str(told.get("subject") or subject), str(told.get("status") or status)
        if status in _CLOSED:
            self.closed.add(number)
        else:
            self.closed.discard(number)
        if subject and number:
            self._tasks[number] = (subject, status)

    def said(self, heard: Iterable[Sentence]) -> None:
        """What the person said: it answers a question, and may tell of what is still to come."""
        for sentence in heard:
            self.heard = True
            self._question, self._agents = "", []
            text = sentence.text
            if _STILL_TO_COME.search(text) and not text.endswith(("?", "？")) and _tells(text):
                self._said[text] = None
        while len(self._said) > _SAID_MAX:
            del self._said[next(iter(self._said))]

    def closing(self, told: Iterable[Sentence]) -> None:
        """The agent's last message, in its own words."""
        sentences = list(told)
        self._agents = [one.text for one in sentences if _LEFT.search(one.text) and _is_fit(one.text)][:2]
        last = sentences[-1].text if sentences else ""
        asks = last.endswith(("?", "？")) and not _IDLE_QUESTION.match(last) and _is_fit(last)
        self._question = last if asks else ""

    def lines(self, done: Iterable[str]) -> list[str]:
        """What is left, each in a line; what is told to be done since is left out.

        Args:
            done: what was done, by commits and reports.
        """
        ended = list(done)
        found = [text for text in self._said if not any(is_settled(text, one) for one in ended)]
        listed = [TODO + text for text, status in self._todos if status not in _CLOSED and _is_fit(text, 2)]
        listed += [
            f"{TASK}{number}: {text}"
            for number, (text, status) in self._tasks.items()
            if status not in _CLOSED and _is_fit(text, 2)
        ]
        found += listed[:_LISTED_MAX]
        found += [LEFT + text for text in self._agents]
        return [*found, ASKED + self._question] if self._question else found

    def next_step(self) -> str:
        """What is being done, else what the agent waits for; "" for nothing."""
        doing = [text for text, status in (*self._todos, *self._tasks.values()) if status in _DOING]
        fit = [text for text in doing if _is_fit(text, 2)]
        return fit[-1] if fit else self._question

    def is_over(self, line: str) -> bool:
        """Whether a line of an earlier part of the session holds no longer."""
        if line.startswith(TODO):
            return self.has_todos
        if line.startswith(TASK):
            number = line.removeprefix(TASK).partition(":")[0]
            return number in self.closed or number in self._tasks
        return line.startswith((ASKED, LEFT)) and (self.heard or bool(self._question or self._agents))


def is_settled(text: str, done: str) -> bool:
    """Whether what was to come is what was done: most of its words are in it, by their beginnings."""
    wanted = {word[:_STEM] for word in content_words(text, ENGLISH) if not _STILL_TO_COME.search(word)}
    told = {word[:_STEM] for word in content_words(done, ENGLISH)}
    return bool(wanted) and len(wanted & told) >= _SETTLED_SHARE * len(wanted)


def _tells(text: str) -> bool:
    return len(content_words(text, ENGLISH)) >= 2 or not text.isascii()


def _is_fit(text: str, words_min: int = _WORDS_MIN) -> bool:
    enough = len(text.split()) >= words_min or not text.isascii()
    return enough and len(text) <= 400 and not reason_of(text, "agent")
