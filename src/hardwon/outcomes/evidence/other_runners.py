"""Test runners and linters of further languages, of infrastructure and of text."""

from __future__ import annotations

from hardwon.outcomes.evidence.runner import NUMBER, Runner, runner

OTHER: tuple[Runner, ...] = (
    runner(
        "a load test", "test", "locust k6 artillery wrk hey vegeta gatling ab autocannon oha", idle="--version --help"
    ),
    runner(
        "RSpec",
        "test",
        "rspec parallel_rspec",
        passed=rf"^{NUMBER} examples?, 0 failures(?!.{{0,40}}errors? occurred)",
        failed=rf"^\d+ examples?, {NUMBER} failures?|{NUMBER} errors? occurred outside of examples",
        empty=r"^0 examples, 0 failures$|^No examples found",
        idle="--version --help --dry-run",
    ),
    runner(
        "Rails' tests",
        "test",
        "rails rake m",
        "test spec test:all test:system",
        passed=rf"^{NUMBER} runs, \d+ assertions, 0 failures, 0 errors",
        failed=rf"^\d+ runs, \d+ assertions, (?:{NUMBER} failures|\d+ failures, {NUMBER} errors)|^rake aborted!",
    ),
    runner(
        "Minitest",
        "test",
        "ruby",
        "-Itest -Ilib:test -Ilib",
        passed=rf"^{NUMBER} runs, \d+ assertions, 0 failures, 0 errors",
        failed=rf"^\d+ runs, \d+ assertions, (?:{NUMBER} failures|\d+ failures, {NUMBER} errors)",
    ),
    runner(
        "RuboCop",
        "lint",
        "rubocop standardrb",
        passed=r"no offenses detected",
        failed=rf"\b{NUMBER} offenses? detected",
        idle="--version --help",
        codes=(2,),
    ),
    runner("Sorbet", "types", "srb", "tc", passed=r"^No errors! Great job", failed=rf"^Errors: {NUMBER}"),
    runner(
        "PHPUnit",
        "test",
        "phpunit pest paratest simple-phpunit",
        passed=rf"^OK \({NUMBER} tests?|^OK, but |^[ \t]*Tests:[ \t]+(?:{NUMBER} \w+, )*{NUMBER} passed",
        failed=(
            rf"^(?:FAILURES|ERRORS)!|^Tests: \d+, .{{0,60}}(?:Failures|Errors): {NUMBER}|^[ \t]*Tests:[ \t]+{NUMBER} "
            rf"failed"
        ),
        empty=r"^No tests executed!",
        idle="--version --help --list-tests",
    ),
    runner(
        "Laravel's tests",
        "test",
        "artisan",
        "test",
        passed=rf"^[ \t]*Tests:[ \t]+(?:{NUMBER} \w+, )*{NUMBER} passed",
        failed=rf"^[ \t]*Tests:[ \t]+{NUMBER} failed",
    ),
    runner(
        "PHPStan",
        "types",
        "phpstan psalm",
        passed=r"\[OK\] No errors|No errors found!",
        failed=rf"\[ERROR\] Found {NUMBER} errors?|{NUMBER} errors? found",
        idle="--version",
    ),
    runner(
        "PHP-CS-Fixer",
        "lint",
        "php-cs-fixer phpcs pint ecs",
        failed=rf"FOUND {NUMBER} ERRORS?|Found {NUMBER} of \d+ files that can be fixed|FAIL  \.+",
        passed=r"PASS  \.+|Found 0 of",
        idle="--version",
    ),
    runner(
        "Mix",
        "check",
        "mix",
        "test compile credo dialyzer format",
        passed=rf"^{NUMBER} tests?, 0 failures|found no issues|done \(passed successfully\)",
        failed=rf"\b\d+ tests?, {NUMBER} failures?|^\*\* \(|== Compilation error",
    ),
    runner(
        "Bats",
        "test",
        "bats",
        passed=rf"^{NUMBER} tests?, 0 failures",
        failed=rf"^\d+ tests?, {NUMBER} failures?|^not ok ",
    ),
    runner("prove", "test", "prove", passed=r"^Result: PASS", failed=r"^Result: FAIL"),
    runner(
        "Busted",
        "test",
        "busted",
        passed=rf"^{NUMBER} success(?:es)? / 0 failures / 0 errors",
        failed=rf"^\d+ success(?:es)? / (?:{NUMBER} failures?|\d+ failures? / {NUMBER} errors?)",
    ),
    runner(
        "Stack",
        "check",
        "stack cabal",
        "test build",
        failed=r"^Test suite failure|\berror: |^Error: ",
        passed=r"^All \d+ tests passed|Test suite \S+ passed",
    ),
    runner("Dune", "check", "dune", "test runtest build", failed=r"^Error: |^File \"", quiet=True),
    runner(
        "Leiningen",
        "check",
        "lein clj clojure",
        "test check -M:test -X:test",
        passed=r"^0 failures, 0 errors\.",
        failed=rf"^{NUMBER} failures?|, {NUMBER} errors?\.",
    ),
    runner("ShellCheck", "lint", "shellcheck shfmt", failed=r"\bSC\d{4}\b", quiet=True),
    runner(
        "hadolint",
        "lint",
        "hadolint actionlint yamllint markdownlint markdownlint-cli2 vale ansible-lint tflint sqlfluff djlint "
        "codespell typos taplo",
        quiet=True,
        idle="--version --help",
    ),
    runner(
        "Terraform",
        "check",
        "terraform tofu terragrunt",
        "validate test fmt",
        passed=r"^Success! The configuration is valid|^Success! \d+ passed",
        failed=r"^(?:│ )?Error: ",
    ),
    runner("Helm", "lint", "helm", "lint", passed=r"0 chart\(s\) failed", failed=rf"{NUMBER} chart\(s\) failed"),
    runner(
        "a Docker build",
        "build",
        "docker podman buildah",
        "build buildx",
        failed=r"^ERROR: failed to (?:build|solve)",
        passed=r"naming to .{1,200} done|^Successfully (?:built|tagged)",
    ),
    runner(
        "Sphinx",
        "build",
        "sphinx-build mkdocs",
        passed=r"^build succeeded",
        failed=r"^(?:Extension|Theme) error|^ERROR ",
        idle="serve",
    ),
)
