"""Test runners, linters and builds of compiled languages."""

from __future__ import annotations

from hardwon.outcomes.evidence.runner import NUMBER, Runner, runner

JAVA_TESTS = rf"^(?:\[\w+\] )?Tests run: \d+, (?:Failures: {NUMBER}|Failures: \d+, Errors: {NUMBER})"


COMPILED: tuple[Runner, ...] = (
    runner(
        "cargo test",
        "test",
        "cargo",
        "test t nextest insta tarpaulin llvm-cov",
        passed=rf"^test result: ok\. {NUMBER} passed|^[ \t]*Summary \[.{{0,40}}\b{NUMBER} passed",
        failed=(
            rf"^test result: FAILED|^error(?:\[E\d+\])?: (?!no such )|\b{NUMBER} failed\b.{{0,40}}skipped|"
            rf"^error: test run "
            rf"failed"
        ),
        empty=r"\A(?:(?!test result: ok\. [1-9])[\s\S])*test result: ok\. 0 passed",
        idle="--no-run --list --help",
    ),
    runner(
        "cargo",
        "build",
        "cargo",
        "build b check c clippy doc bench",
        passed=r"^[ \t]*Finished ",
        failed=r"^error(?:\[E\d+\])?[: ]|^error: could not compile",
        idle="--help --version",
    ),
    runner("cargo fmt", "lint", "cargo rustfmt", "fmt --check", failed=r"^Diff in ", quiet=True),
    runner("rustc", "build", failed=r"^error(?:\[E\d+\])?: ", quiet=True, idle="--version"),
    runner(
        "go test",
        "test",
        "go gotestsum gotest ginkgo",
        "test ./... -- run --format -r -v",
        passed=rf"^ok[ \t]+\S+|^PASS$|^DONE {NUMBER} tests in",
        failed=rf"^(?:--- FAIL: |FAIL\b|.*\[build failed\]|panic: )|^DONE .{{0,60}}\b{NUMBER} failures?",
        empty=r"\A(?:(?!^ok[ \t]+\S+[ \t]+(?!.*no tests to run))[\s\S])*\[?no test(?:s to run| files)",
        idle="-list -c -h",
    ),
    runner("go", "build", "go", "build vet install", failed=r"^\S+\.go:\d+:\d+: |^# \S+", quiet=True),
    runner(
        "golangci-lint",
        "lint",
        "golangci-lint staticcheck revive",
        "run ./...",
        passed=r"^0 issues",
        failed=rf"^{NUMBER} issues?|^\S+\.go:\d+:\d+: ",
        quiet=True,
        codes=(3, 4, 5),
    ),
    runner(
        "Gradle",
        "check",
        "gradle gradlew",
        passed=r"^BUILD SUCCESSFUL",
        failed=r"^BUILD FAILED|^FAILURE: Build failed",
        idle="tasks dependencies projects properties --version -v --help --stop -m --dry-run clean bootRun run",
    ),
    runner(
        "Maven",
        "check",
        "mvn mvnw mvnd",
        passed=r"^(?:\[INFO\] )?BUILD SUCCESS",
        failed=r"^(?:\[\w+\] )?BUILD FAILURE|" + JAVA_TESTS,
        empty=r"^(?:\[INFO\] )?No tests to run",
        idle="clean dependency:tree --version -v spring-boot:run -h help:effective-pom",
    ),
    runner("sbt", "check", "sbt", passed=r"^\[info\] All tests passed|^\[success\]", failed=r"^\[error\] "),
    runner("ktlint", "lint", "ktlint detekt checkstyle", failed=r"^\S+\.kts?:\d+:\d+: ", quiet=True),
    runner(
        "dotnet",
        "check",
        "dotnet",
        "test build msbuild format vstest",
        passed=rf"^[ \t]*Passed!|^[ \t]*Test Run Successful|^[ \t]*Build succeeded|^[ \t]*Passed:[ \t]+{NUMBER}",
        failed=r"^[ \t]*Failed!|^[ \t]*Test Run Failed|^[ \t]*Build FAILED|\berror (?:CS|MSB|NU)\d+:",
        empty=r"No test is available",
        idle="--list-tests -t --help -h",
    ),
    runner(
        "CTest",
        "test",
        "ctest",
        passed=rf"\b0 tests failed out of {NUMBER}",
        failed=rf"\b{NUMBER} tests? failed out of",
        empty=r"No tests were found",
        idle="-N --show-only --version",
    ),
    runner(
        "CMake",
        "build",
        "cmake",
        "--build --workflow",
        passed=r"\[100%\] Built target",
        failed=r"\berror: |^ninja: build stopped|^gmake|^make(?:\[\d+\])?: \*\*\*",
    ),
    runner(
        "Ninja",
        "build",
        "ninja samu",
        passed=r"^ninja: no work to do",
        failed=r"^FAILED: |^ninja: (?:build stopped|error)",
    ),
    runner(
        "Meson",
        "test",
        "meson",
        "test compile",
        passed=r"^Fail:[ \t]+0$",
        failed=rf"^Fail:[ \t]+{NUMBER}$|^ninja: build stopped",
    ),
    runner(
        "a compiler",
        "build",
        "gcc g++ clang clang++ cc c++ javac kotlinc scalac ghc swiftc zig nvcc",
        failed=r"\berror:|^collect2: error",
        quiet=True,
        idle="--version -v --help -E",
    ),
    runner(
        "Bazel",
        "check",
        "bazel bazelisk buck2",
        "test build",
        passed=r"^INFO: Build completed successfully|^Executed \d+ out of \d+ tests?: \d+ tests? pass(?:es)?\.",
        failed=r"^ERROR: |\bFAILED in \d|^INFO: Build did NOT complete",
    ),
    runner(
        "Swift",
        "check",
        "swift",
        "test build",
        passed=r"Executed \d+ tests?, with 0 failures|^Build complete!",
        failed=rf"with {NUMBER} failures?|\berror: ",
    ),
    runner(
        "xcodebuild",
        "check",
        "xcodebuild xctest",
        passed=r"^\*\* (?:TEST|BUILD) SUCCEEDED",
        failed=r"^\*\* (?:TEST|BUILD) FAILED",
        idle="-list -version -showsdks",
    ),
    runner(
        "Flutter",
        "check",
        "flutter dart",
        "test analyze build",
        passed=r"^\d\d:\d\d \+\d+(?: ~\d+)?: All tests passed!|^No issues found!",
        failed=rf"Some tests failed\.|^{NUMBER} issues? found",
    ),
)
