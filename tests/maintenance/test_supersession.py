"""What a later statement does to an earlier one; in doubt, nothing by itself."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardwon.maintenance.slots import facts_of
from hardwon.maintenance.supersession import CERTAIN, Effect, effect_of

BENCH = Path(__file__).parents[2] / "bench" / "supersession.py"

REPLACED = [
    ("we use npm", "now we use pnpm"),
    ("Project uses npm", "We've migrated to pnpm"),
    ("Use yarn for installs", "We are using pnpm now"),
    ("Use spaces, not tabs.", "Use tabs, not spaces."),
    ("Use pnpm, not npm.", "Use npm, not pnpm."),
    ("The region is eu-west-1.", "The region is us-east-1."),
    ("My timezone is UTC.", "My timezone is CET."),
    ("The version is 1.2.0.", "The version is 1.3.0."),
    ("I live in Berlin.", "I live in Lisbon now."),
    ("Postgres is our database.", "Our database is now MySQL."),
    ("API base URL is https://a.example.", "API base URL is https://b.example now."),
    ("Ann maintains the parser.", "Ben maintains the parser now."),
    ("Use 2-space indentation.", "Use 4-space indentation now."),
    ("CI: Jenkins", "CI: GitHub Actions"),
    ("The frontend uses Vue 2.", "The frontend uses Vue 3 now."),
    ("Docs live in docs/.", "Docs have moved to website/docs."),
    ("We deploy with Capistrano.", "We deploy with Kamal now."),
    ("Production runs on AWS.", "Production runs on GCP now."),
    ("We use Docker Compose locally.", "We use Tilt locally instead of Docker Compose."),
    ("I live in Oslo.", "I have moved to Bergen."),
    ("We use npm.", "We don't use npm, we use pnpm."),
    ("We use npm.", "We don’t use npm; we now use pnpm."),
    ("We use npm.", "We’ve switched to pnpm"),
    ("We use webpack.", "The build moved from webpack to vite."),
    ("We use npm.", "We have switched the whole repo from npm to pnpm."),
    ("My name is Ana.", "My name is Bea now."),
    ("I live in Berlin", "I've moved to Paris."),
    ("Alice works at Acme.", "Alice now works at Globex."),
    ("My favorite color is blue.", "My favorite color is now green."),
    ("My phone number is 555-1234", "My phone number is 555-9999"),
    ("Production runs on Node 18.", "Production runs on Node 20 now."),
    ("We use npm", "We now use pnpm 9"),
    ("We use npm 8", "We now use pnpm v9.1"),
    ("We use pnpm 8", "We now use pnpm 9"),
    ("We use pnpm 8.", "We switched to npm."),
    ("We use npm", "We now use pnpm via corepack"),
    ("We use npm", "We now use pnpm 9 through corepack"),
    ("We use npm via nvm", "We now use pnpm"),
    ("We use npm", "- We now use pnpm"),
    ("* We use npm", "1. We now use pnpm."),
    ("We use npm", "We dont use npm any more, we use pnpm"),
    ("We use npm", "We don't use npm anymore; we now use pnpm 9."),
    ("We use Poetry.", "We replaced Poetry with uv 0.5."),
    ("We use Redis.", "We replaced redis with valkey."),
    ("We use Grunt.", "We replaced Grunt with Zorgle."),
    ("I work for Acme.", "I work for Globex now."),
    ("I work for Acme.", "I work at Globex."),
]
# Words that may mean another thing: a person is asked.
ASKED = [
    ("I work for Acme.", "I work for Bob."),
    ("I work at Acme.", "I started working for Alice."),
    ("I work for Acme.", "I work for Globex."),
    ("I work for Bob.", "I work at Globex now."),
    ("We use Poetry.", "We replaced Poetry with prose."),
    ("We use Poetry.", "Prose replaced Poetry."),
    ("We use Poetry.", "We switched from Poetry to prose"),
    ("We use Redis.", "We replaced Redis with silence."),
    ("I live in Berlin.", "I moved to Zorgle."),
    ("I live in Berlin.", "I moved to Phoenix."),
    ("I moved to Zorgle.", "I live in Berlin."),
    ("We use npm.", "We use pnpm 9."),
]
ENDED = [
    ("We use Docker.", "We stopped using Docker."),
    ("We use tslint.", "We don't use tslint any more."),
    ("The service runs on port 8080.", "The service no longer runs on port 8080."),
    ("I work at Acme.", "I no longer work at Acme."),
]
KEPT = [
    ("Alice works at Acme.", "Bob now works at Globex."),
    ("The nightly job works at Night", "The nightly job now works at Dawn"),
    ("It works at Home", "It now works at Scale"),
    ("My favorite color is blue.", "My favorite food is sushi."),
    ("My favorite color is not blue.", "My favorite color is green."),
    ("My favorite color is blue.", "My daughter's favorite color is pink."),
    ("The importer is fast.", "The importer is single-threaded."),
    ("The build is slow.", "The build is now green."),
    ("The database is PostgreSQL.", "The database is on db1."),
    ("The default branch is main.", "The default branch is protected."),
    ("The timeout is 30 seconds.", "The timeout is configurable."),
    ("The limit is 100 requests per minute.", "The limit is 10 MB per file."),
    ("I prefer concise commit messages.", "I prefer English commit messages now."),
    ("Always use pnpm.", "Never use npm, always use pnpm."),
    ("Use single quotes.", "Use double quotes in JSX."),
    ("I live in Berlin.", "I live in a small flat."),
    ("I work at Acme.", "I work at night."),
    ("We use Jest in packages/a.", "We use Vitest in packages/b now."),
    ("We use npm.", "We don't use npm scripts any more."),
    ("We use Docker.", "We don't use Docker Compose any more."),
    ("We use Vite.", "We use Vitest now."),
    ("We deploy from main.", "We deploy from Jenkins now."),
    ("The server runs on port 80.", "The server runs on port 443."),
    ("Alice owns billing.", "Bob owns billing."),
    ("Use npm.", "Never use npm."),
    ("Run the tests with make check.", "Run the tests with `pytest -x`."),
    ("We use Python 3.11.", "We use Python 3.12 in CI."),
    ("The cache TTL for users is 60 seconds.", "The cache TTL for orders is 300 seconds."),
    ("Alice is on the billing team.", "Alice is on the search team now."),
    ("Production runs on AWS.", "Staging runs on GCP now."),
    ("We use REST.", "We use gRPC between services now."),
    ("We use React.", "We use React Native for the mobile app now."),
    ("We use GitLab.", "We use GitLab CI now."),
    ("I use vim.", "I use vim keybindings in VS Code now."),
    ("We write tests first.", "We write docs first now."),
    ("My GitHub handle is foo.", "My GitHub handle is bar."),
    ("We use npm.", "We haven't moved from npm to pnpm."),
    ("We use npm.", "We haven’t moved from npm to pnpm."),
    ("We use npm.", "We never moved from npm to pnpm."),
    ("We use npm.", "Nobody moved from npm to pnpm."),
    ("We use npm.", "We almost switched from npm to pnpm."),
    ("We use npm.", "Switch from npm to pnpm."),
    ("We use npm.", "Vue switched from npm to pnpm."),
    ("We use npm.", "Upstream moved from npm to pnpm."),
    ("We use npm.", "My side project moved from npm to pnpm."),
    ("We use npm.", "Bob's team switched from npm to pnpm."),
    ("We use npm.", "We migrated the admin app from npm to pnpm."),
    ("We use npm.", "We don't use npm, we use it rarely."),
    ("We use Poetry.", "uv replaced Poetry in tools/."),
    ("We use Poetry.", "uv has not replaced Poetry."),
    ("We use Poetry.", "We replaced Poetry with uv in one service."),
    ("We use Poetry.", "We replaced Poetry with uv and it broke everything."),
    ("My name is Ana.", "My name is not Bob."),
    ("My name is Ana.", "My name is misspelled in CODEOWNERS."),
    ("We deploy from main.", "We now deploy from develop on Fridays."),
    ("Production runs on AWS.", "Production now runs on Node 20."),
    ("I live in Berlin.", "I moved to Postgres."),
    ("I live in Berlin.", "I've moved to Neovim"),
    ("I live in Berlin.", "I moved to PostgreSQL 16 last month."),
    ("I moved to Postgres.", "I live in Berlin."),
    ("We use npm.", "We now use Node 20."),
    ("We use npm.", "We also use pnpm 9."),
    ("We use npm.", "We require pnpm 9 now."),
    ("We use npm.", "We havent moved from npm to pnpm."),
    ("We use uv.", "We dont use pip any more"),
    ("We use npm.", "- [ ] We now use pnpm"),
]


@pytest.mark.parametrize(("earlier", "later"), REPLACED)
def test_another_value_of_one_slot_replaces(earlier: str, later: str) -> None:
    assert effect_of(earlier, later).kind == "replaces"


@pytest.mark.parametrize(("earlier", "later"), ENDED)
def test_an_end_retires_with_nothing_in_its_place(earlier: str, later: str) -> None:
    found = effect_of(earlier, later)
    assert (found.kind, found.after) == ("ends", "")


@pytest.mark.parametrize(("earlier", "later"), KEPT)
def test_in_doubt_nothing_happens_by_itself(earlier: str, later: str) -> None:
    assert effect_of(earlier, later).kind not in CERTAIN


@pytest.mark.parametrize(("earlier", "later"), ASKED)
def test_what_may_mean_another_thing_is_put_to_a_person(earlier: str, later: str) -> None:
    assert effect_of(earlier, later).kind == "doubtful"


def test_a_contradiction_of_a_prohibition_is_doubtful() -> None:
    assert effect_of("Never use npm.", "Use npm.").kind == "doubtful"


def test_an_earlier_state_told_late_leaves_what_is_known() -> None:
    assert effect_of("We use pnpm.", "We used to use npm.").kind == "late"


def test_an_effect_names_slot_and_values() -> None:
    assert effect_of("The default branch is master.", "The default branch is main.") == Effect(
        kind="replaces", slot="default branch / is", before="master", after="main"
    )


def test_labelled_pairs_are_superseded_rightly() -> None:
    """Of both halves; the second was not looked at while the rules were written."""
    spec = importlib.util.spec_from_file_location("supersession_bench", BENCH)
    assert spec is not None and spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    for half in ("dev", "test"):
        found = bench.counts(half)
        assert found["pairs"] >= 100
        assert found["wrong"] <= 0.01 * found["pairs"]
        assert found["right"] >= 0.85 * found["due"]


@given(st.text(max_size=300), st.text(max_size=300))
def test_no_text_breaks_the_rules(earlier: str, later: str) -> None:
    effect_of(earlier, later)
    assert len(facts_of(earlier)) <= 10
