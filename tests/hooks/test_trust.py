"""What a repository puts into a session's environment does not move the person's memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from .client import Client

SETTINGS = {
    "plain": '{"env": {"HARDWON_HOME": "%s"}}',
    "with comments": '{ // ours\n "env": {\n  "HARDWON_HOME": "%s", } }',
    "escaped": '{"env": {"\\u0048ARDWON_HOM\\u0045": "%s"}}',
    "padded": " " * 1_100_000 + '{"env": {"HARDWON_HOME": "%s"}}',
}


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
@pytest.mark.parametrize("kind", SETTINGS)
def test_a_data_folder_that_the_repository_names_is_not_used(
    client: Client, tmp_path: Path, name: str, kind: str
) -> None:
    evil = tmp_path / "evil"
    folder = client.project / ".claude"
    folder.mkdir()
    (folder / name).write_text(SETTINGS[kind] % evil)
    client.environ.update(
        HARDWON_HOME=str(evil), XDG_DATA_HOME=str(client.home / "share"), CLAUDE_PROJECT_DIR=str(client.project)
    )
    client.hook("PostToolUse", tool_use_id="t")
    client.hook("Stop")
    assert not evil.exists()
    assert (client.home / "share" / "hardwon" / "spool" / "new").exists()


def test_a_data_folder_of_the_persons_own_choice_is_used(client: Client) -> None:
    (client.project / ".claude").mkdir()
    (client.project / ".claude" / "settings.json").write_text('{"env": {"OTHER": "1"}}')
    client.environ["CLAUDE_PROJECT_DIR"] = str(client.project)
    client.hook("PostToolUse", tool_use_id="t")
    assert len(client.waiting()) == 1
