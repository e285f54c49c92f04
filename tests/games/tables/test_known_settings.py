"""Cached settings equal what would be read from the database."""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games.common.denials import Denial, DeniedError, answering
from games.common.group_commit import Job, run_together
from games.rules.ruleset.rule_set import RuleSet
from games.tables import snapshot
from games.tables.denials import TableCode
from games.tables.models import Seat, Table
from games.tables.services import moves
from games.tables.services.core import Answer, locked_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


def assert_cache_matches_database(game) -> None:
    """Compare the cached setting of the table with the database's."""
    row = Table.objects.get(pk=game.table.pk)
    with CaptureQueriesContext(connection) as queries:
        known = snapshot.setting_of(row)
    assert not queries.captured_queries, "it would be read for the next viewer"
    assert known == snapshot.read_setting(row.pk)
    shown = snapshot.snapshot_of(row)
    assert shown is not None
    assert shown.version == row.version


@pytest.mark.parametrize(
    ("rules", "clock"),
    [
        ("pagat", "none"),
        ("classic", "steady"),
        # Exchanges, stock and dealing anew.
        (RuleSet.make("da_lao_er", {"redeal": "no_faces"}), "steady"),
    ],
)
def test_cached_settings_match_the_database_through_a_whole_session(party, rules, clock):
    game = party(people=4, rules=rules, deals_planned=3, clock=clock)
    game.begin()
    assert_cache_matches_database(game)
    while (now := game.now()).table.phase != Table.Phase.FINISHED:
        if now.table.phase == Table.Phase.PLAYING:
            game.step(now)
            assert_cache_matches_database(game)
            continue
        for person in game.people:
            assert moves.ready(person.caller, game.table.pk) is None
            assert_cache_matches_database(game)
    assert_cache_matches_database(game)


# --- Changes that are committed together


@pytest.fixture
def between(party):
    """A table between two deals, where no player is ready yet."""
    game = party(people=4, deals_planned=3)
    game.begin()
    while game.now().table.phase != Table.Phase.BETWEEN:
        game.step()
    return game


def together(*calls: Callable[[], Answer]) -> list[Answer | BaseException]:
    """Run the calls in one transaction, and return their answers or errors."""
    futures: list[Future[Answer]] = [Future() for _ in calls]
    jobs = [Job(*each) for each in zip(calls, futures, strict=True)]
    run_together(jobs)
    for job in jobs:
        job.answer()
    return [future.exception() or future.result() for future in futures]


def readies(game) -> list[Callable[[], Answer]]:
    return [partial(moves.ready, person.caller, game.table.pk) for person in game.people]


def test_later_changes_of_a_group_commit_know_the_setting_without_a_query(between, monkeypatch):
    def fail(table_id):
        raise AssertionError("the setting is read")

    with monkeypatch.context() as patched:
        patched.setattr(snapshot, "read_setting", fail)
        assert together(*readies(between)) == [None] * 4
    assert_cache_matches_database(between)
    assert between.now().table.phase == Table.Phase.PLAYING


def test_later_changes_of_a_group_commit_know_the_state_without_a_query(between):
    seen = []

    def look():
        with locked_table(between.table.pk) as table, CaptureQueriesContext(connection) as queries:
            seen.append((table.setting.deal.number, len(table.state.actions)))
            assert not queries.captured_queries

    together(*readies(between), look)
    assert seen == [(2, 0)]


def test_a_denied_change_of_a_group_commit_leaves_no_setting(between):
    first, second, *others = readies(between)
    pk = between.table.pk

    @answering
    def denied(*, is_stored: bool) -> Answer:
        """Change a name, and be denied before or after the row is stored."""
        with locked_table(pk) as outer:
            if is_stored:
                with locked_table(pk) as table:
                    table.change_seat(table.setting.seats[0], name="Mallory")
            else:
                outer.change_seat(outer.setting.seats[0], name="Mallory")
            raise DeniedError(TableCode.FULL)

    answers = together(
        first, partial(denied, is_stored=True), second, partial(denied, is_stored=False), *others
    )
    full = Denial(TableCode.FULL)
    assert answers == [None, full, None, full, None, None]
    assert_cache_matches_database(between)
    assert "Mallory" not in between.now().names
    assert not Seat.objects.filter(name="Mallory").exists()
    assert between.now().deal.number == 2


def test_a_setting_that_was_not_committed_is_known_to_no_other_transaction(between, monkeypatch):
    before = between.now()

    def fail():
        raise OperationalError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "commit", fail)
        answers = together(*readies(between)[:2])
    assert [type(each) for each in answers] == [OperationalError] * 2
    assert between.now() == before
    assert_cache_matches_database(between)
