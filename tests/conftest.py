"""Fixtures of all tests: clean caches, real database files, players and reproducible randomness."""

import contextlib
import gc
import itertools
import os
import random
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management.color import Style
from django.core.management.commands import flush
from django.db import close_old_connections, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations as DatabaseOperations
from django.test import Client
from hypothesis import settings as settings_of_examples
from psycopg import OperationalError

from accounts import guests, limits, log_context, services
from accounts.models import User
from games.common import caches, group_commit, prepared
from games.live import announce, socket_limits
from games.live.hub import hub
from games.tables import queue
from tests import databases
from tests.players import Game
from tests.proofs import size
from tests.rigging import signed_in, with_second_factor
from tournaments.ledger.book import guards


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sample",
        type=int,
        default=1,
        metavar="N",
        help="of each module, run the first test and every Nth after it (default: all tests)",
    )


def pytest_configure() -> None:
    # Other programs affect how long an example takes, so there is no deadline. The same examples
    # run each time; to search for new ones, use --hypothesis-profile=default.
    settings_of_examples.register_profile(
        "club", deadline=None, derandomize=True, max_examples=size("properties: examples of each")
    )
    settings_of_examples.load_profile("club")


def pytest_itemcollected(item: pytest.Item) -> None:
    path = str(item.path.relative_to(Path(__file__).parent))
    if path.startswith("e2e/"):
        item.add_marker(pytest.mark.browser)
    if getattr(item.obj, "is_hypothesis_test", False):
        item.add_marker(pytest.mark.proof)


@pytest.hookimpl(trylast=True)  # after pytest-django has sorted them by how they use databases
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the browser tests last, and the slowest of them first.

    From the first of them on, Playwright's event loop runs in the process, and Django lets no test
    of the same process use the database. Workers get tests in this order, so each opens its own
    browser and keeps it to the end. A slow test at the end would keep one worker busy while the
    others have nothing to do.
    """

    def turn(item: pytest.Item) -> tuple[bool, bool]:
        browser, long = (item.get_closest_marker(name) is not None for name in ("browser", "long"))
        return browser, browser and not long

    items.sort(key=turn)
    keep_sample(config, items)


def keep_sample(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect all but the first test of each module and every Nth after it (``--sample N``)."""
    seen: Counter[Path] = Counter()
    kept, left_out = [], []
    for item in items:
        (left_out if seen[item.path] % config.option.sample else kept).append(item)
        seen[item.path] += 1
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def pytest_collection_finish() -> None:
    """Keep the garbage collector from scanning modules and tests, which live to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 5, 3)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Drop the database that all workers copied."""
    if not settings.SQLITE and "PYTEST_XDIST_WORKER" not in os.environ:
        with contextlib.suppress(OperationalError):
            databases.drop_database(databases.TEMPLATE)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print each reason for skipped tests once, with the number of tests."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.write_line(f"{count} × {reason}")


@pytest.fixture(scope="session", autouse=True)
def _flush_lifts_guards() -> None:
    """Let the flush after a committing test empty tables despite SQLite's guards of the ledger."""
    flush = DatabaseOperations.execute_sql_flush

    def lifted(self: DatabaseOperations, sql_list: list[str]) -> None:
        guards.drop_triggers()
        flush(self, sql_list)
        guards.create_triggers()

    DatabaseOperations.execute_sql_flush = lifted


@pytest.fixture(scope="session", autouse=True)
def _flush_keeps_permissions() -> None:
    """Let that flush keep what only migrations change: permissions and content types.

    Django would empty their tables too, and then, as after a migration, fill them again.
    """
    kept = {Permission._meta.db_table, ContentType._meta.db_table}

    def sql_flush(style: Style, database: BaseDatabaseWrapper, **options: bool) -> list[str]:
        names = database.introspection.django_table_names(only_existing=True, include_views=False)
        return database.ops.sql_flush(
            style, [name for name in names if name not in kept], **options
        )

    flush.sql_flush = sql_flush
    flush.emit_post_migrate_signal = lambda *_: None


