"""A prompt brings what it is about, and most prompts are about nothing that memory knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest

from .client import Client

TRIVIAL = [
    "", " ", "ok", "OK.", "yes", "y", "Yes, please!", "no", "continue", "Continue please",
    "thanks!", "thank you so much", "lgtm", "LGTM!", "👍", "👍🏽", "🎉🎉", "...", "?", "!!",
    "go ahead", "go on then", "1", "2.", "(3)", "yep", "do it", "sounds good", "looks good to me",
    "that's fine", "keep going", "try again", "let's go", "好", "好的", "继续", "谢谢！", "да",
    "спасибо", "ja", "ja, bitte", "weiter", "sí", "merci !", "はい", "続けて", "네", "done",
    "right", "perfect, thanks", "nope", "hello", "hi", "hmm", "k", "ty", "next", "please continue",
    "wait", "+1",
]  # fmt: skip
NOT_FOR_US = [
    "/clear",
    "/compact now",
    "/remember the deploy flag",
    "/hardwon:recall deploy",
    "  /model opus",
    "/my-team:deploy_all --now",
    "<task-notification>deploy finished</task-notification>",
    "<command-name>/deploy</command-name>",
    "<local-command-stdout>deploy</local-command-stdout>",
    "<bash-input>make deploy</bash-input>",
    "<system-reminder>deploy</system-reminder>",
]
BILLING = "The billing job runs at 02:00 in region north."


@pytest.mark.parametrize("prompt", TRIVIAL)
def test_a_prompt_without_content_brings_nothing(client: Client, remember: Callable[..., str], prompt: str) -> None:
    remember("Go ahead and continue: yes, ok, thanks means 1 好 да 👍 please wait for the next try again.")
    ran = client.hook("UserPromptSubmit", prompt=prompt)
    assert ran.out == ""


@pytest.mark.parametrize("prompt", NOT_FOR_US)
def test_commands_and_the_clients_own_text_bring_nothing(
    client: Client, remember: Callable[..., str], prompt: str
) -> None:
    remember("We deploy with `make deploy FLAG=blue`, never by hand.")
    assert client.hook("UserPromptSubmit", prompt="how do we deploy with the blue flag?").out != ""
    assert client.hook("UserPromptSubmit", session_id="other", prompt=prompt).out == ""


def test_a_path_at_the_start_of_a_prompt_is_no_command(client: Client, remember: Callable[..., str]) -> None:
    remember("The deploy script /srv/deploy/run.sh needs the blue flag.")
    assert client.hook("UserPromptSubmit", prompt="/srv/deploy/run.sh fails without the blue flag").out != ""


@pytest.mark.parametrize(
    ("memory", "prompt", "wanted"),
    [
        (BILLING, "when does the billing job run?", True),
        (BILLING, "the nightly billing run failed, look into it", True),
        (BILLING, "Billing-Job: welche Region?", True),
        (BILLING, "write a haiku about autumn", False),
        (BILLING, "rename variable x to y in utils.py", False),
        (BILLING, "what is the capital of Peru", False),
        (BILLING, "add a test for the parser", False),
        (BILLING, "run the tests and fix what fails", False),
        ("Use pnpm, never npm, in the web folder.", "install the npm package left-pad in web", True),
        ("Use pnpm, never npm, in the web folder.", "explain how TCP slow start works", False),
        ("getUserById caches for 60 s; call invalidateUser after writes.", "why is get_user_by_id stale?", True),
        ("ECONNRESET from the staging proxy means the VPN is down.", "I get ECONNRESET in staging", True),
        ("ECONNRESET from the staging proxy means the VPN is down.", "make the button blue", False),
        ("部署到生产环境之前必须先运行数据库迁移。", "怎么部署到生产环境？", True),
        ("部署到生产环境之前必须先运行数据库迁移。", "写一首关于秋天的诗", False),
    ],
)
def test_one_memory_is_given_exactly_where_it_fits(
    client: Client, remember: Callable[..., str], memory: str, prompt: str, wanted: bool
) -> None:
    id = remember(memory)
    context = client.hook("UserPromptSubmit", prompt=prompt).context
    assert (f"[{id}]" in context) is wanted
    assert bool(context) is wanted


def test_a_memory_is_given_once_in_a_session(client: Client, remember: Callable[..., str]) -> None:
    id = remember(BILLING)
    assert id in client.hook("UserPromptSubmit", prompt="when does the billing job run?").out
    assert client.hook("UserPromptSubmit", prompt="and the billing job in region north?").out == ""
    assert id in client.hook("UserPromptSubmit", session_id="another", prompt="when is the billing job?").out


def test_what_the_brief_gave_the_prompt_does_not_give_again(client: Client, remember: Callable[..., str]) -> None:
    id = remember(BILLING)
    assert id in client.hook("SessionStart", source="startup").out
    assert client.hook("UserPromptSubmit", prompt="when does the billing job run?").out == ""


@pytest.mark.parametrize(
    "place",
    ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/rules/billing.md"],
)
def test_what_an_instruction_file_says_is_not_said_again(
    client: Client, remember: Callable[..., str], place: str
) -> None:
    remember(BILLING)
    other = remember("The billing job writes its report to the ledger bucket.")
    path = client.project / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Rules\n\n- the billing job runs at 02:00\n  in region north.\n")
    for event, fields in (
        ("SessionStart", {"source": "startup"}),
        ("UserPromptSubmit", {"prompt": "what about the billing job?", "session_id": "another"}),
    ):
        context = client.hook(event, **fields).context
        assert other in context
        assert "02:00" not in context


def test_what_the_clients_own_memory_says_is_not_said_again(client: Client, remember: Callable[..., str]) -> None:
    remember(BILLING)
    transcript = client.home / ".claude" / "projects" / "app" / "s.jsonl"
    (transcript.parent / "memory").mkdir(parents=True)
    (transcript.parent / "memory" / "MEMORY.md").write_text("- " + BILLING)
    ran = client.hook("UserPromptSubmit", prompt="when is the billing job?", transcript_path=str(transcript))
    assert ran.out == ""


def test_a_rule_for_some_files_only_does_not_count_as_said(client: Client, remember: Callable[..., str]) -> None:
    remember(BILLING)
    rules = client.project / ".claude" / "rules"
    rules.mkdir(parents=True)
    (rules / "some.md").write_text("---\npaths:\n  - src/**\n---\n" + BILLING)
    assert client.hook("UserPromptSubmit", prompt="when is the billing job?").out != ""


def test_hundreds_of_memories_stay_within_the_budget(client: Client) -> None:
    with client.engine() as engine, engine.batch():
        for number in range(12):
            engine.remember(
                f"deploy staging note {number}: step {number} needs --s{number} 🛰️ " + f"detail{number} " * 40
            )
        for number in range(200):
            engine.remember(f"parser note {number}: rule {number} needs token{number} " + f"word{number} " * 9)
    for event, fields in (
        ("SessionStart", {"source": "startup", "session_id": "one"}),
        ("UserPromptSubmit", {"prompt": "how do we deploy to staging?", "session_id": "two"}),
    ):
        context = client.hook(event, **fields).context
        assert 0 < len(context.encode()) <= 600 * 4
        assert context.endswith("</hardwon-memory>")


def test_prompts_bring_nothing_when_the_person_switched_that_off(client: Client, remember: Callable[..., str]) -> None:
    remember(BILLING)
    (client.home / "config.toml").write_text("inject = false\n")
    for event in ("SessionStart", "UserPromptSubmit", "PreCompact"):
        assert client.hook(event, prompt="when does the billing job run?").out == ""


def test_a_subfolder_belongs_to_the_session_it_is_entered_from(client: Client, remember: Callable[..., str]) -> None:
    id = remember(BILLING)
    nested = client.project / "vendor" / "lib"
    (nested / ".git").mkdir(parents=True)
    (nested / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    client.environ["CLAUDE_PROJECT_DIR"] = str(client.project)
    assert id in client.hook("UserPromptSubmit", prompt="when is the billing job?", cwd=str(nested)).out


def test_a_session_keeps_its_project_when_its_work_tree_is_removed(
    client: Client, remember: Callable[..., str], tmp_path: Path
) -> None:
    git_dir = client.project / ".git"
    (git_dir / "worktrees" / "w").mkdir(parents=True)
    for folder in (git_dir, git_dir / "worktrees" / "w"):
        (folder / "HEAD").write_text("ref: refs/heads/main\n")
    (git_dir / "worktrees" / "w" / "commondir").write_text("../..\n")
    tree = tmp_path / "elsewhere" / "app"
    tree.mkdir(parents=True)
    (tree / ".git").write_text(f"gitdir: {git_dir}/worktrees/w\n")
    (git_dir / "worktrees" / "w" / "gitdir").write_text(f"{tree}/.git\n")
    id = remember(BILLING)
    assert id in client.hook("SessionStart", source="startup", session_id="s", cwd=str(tree)).out
    rmtree(tree.parent)
    found = client.hook("SessionStart", source="clear", session_id="s", cwd=str(tree))
    assert id in found.out
