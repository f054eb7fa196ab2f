"""One person's memory for a test: a home, a project, a clock that stands still until it is moved, ids in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from hardwon.config.actor import PERSON
from hardwon.config.paths import Paths
from hardwon.config.quick import Settings, from_environ
from hardwon.engine import Engine, open_engine
from hardwon.engine.quick import Quick, open_quick

START_MS = 1_790_000_000_000  # 21 Sep 2026
DAY_MS = 86_400_000
HOUR_MS = 3_600_000


@dataclass
class Bench:
    """A place to open engines in.

    Attributes:
        home: the home folder; data and settings lie below it.
        project: the project's folder.
        now: what the clock shows, in milliseconds.
        more: further environment variables.
    """

    home: Path
    project: Path
    now: int = START_MS
    more: dict[str, str] = field(default_factory=dict)
    _count: int = 0

    @classmethod
    def at(cls, home: Path, **more: str) -> Bench:
        """A bench with a project folder of its own below a home."""
        project = home / "work" / "app"
        project.mkdir(parents=True, exist_ok=True)
        return cls(home=home, project=project, more=more)

    @property
    def environ(self) -> dict[str, str]:
        """The environment its engines see."""
        return {
            "HOME": str(self.home),
            "HARDWON_HOME": str(self.home / "data"),
            "HARDWON_CONFIG": str(self.home / "config.toml"),
            **self.more,
        }

    @property
    def paths(self) -> Paths:
        """Where things are."""
        return Paths.from_environment(self.environ)

    @property
    def binding(self) -> str:
        """The project's binding."""
        return f"path:{self.project}"

    @property
    def file(self) -> Path:
        """The project's database file."""
        return Path(self.paths.project_db(self.binding))

    def tick(self, ms: int) -> None:
        """Move the clock."""
        self.now += ms

    def next_id(self) -> str:
        """Ids in order: m000000000001, ..."""
        self._count += 1
        return f"m{self._count:011d}"

    def engine(self, *, actor: str = PERSON, folder: Path | None = None, busy_ms: int | None = None) -> Engine:
        """An engine for the project, or for another folder."""
        return open_engine(
            self.environ,
            str(folder or self.project),
            actor=actor,
            clock=lambda: self.now,
            ids=self.next_id,
            busy_ms=busy_ms,
        )

    def quick(self, **standing: list[str]) -> Quick:
        """What a hook opens."""
        settings = Settings(from_environ(self.environ))
        return open_quick(self.paths, self.binding, settings, now_ms=self.now, name="app", **standing)

    def remember(self, *texts: str, **fields: object) -> list[str]:
        """Store some memories; their ids."""
        with self.engine() as engine:
            return [engine.remember(text, **fields).memory.id for text in texts]  # type: ignore[arg-type]
