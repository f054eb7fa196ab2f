"""Small sessions in which a memory shows in an edit, or does not."""

from __future__ import annotations

from outcomes.stories import Story

STORIES: tuple[Story, ...] = (
    Story(
        "use: prose rule",
        {"aa": ("Money is stored in integer cents.", ("db/schema.sql",))},
        (
            ("person", "add a price to products"),
            ("edit", "db/schema.sql", "old", "price_cents INTEGER NOT NULL"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: prose rule2",
        {"aa": ("Logs are JSON, one object a line.", ("src/log.ts",))},
        (
            ("person", "log the request id"),
            ("edit", "src/log.ts", "old", 'process.stdout.write(JSON.stringify(entry) + "\\n")'),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: css var",
        {"aa": ("Spacing comes from `--space-N` variables.", ("src/card.css",))},
        (
            ("person", "do the thing"),
            ("edit", "src/card.css", "old", "padding: var(--space-4);"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: html attr",
        {"aa": ('Every `<img>` has `loading="lazy"`.', ("src/a.html",))},
        (
            ("person", "do the thing"),
            ("edit", "src/a.html", "old", '<img src="x.png" loading="lazy">'),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: decorator",
        {"aa": ("Endpoints carry `@requires_role(...)`.", ("api/users.py",))},
        (
            ("person", "do the thing"),
            ("edit", "api/users.py", "old", '@requires_role("admin")\ndef delete(): ...'),
            ("run", "pytest -q", "12 passed in 0.4s", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: generic type",
        {"aa": ("IDs are `Id<User>`, never plain strings.", ("src/u.ts",))},
        (
            ("person", "do the thing"),
            ("edit", "src/u.ts", "old", "function get(id: Id<User>) {}"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: sql kw",
        {"aa": ("Soft delete: set `deleted_at`, do not `DELETE FROM`.", ("repo.py",))},
        (
            ("person", "do the thing"),
            ("edit", "repo.py", "old", "UPDATE users SET deleted_at = now()"),
            ("run", "pytest -q", "12 passed in 0.4s", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: go err wrap",
        {"aa": ('Wrap errors with `fmt.Errorf("...: %w", err)`.', ("a.go",))},
        (
            ("person", "do the thing"),
            ("edit", "a.go", "old", 'return fmt.Errorf("load config: %w", err)'),
            ("run", "go test ./...", "ok  \tx/a\t0.1s", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: regex name",
        {"aa": ("Feature flags are named `ff_<team>_<name>`.", ("flags.yml",))},
        (
            ("person", "do the thing"),
            ("edit", "flags.yml", "old", "ff_shop_checkout: false"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: rust attr",
        {"aa": ("Public structs get `#[non_exhaustive]`.", ("src/lib.rs",))},
        (
            ("person", "do the thing"),
            ("edit", "src/lib.rs", "old", "#[non_exhaustive]\npub struct Config {}"),
            ("run", "cargo test", "test result: ok. 4 passed; 0 failed", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: kotlin",
        {"aa": ("Use `viewModelScope.launch`, not `GlobalScope`.", ("A.kt",))},
        (
            ("person", "do the thing"),
            ("edit", "A.kt", "old", "viewModelScope.launch { load() }"),
            ("run", "./gradlew test", "BUILD SUCCESSFUL in 3s", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: config val",
        {"aa": ("Gunicorn needs `timeout = 120` for the reports.", ("gunicorn.conf.py",))},
        (
            ("person", "do the thing"),
            ("edit", "gunicorn.conf.py", "old", "timeout = 120"),
            ("run", "pytest -q", "12 passed in 0.4s", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: yaml colon",
        {"aa": ("Set `retries: 3` on the deploy job.", (".github/workflows/d.yml",))},
        (
            ("person", "do the thing"),
            ("edit", ".github/workflows/d.yml", "old", "    retries: 3"),
            ("run", "actionlint", "", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: word number",
        {"aa": ("Page size is 50.", ("api/list.py",))},
        (
            ("person", "do the thing"),
            ("edit", "api/list.py", "old", "PAGE_SIZE = 50"),
            ("run", "pytest -q", "12 passed in 0.4s", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: chinese",
        {"aa": ("金额用整数分存储,字段名 `amount_fen`。", ("m.sql",))},
        (
            ("person", "do the thing"),
            ("edit", "m.sql", "old", "amount_fen BIGINT"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: japanese",
        {"aa": ("日付は `formatDate()` を使う。", ("a.ts",))},
        (
            ("person", "do the thing"),
            ("edit", "a.ts", "old", "formatDate(d)"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: german",
        {"aa": ("Beträge immer mit `BigDecimal`, nie `double`.", ("A.java",))},
        (
            ("person", "do the thing"),
            ("edit", "A.java", "old", "BigDecimal total"),
            ("run", "mvn test", "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "use: other file",
        {"aa": ("Logs are JSON, one object a line.", ("src/log.ts",))},
        (
            ("person", "make the title bold"),
            ("edit", "src/title.css", "old", "font-weight: bold"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: rel unrelated",
        {"aa": ("Webhooks retry three times with backoff.", ("src/hooks.ts",))},
        (
            ("person", "make the title bold"),
            ("edit", "src/title.css", "old", "font-weight: bold"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: pref",
        {"aa": ("The user likes short answers.", ())},
        (
            ("person", "do the thing"),
            ("edit", "src/a.ts", "old", "x"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: env fact",
        {"aa": ("The staging host is stage3.example.net.", ())},
        (
            ("person", "do the thing"),
            ("edit", "src/a.ts", "old", "x"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: cmd other",
        {"aa": ("Deploy with `make deploy ENV=prod`.", ())},
        (
            ("person", "do the thing"),
            ("edit", "src/a.ts", "old", "x"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: decision",
        {"aa": ("We chose Postgres over MySQL for JSONB.", ())},
        (
            ("person", "do the thing"),
            ("edit", "src/a.ts", "old", "const x = 1"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: api fact",
        {"aa": ("The payments API limits to 10 requests/s.", ("src/pay.ts",))},
        (
            ("person", "do the thing"),
            ("edit", "src/nav.ts", "old", "<Link/>"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: same word elsewhere",
        {"aa": ("Retry uploads with `p-retry`.", ("src/up.ts",))},
        (
            ("person", "add upload link to nav"),
            ("edit", "src/nav.ts", "old", "// upload link"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: npm rule not arising",
        {"aa": ("Never run `npm audit fix`.", ())},
        (
            ("person", "do the thing"),
            ("edit", "src/a.ts", "old", "x"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "use: gotcha about test",
        {"aa": ("`Date.now` must be mocked with `vi.setSystemTime`.", ("src/a.test.ts",))},
        (
            ("person", "do the thing"),
            ("edit", "src/a.ts", "old", "const y = 2"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
)
