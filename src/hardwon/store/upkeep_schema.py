"""The fourth step of the schema: what upkeep did, what it proposes, what it hides for a while, and who is at it."""

from __future__ import annotations

import apsw

# Column types in an order no other table has: repair tells rows of damaged pages apart by them.
_M004 = (
    # What applied by itself or was approved: enough to tell of it and to take it back, and none of the texts.
    """CREATE TABLE applied (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, run TEXT NOT NULL, kind TEXT NOT NULL,
        memory_id TEXT NOT NULL, before INTEGER NOT NULL,
        after INTEGER NOT NULL, other_id TEXT NOT NULL, reason TEXT NOT NULL, actor TEXT NOT NULL,
        at INTEGER NOT NULL, undone_at INTEGER
    ) STRICT""",
    "CREATE INDEX applied_recent ON applied (project, at)",
    "CREATE INDEX applied_memory ON applied (memory_id)",
    """CREATE TABLE proposals (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
        action TEXT NOT NULL, evidence TEXT NOT NULL, fingerprint TEXT NOT NULL, state TEXT NOT NULL,
        created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, decided_at INTEGER, decided_by TEXT
    ) STRICT""",
    "CREATE UNIQUE INDEX proposals_open ON proposals (fingerprint) WHERE state = 'open'",
    "CREATE INDEX proposals_queue ON proposals (project, state, created_at)",
    "CREATE INDEX proposals_seen ON proposals (fingerprint)",
    """CREATE TABLE proposal_targets (
        proposal_id TEXT NOT NULL,
        place INTEGER NOT NULL, memory_id TEXT NOT NULL, version INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX proposal_targets_proposal ON proposal_targets (proposal_id, place)",
    "CREATE INDEX proposal_targets_memory ON proposal_targets (memory_id)",
    """CREATE TABLE folds (
        original_id TEXT NOT NULL UNIQUE, summary_id TEXT NOT NULL,
        project TEXT NOT NULL, hidden_at INTEGER NOT NULL, review_at INTEGER NOT NULL,
        corrections INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL
    ) STRICT""",
    "CREATE TABLE leases (until INTEGER NOT NULL, name TEXT NOT NULL UNIQUE, holder TEXT NOT NULL) STRICT",
    "CREATE TABLE marks (value INTEGER NOT NULL, name TEXT NOT NULL UNIQUE) STRICT",
)


def m004_upkeep(connection: apsw.Connection) -> None:
    """A journal of upkeep, proposals with their targets, folded originals, leases and marks."""
    for statement in _M004:
        connection.execute(statement)
