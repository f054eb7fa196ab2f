"""Which commands check something: the whole table, and what tasks of a project's own are for by their names."""

from __future__ import annotations

import re

from hardwon.outcomes.evidence.compiled_runners import COMPILED
from hardwon.outcomes.evidence.other_runners import OTHER
from hardwon.outcomes.evidence.python_runners import PYTHON
from hardwon.outcomes.evidence.runner import Runner
from hardwon.outcomes.evidence.web_runners import WEB
from hardwon.text.listed import listed

TABLE: tuple[Runner, ...] = (*PYTHON, *WEB, *COMPILED, *OTHER)

# Words of these could stand in anybody's output.
_TOO_PLAIN = ("Angular", "pre-commit", "sbt", "Swift", "Stack", "Terraform", "Bazel", "Deno", "Dune", "Leiningen")

_MANY_PASSED = re.compile(
    r"^[ \t]*Tasks:[ \t]+([1-9]\d*) successful, \1 total|Successfully ran targets? .{1,80} for (?:[1-9]\d* )?project",
    re.MULTILINE,
)
_MANY_FAILED = re.compile(
    r"^[ \t]*Tasks:[ \t]+(\d+) successful, (?!\1 total)\d+ total|^[ \t]*Failed:[ \t]+\S+#\S+|^[ \t]*Failed tasks:|"
    r"Ran targets? .{1,80} \(?\d+/\d+ failed|Running targets? .{1,80} failed",
    re.MULTILINE,
)
"""How those that run several tasks sum up: turbo, nx, lerna."""

ANY_PASSED = (
    *(
        runner.passed
        for runner in TABLE
        if runner.passed and runner.kind in ("test", "check") and runner.name not in _TOO_PLAIN
    ),
    _MANY_PASSED,
)
"""How test runners say that all is well, for tasks that may start any of them."""

ANY_FAILED = (
    *(
        runner.failed
        for runner in TABLE
        if runner.failed and runner.kind in ("test", "check", "types") and runner.name not in _TOO_PLAIN
    ),
    _MANY_FAILED,
)
"""How they say that it is not."""

TASK_RUNNERS = listed("""
    make gmake just task rake invoke inv npm pnpm yarn bun composer mage nx turbo lerna moon wireit doit poe
    poethepoet nps ant earthly dagger lage rush pants bmake hatch pdm grunt gulp
""")
"""Programs whose first word names a task of the project's own."""

TASK_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "test",
        re.compile(
            r"(?:\A|[-_:./@])(?:tests?|t|tst|spec|specs|e2e|unit|integration|it|smoke|acceptance|coverage|cov|"
            r"jest|vitest|pytest|cypress|playwright)(?:\Z|[-_:./])"
        ),
    ),
    ("types", re.compile(r"(?:\A|[-_:./])(?:type-?checks?|types?|tsc|mypy|pyright|check-types)(?:\Z|[-_:./])")),
    (
        "lint",
        re.compile(
            r"(?:\A|[-_:./])(?:lint|linters?|format-?check|fmt-?check|check-?(?:format|fmt|style)|style|eslint|"
            r"ruff|prettier|clippy)(?:\Z|[-_:./])"
        ),
    ),
    ("build", re.compile(r"(?:\A|[-_:./])(?:build|compile|bundle|assemble|dist|package)(?:\Z|[-_:./])")),
    (
        "check",
        re.compile(
            r"(?:\A|[-_:./])(?:check|checks|checker|verify|soak|bench|benchmark|audit|scan|compare|selftest|"
            r"doctor|ci|verify|validate|qa|precommit|pre-commit|all-checks|"
            r"presubmit)(?:\Z|[-_:./])"
        ),
    ),
)
"""What a task, or a script of the project's own, is for, by its name."""
