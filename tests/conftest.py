"""What all tests share: a clean layer for each, real database files, and players to hand."""

import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from channels.layers import channel_layers
from django.conf import settings
from django.db import close_old_connections

from accounts import limits
from accounts.models import User
from accounts.services import create_guest
from games import announce, bots, guests, presenter, selectors, services, wake
from games.models import Table
from games.rules.cards import card_name, cards_text
from games.rules.deal import Give, Play, Redeal
from games.rules.ruleset import RuleSet
from games.rules.view import view
from tests.rigging import rig, signed_in

#: What stays the same wherever tables are stored, and is not tested again on other databases: pure
#: functions, and what a browser does by itself.
ANYWHERE = (
    "games/rules/", "games/bots/", "games/prose/", "tournaments/test_settlement.py",
    "e2e/test_accessibility.py", "e2e/test_comforts.py", "e2e/test_replay.py",
)  # fmt: skip


def pytest_itemcollected(item: pytest.Item) -> None:
    path = str(item.path.relative_to(Path(__file__).parent))
    if path.startswith(ANYWHERE):
        item.add_marker(pytest.mark.anywhere)
    if path.startswith("e2e/"):
        # A browser and a club keep a core and a half busy; the other workers do the rest.
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.hookimpl(trylast=True)  # after pytest-django has sorted them by how they use databases
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: one worker is with the browser all the time."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once why tests were skipped, however many they are."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.write_line(f"{count} × {reason}")


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
    # Keys of forms are constants in tests, and guests' numbers come again.
    monkeypatch.setattr(guests, "PRESSED", secrets.token_hex(4) + ":%s")
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
    monkeypatch.setattr(wake, "after_commit", lambda *call: calls.append(call))
    return calls


@pytest.fixture
def sign_in() -> Callable[[User], str]:
    """Opens a session for the person and gives its key."""
    return signed_in


class Club:
    """A person at a table with bots, played through the services."""

    def __init__(
        self, sign_in: Callable[[User], str], rules: str | RuleSet = "pagat", **terms: object
    ) -> None:
        self.user = create_guest()
        self.key = sign_in(self.user)
        if isinstance(rules, str):
            terms |= {"rules": RuleSet.make(rules), "rules_name": rules}
        else:
            terms |= {"rules": rules, "rules_name": "House rules"}
        self.table: Table = services.open_solo_table(self.user, **terms)  # type: ignore[arg-type]

    def now(self) -> selectors.Position:
        position = selectors.position(Table.objects.get(pk=self.table.pk))
        self.table = position.table
        return position

    def play(self, cards: str, moment: int | None = None) -> services.Outcome:
        at = self.now().table.moment if moment is None else moment
        return services.play(self.table.pk, self.user, self.key, cards, at)

    def pass_turn(self, moment: int | None = None) -> services.Outcome:
        at = self.now().table.moment if moment is None else moment
        return services.pass_turn(self.table.pk, self.user, self.key, at)

    def give(self, cards: str, moment: int | None = None) -> services.Outcome:
        at = self.now().table.moment if moment is None else moment
        return services.give(self.table.pk, self.user, self.key, cards, at)

    def ask_for_redeal(self, moment: int | None = None) -> services.Outcome:
        at = self.now().table.moment if moment is None else moment
        return services.ask_for_redeal(self.table.pk, self.user, self.key, at)

    def rig(self, *hands: str, leftover: str = "", leader: int | None = None) -> None:
        """Put these hands in place of the newest deal's; the person's is the first."""
        rig(self.table.slug, hands, leftover=leftover, leader=leader)

    def bots(self) -> selectors.Position:
        """Let the bots do what they want to do now."""
        services.move_on(self.table.pk, self.now().table.version)
        return self.now()

    def ready(self) -> services.Outcome:
        return services.ready(self.table.pk, self.user, self.key)

    def bots_until_own_turn(self) -> selectors.Position:
        """Let the bots play until the person is on turn, or the deal is over."""
        position = self.now()
        while position.table.turn not in (0, None):
            services.move_on(self.table.pk, position.table.version)
            position = self.now()
        return position

    def step(self, position: selectors.Position | None = None) -> selectors.Position:
        """One action, of a bot that may or of the person, who plays as a bot would."""
        position = position or self.now()
        if position.table.due_at is not None:
            after = self.bots()
            if after.table.version != position.table.version or after.table.turn != 0:
                return after
        self.act(position)
        return self.now()

    def act(self, position: selectors.Position) -> None:
        """Do at the person's turn what a bot would do."""
        at = position.table.moment
        match bots.choose(view(position.state, 0)):
            case Play(_seat, cards):
                outcome = self.play(cards_text(cards), at)
            case Give(_seat, card):
                outcome = self.give(card_name(card), at)
            case Redeal():
                outcome = self.ask_for_redeal(at)
            case _:
                outcome = self.pass_turn(at)
        assert not outcome.refusal

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
    """Opens a table: ``club(deals=2)``, ``club(rules="da_lao_er")``."""
    return lambda **terms: Club(sign_in, **terms)
