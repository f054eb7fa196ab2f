# Everything runs in .venv, made from this checkout alone.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: help demo test test-slow check lint types layers docs docs-check bench e2e e2e-hosts e2e-web clean

help: ## Show what there is to make
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(BIN)/mem: pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; install it or run make PYTHON=/path/to/python3" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.'
	@touch $@

$(VENV)/.dev: $(BIN)/mem
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(BIN)/mem ## Play two recorded sessions in a temporary project and show what is learnt
	@$(BIN)/python -m hardwon.demo

test: $(VENV)/.dev ## Run the test suite
	$(BIN)/python -m pytest -n $(JOBS) -q

test-slow: $(VENV)/.dev ## Run the tests that take minutes
	$(BIN)/python -m pytest -q -m slow

lint: $(VENV)/.dev
	$(BIN)/ruff check src tests bench examples
	$(BIN)/ruff format --check src tests bench examples

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

docs: $(VENV)/.dev ## Write the generated pages again
	$(BIN)/cog -r docs/*.md README.md

docs-check: $(VENV)/.dev
	$(BIN)/cog --check docs/*.md README.md

check: lint types layers docs-check test ## Everything that does not need the real client

bench: $(VENV)/.dev ## Run every benchmark small and say which goals are met
	$(BIN)/python bench/small.py $(ARGS)

e2e: $(VENV)/.dev ## Run the real Claude Code client against a scripted model
	$(BIN)/python -m tests.e2e -q $(ARGS)

e2e-hosts: $(VENV)/.dev ## Run other hosts' real programs against a scripted model
	$(BIN)/python -m pytest tests/e2e_hosts -m e2e -q -p no:cacheprovider $(ARGS)

e2e-web: $(VENV)/.dev ## Drive the console in a real browser; ARGS=--pictures makes the pictures of its page
	$(BIN)/python -m tests.e2e_web -q $(ARGS)

clean: ## Remove what was built here
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