@pytest.fixture(scope="session", autouse=True)
def _shared_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    base = tmp_path_factory.getbasetemp()
    databases.share(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Return True: the test database exists before Django looks for it, as a migrated copy."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    tmp_path_factory: pytest.TempPathFactory,
    _shared_folder: None,
) -> Iterator[None]:
    """Copy a migrated database; on SQLite to a file for several threads, as on a running server."""
    if settings.SQLITE:
        path: Path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        databases.migrated_copy(path)
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(path)
        yield
    else:
        name = connection.creation._get_test_db_name()
        databases.migrated_database(name)
        yield
        databases.drop_database(name)


@pytest.fixture(autouse=True)
def _fresh_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clear every cache of the process before each test."""
    # Channels' test tools keep database connections from being closed. The short transactions of
    # its tests need that, but a connection pool can't handle it.
    monkeypatch.setattr("channels.testing.application.no_op", close_old_connections)
    limits.forget()
    for known in (log_context.request_id, log_context.address):
        known.set("")
    for known in (log_context.person_id, log_context.table_id):
        known.set(None)
    # Form keys are constants in tests, and guests' numbers repeat.
    monkeypatch.setattr(guests, "FORM_CACHE_KEY", secrets.token_hex(4) + ":%s")
    channel_layers.backends = {}
    announce.forget_loop()
    caches.clear_all()
    cache.clear()
    # Tests change limits that are compiled into statements.
    prepared.clear_all()
    queue.clear()
    monkeypatch.setattr(socket_limits, "_limits", socket_limits.SocketLimits())
    yield
    # Its connection must not outlast the test's database.
    group_commit.close()
    announce.forget_loop()


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make cards, seats, bots' choices and guests' names depend only on the test's name."""
    chance = random.Random(request.node.nodeid)
    # A pack depends on a secret and its table's name, a seating on its event's seed.
    for module in ("games.tables.shuffle", "games.tables.models", "tournaments.events.core.models"):
        monkeypatch.setattr(f"{module}.secrets", drawn_by(chance))
    monkeypatch.setattr(random, "SystemRandom", lambda: chance)
    random.seed(chance.random())
    # Names have their own random numbers, so that the number of users does not change the cards.
    naming = random.Random(request.node.nodeid)
    monkeypatch.setattr(services, "secrets", drawn_by(naming))
    # No name repeats before all names have been used.
    names = naming.sample(services.GUEST_NAMES, len(services.GUEST_NAMES))
    monkeypatch.setattr(services, "suggested_name", itertools.cycle(names).__next__)


def drawn_by(chance: random.Random) -> SimpleNamespace:
    """Return a replacement for ``secrets`` that draws from the given random numbers."""
    return SimpleNamespace(
        token_hex=lambda size: chance.randbytes(size).hex(),
        token_urlsafe=lambda size: chance.randbytes(size).hex(),
        randbelow=chance.randrange,
        choice=chance.choice,
    )


@pytest.fixture(autouse=True)
def _at_once(settings) -> None:
    """Remove bots' thinking time, and queue no background tasks."""
    settings.BOT_DELAY = (0.0, 0.0)
    settings.REDEAL_SECONDS = settings.CUT_IN_SECONDS = 0.0
    # Password hashes are slow on purpose, which tests don't need.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Plain static file names: collecting files is part of a deployment.
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int, float]]:
    """Return the list of tasks queued since the test began: (task, table, version, seconds)."""
    calls: list[tuple[str, int, int, float]] = []
    monkeypatch.setattr(queue, "after_commit", lambda *call: calls.append(call))
    return calls


@pytest.fixture
async def sockets(transactional_db) -> AsyncIterator[None]:
    """Enable socket tests (``tests.sockets``); close the hub after the test."""
    yield
    await hub().close()


@pytest.fixture
def sign_in() -> Callable[[User], str]:
    """Return a function that creates a session for a user and returns its key."""
    return signed_in


@pytest.fixture
def admin_client(admin_client: Client, admin_user: User) -> Client:
    """Return a client that is signed in as an administrator with a second factor."""
    with_second_factor(admin_user)
    return admin_client


@pytest.fixture
def club(db, queued) -> Callable[..., Game]:
    """Open a table of one player against bots: ``club(deals=2)``, ``club(rules="da_lao_er")``."""
    return Game.solo


@pytest.fixture
def party(db, queued) -> Callable[..., Game]:
    """Open a waiting table of human players: ``party(people=2, bots=False)``."""
    return Game.party
