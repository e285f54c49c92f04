"""The environment of a part: its folders, databases and settings."""

import contextlib
import logging
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.proofs.faults.clock import WallClock
from benchmarks.proofs.faults.disk import disk
from benchmarks.proofs.faults.kinds import Target
from benchmarks.proofs.faults.options import Options
from benchmarks.proofs.faults.server import embedded, scaled
from benchmarks.proofs.faults.stores import stores

#: Interval of the sweeps, and the age at which work counts as lost; short, to keep rounds short.
SWEEP_SECONDS, GRACE_SECONDS = 2, 1


@contextlib.contextmanager
def environment(options: Options, **settings: str) -> Iterator[Target]:
    """Set up this process and its children for the part; yield the parts that faults act on.

    `settings` override the environment variables that keep rounds short. Sets up Django and
    migrates the database. No server process is running yet; those still running at the end are
    killed.
    """
    (part,) = options.parts
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix=f"club-faults-{part}-"))
        stack.callback(_remove_or_keep, folder, is_kept=options.keep)
        data = folder / "data"
        data.mkdir()
        small = stack.enter_context(disk(data, is_kept=options.keep))
        postgres = shared = None
        os.environ.update({**_environment_variables(folder), **settings})
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        if part == "scaled":
            postgres, shared = stack.enter_context(stores())
            os.environ.update(DATABASE_URL=postgres.url, REDIS_URL=shared.url)
        _prepare(part)
        clock = WallClock(folder)
        server = (scaled if part == "scaled" else embedded)(folder, clock.environment())
        stack.callback(server.kill)
        yield Target(server, clock, small, postgres, shared, Random(options.seed))


def _remove_or_keep(folder: Path, *, is_kept: bool) -> None:
    """Delete the folder, or print where it is kept."""
    if is_kept:
        print(f"Kept: {folder}", file=sys.stderr, flush=True)
    else:
        shutil.rmtree(folder, ignore_errors=True)


def _environment_variables(folder: Path) -> dict[str, str]:
    """Return the processes' environment variables."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": str(folder / "data"),
        # Outside the small disk.
        "STATIC_ROOT": str(folder / "static"),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "HTTPS": "0",
        "EMAIL_REQUIRED": "0",
        "ADDRESS_SOCKETS": "1000000",
        "ADDRESS_MESSAGES": "1000000",
        "REDEAL_SECONDS": "0",
        "CUT_IN_SECONDS": "0",
        "NEXT_DEAL_SECONDS": "4",
        "BOT_DELAY": "0.2,0.5",
        "SWEEP_SECONDS": str(SWEEP_SECONDS),
        "SWEEP_GRACE_SECONDS": str(GRACE_SECONDS),
    }


def _prepare(part: str) -> None:
    """Set up Django and migrate the database; collect static files for the scaled part."""
    import django

    # Notices about database objects are of no interest here.
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    if part == "scaled":
        call_command("collectstatic", interactive=False, verbosity=0)
