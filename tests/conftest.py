"""What all tests share: a clean layer for each, real database files, and players to hand."""

import itertools
import random
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.db import close_old_connections
from django.db.backends.base.operations import BaseDatabaseOperations as DatabaseOperations
from django.test import Client
from hypothesis import settings as settings_of_examples

from accounts import guests, limits, services, trace
from accounts.models import User
from games.common import caches, prepared, writer
from games.live import announce, crowd
from games.live.hub import hub
from games.tables import models, queue, shuffle
from tests.players import Game
from tests.rigging import signed_in, with_second_factor
from tournaments.events.models import event
from tournaments.ledger import guards

#: What stays the same wherever tables are stored, and is not tested again on other databases: pure
#: functions, texts, and what a browser does by itself.
ANYWHERE = (
    "games/rules/", "games/bots/", "games/rulebook/prose/", "games/rulebook/editor/", "js/",
    "deals/", "test_docs.py", "test_heads.py", "test_words.py",
    "tournaments/ledger/codes/", "tournaments/ledger/test_settlement.py",
    "tournaments/events/formats/", "tournaments/events/test_paper.py",
    "tournaments/events/test_seating.py", "tournaments/events/test_standings.py", "e2e/",
)  # fmt: skip
#: But what people at several browsers see of each other comes from several processes there.
NOT_ANYWHERE = (
    "e2e/test_chat.py", "e2e/test_club_evening.py", "e2e/test_deployed.py", "e2e/test_event.py",
    "e2e/test_events.py", "e2e/test_flows.py", "e2e/test_friends.py", "e2e/test_lobby.py",
    "e2e/test_payments.py", "e2e/test_people.py", "e2e/test_session.py",
    "e2e/test_settling_up.py", "e2e/test_stalled.py",
)  # fmt: skip


def pytest_configure() -> None:
    # How long an example takes is no truth about the code: other programs run, too. And what is
    # right stays right: new examples are for whoever looks for them (--hypothesis-profile=default).
    settings_of_examples.register_profile("club", deadline=None, derandomize=True)
    settings_of_examples.load_profile("club")
    named = (*ANYWHERE, *NOT_ANYWHERE)
    missing = [path for path in named if not (Path(__file__).parent / path).exists()]
    if missing:
        raise pytest.UsageError(f"tests/conftest.py names what is not there: {missing}")


def pytest_itemcollected(item: pytest.Item) -> None:
    path = str(item.path.relative_to(Path(__file__).parent))
    if path.startswith(ANYWHERE) and not path.startswith(NOT_ANYWHERE):
        item.add_marker(pytest.mark.anywhere)
    if path.startswith("e2e/"):
        item.add_marker(pytest.mark.browser)


@pytest.hookimpl(trylast=True)  # after pytest-django has sorted them by how they use databases
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: one worker is with the browser all the time."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once why tests were skipped, however many they are."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.write_line(f"{count} × {reason}")


@pytest.fixture(scope="session", autouse=True)
def _flush_lifts_guards() -> None:
    """Tests that commit are undone by emptying tables; SQLite's guards of the book forbid that."""
    flush = DatabaseOperations.execute_sql_flush

    def lifted(self: DatabaseOperations, sql_list: list[str]) -> None:
        guards.lift()
        flush(self, sql_list)
        guards.lay()

    DatabaseOperations.execute_sql_flush = lifted


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file: several threads use it, as they do when the club runs."""
    if settings.SQLITE:
        path: Path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(path)


@pytest.fixture(autouse=True)
def _fresh_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing that a process keeps at hand goes from one test into the next."""
    # Channels' test tools keep database connections from being given back, which the short
    # transactions of its own tests need and a pool cannot bear.
    monkeypatch.setattr("channels.testing.application.no_op", close_old_connections)
    limits.forget()
    for known in (trace.request_id, trace.address):
        known.set("")
    for known in (trace.person_id, trace.table_id):
        known.set(None)
    # Keys of forms are constants in tests, and guests' numbers come again.
    monkeypatch.setattr(guests, "PRESSED", secrets.token_hex(4) + ":%s")
    channel_layers.backends = {}
    announce.forget_loop()
    caches.forget_all()
    # Tests set limits that are part of statements.
    prepared.forget_all()
    queue.forget()
    monkeypatch.setattr(crowd, "_crowd", crowd.Crowd())
    yield
    # Its connection must not outlive the test's database.
    writer.close()
    announce.forget_loop()


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards fall, seats are drawn, bots choose and guests are named as the test's name has it."""
    chance = random.Random(request.node.nodeid)
    # A pack follows from a secret and from the name of its table, a seating from its event's seed.
    for module in (shuffle, models, event):
        monkeypatch.setattr(module, "secrets", drawn_by(chance))
    monkeypatch.setattr(random, "SystemRandom", lambda: chance)
    random.seed(chance.random())
    # People are named by a chance of their own: how many there are changes no cards.
    naming = random.Random(request.node.nodeid)
    monkeypatch.setattr(services, "secrets", drawn_by(naming))
    # Nobody is called like somebody else before all names were given.
    names = naming.sample(services.GUEST_NAMES, len(services.GUEST_NAMES))
    monkeypatch.setattr(services, "suggested_name", itertools.cycle(names).__next__)


def drawn_by(chance: random.Random) -> SimpleNamespace:
    """What the club draws with ``secrets``, drawn by this chance."""
    return SimpleNamespace(
        token_hex=lambda size: chance.randbytes(size).hex(),
        token_urlsafe=lambda size: chance.randbytes(size).hex(),
        randbelow=chance.randrange,
        choice=chance.choice,
    )


@pytest.fixture(autouse=True)
def _at_once(settings) -> None:
    """Bots do not pretend to think, and nothing is queued that a worker would have to do."""
    settings.BOT_DELAY = (0.0, 0.0)
    settings.REDEAL_SECONDS = settings.CUT_IN_SECONDS = 0.0
    # A password hash is slow on purpose; nobody attacks a test.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Static files by their own names: collecting them is a deployment's work.
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int, float]]:
    """What was queued since the test began: (task, table, version, seconds)."""
    calls: list[tuple[str, int, int, float]] = []
    monkeypatch.setattr(queue, "after_commit", lambda *call: calls.append(call))
    return calls


@pytest.fixture
async def sockets(transactional_db) -> AsyncIterator[None]:
    """For pages at their sockets (``tests.sockets``): lets the hub go when the test is over."""
    yield
    await hub().close()


@pytest.fixture
def sign_in() -> Callable[[User], str]:
    """Opens a session for the person and gives its key."""
    return signed_in


@pytest.fixture
def admin_client(admin_client: Client, admin_user: User) -> Client:
    """Browses as an administrator, who has a second factor."""
    with_second_factor(admin_user)
    return admin_client


@pytest.fixture
def club(db, queued) -> Callable[..., Game]:
    """Opens a table of one person against bots: ``club(deals=2)``, ``club(rules="da_lao_er")``."""
    return Game.solo


@pytest.fixture
def party(db, queued) -> Callable[..., Game]:
    """Opens a table that waits for people: ``party(people=2, bots=False)``."""
    return Game.party
