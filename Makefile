# The commands one needs: run · test · check · format · lock · bench
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
BIN := .venv/bin
# More than three workers would share a Redis database (tests/workers.py).
WORKERS ?= -n auto --maxprocesses 3 --dist loadgroup
export PORT HOST

.PHONY: run test e2e check format lock bench vendor runtime dev python

run: runtime
	@exec $(BIN)/python -m config.embedded

test: dev
	@$(BIN)/python -m pytest $(WORKERS) $(ARGS)

check: dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy .
	@$(BIN)/lint-imports
	@$(BIN)/python manage.py makemigrations --check --dry-run

format: dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# --no-emit-index-url: the locks name no place to download from.
LOCK = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command "make lock" $(ARGS)
lock: dev
	@$(LOCK) --output-file requirements.lock
	@$(LOCK) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

bench: dev
	@$(BIN)/python -m benchmarks

# Fetches htmx, fonts and card faces again, as config/vendor.py names them.
vendor:
	@$(PYTHON) config/vendor.py

runtime: python
	@$(PYTHON) config/bootstrap.py requirements.lock

dev: python
	@$(PYTHON) config/bootstrap.py requirements.lock requirements-dev.lock

python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "big-two-club: $(PYTHON) was not found; install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
