"""Small sessions as they come in a working day: mixed news, about one of several memories."""

from __future__ import annotations

from outcomes.stories import Story

STORIES: tuple[Story, ...] = (
    Story(
        "sarcasm two memories",
        {
            "aa": ("Times in the bus app are 12 h with am/pm.", ("src/time.ts",)),
            "bb": ("`npm run check` before a commit.", ()),
        },
        (
            ("person", "show departure times on the stop page"),
            ("edit", "src/time.ts", "old", 'fmt(t, "h:mm a")'),
            ("run", "npm run check", "tsc ok\neslint ok", 0),
            ("agent", "Times show as 3:40 pm."),
            ("person", "oh nice, so now half of Europe gets to guess. 24 hours, obviously"),
        ),
        {"aa": "none"},
    ),
    Story(
        "still broken + other praise",
        {"aa": ("Locks are taken with `FOR UPDATE`.", ("q.py",))},
        (
            ("person", "two workers take the same job"),
            ("edit", "q.py", "old", "SELECT id FROM jobs LIMIT 1 FOR UPDATE"),
            ("run", "pytest -q tests/test_q.py", "3 passed in 0.4s", 0),
            ("agent", "Locked."),
            ("person", "just saw it again on the live box: job 881 was run by both workers"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "praise after failing other",
        {
            "aa": ("Fonts are subset with `pyftsubset --unicodes=U+0000-00FF`.", ()),
            "bb": ("Deploy: `rsync -a public/ web:/srv`.", ()),
        },
        (
            ("person", "make the font smaller and deploy"),
            ("run", "pyftsubset a.ttf --unicodes=U+0000-00FF", "wrote a.subset.ttf (18 kB)", 0),
            (
                "run",
                "rsync -a public/ web:/srv",
                "ssh: connect to host web port 22: Connection timed out\nrsync error: unexplained error (code 255)",
                255,
            ),
            ("agent", "No route to web."),
            ("person", "yeah, vpn is down today. 18 kB is impressive though"),
        ),
        {"aa": "worked", "bb": "none"},
    ),
    Story(
        "neutral next after kept commit",
        {"aa": ("Commit messages in imperative mood.", ()), "bb": ("`cargo fmt && cargo clippy -- -D warnings`", ())},
        (
            ("person", "rename the struct"),
            ("edit", "src/a.rs", "struct Book;", "struct Ledger;"),
            ("run", "cargo fmt && cargo clippy -- -D warnings", "    Finished dev", 0),
            ("run", "git commit -qam 'Rename Book to Ledger'", "", 0),
            ("agent", "done"),
            ("person", "next, the README mentions Book too"),
        ),
        {"bb": "worked"},
    ),
    Story(
        "interrupted edit",
        {"aa": ("New pages go into `src/pages/`.", ("src/pages/faq.vue",))},
        (
            ("person", "add a faq page"),
            ("refused edit", "src/pages/faq.vue", "<template/>", "stop, we moved pages to app/pages last week"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "flaky by memory",
        {"aa": ("The websocket test is flaky: rerun it.", ()), "bb": ("`pnpm test ws`", ())},
        (
            ("person", "CI is red on ws"),
            ("run", "pnpm test ws", "Tests:       1 failed, 5 passed, 6 total", 1),
            ("run", "pnpm test ws", "Tests:       6 passed, 6 total", 0),
            ("agent", "Passed on the second run."),
        ),
        {"bb": "none"},
    ),
    Story(
        "repeated red with two changes",
        {"aa": ("OOM in webpack: `NODE_OPTIONS=--max-old-space-size=4096`.", ())},
        (
            ("person", "build dies"),
            ("run", "npm run build", "FATAL ERROR: Reached heap limit Allocation failed\nnpm error code 134", 134),
            (
                "run",
                "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
                "FATAL ERROR: Reached heap limit Allocation failed\nnpm error code 134",
                134,
            ),
            (
                "run",
                "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
                "FATAL ERROR: Reached heap limit Allocation failed",
                134,
            ),
            ("agent", "still"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "green-red kept broken",
        {"aa": ("Set `isolatedModules` to true.", ("tsconfig.json",))},
        (
            ("person", "speed up tsc"),
            ("run", "pnpm tsc", "Found 0 errors", 0),
            ("edit", "tsconfig.json", '"isolatedModules": false', '"isolatedModules": true'),
            ("run", "pnpm tsc", "error TS1205: Re-exporting a type\nFound 12 errors.", 2),
            ("edit", "tsconfig.json", '"isolatedModules": true', '"isolatedModules": false'),
            ("run", "pnpm tsc", "Found 0 errors", 0),
            ("agent", "undone"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "partial two dirs",
        {"aa": ("Strings go through `t()`.", ("a.vue", "b.vue"))},
        (
            ("person", "translate a and b"),
            ("edit", "a.vue", "x", '{{ t("x") }}'),
            ("edit", "b.vue", "y", '{{ t("y") }}'),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
            ("agent", "ok"),
            ("person", "a is right. b is for print, it must stay german, undo that one"),
            ("run", "git checkout -- b.vue", "", 0),
            ("agent", "ok"),
        ),
        {"aa": "partial"},
    ),
    Story(
        "claim then complaint",
        {"aa": ("Retries use `tenacity`.", ("n.py",))},
        (
            ("person", "retry"),
            ("edit", "n.py", "old", "from tenacity import retry"),
            ("agent", "All green!"),
            ("person", "did you run anything? the import fails, tenacity is not installed"),
        ),
        {"aa": "none"},
    ),
    Story(
        "user confirms command",
        {"aa": ("Reset the cache: `make warm`.", ())},
        (
            ("person", "cache is stale"),
            ("run", "make warm", "warmed 300 keys", 0),
            ("agent", "ok"),
            ("person", "yep, fresh values now"),
        ),
        {"aa": "worked"},
    ),
    Story(
        "command wrong env",
        {"aa": ("Tail logs: `stern -n shop web`.", ())},
        (
            ("person", "logs"),
            ("run", "stern -n shop web", 'Error: namespaces "shop" not found', 1),
            ("run", "kubectl get ns", "store Active", 0),
            ("run", "stern -n store web", "web-1 ready", 0),
            ("agent", "the namespace is store"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "words about agent manners",
        {"aa": ("Slugs via `slugify()`.", ("s.py",))},
        (
            ("person", "slugs"),
            ("edit", "s.py", "old", "slugify(t)"),
            ("run", "pytest -q", "12 passed in 0.4s", 0),
            ("agent", "ok"),
            ("person", "please keep your answers shorter"),
        ),
        {"aa": "worked"},
    ),
    Story(
        "later work replaced",
        {"aa": ("Sort with `localeCompare`.", ("s.ts",))},
        (
            ("person", "sort names"),
            ("edit", "s.ts", "names.sort()", "names.sort((a, b) => a.localeCompare(b))"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
            ("agent", "ok"),
            ("person", "too slow for 50k names"),
            ("edit", "s.ts", "names.sort((a, b) => a.localeCompare(b))", "names.sort(collator.compare)"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
            ("agent", "uses a collator"),
            ("person", "much better"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "non-english correction",
        {"aa": ("Der Button heißt „Absenden“.", ("f.vue",))},
        (
            ("person", "Formular mit Button"),
            ("edit", "f.vue", "old", "<button>Absenden</button>"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
            ("agent", "fertig"),
            ("person", "Der Button soll „Anfrage senden“ heißen, nicht Absenden"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "recalled but other used",
        {"aa": ("Build docs: `mkdocs build`.", ()), "bb": ("Build docs: `sphinx-build docs out`.", ())},
        (("person", "docs"), ("run", "sphinx-build docs out", "build succeeded.", 0), ("agent", "ok")),
        {"aa": "none", "bb": "worked"},
    ),
    Story(
        "rule kept no evidence",
        {"aa": ("Never commit to main directly.", ())},
        (
            ("person", "fix typo"),
            ("run", "git switch -c typo", "Switched", 0),
            ("edit", "a.md", "old", "the"),
            ("run", "git commit -qam typo", "[typo abc1234] typo", 0),
            ("agent", "on a branch"),
        ),
        {"aa": "none"},
    ),
    Story(
        "agent quotes praise",
        {"aa": ("Slugs via `slugify()`.", ("s.py",))},
        (
            ("person", "slugs"),
            ("edit", "s.py", "old", "slugify(t)"),
            ("agent", "Perfect, works great!"),
            ("person", "ok next"),
        ),
        {"aa": "none"},
    ),
    Story(
        "worked then unrelated complaint about agent",
        {"aa": ("Slugs via `slugify()`.", ("s.py",))},
        (
            ("person", "slugs"),
            ("edit", "s.py", "old", "slugify(t)"),
            ("run", "pytest -q", "12 passed in 0.4s", 0),
            ("agent", "ok"),
            ("person", "good. why is my terminal title wrong since I updated iTerm?"),
        ),
        {"aa": "none"},
    ),
)
