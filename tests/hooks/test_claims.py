"""With the plugin and the settings form installed, each event is acted on once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from hardwon.config.paths import Paths
from hardwon.hooks import claims

from .client import Client


def age(client: Client, seconds: float) -> None:
    for path in (client.data / "spool" / "claims").iterdir():
        then = time.time() - seconds
        os.utime(path, (then, then))


def test_of_two_identical_hooks_at_once_one_answers(client: Client, remember: Callable[..., str]) -> None:
    remember("The billing job runs at 02:00.")
    for event, fields in (
        ("SessionStart", {"source": "startup"}),
        ("UserPromptSubmit", {"prompt": "billing job?", "session_id": "another"}),
    ):
        data = client.payload(event, **fields)
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda _, e=event, d=data: client.raw(e, d).out, range(2)))
        assert sorted(bool(answer) for answer in answers) == [False, True]


def test_a_command_that_two_hooks_see_is_carried_out_once(client: Client) -> None:
    data = client.payload(
        "UserPromptExpansion", command_name="remember", command_args="Ship on Fridays.", expansion_type="slash_command"
    )
    with ThreadPoolExecutor(4) as pool:
        answers = [ran for ran in pool.map(lambda _: client.raw("UserPromptExpansion", data), range(4)) if ran.out]
    assert len(answers) == 1
    assert "Remembered as" in answers[0].reason
    assert client.rows("SELECT count(*) FROM memories") == [(1,)]
    assert client.rows("SELECT count(*) FROM restatements") == [(0,)]


def test_each_client_process_has_its_own_claims(client: Client) -> None:
    data = client.payload("PostToolUse", tool_use_id="t")
    client.raw("PostToolUse", data)
    client.raw("PostToolUse", data)
    client.raw("PostToolUse", data, environ={"CLAUDE_PID": "77"})
    client.raw("PostToolUse", data, environ={"CLAUDE_PID": "../../evil"})
    assert len(client.waiting()) == 3
    assert not list(client.home.rglob("*evil*"))


def test_a_claim_holds_five_seconds(client: Client, remember: Callable[..., str]) -> None:
    remember("The billing job runs at 02:00.")
    data = client.payload("SessionStart", source="startup")
    assert client.raw("SessionStart", data).out
    age(client, 4.5)
    assert not client.raw("SessionStart", data).out
    age(client, 5.5)
    assert client.raw("SessionStart", data).out


def test_of_many_who_find_a_claim_that_ran_out_one_takes_it(home: object, tmp_path: object) -> None:
    paths = Paths(home=str(home), data=f"{home}/data", config_file=f"{home}/config.toml")
    for _ in range(40):
        assert claims.claim(paths, "Stop", "k", "1")
        path = f"{paths.spool}/claims/k-1-Stop"
        os.utime(path, (1, 1))
        with ThreadPoolExecutor(8) as pool:
            won = list(pool.map(lambda _: claims.claim(paths, "Stop", "k", "1"), range(8)))
        assert won.count(True) == 1
        os.unlink(path)


def test_where_no_claim_can_be_kept_the_hook_acts(home: object) -> None:
    paths = Paths(home=str(home), data="/dev/null/data", config_file=f"{home}/config.toml")
    assert claims.claim(paths, "Stop", "k", "1")
    assert claims.claim(paths, "Stop", "k", "1")


def test_old_claims_are_swept_and_fresh_ones_stay(client: Client) -> None:
    client.hook("PostToolUse", tool_use_id="one")
    age(client, 61)
    client.hook("PostToolUse", tool_use_id="two")
    claims.sweep(client.paths)
    assert len(list((client.data / "spool" / "claims").iterdir())) == 1
