"""Small sessions about runs, rules and git, and what may be concluded of each memory."""

from __future__ import annotations

from outcomes.stories import Story

STORIES: tuple[Story, ...] = (
    Story(
        "deno fmt/lint red green",
        {
            "aa": ("Check with `deno lint`.", ()),
            "bb": ("Timestamps go through `toUtc()` from `lib/time.ts`.", ("lib/time.ts", "src/log.ts")),
        },
        (
            ("person", "log lines have local times"),
            (
                "run",
                "deno lint",
                "error[no-unused-vars]: `d` is never used\n --> src/log.ts:3:7\n\nFound 1 problem\nChecked 12 files",
                1,
            ),
            ("edit", "src/log.ts", "old", "const t = toUtc(d);"),
            ("run", "deno lint", "Checked 12 files", 0),
        ),
        {"aa": "worked", "bb": "worked"},
    ),
    Story(
        "mix test",
        {
            "aa": ("Run one app: `mix cmd --app shop mix test`.", ()),
            "bb": ("Prices are `Decimal`, never floats.", ("lib/price.ex",)),
        },
        (
            ("person", "rounding is off by a cent"),
            ("run", "mix cmd --app shop mix test", "  1) test total (Shop.PriceTest)\n\n12 tests, 1 failure", 2),
            ("edit", "lib/price.ex", "a * b", "Decimal.mult(a, b)"),
            ("run", "mix cmd --app shop mix test", "..\nFinished in 0.2 seconds\n12 tests, 0 failures", 0),
        ),
        {"aa": "worked", "bb": "worked"},
    ),
    Story(
        "swift xcodebuild quiet tail",
        {"aa": ("Tests: `xcodebuild test -scheme App -quiet`.", ())},
        (
            ("person", "run tests"),
            ("run", "xcodebuild test -scheme App -quiet 2>&1 | tail -3", "** TEST SUCCEEDED **", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "hidden grep",
        {"aa": ("Lint: `npx eslint src`", ())},
        (
            ("person", "lint it"),
            ("edit", "src/a.js", "old", "let b"),
            ("run", "npx eslint src | grep -c warning", "3", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "semicolon echo",
        {"aa": ("Run `phpunit --testsuite unit`", ())},
        (
            ("person", "fix it"),
            ("edit", "src/a.php", "old", "return $x;"),
            (
                "run",
                "phpunit --testsuite unit; echo done",
                "PHPUnit 11.2\n..F\nFAILURES!\nTests: 3, Assertions: 3, Failures: 1.\ndone",
                0,
            ),
        ),
        {"aa": "none"},
    ),
    Story(
        "semicolon echo ok summary",
        {"aa": ("Run `phpunit --testsuite unit`", ()), "bb": ("Slugs are made with `Str::slug`.", ("src/a.php",))},
        (
            ("person", "fix the slug"),
            ("run", "phpunit --testsuite unit; echo done", "FAILURES!\nTests: 3, Assertions: 3, Failures: 1.\ndone", 0),
            ("edit", "src/a.php", "old", "return Str::slug($x);"),
            ("run", "phpunit --testsuite unit; echo done", "OK (3 tests, 3 assertions)\ndone", 0),
        ),
        {"aa": "worked", "bb": "worked"},
    ),
    Story(
        "gradle wrapper",
        {
            "aa": ("Build: `./gradlew :app:assembleDebug`", ()),
            "bb": ("Room entities need `@PrimaryKey(autoGenerate = true)`.", ("app/src/Note.kt",)),
        },
        (
            ("person", "crash on save"),
            ("edit", "app/src/Note.kt", "val id: Long", "@PrimaryKey(autoGenerate = true) val id: Long"),
            (
                "run",
                "./gradlew :app:assembleDebug",
                "> Task :app:compileDebugKotlin\nBUILD SUCCESSFUL in 22s\n31 actionable tasks",
                0,
            ),
            ("agent", "ok"),
            ("person", "saves now, thanks"),
        ),
        {"aa": "worked", "bb": "none"},
    ),
    Story(
        "zig",
        {
            "aa": ("`zig build test --summary all`", ()),
            "bb": ("Allocators are passed in, never global.", ("src/list.zig",)),
        },
        (
            ("person", "leak in list"),
            (
                "run",
                "zig build test --summary all",
                "error: 'list.test.append' failed: leaked\nBuild Summary: 1/3 steps succeeded; 1 failed; 8/9 passed",
                1,
            ),
            ("edit", "src/list.zig", "var global = std.heap.page_allocator;", "pub fn init(allocator: Allocator) List"),
            ("run", "zig build test --summary all", "Build Summary: 3/3 steps succeeded; 9/9 tests passed", 0),
        ),
        {"aa": "worked", "bb": "worked"},
    ),
    Story(
        "terraform validate",
        {
            "aa": ("`terraform validate` before each plan", ()),
            "bb": ("Buckets get `force_destroy = false`.", ("s3.tf",)),
        },
        (
            ("person", "add a bucket for logs"),
            ("edit", "s3.tf", "old", 'resource "aws_s3_bucket" "logs" {\n  force_destroy = false\n}'),
            ("run", "terraform validate", "Success! The configuration is valid.", 0),
        ),
        {"aa": "worked", "bb": "worked"},
    ),
    Story(
        "single red nothing after",
        {"aa": ("Retry with `tenacity`.", ("net.py",))},
        (
            ("person", "make it robust"),
            ("edit", "net.py", "old", "from tenacity import retry"),
            ("run", "pytest -q", "FAILED tests/test_net.py::test_a\n1 failed, 3 passed", 1),
            ("agent", "One fails; out of time."),
        ),
        {"aa": "none"},
    ),
    Story(
        "claim only",
        {"aa": ("Retry with `tenacity`.", ("net.py",))},
        (
            ("person", "make it robust"),
            ("edit", "net.py", "old", "from tenacity import retry"),
            ("agent", "All tests pass now, everything verified!"),
        ),
        {"aa": "none"},
    ),
    Story(
        "repeat red",
        {"aa": ("Set `pool_pre_ping=True` against dropped connections.", ("db.py",))},
        (
            ("person", "connections drop"),
            ("run", "pytest -q tests/test_db.py", "FAILED tests/test_db.py::test_drop\n1 failed", 1),
            ("edit", "db.py", "old", "create_engine(url, pool_pre_ping=True)"),
            ("run", "pytest -q tests/test_db.py", "FAILED tests/test_db.py::test_drop\n1 failed", 1),
            ("run", "pytest -q tests/test_db.py -x", "FAILED tests/test_db.py::test_drop\n1 failed", 1),
            ("agent", "No change, sorry."),
        ),
        {"aa": "failed"},
    ),
    Story(
        "green red stays",
        {"aa": ("Enable `strict: true` in tsconfig, it is harmless.", ("tsconfig.json",))},
        (
            ("person", "tidy config"),
            ("run", "npx tsc --noEmit", "", 0),
            ("edit", "tsconfig.json", '"strict": false', '"strict": true'),
            ("run", "npx tsc --noEmit", "src/a.ts(3,4): error TS2531: Object is possibly null.\nFound 41 errors.", 2),
            ("run", "npx tsc --noEmit", "src/a.ts(3,4): error TS2531: Object is possibly null.\nFound 41 errors.", 2),
            ("agent", "41 errors"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "not found",
        {"aa": ("Format with `just fmt`.", ())},
        (
            ("person", "format"),
            ("run", "just fmt", "error: Justfile does not contain recipe `fmt`", 1),
            ("run", "cargo fmt", "", 0),
            ("agent", "done"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "not found npm",
        {"aa": ("Types: `npm run typecheck`.", ())},
        (
            ("person", "check types"),
            (
                "run",
                "npm run typecheck",
                'npm error Missing script: "typecheck"\nnpm error\nnpm error Did you mean this?',
                1,
            ),
            ("run", "npx tsc --noEmit", "", 0),
            ("agent", "fine"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "bad option",
        {"aa": ("Run `pytest --fast` for a quick look.", ())},
        (
            ("person", "quick test"),
            (
                "run",
                "pytest --fast",
                "ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --fast",
                4,
            ),
            ("run", "pytest -q", "3 passed in 0.1s", 0),
        ),
        {"aa": "failed"},
    ),
    Story(
        "python module missing",
        {"aa": ("Serve docs: `python -m mkdocs serve`.", ())},
        (("person", "serve docs"), ("run", "python -m mkdocs build", "/usr/bin/python: No module named mkdocs", 1)),
        {"aa": "none"},
    ),
    Story(
        "two, one blamed",
        {
            "aa": ("Dates are shown with `formatDate()`.", ("ui/row.tsx",)),
            "bb": ('Buttons are `variant="ghost"` in tables.', ("ui/row.tsx",)),
        },
        (
            ("person", "add a row with date and delete button"),
            ("edit", "ui/row.tsx", "old", '<td>{formatDate(d)}</td><Button variant="ghost" />'),
            ("run", "npm test", "Tests:       9 passed, 9 total", 0),
            ("agent", "done"),
            ("person", "the date looks right. but the ghost button is invisible on white, use the normal one"),
        ),
        {"aa": "worked", "bb": "failed"},
    ),
    Story(
        "complaint about none in particular, several",
        {
            "aa": ("Dates are shown with `formatDate()`.", ("ui/row.tsx",)),
            "bb": ('Buttons are `variant="ghost"` in tables.', ("ui/row.tsx",)),
        },
        (
            ("person", "add a row"),
            ("edit", "ui/row.tsx", "old", '<td>{formatDate(d)}</td><Button variant="ghost" />'),
            ("run", "npm test", "Tests:       9 passed, 9 total", 0),
            ("agent", "done"),
            ("person", "no, that's not what I meant at all"),
        ),
        {"aa": "none", "bb": "none"},
    ),
    Story(
        "unrelated command fails",
        {
            "aa": ("Dates are shown with `formatDate()`.", ("ui/row.tsx",)),
            "bb": ("Release notes: `scripts/notes.sh`", ()),
        },
        (
            ("person", "add date"),
            ("edit", "ui/row.tsx", "old", "<td>{formatDate(d)}</td>"),
            ("run", "npm test", "Tests:       9 passed, 9 total", 0),
            ("run", "git push", "remote: Permission denied\nfatal: unable to access", 128),
            ("agent", "push failed"),
        ),
        {"aa": "worked", "bb": "none"},
    ),
    Story(
        "agent broke rule then fixed",
        {"aa": ("Never use `any`; use `unknown`.", ("src/p.ts",))},
        (
            ("person", "type the parser"),
            ("edit", "src/p.ts", "function p(x) {}", "function p(x: any) {}"),
            ("run", "npm run lint", "  3:14  error  Unexpected any\n✖ 1 problem (1 error, 0 warnings)", 1),
            ("edit", "src/p.ts", "function p(x: any) {}", "function p(x: unknown) {}"),
            ("run", "npm run lint", "", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "rule broken only, complaint",
        {"aa": ("Never use `any`; use `unknown`.", ("src/p.ts",))},
        (
            ("person", "type the parser"),
            ("edit", "src/p.ts", "function p(x) {}", "function p(x: any) {}"),
            ("agent", "ok"),
            ("person", "no any! you know the rule"),
        ),
        {"aa": "none"},
    ),
    Story(
        "rule kept green",
        {"aa": ("Do not call `fetch` directly, go through `api.get`.", ("src/u.ts",))},
        (
            ("person", "load users"),
            ("edit", "src/u.ts", "old", 'const r = await api.get("/users")'),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "rule not arising",
        {"aa": ("Do not call `fetch` directly, go through `api.get`.", ("src/u.ts",))},
        (
            ("person", "make the title bold"),
            ("edit", "src/title.css", "old", "font-weight: bold"),
            ("run", "npx vitest run", " Test Files  3 passed (3)\n      Tests  20 passed (20)", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "not shown before use",
        {"aa": ("Use `uv run pytest`.", ())},
        (("person", "x"), ("run", "uv run pytest", "3 passed in 0.1s", 0), ("given", "aa"), ("agent", "fine")),
        {"aa": "none"},
    ),
    Story(
        "revert later",
        {"aa": ("Cache responses in `SessionStorage`.", ("src/c.ts",))},
        (
            ("person", "cache"),
            ("edit", "src/c.ts", "old", "sessionStorage.setItem(k, v) // SessionStorage"),
            ("run", "npm test", "Tests:       9 passed, 9 total", 0),
            ("run", "git commit -am 'Cache'", "[main 1a2b3c4] Cache\n 1 file changed", 0),
            ("agent", "ok"),
            ("person", "hmm, undo the commit"),
            ("run", "git revert --no-edit HEAD", '[main 2b3c4d5] Revert "Cache"\n 1 file changed', 0),
            ("agent", "undone"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "reset hard",
        {"aa": ("Cache responses in `SessionStorage`.", ("src/c.ts",))},
        (
            ("person", "cache"),
            ("edit", "src/c.ts", "old", "sessionStorage.setItem(k, v) // SessionStorage"),
            ("run", "npm test", "Tests:       9 passed, 9 total", 0),
            ("agent", "ok"),
            ("person", "throw it away"),
            ("run", "git reset --hard", "HEAD is now at 1234567 x", 0),
            ("agent", "gone"),
        ),
        {"aa": "failed"},
    ),
    Story(
        "amend",
        {"aa": ("Cache responses in `SessionStorage`.", ("src/c.ts",))},
        (
            ("person", "cache"),
            ("edit", "src/c.ts", "old", "sessionStorage.setItem(k, v) // SessionStorage"),
            ("run", "npm test", "Tests:       9 passed, 9 total", 0),
            ("run", "git commit -am 'Cache'", "[main 1a2b3c4] Cache", 0),
            ("agent", "ok"),
            ("person", "better message please"),
            ("run", "git commit --amend -m 'Cache responses'", "[main 9a2b3c4] Cache responses", 0),
            ("agent", "ok"),
        ),
        {"aa": "worked"},
    ),
    Story(
        "stash pop",
        {"aa": ("Cache responses in `SessionStorage`.", ("src/c.ts",))},
        (
            ("person", "cache"),
            ("edit", "src/c.ts", "old", "sessionStorage.setItem(k, v) // SessionStorage"),
            ("run", "git stash && git pull && git stash pop", "Saved\nDropped refs/stash", 0),
            ("run", "npm test", "Tests:       9 passed, 9 total", 0),
            ("agent", "ok"),
        ),
        {"aa": "worked"},
    ),
    Story(
        "reset soft squash",
        {"aa": ("Cache responses in `SessionStorage`.", ("src/c.ts",))},
        (
            ("person", "cache"),
            ("edit", "src/c.ts", "old", "sessionStorage.setItem(k, v) // SessionStorage"),
            ("run", "npm test && git commit -qam one", "Tests:       9 passed, 9 total", 0),
            ("run", "git reset --soft HEAD~2 && git commit -m both", "[main 1234abc] both", 0),
            ("agent", "ok"),
        ),
        {"aa": "worked"},
    ),
    Story(
        "reset hard committed is kept",
        {"aa": ("Cache responses in `SessionStorage`.", ("src/c.ts",))},
        (
            ("person", "cache"),
            ("edit", "src/c.ts", "old", "sessionStorage.setItem(k, v) // SessionStorage"),
            ("run", "npm test && git commit -qam one", "Tests:       9 passed, 9 total", 0),
            ("agent", "ok"),
            ("person", "now try the new colours"),
            ("edit", "a.css", "old", "red"),
            ("run", "git reset --hard", "HEAD is now at 1", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "checkout branch",
        {"aa": ("Cache responses in `SessionStorage`.", ("src/c.ts",))},
        (
            ("person", "cache"),
            ("edit", "src/c.ts", "old", "sessionStorage.setItem(k, v) // SessionStorage"),
            ("run", "npm test && git commit -qam one", "Tests:       9 passed, 9 total", 0),
            ("run", "git checkout main", "Switched", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "flaky same state",
        {
            "aa": ("`cargo test -p net` runs the net tests.", ()),
            "bb": ("Timeouts are 5 s in `net::TIMEOUT`.", ("src/net.rs",)),
        },
        (
            ("person", "why red?"),
            ("run", "cargo test -p net", "test a ... FAILED\ntest result: FAILED. 3 passed; 1 failed", 101),
            ("run", "cargo test -p net", "test result: ok. 4 passed; 0 failed", 0),
            ("agent", "flaky"),
        ),
        {"aa": "none", "bb": "none"},
    ),
    Story(
        "pipefail",
        {"aa": ("`cargo test -p net` runs the net tests.", ())},
        (
            ("person", "run"),
            ("edit", "src/a.rs", "old", "x"),
            ("run", "set -o pipefail; cargo test -p net 2>&1 | tee out.log", "test result: ok. 4 passed; 0 failed", 0),
        ),
        {"aa": "worked"},
    ),
    Story(
        "timeout",
        {"aa": ("`npm run e2e` runs e2e.", ())},
        (("person", "run"), ("run", "npm run e2e", "Command timed out after 2m 0.0s", 1), ("agent", "timed out")),
        {"aa": "none"},
    ),
    Story(
        "docker",
        {"aa": ("Tests run inside: `docker compose exec web bin/rails test`.", ())},
        (
            ("person", "run tests"),
            (
                "run",
                "docker compose exec web bin/rails test",
                "12 runs, 30 assertions, 0 failures, 0 errors, 0 skips",
                0,
            ),
        ),
        {"aa": "worked"},
    ),
    Story(
        "docker not used",
        {"aa": ("Tests run inside: `docker compose exec web bin/rails test`.", ())},
        (
            ("person", "run tests"),
            ("run", "bin/rails test", "12 runs, 30 assertions, 0 failures, 0 errors, 0 skips", 0),
        ),
        {"aa": "none"},
    ),
    Story(
        "env var cmd",
        {"aa": ("Tests need `DATABASE_URL=sqlite:// pytest`.", ())},
        (("person", "run"), ("run", "DATABASE_URL=sqlite:// pytest -q", "3 passed in 0.1s", 0)),
        {"aa": "worked"},
    ),
    Story(
        "env var not",
        {"aa": ("Tests need `DATABASE_URL=sqlite:// pytest`.", ())},
        (("person", "run"), ("run", "pytest -q", "3 passed in 0.1s", 0)),
        {"aa": "none"},
    ),
    Story(
        "listing cmd ok",
        {"aa": ("`kubectl get pods -n shop` shows the pods.", ())},
        (
            ("person", "are pods up?"),
            ("run", "kubectl get pods -n shop", "web-1 Running\nweb-2 Running", 0),
            ("agent", "all running"),
        ),
        {"aa": "worked"},
    ),
)
