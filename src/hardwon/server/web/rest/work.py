"""The work itself: tasks, sessions, projects, what was done, counts, and events as they happen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from hardwon.engine import Engine, activity, task_views
from hardwon.engine.projects import projects as known_projects
from hardwon.engine.sessions import learnt_in
from hardwon.engine.sessions import session as session_of
from hardwon.models import SessionSummary
from hardwon.server.web.rest.asking import Asked, Everywhere
from hardwon.server.web.rest.bodies import Body, Hit, Memory, Short
from hardwon.server.web.rest.feed import Feed

router = APIRouter(tags=["work"])
Source = Annotated[Literal["", "claude", "todo", "beads"], Query(description="Only of this tracker.")]


class Task(BaseModel):
    """A task as its tracker has it."""

    key: str
    source: str
    id: str
    title: str
    status: str
    state: str
    verdict: str
    reason: str
    session_id: str
    closed_count: int
    started_at: int
    closed_at: int
    changed_at: int

    @classmethod
    def of(cls, task: object) -> Task:
        """The engine's value as an answer holds it."""
        return cls(**{name: getattr(task, name) for name in cls.model_fields})


class ListedTask(Task):
    """The same, with how many memories belong to it."""

    memories: int = 0


class Tasks(BaseModel):
    """Tasks, those somebody is at first, then open ones, then the latest to end."""

    tasks: list[ListedTask]
    total: int


class Linked(BaseModel):
    """A memory that belongs to a task."""

    memory: Memory
    how: str
    record: str

    @classmethod
    def of(cls, linked: task_views.Linked) -> Linked:
        """The engine's value as an answer holds it."""
        return cls(memory=Memory.of(linked.memory), how=linked.how, record=linked.record)


class Past(BaseModel):
    """A task like this one that has ended."""

    task: Task
    linked: list[Linked]


class TaskContext(BaseModel):
    """What is worth knowing before a task."""

    task: Task | None
    text: str
    linked: list[Linked]
    fitting: list[Hit]
    past: list[Past]


class Links(Body):
    """Which memories belong to which task."""

    task: Short = Field(description="A task's id or title.")
    memory_ids: Annotated[list[Short], Field(min_length=1, max_length=64)]


class LinkedIds(BaseModel):
    """The memories that belong to the task now."""

    memory_ids: list[str]


@router.get("/tasks")
async def tasks(
    asking: Asked,
    source: Source = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    look: Annotated[bool, Query(description="Look at the trackers first.")] = True,
) -> Tasks:
    """Tasks of every tracker, with how many memories belong to each."""

    def ask(engine: Engine) -> Tasks:
        if look:
            found, total = task_views.looked_up(engine, asking.desk.environ, source=source, limit=limit)
        else:
            found, total = task_views.listing(engine, source=source, limit=limit)
        listed = [ListedTask(**Task.of(one.task).model_dump(), memories=one.memories) for one in found]
        return Tasks(tasks=listed, total=total)

    return await asking.read(ask)


@router.get("/tasks/context")
async def task_context(
    asking: Asked,
    text: Annotated[str, Query(max_length=2000, description="An id, a title, or what is to be done.")] = "",
    source: Source = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 5,
) -> TaskContext:
    """What is worth knowing before a task: memories that belong to it or fit it, and what happened last time."""

    def ask(engine: Engine) -> TaskContext:
        found = task_views.context(engine, text, source=source, limit=limit)
        return TaskContext(
            task=Task.of(found.task) if found.task else None,
            text=found.text,
            linked=[Linked.of(one) for one in found.linked],
            fitting=[Hit.of(hit) for hit in found.fitting],
            past=[Past(task=Task.of(one.task), linked=[Linked.of(own) for own in one.linked]) for one in found.past],
        )

    return await asking.read(ask)


@router.post("/tasks/links")
async def link(asking: Asked, body: Links) -> LinkedIds:
    """Say that memories belong to a task, so that its end counts for them."""
    return await asking.write(
        "link",
        lambda engine: LinkedIds(
            memory_ids=task_views.link(engine, task_views.find(engine, body.task), body.memory_ids)
        ),
    )


# -- sessions ------------------------------------------------------------------------------------------------


