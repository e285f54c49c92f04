"""Cached settings equal what would be read from the database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.rules.ruleset.rule_set import RuleSet
from games.tables import snapshot
from games.tables.models import Table
from games.tables.services import moves

pytestmark = pytest.mark.django_db(transaction=True)


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
