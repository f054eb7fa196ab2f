"""Which tools do the same job, so that using one of them usually ends using the other. Pure."""

from __future__ import annotations

# One job a line: a project does it with one of these at a time, unless it says otherwise.
_KINDS = {
    "js package manager": "npm pnpm yarn bun",
    "python package manager": "pip uv poetry pipenv pdm conda rye",
    "js test runner": "jest vitest mocha jasmine ava karma",
    "python test runner": "pytest nose nose2 unittest",
    "js bundler": "webpack vite rollup esbuild parcel turbopack rspack",
    "js linter": "eslint tslint biome oxlint",
    "python linter": "flake8 pylint pyflakes ruff",
    "python formatter": "black yapf autopep8",
    "python type checker": "mypy pyright pyre pytype",
    "ci": "jenkins circleci travis|travis ci drone|github actions|gitlab ci|azure pipelines|buildkite|teamcity",
    "code hosting": "github gitlab bitbucket gitea codeberg",
    "issue tracker": "jira linear trello asana youtrack",
    "js orm": "sequelize prisma typeorm drizzle knex",
    "editor": "vim neovim emacs|sublime text|vs code|vscode zed helix nano",
    "monorepo tool": "lerna nx turborepo",
}


def _spread() -> dict[str, str]:
    found: dict[str, str] = {}
    for kind, listed in _KINDS.items():
        for part in listed.split("|"):
            names = [part] if " " in part and part in _PHRASES else part.split()
            found.update(dict.fromkeys(names, kind))
    return found


_PHRASES = {
    "travis ci", "github actions", "gitlab ci", "azure pipelines", "sublime text", "vs code",
}  # fmt: skip
_KIND_OF = _spread()


def kind_of(tool: str) -> str:
    """The job a tool does, "" where it is not known.

    Args:
        tool: its name, in small letters.
    """
    return _KIND_OF.get(tool, "")


def tools_of(kind: str) -> list[str]:
    """The tools that do a job, none where it is not known."""
    return [tool for tool, job in _KIND_OF.items() if job == kind]
