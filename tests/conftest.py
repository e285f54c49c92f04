"""What all tests share: a clean layer for each, real database files, and players to hand."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import close_old_connections

from accounts import limits
from accounts.models import User
from accounts.services import create_guest
from games import announce, bots, presenter, selectors, services, wake
from games.models import Table
from games.rules.cards import cards_text
from games.rules.deal import Play
from games.rules.view import view


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
    channel_layers.backends = {}
    announce.forget_loop()
    presenter.forget_frames()
    selectors.forget()
    yield
    announce.forget_loop()


@pytest.fixture(autouse=True)
def _at_once(settings) -> None:
    """Bots do not pretend to think, and nothing is queued that a worker would have to do."""
    settings.BOT_DELAY = (0.0, 0.0)
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
    monkeypatch.setattr(wake, "after_commit", lambda *call: calls.append(call))
    return calls


@pytest.fixture
def sign_in() -> Callable[[User], str]:
    """Opens a session for the person and gives its key."""

    def open_session(user: User) -> str:
        store = SessionStore()
        store[SESSION_KEY] = str(user.pk)
        store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        store[HASH_SESSION_KEY] = user.get_session_auth_hash()
        store.save()
        assert store.session_key
        return store.session_key

    return open_session


class Club:
    """A person at a table with bots, played through the services."""

    def __init__(self, sign_in: Callable[[User], str], **terms: object) -> None:
        self.user = create_guest()
        self.key = sign_in(self.user)
        self.table: Table = services.open_solo_table(self.user, **terms)  # type: ignore[arg-type]

    def now(self) -> selectors.Position:
        position = selectors.position(Table.objects.get(pk=self.table.pk))
        self.table = position.table
        return position

    def play(self, cards: str, version: int | None = None) -> services.Outcome:
        at = self.now().table.version if version is None else version
        return services.play(self.table.pk, self.user, self.key, cards, at)

    def pass_turn(self, version: int | None = None) -> services.Outcome:
        at = self.now().table.version if version is None else version
        return services.pass_turn(self.table.pk, self.user, self.key, at)

    def ready(self) -> services.Outcome:
        return services.ready(self.table.pk, self.user, self.key, self.now().table.version)

    def bots_until_own_turn(self) -> selectors.Position:
        """Let the bots play until the person is on turn, or the deal is over."""
        position = self.now()
        while position.table.turn not in (0, None):
            services.play_bot_turn(self.table.pk, position.table.version)
            position = self.now()
        return position

    def step(self, position: selectors.Position | None = None) -> selectors.Position:
        """One action of whoever is on turn; the person plays as a bot would."""
        position = position or self.now()
        if position.table.turn != 0:
            services.play_bot_turn(self.table.pk, position.table.version)
            return self.now()
        action = bots.choose(view(position.state, 0))
        at = position.table.version
        if isinstance(action, Play):
            outcome = self.play(cards_text(action.cards), at)
        else:
            outcome = self.pass_turn(at)
        assert not outcome.refusal
        return self.now()

    def finish_deal(self) -> selectors.Position:
        position = self.now()
        while position.table.phase == Table.Phase.PLAYING:
            position = self.step(position)
        return position

    def finish_session(self) -> selectors.Position:
        position = self.finish_deal()
        while position.table.phase == Table.Phase.BETWEEN:
            assert not self.ready().refusal
            position = self.finish_deal()
        return position


@pytest.fixture
def club(db, queued, sign_in) -> Callable[..., Club]:
    """Opens a table: ``club(deals=2)``."""
    return lambda **terms: Club(sign_in, **terms)
