"""What upkeep finds: a change that is provably safe, or a question for a person. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardwon.store.upkeep import Known

SAFE, ASK = "safe", "ask"
DUPLICATE, NEAR, CONTRADICTION, CLUSTER, LIFT, LOW_VALUE, COLD, STALE = (
    "duplicate", "near-duplicate", "contradiction", "cluster", "lift", "low value", "cold", "stale",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing that may be done.

    Attributes:
        kind: what was found.
        band: SAFE applies by itself, ASK is put to a person.
        subject: what it is about, for a batch of questions.
        targets: the memories, in the order that the action names them.
        action: {"do": ...} as hardwon.engine.deciding carries it out.
        reason: why, one sentence without their texts.
        evidence: what a person can check.
    """

    kind: str
    band: str
    subject: str
    targets: tuple[Known, ...]
    action: Mapping[str, object]
    reason: str
    evidence: Mapping[str, object] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """The same for the same finding about the same versions, in whatever order they are found."""
        return self.kind + " " + " ".join(sorted(f"{one.id}.{one.number}" for one in self.targets))