class Session(BaseModel):
    """What one session was about."""

    session_id: str
    project: str
    host: str
    goal: str
    done: list[str]
    open: list[str]
    decisions: list[str]
    files: list[str]
    commands: list[str]
    next_step: str
    started_at: int
    ended_at: int

    @classmethod
    def of(cls, summary: SessionSummary) -> Session:
        """The engine's value as an answer holds it."""
        return cls.model_validate({**vars(summary)}, from_attributes=False)


class Sessions(BaseModel):
    """Sessions, the last first."""

    sessions: list[Session]


class Given(BaseModel):
    """A memory that was given to a session."""

    memory_id: str
    event: str
    at: int


class WholeSession(BaseModel):
    """One session with what was learnt in it and given to it."""

    session: Session
    learnt: list[Memory]
    given: list[Given]


@router.get("/sessions")
async def sessions(asking: Asked, limit: Annotated[int, Query(ge=1, le=200)] = 20) -> Sessions:
    """The sessions of the project, the last first."""
    found = await asking.read(lambda engine: engine.sessions(limit))
    return Sessions(sessions=[Session.of(one) for one in found])


@router.get("/sessions/{id}")
async def session(asking: Asked, id: Annotated[str, Path(min_length=1, max_length=200)]) -> WholeSession:
    """One session: what it was about, what was learnt in it, what was given to it."""

    def ask(engine: Engine) -> WholeSession:
        found = session_of(engine, id)
        given = engine.injections(found.session_id)
        return WholeSession(
            session=Session.of(found),
            learnt=[Memory.of(one) for one in learnt_in(engine, found.session_id)],
            given=[Given(memory_id=memory, event=event, at=at) for memory, event, at in given],
        )

    return await asking.read(ask)


# -- projects, activity, counts ------------------------------------------------------------------------------


class Project(BaseModel):
    """One project."""

    value: str
    name: str
    root: str
    places: list[str]
    aliases: list[str]
    memories: int
    commits: int


class Projects(BaseModel):
    """Every project that has memories or was met, by name."""

    served: str = Field(description="The binding that is served by default.")
    projects: list[Project]


class Stages(BaseModel):
    """Stages of operations, the newest first."""

    stages: list[dict[str, Any]]
    next_cursor: str


@router.get("/projects")
async def projects(asking: Asked) -> Projects:
    """Every project that has memories or was met."""
    found = await asking.read(lambda engine: [asdict(one) for one in known_projects(engine.stores.paths)])
    return Projects(served=asking.desk.project, projects=[Project.model_validate(_lists(one)) for one in found])


def _lists(values: Mapping[str, object]) -> dict[str, object]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


@router.get("/activity")
async def stages(
    asking: Asked,
    operation: Annotated[str, Query(max_length=40, description="Only this one, such as recall or dream.")] = "",
    limit: Annotated[int, Query(ge=1, le=activity.PAGE_MAX)] = activity.PAGE_MAX,
    cursor: Annotated[str, Query(max_length=60, description="next_cursor of the page before.")] = "",
) -> Stages:
    """What was done in the last seven days: each operation's stages with times and counts, no texts."""

    def ask(engine: Engine) -> Stages:
        found, following = activity.page(
            engine.stores.paths, project=engine.project, operation=operation, limit=limit, cursor=cursor
        )
        return Stages(stages=[dict(one) for one in found], next_cursor=following)

    return await asking.read(ask)


@router.get("/stats")
async def stats(asking: Asked, all_projects: Everywhere = False) -> dict[str, Any]:
    """Counts of memories and outcomes, what helped and what hurt, and how search works now."""
    return await asking.read(lambda engine: engine.stats(all_projects=all_projects))


_TEXT = {"type": "string"}
_EVENT = {
    "type": "object",
    "properties": {"event": _TEXT, "data": _TEXT, "id": _TEXT, "retry": {"type": "integer"}},
}


@router.get(
    "/events",
    response_class=Response,
    responses={
        200: {
            "description": "Events `memory`, `outcome` and `proposal`, as they are written.",
            "content": {"text/event-stream": {"schema": _EVENT}},
        }
    },
)
async def events(
    request: Request,
    asking: Asked,
    last: Annotated[str, Header(alias="Last-Event-ID", max_length=200, description="Where to go on.")] = "",
) -> Response:
    """Server-sent events: what is written to the memory from now on, by whichever process; ids, never texts."""
    feed: Feed = request.app.state.feed
    return await feed.stream(asking.actor, asking.project, last)
