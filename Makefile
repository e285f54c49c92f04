# Commands: run · test · test-fast · proof · check · format · assets · messages · lock · bench · faults · fuzz · soak · audit
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
BIN := .venv/bin
NODE := config/assets
BIOME := $(NODE)/node_modules/.bin/biome
# Where a blank between two elements would be seen, lines are broken by hand.
HAND_SET := templates/allauth,templates/jinja2,templates/games/chat,templates/games/language,templates/games/lessons,templates/games/puzzles,templates/games/replays,templates/games/screens,templates/games/rulebook,templates/tournaments/events,templates/tournaments/ledger
# A browser test waits for its browser or its server most of the time, so three workers keep two cores
# busy; more would share a Redis database (tests/workers.py).
WORKERS ?= -n 3
export PORT HOST

CHECKS := check-types check-python check-templates check-assets
.PHONY: run test test-fast proof check $(CHECKS) format assets messages lock bench faults fuzz soak audit vendor icons runtime dev python modules

run: runtime
	@exec $(BIN)/python -m config.embedded

# Without bytecode each worker would prepare the tests again, and each checker its packages.
test test-fast proof check $(CHECKS): export PYTHONDONTWRITEBYTECODE =

test: dev
	@$(BIN)/python -m tests $(WORKERS) $(ARGS)

# For a quick look: one test in SAMPLE of each module, none that drives a browser, starts other
# programs or takes seconds.
SAMPLE ?= 8
test-fast: dev
	@$(BIN)/python -m pytest $(WORKERS) --sample $(SAMPLE) -m "not slow and not long and not browser and not program" $(ARGS)

# The long proofs in full (tests/proofs.py); make test runs a small part of each.
proof: dev
	@PROOF=1 $(BIN)/python -m pytest $(WORKERS) -m "proof" $(ARGS)

# The parts can run side by side: make -j4 check
check: $(CHECKS)
	@echo "All checks passed."

check-types: dev
	@$(BIN)/mypy .

check-python: dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/codespell
	@$(BIN)/bandit --quiet --configfile pyproject.toml --recursive accounts games tournaments config docs
	@$(BIN)/lint-imports
	@$(BIN)/python manage.py makemigrations --check --dry-run

check-templates: dev
	@$(BIN)/djlint --lint --quiet --extend-exclude templates/allauth,templates/jinja2 templates
	@$(BIN)/djlint --lint --quiet --profile jinja templates/jinja2
	@$(BIN)/djlint --check --extend-exclude $(HAND_SET) templates

check-assets: modules
	@$(BIOME) check
	@node $(NODE)/bundle.mjs check

# Styles and scripts are formatted if Node's packages are installed (make modules).
format: dev
	@$(BIN)/ruff check --fix --exit-zero --quiet .
	@$(BIN)/ruff format .
	@$(BIN)/djlint --reformat --quiet --extend-exclude $(HAND_SET) templates >/dev/null || true
	@[ ! -x $(BIOME) ] || $(BIOME) check --write

# Bundles static/css and static/js into static/built, which is committed.
assets: modules
	@node $(NODE)/bundle.mjs

# --no-emit-index-url: the locks name no place to download from.
LOCK = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock" $(ARGS)
lock: dev
	@$(LOCK) --output-file requirements.lock
	@$(LOCK) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

# Kills and faults under load: nothing may be lost (docs/TESTING.md).
faults: dev
	@$(BIN)/python -m benchmarks faults $(ARGS)

# Looks for anything that grows while users come and go for an hour.
soak: dev
	@$(BIN)/python -m benchmarks soak $(ARGS)

# Random forms and messages: FUZZ=2000 sets the number, SEED=1 repeats a run.
FUZZ ?=
SEED ?=
fuzz: dev
	@PROOF=1 FUZZ=$(FUZZ) FUZZ_SEED=$(SEED) $(BIN)/python -m pytest -n 0 -s tests/fuzz $(ARGS)

# Known vulnerabilities of the locked releases.
audit: dev
	@$(BIN)/python -m config.tools.audit

bench: dev
	@$(BIN)/python -m benchmarks $(ARGS)

# Fetches htmx, fonts and card faces again, as config/tools/vendor.py names them.
vendor:
	@$(PYTHON) config/tools/vendor.py

# Redraws the icons and the preview picture of links after the logo has changed.
icons: dev
	@$(BIN)/python -m config.tools.icons

# A language is offered if COMPLETE percent of its messages are translated; translators who want to
# see an unfinished one: make run COMPLETE=0
COMPLETE ?= 95
COMPILE := $(BIN)/python -m config.tools.catalogues compile --complete $(COMPLETE)

runtime: python
	@$(PYTHON) config/tools/bootstrap.py requirements.lock
	@$(COMPILE)

dev: python
	@$(PYTHON) config/tools/bootstrap.py requirements.lock requirements-dev.lock
	@$(COMPILE)

# Brings the catalogues of all languages up to date with the sources (docs/translating.md).
messages: dev
	@$(BIN)/python -m config.tools.catalogues update

python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "big-two-club: $(PYTHON) was not found; install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3 ..." >&2; exit 1; }

# Nothing that runs needs Node.js: only whoever changes styles, scripts and templates.
modules:
	@command -v npm >/dev/null 2>&1 || { echo "big-two-club: npm was not found; install Node.js 20.19 or newer: it checks and bundles styles and scripts (make run and make test do without)" >&2; exit 1; }
	@[ $(NODE)/node_modules/.package-lock.json -nt $(NODE)/package-lock.json ] || npm ci --prefix $(NODE) --loglevel=error
