"""Command line of the growth benchmark (see ``benchmarks.growth``)."""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager as ContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

#: CPU time that a page or a sweep may cost on an idle core in the large database, in milliseconds.
#: A busy core takes longer, so exceeding it is only reported; growth is an error.
MAX_PAGE_MS: Final = 30.0
MAX_SWEEP_MS: Final = 5.0
#: Cost with many sessions divided by cost with few; a higher ratio is growth, not noise.
MAX_RATIO: Final = 2.5
#: Size of the small database.
FEW_SESSIONS: Final = 2_500
FEW_ACTIONS: Final = 40_000
#: Name of the temporary databases on PostgreSQL.
DATABASE: Final = "growth_bench"


def set_up() -> None:
    """Set up Django with a separate database."""
    import django
    from django.conf import settings

    django.setup()
    # Plain static file names: collecting files is part of a deployment.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    """Fill the empty database and measure; runs in a new process, so that all caches are empty."""
    set_up()
    from django.db import connection

    from benchmarks.growth import costs, history, lobby

    began = time.perf_counter()
    viewers = history.fill(history.Size(arguments.sessions, arguments.actions))
    built = time.perf_counter() - began
    found = costs.costs(viewers, plans=arguments.plans)
    for name, cost in found.items():
        for line in [f"\n{name}", *cost.plans] if cost.plans else ():
            print(line, file=sys.stderr)
    return {
        "built": built,
        "vendor": connection.vendor,
        "costs": {name: cost[:3] for name, cost in found.items()},
        "lobby": asdict(lobby.measure()) if arguments.lobby else None,
    }


@contextlib.contextmanager
def empty_database() -> Iterator[Callable[[], ContextManager[dict[str, str]]]]:
    """Yield a function that provides an empty database for a while, as environment variables.

    On PostgreSQL the database is created on the server of DATABASE_URL.
    """
    url = os.environ.get("DATABASE_URL", "")
    common = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": ""}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        template = folder / "template"
        template.mkdir()

        @contextlib.contextmanager
        def sqlite() -> Iterator[dict[str, str]]:
            """Yield the environment of a copy of the migrated SQLite database."""
            copy = folder / "data"
            shutil.copytree(template, copy)
            yield {**common, "DATABASE_URL": "", "DATA_DIR": str(copy)}
            shutil.rmtree(copy)

        @contextlib.contextmanager
        def postgres() -> Iterator[dict[str, str]]:
            """Yield the environment of a copy of the migrated PostgreSQL database."""
            import psycopg

            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {DATABASE}")
                connection.execute(f"CREATE DATABASE {DATABASE} TEMPLATE {DATABASE}_empty")
                yield {
                    **common,
                    "DATABASE_URL": _url_of_database(url, DATABASE),
                    "DATA_DIR": str(template),
                }
                connection.execute(f"DROP DATABASE {DATABASE}")

        if not url.startswith("postgres"):
            _migrate({**common, "DATABASE_URL": "", "DATA_DIR": str(template)})
            yield sqlite
            return
        import psycopg

        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {DATABASE}_empty")
            connection.execute(f"CREATE DATABASE {DATABASE}_empty")
        empty_url = _url_of_database(url, f"{DATABASE}_empty")
        _migrate({**common, "DATABASE_URL": empty_url, "DATA_DIR": str(template)})
        yield postgres
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {DATABASE}_empty")


def _url_of_database(url: str, name: str) -> str:
    """Return the URL with another database name."""
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def _migrate(env: dict[str, str]) -> None:
    """Migrate the database of this environment in a new process."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, env=_without_empty_variables(env), check=True)


def _without_empty_variables(env: dict[str, str]) -> dict[str, str]:
    """Return the environment without the variables that are empty."""
    return {name: value for name, value in env.items() if value}


def measure_in_new_process(
    env: dict[str, str], arguments: argparse.Namespace, sessions: int, actions: int, *more: str
) -> Any:
    """Measure a database of the given size in a new process."""
    command = [sys.executable, "-m", "benchmarks.growth", "--one", *more]
    command += ["--sessions", str(sessions), "--actions", str(actions)]
    if arguments.plans:
        command.append("--plans")
    done = subprocess.run(
        command, env=_without_empty_variables(env), stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def main() -> int:
    """Print the report; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--sessions", type=int, default=8_000)
    parser.add_argument("--actions", type=int, default=150_000)
    parser.add_argument("--plans", action="store_true", help="also print query plans")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--lobby", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure(arguments)))
        return 0
    with empty_database() as empty:
        with empty() as env:
            few = measure_in_new_process(env, arguments, FEW_SESSIONS, FEW_ACTIONS)
        with empty() as env:
            many = measure_in_new_process(
                env, arguments, arguments.sessions, arguments.actions, "--lobby"
            )
    print(
        f"{FEW_SESSIONS} sessions, built in {few['built']:.0f} s, against {arguments.sessions} with"
        f" {arguments.actions} actions, built in {many['built']:.0f} s; {many['vendor']}.\n\n"
        f"{'CPU-ms, queries':28}{'few':>9}{'':>5}{'many':>9}{'':>5}{'ratio':>8}"
        f"{'core slower by':>16}"
    )
    wrong, beyond = [], []
    for name, (cost, statements, slow) in many["costs"].items():
        cost_of_few, statements_of_few, slow_of_few = few["costs"][name]
        print(
            f"{name:28}{cost_of_few:9.1f}{statements_of_few:5}{cost:9.1f}{statements:5}"
            f"{cost / slow / (cost_of_few / slow_of_few):8.2f}{slow:16.1f}",
            flush=True,
        )
        if cost > (MAX_SWEEP_MS if "sweep" in name else MAX_PAGE_MS):
            beyond.append(name)
        ratio = cost / slow / (cost_of_few / slow_of_few)
        if ratio > MAX_RATIO:
            wrong.append(f"{name}: {ratio:.1f} times the cost with few sessions")
        if statements != statements_of_few:
            wrong.append(f"{name}: {statements} queries, not {statements_of_few}")
    if beyond:
        print(
            f"\nMore than {MAX_PAGE_MS:.0f} ms for a page or {MAX_SWEEP_MS:.0f} ms for a sweep, at"
            f" this load: {', '.join(beyond)}."
        )
    print("\n" + many["lobby"]["said"])
    wrong += many["lobby"]["wrong"]
    for line in wrong:
        print(f"WRONG: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
