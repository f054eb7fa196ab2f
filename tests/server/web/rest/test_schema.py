"""The OpenAPI document: every operation is asked what it promises to answer, with good and bad data."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from hardwon.engine import open_engine
from server.web.rest.conftest import TOKEN

PATHS = {
    "/memories": {"get", "post"},
    "/memories/search": {"post"},
    "/memories/{id}": {"get", "patch", "delete"},
    "/memories/{id}/outcome": {"post"},
    "/memories/{id}/history": {"get"},
    "/memories/{id}/restore": {"post"},
    "/memories/{id}/pin": {"post"},
    "/outcomes/{id}/undo": {"post"},
    "/outcomes/{id}/redo": {"post"},
    "/why": {"get"},
    "/context": {"get"},
    "/tasks": {"get"},
    "/tasks/context": {"get"},
    "/tasks/links": {"post"},
    "/stats": {"get"},
    "/projects": {"get"},
    "/maintenance/run": {"post"},
    "/maintenance/status": {"get"},
    "/maintenance/log": {"get"},
    "/maintenance/undo": {"post"},
    "/proposals": {"get"},
    "/proposals/{id}": {"get"},
    "/proposals/{id}/decision": {"post"},
    "/sessions": {"get"},
    "/sessions/{id}": {"get"},
    "/activity": {"get"},
    "/health": {"get"},
    "/events": {"get"},
}
EXAMPLES = 6
# What is too large is refused before it is looked at; schemathesis expects 413 of nobody.
REFUSALS = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
CONFIG = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}})
WANTED = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]


@pytest.fixture
def schema(app: Any) -> dict[str, Any]:
    """The document."""
    document: dict[str, Any] = app.openapi()
    return document


def test_the_document_has_every_path_and_says_what_each_is_for(schema: dict[str, Any]) -> None:
    assert schema["openapi"].startswith("3.1")
    assert {path: set(operations) for path, operations in schema["paths"].items()} == PATHS
    for operations in schema["paths"].values():
        for operation in operations.values():
            assert operation["description"].endswith(".")
            problem = operation["responses"]["default"]["content"]
            assert list(problem) == ["application/problem+json"]


def test_the_documentation_lists_every_operation() -> None:
    text = (Path(__file__).parents[4] / "docs" / "rest.md").read_text("utf-8")

    told = re.findall(r"^\| `([A-Z]+) (/\S*)` \|", text, re.MULTILINE)

    assert sorted(told) == sorted((method.upper(), path) for path, methods in PATHS.items() for method in methods)


def test_every_operation_has_a_name_of_its_own(schema: dict[str, Any]) -> None:
    names = [operation["operationId"] for path in schema["paths"].values() for operation in path.values()]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_operation_fails_or_answers_what_its_schema_does_not_say(
    live: str, project: Path, schema: dict[str, Any], mode: GenerationMode
) -> None:
    with open_engine(os.environ, str(project)) as engine:
        for number in range(3):
            engine.record_outcome(engine.remember(f"Rule {number} is about part {number}.").memory.id, "worked")
    schema = {name: told for name, told in schema.items() if name != "security"}  # the session shows the token
    document = schemathesis.openapi.from_dict(schema, config=CONFIG)
    tried: set[str] = set()
    with requests.Session() as session:
        session.headers["Authorization"] = f"Bearer {TOKEN}"
        for found in document.get_all_operations():
            operation = found.ok()

            @given(case=operation.as_strategy(generation_mode=mode))
            @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
                      suppress_health_check=list(HealthCheck))  # fmt: skip
            def ask(case: Any) -> None:
                tried.add(case.operation.label)
                case.call_and_validate(base_url=live, session=session, checks=WANTED)

            with contextlib.suppress(Unsatisfiable):  # nothing about it can be wrong
                ask()
    assert mode is GenerationMode.NEGATIVE or len(tried) == sum(map(len, PATHS.values()))
    assert len(tried) > 15
