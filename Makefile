# make run | make up | make test | make drills | make lint | make bench | make soak | make clean       (README.md tells more)

PY := .venv/bin/python
ARGS ?=
SUITABLE := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))

# The first Python from 3.11 to 3.13 on the PATH; PYTHON=/path/to/python3 overrides the search.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	"$$p" -c '$(SUITABLE)' 2>/dev/null && { command -v "$$p"; break; }; done)

# A virtual environment whose Python went away or was replaced is made anew.
ifneq ($(wildcard .venv),)
ifneq ($(shell $(PY) -c '$(SUITABLE)' 2>/dev/null && echo good),good)
$(shell rm -rf .venv)
endif
endif

.PHONY: run up test drills lint bench soak clean dev
.DEFAULT_GOAL := run

run: .venv/run.stamp
	@exec $(PY) manage.py serve

up: dev
	@exec $(PY) -m tools.up

test: dev
	@exec $(PY) tools/suite.py $(ARGS)

drills: dev
	@exec $(PY) -m pytest --part=drills -o cache_dir=.pytest_cache/drills tests/stack/drills $(ARGS)

lint: dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) tools/audit.py

bench: dev
	@for bench in engine bots table pairing scoring tournament; do echo "== bench/$$bench.py"; $(PY) -m bench.$$bench $(ARGS) || exit 1; done

soak: dev
	@exec $(PY) -m bench.load soak --web 2 $(ARGS)

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache staticfiles
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	@echo "Kept: var/ (the games and accounts of this site). Remove it by hand to start from nothing."

dev: .venv/dev.stamp

.venv/run.stamp: requirements.txt constraints.txt | .venv
	@echo "Installing what the site needs (the first time takes a minute) ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-compile -r requirements.txt
	@touch $@

.venv/dev.stamp: requirements.txt requirements-sentry.txt requirements-dev.txt constraints.txt | .venv
	@echo "Installing what the tests need ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ .venv/run.stamp

.venv:
	@test -n "$(PYTHON)" || { echo "No Python 3.11, 3.12 or 3.13 found. Install one, or name it: make run PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -m venv .venv || { rm -rf .venv; echo "Python came without its venv module. On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
