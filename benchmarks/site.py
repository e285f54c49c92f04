"""A temporary site: its folder, its settings, and a migrated database that nothing else uses."""

import contextlib
import logging
import os
import secrets
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.server import Server, embedded, scaled_server
from benchmarks.stores import Postgres, Redis, stores

#: Interval of the sweeps, and the age at which work counts as lost, in `QUICK_SETTINGS`.
SWEEP_SECONDS, GRACE_SECONDS = 2, 1
#: Settings that keep the times short after which something happens.
QUICK_SETTINGS: Final = {
    "NEXT_DEAL_SECONDS": "4",
    "BOT_DELAY": "0.2,0.5",
    "SWEEP_SECONDS": str(SWEEP_SECONDS),
    "SWEEP_GRACE_SECONDS": str(GRACE_SECONDS),
}


class Site(NamedTuple):
    """A site that this process has set Django up for."""

    folder: Path
    #: Only of a scaled site.
    postgres: Postgres | None
    redis: Redis | None

    @contextlib.contextmanager
    def server(self, processes: int = 1, env: Mapping[str, str] | None = None) -> Iterator[Server]:
        """Yield the site's server, which is not running yet; kill it at the end.

        :param processes: web servers of a scaled site
        """
        made = (
            embedded(self.folder, env or {})
            if self.postgres is None
            else scaled_server(self.folder, env or {}, processes)
        )
        try:
            yield made
        finally:
            made.kill()


@contextlib.contextmanager
def site(
    settings: Mapping[str, str] | None = None, *, scaled: bool = False, folder: Path | None = None
) -> Iterator[Site]:
    """Set up this process and its children for a site of their own.

    :param settings: more environment variables
    :param scaled: whether it runs on PostgreSQL and Redis instead of SQLite
    :param folder: a folder to use instead of a temporary one; it may have a folder ``data``
    """
    with contextlib.ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="club-")))
        (folder / "data").mkdir(exist_ok=True)
        os.environ.update(_environment_variables(folder), **(settings or {}))
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        postgres = redis = None
        if scaled:
            postgres, redis = stack.enter_context(stores())
            os.environ.update(DATABASE_URL=postgres.url, REDIS_URL=redis.url)
        _prepare(folder, scaled=scaled)
        yield Site(folder, postgres, redis)


def _environment_variables(folder: Path) -> dict[str, str]:
    """Return the environment variables of this process and of the server's."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATA_DIR": str(folder / "data"),
        # Not in the folder of data, whose disk a fault fills.
        "STATIC_ROOT": os.environ.get("STATIC_ROOT") or str(folder / "static"),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "HTTPS": "0",
        # All simulated browsers have the same address.
        "ADDRESS_SOCKETS": "1000000",
        "ADDRESS_MESSAGES": "1000000",
        "EMAIL_REQUIRED": "0",
        "REDEAL_SECONDS": "0",
        "CUT_IN_SECONDS": "0",
    }


def _prepare(folder: Path, *, scaled: bool) -> None:
    """Set up Django and provide a migrated database; collect static files for a scaled site."""
    import django

    # Notices about database objects are of no interest here.
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    if scaled:
        call_command("migrate", interactive=False, verbosity=0)
        if not (Path(os.environ["STATIC_ROOT"]) / "staticfiles.json").exists():
            call_command("collectstatic", interactive=False, verbosity=0)
        return
    from tests import databases

    databases.share(folder)
    databases.migrated_copy(folder / "data" / "club.sqlite3")
    with connection.cursor() as cursor:
        # Only on this connection, which prepares what is measured.
        cursor.execute("PRAGMA synchronous = OFF")


def use_test_settings() -> None:
    """Let this process use uncollected static files, hash passwords quickly and log less."""
    from django.conf import settings

    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
    logging.disable(logging.INFO)

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
