"""Proposals: what a person is asked to decide. No texts of memories stand here, but for drafts of summaries."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hardwon.store.database import Database

OPEN, EXPIRED = "open", "expired"


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """One question for a person.

    Attributes:
        kind: duplicate, contradiction, fold, lift, low value, stale, supersede.
        subject: what it is about, for a batch.
        targets: (memory id, version) of each memory it is about, in the order the action names them.
        action: what approving does: {"do": ..., ...}.
        evidence: why, {"reason": ..., ...}.
        fingerprint: equal for the same question; asked once.
        state: open, approved, kept, edited, promoted, skipped, expired.
        decided_by: person or agent, with how.
    """

    id: str
    project: str
    kind: str
    subject: str
    targets: tuple[tuple[str, int], ...]
    action: Mapping[str, object] = field(default_factory=dict)
    evidence: Mapping[str, object] = field(default_factory=dict)
    fingerprint: str
    state: str = OPEN
    created_at: int
    expires_at: int
    decided_at: int | None = None
    decided_by: str | None = None


_COLUMNS = """id, project, kind, subject, action, evidence, fingerprint, state, created_at, expires_at, decided_at,
    decided_by"""


def is_known(database: Database, fingerprint: str) -> bool:
    """Whether a question is open, or was decided; one that ran out may be asked again."""
    return (
        database.row("SELECT 1 FROM proposals WHERE fingerprint = ? AND state <> 'expired'", (fingerprint,)) is not None
    )


def move_fingerprint(database: Database, id: str, versions: Mapping[str, int]) -> None:
    """Have a decided question stand for its memories as they are now, so that it is not asked again for them.

    Args:
        database: an open store, inside a transaction.
        id: the question's.
        versions: of each of its memories.
    """
    row = database.row("SELECT kind FROM proposals WHERE id = ?", (id,))
    if row is not None:
        named = " ".join(sorted(f"{memory}.{number}" for memory, number in versions.items()))
        database.change("UPDATE proposals SET fingerprint = ? WHERE id = ?", (f"{row[0]} {named}", id))


def insert_proposal(database: Database, one: Proposal) -> bool:
    """Store a question, inside a transaction; False where it is known."""
    if is_known(database, one.fingerprint):
        return False
    database.change(
        f"INSERT INTO proposals ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            one.id, one.project, one.kind, one.subject, json.dumps(dict(one.action), ensure_ascii=False),
            json.dumps(dict(one.evidence), ensure_ascii=False), one.fingerprint, one.state, one.created_at,
            one.expires_at, one.decided_at, one.decided_by,
        ),
    )  # fmt: skip
    for place, (memory_id, version) in enumerate(one.targets):
        database.change(
            "INSERT INTO proposal_targets (proposal_id, place, memory_id, version) VALUES (?, ?, ?, ?)",
            (one.id, place, memory_id, version),
        )
    return True


def list_proposals(
    database: Database, projects: Sequence[str], *, state: str = OPEN, id: str = "", limit: int = 100, subject: str = ""
) -> list[Proposal]:
    """Questions of some projects, the oldest first.

    Args:
        database: an open store.
        projects: whose; none for all of the file.
        state: in which state; "" for any.
        id: the beginning of an id.
        limit: the most.
        subject: only about this.
    """
    where, values = ["1"], []
    for clause, value in (("state = ?", state), ("subject = ?", subject)):
        if value:
            where.append(clause)
            values.append(value)
    if projects:
        where.append(f"project IN ({','.join('?' * len(projects))})")
        values += list(projects)
    if id:
        where.append("substr(id, 1, length(?)) = ?")
        values += [id, id]
    rows = database.rows(
        f"SELECT {_COLUMNS} FROM proposals WHERE {' AND '.join(where)} ORDER BY created_at, rowid LIMIT ?",
        (*values, limit),
    )
    return [_proposal(database, row) for row in rows]


def _proposal(database: Database, row: tuple[object, ...]) -> Proposal:
    names = [name.strip() for name in _COLUMNS.split(",")]
    values = dict(zip(names, row, strict=True))
    targets = database.rows(
        "SELECT memory_id, version FROM proposal_targets WHERE proposal_id = ? ORDER BY place", (values["id"],)
    )
    values["action"] = json.loads(str(values["action"]))
    values["evidence"] = json.loads(str(values["evidence"]))
    return Proposal(**values, targets=tuple((str(id), int(version)) for id, version in targets))  # type: ignore[arg-type,call-overload]


def ids_asked_about(database: Database, project: str, kind: str) -> set[str]:
    """The memories of a project that stand in a question of a kind that is open, or was answered."""
    rows = database.rows(
        """SELECT DISTINCT t.memory_id FROM proposals p JOIN proposal_targets t ON t.proposal_id = p.id
        WHERE p.project = ? AND p.kind = ? AND p.state <> 'expired'""",
        (project, kind),
    )
    return {str(row[0]) for row in rows}


def decide(database: Database, id: str, state: str, by: str, at: int) -> bool:
    """Decide an open question; False when it is open no longer. The whole of compare-and-set."""
    return (
        database.change(
            "UPDATE proposals SET state = ?, decided_by = ?, decided_at = ? WHERE id = ? AND state = 'open'",
            (state, by, at, id),
        )
        > 0
    )


def expire(database: Database, project: str, now: int) -> int:
    """End the open questions whose time is over or whose memories changed meanwhile; tell how many."""
    return database.change(
        """UPDATE proposals SET state = 'expired', decided_at = ?1, decided_by = CASE WHEN expires_at <= ?1
        THEN 'undecided for too long' ELSE 'its memories changed' END
        WHERE state = 'open' AND project = ?2 AND (expires_at <= ?1 OR EXISTS (
            SELECT 1 FROM proposal_targets t LEFT JOIN versions v ON v.memory_id = t.memory_id
            AND v.number = t.version AND v.retired_at IS NULL WHERE t.proposal_id = proposals.id AND v.row IS NULL))""",
        (now, project),
    )


def counts(database: Database, projects: Sequence[str]) -> dict[str, int]:
    """How many questions there are in each state."""
    scope = f"WHERE project IN ({','.join('?' * len(projects))})" if projects else ""
    rows = database.rows(f"SELECT state, count(*) FROM proposals {scope} GROUP BY state", tuple(projects))
    return {str(state): int(count) for state, count in rows}  # type: ignore[call-overload]
