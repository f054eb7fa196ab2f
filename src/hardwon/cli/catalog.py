"""Which commands there are, where each is found, and what it does in a line. Imports nothing.

The help lists commands from here, without importing them.
"""

from __future__ import annotations


class Listed:
    """A command as the list of commands knows it.

    Attributes:
        module: the module below hardwon.cli.
        attribute: the command in that module.
        section: the heading it stands below.
        summary: what it does, one sentence.
    """

    __slots__ = ("attribute", "module", "section", "summary")

    def __init__(self, section: str, module: str, attribute: str, summary: str) -> None:
        self.section = section
        self.module = module
        self.attribute = attribute
        self.summary = summary


REMEMBER, FIND, TASKS, CARE, CLIENT, UPKEEP = (
    "Remember and judge",
    "Find",
    "Tasks and what was learnt",
    "Keep in order",
    "Hosts",
    "Settings and upkeep",
)

COMMANDS: dict[str, Listed] = {
    "add": Listed(REMEMBER, "add", "add", "Store something worth knowing next time."),
    "outcome": Listed(REMEMBER, "outcome", "outcome", "Say whether a memory worked; that decides how it ranks."),
    "pin": Listed(REMEMBER, "change", "pin", "Keep a memory in every session's brief."),
    "search": Listed(FIND, "search", "search", "Find memories, the best first."),
    "why": Listed(FIND, "search", "why", "Show why a search ranks as it does, and what it leaves out."),
    "list": Listed(FIND, "browse", "list_", "List memories, the newest first."),
    "show": Listed(FIND, "browse", "show", "Show one memory with its versions and its record."),
    "history": Listed(FIND, "past", "history", "Show every version of a memory on both clocks."),
    "diff": Listed(FIND, "past", "diff", "Show what changed between two versions of a memory."),
    "context": Listed(FIND, "context", "context", "Print what a session is given: its brief, or what fits a query."),
    "ui": Listed(FIND, "ui", "ui", "Open the console in a browser."),
    "stats": Listed(TASKS, "stats", "stats", "Show what helped, what hurt, and what was learnt."),
    "sessions": Listed(TASKS, "sessions", "sessions", "List sessions: when, what for, what is open."),
    "session": Listed(TASKS, "sessions", "session", "Show one session, and what was learnt in it."),
    "tasks": Listed(TASKS, "tasks", "tasks", "List the tasks of Claude Code and Beads."),
    "tasks-context": Listed(TASKS, "tasks", "tasks_context", "Show what fits a task, and what happened last time."),
    "tasks-sync": Listed(TASKS, "tasks", "tasks_sync", "Look at every tracker of tasks now."),
    "tasks-stats": Listed(TASKS, "tasks", "tasks_stats", "Count tasks, and what their ends said of memories."),
    "backfill": Listed(TASKS, "backfill", "backfill", "Learn from sessions, commits and beads from before."),
    "beads-context": Listed(TASKS, "tasks", "beads_context", "The same as tasks-context, for beads alone."),
    "beads-sync": Listed(TASKS, "tasks", "beads_sync", "The same as tasks-sync, for beads alone."),
    "beads-stats": Listed(TASKS, "tasks", "beads_stats", "The same as tasks-stats, for beads alone."),
    "scan": Listed(TASKS, "scan", "scan", "Learn facts about the project from its files."),
    "edit": Listed(CARE, "change", "edit", "Change a memory; the old version is kept."),
    "correct": Listed(CARE, "change", "correct", "Replace the text of a memory that is wrong."),
    "forget": Listed(CARE, "change", "forget", "Take a memory out of recall; `restore` brings it back."),
    "restore": Listed(CARE, "change", "restore", "Bring a forgotten memory back."),
    "maintain": Listed(CARE, "maintain", "maintain", "Look for doubles, contradictions and what is stale; --apply."),
    "review": Listed(CARE, "review", "review", "Decide what upkeep proposes."),
    "tui": Listed(CARE, "tui", "tui", "Browse and review in the terminal, over ssh too."),
    "purge": Listed(CARE, "purge", "purge", "Delete memories for good, in two steps."),
    "hold": Listed(CARE, "purge", "hold", "Hold a memory, so that no purge takes it."),
    "quarantine": Listed(CARE, "quarantine", "quarantine", "See what reads like an order; let it in or drop it."),
    "audit": Listed(CARE, "audit", "audit", "Look for secrets and orders in what is stored; --apply."),
    "extract": Listed(CARE, "extraction", "extract", "Have a model read what waits; --dry-run shows what it is sent."),
    "sources": Listed(CARE, "extraction", "sources", "List what waits for a model, and what may have been paid."),
    "recover": Listed(CARE, "extraction", "recover", "Decide about calls to a model that may have been paid."),
    "index": Listed(CARE, "index", "index", "Look after vectors: how far they are, what a hosted embedder gets."),
    "transcripts": Listed(CARE, "transcripts", "transcripts", "List, show and remove kept conversations."),
    "pause": Listed(CARE, "pausing", "pause", "Capture and add nothing here until `resume`."),
    "resume": Listed(CARE, "pausing", "resume", "End a pause."),
    "activity": Listed(CARE, "activity", "activity", "Show what was done in the last seven days, stage by stage."),
    "log": Listed(CARE, "journal", "log", "Show what was changed by itself, the latest first."),
    "undo": Listed(CARE, "journal", "undo", "Take back what was changed by itself."),
    "install-plugin": Listed(CLIENT, "plugin", "install_plugin", "Wire Hardwon into a project's Claude Code."),
    "uninstall-plugin": Listed(CLIENT, "plugin", "uninstall_plugin", "Take it out again; memories stay."),
    "install": Listed(CLIENT, "hosts", "install", "Wire Hardwon into a host, such as cursor or codex."),
    "uninstall": Listed(CLIENT, "hosts", "uninstall", "Take it out of a host again; memories stay."),
    "hosts": Listed(CLIENT, "hosts", "hosts", "List the hosts: which are here, which are wired in."),
    "status": Listed(CLIENT, "plugin", "status", "Show what is wired in, stale or missing."),
    "mcp": Listed(CLIENT, "mcp", "mcp", "Serve memory over MCP; --print-config shows a host's entry."),
    "serve": Listed(CLIENT, "serve", "serve", "Serve memory to a client over MCP."),
    "setup": Listed(UPKEEP, "setup", "setup", "Wire it into your agents, learn from the project, prepare the model."),
    "service": Listed(UPKEEP, "service", "service", "Look after the background service: start, install, logs."),
    "project": Listed(UPKEEP, "project", "project", "Show which project this folder belongs to, and all others."),
    "config": Listed(UPKEEP, "settings", "config", "Show and change settings."),
    "export": Listed(UPKEEP, "exchange", "export", "Write memories as JSON lines."),
    "import": Listed(UPKEEP, "exchange", "import_", "Merge memories from JSON lines."),
    "backup": Listed(UPKEEP, "backup", "backup", "Copy stores while they are in use, and put copies back."),
    "doctor": Listed(UPKEEP, "doctor", "doctor", "Check libraries, store and wiring; --repair a damaged store."),
    "completion": Listed(UPKEEP, "completion", "completion", "Print the completion script of a shell."),
}
SECTIONS = (REMEMBER, FIND, TASKS, CARE, CLIENT, UPKEEP)
