"""What each host's documentation says of a local server's entry, as JSON Schemas of our own.

Each names where it was read. They are closed: a key that the documentation does not know is an error.
"""

from __future__ import annotations

from typing import Any

TEXT = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
MAP = {"type": "object", "additionalProperties": TEXT}


def entry(needed: list[str], /, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": needed, "properties": properties, "additionalProperties": False}


# cursor.com/docs/mcp, "STDIO server configuration"
CURSOR = entry(["command"], type={"const": "stdio"}, command=TEXT, args=TEXTS, env=MAP, envFile=TEXT)

# docs.windsurf.com/windsurf/cascade/mcp, "mcp_config.json"
WINDSURF = entry(["command"], command=TEXT, args=TEXTS, env=MAP, disabled={"type": "boolean"}, disabledTools=TEXTS)

# modelcontextprotocol.io/docs/develop/connect-local-servers, the example of claude_desktop_config.json
CLAUDE_DESKTOP = entry(["command"], command=TEXT, args=TEXTS, env=MAP)

# code.visualstudio.com/docs/copilot/reference/mcp-configuration, "Standard I/O (stdio) servers"; `cwd` is in the
# editor's own schema, "The working directory for the server command"
VSCODE = entry(
    ["type", "command"],
    type={"const": "stdio"}, command=TEXT, args=TEXTS, env=MAP, envFile=TEXT, cwd=TEXT,
    sandboxEnabled={"type": "boolean"}, sandbox={"type": "object"}, dev={"type": "object"},
)  # fmt: skip

# opencode.ai/docs/mcp-servers (version 1), "Local"; opencode.ai/config.json closes it
OPENCODE = entry(
    ["type", "command"],
    type={"const": "local"}, command={**TEXTS, "minItems": 1}, environment=MAP,
    enabled={"type": "boolean"}, timeout={"type": "integer", "minimum": 1}, cwd=TEXT,
)  # fmt: skip

# opencode.ai/v2/docs/mcp-servers, "Local servers": no `enabled` there
OPENCODE_2 = entry(
    ["type", "command"],
    type={"const": "local"}, command={**TEXTS, "minItems": 1}, environment=MAP,
    disabled={"type": "boolean"}, cwd=TEXT, timeout={"type": "object"},
)  # fmt: skip

# github.com/opencode-ai/opencode, README, "MCP (Model Context Protocol)": `env` is a list there
OPENCODE_ARCHIVED = entry(["type", "command"], type={"const": "stdio"}, command=TEXT, args=TEXTS, env=TEXTS)

# developers.openai.com/codex/mcp, "STDIO servers" and "Other configuration options"
CODEX = entry(
    ["command"],
    command=TEXT, args=TEXTS, env=MAP, env_vars=TEXTS, cwd=TEXT,
    startup_timeout_sec={"type": "number"}, tool_timeout_sec={"type": "number"}, enabled={"type": "boolean"},
    required={"type": "boolean"}, enabled_tools=TEXTS, disabled_tools=TEXTS,
)  # fmt: skip

# geminicli.com/docs/tools/mcp-server, "Configuration properties"
GEMINI = entry(
    ["command"],
    command=TEXT, args=TEXTS, env=MAP, cwd=TEXT, timeout={"type": "number"}, trust={"type": "boolean"},
    includeTools=TEXTS, excludeTools=TEXTS, description=TEXT,
)  # fmt: skip

# The documents in OMP's package, "mcp.json"
OMP = entry(
    ["command"],
    type={"const": "stdio"}, command=TEXT, args=TEXTS, env=MAP, timeout={"type": "number"},
    enabled={"type": "boolean"}, requestIdFormat={"enum": ["number", "string"]},
)  # fmt: skip
