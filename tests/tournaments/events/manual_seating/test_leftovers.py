"""Options for players who don't fill a table, as the drawing will seat them."""

import pytest

from games.rules.ruleset.rule_set import RuleSet
from tournaments.events.core.format_input import format_of, plain_seating_context
from tournaments.events.core.models import Event
from tournaments.events.manual_seating.leftover_players import leftover_choices, leftover_ways
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.rounds import Entrant


def event_of(groups: int, uneven: str = "out") -> Event:
    rules = RuleSet.make("pagat").to_options()
    settings = Groups(groups=groups).settings()
    return Event(rules=rules, format="groups", format_settings=settings, uneven=uneven)


@pytest.mark.parametrize("players", [9, 11, 14, 19])
@pytest.mark.parametrize("groups", [1, 2, 3])
def test_each_offered_option_of_groups_is_what_is_drawn(players, groups):
    entrants = [Entrant(number) for number in range(1, players + 1)]
    for option, way in leftover_ways(event_of(groups), players):
        event = event_of(groups, option)
        drawn = format_of(event).pair([], entrants, 1, plain_seating_context(event))
        assert sorted(map(len, drawn.seating.tables), reverse=True) == list(way.sizes)
        assert len(drawn.seating.out) == way.out
        assert sum(table.count(None) for table in drawn.seating.tables) == way.bots


def test_smaller_tables_are_not_offered_if_a_group_can_not_have_them():
    choices = leftover_choices(event_of(2, "smaller"), 9)
    assert [each.value for each in choices] == ["out", "bots"]
    assert [each.value for each in choices if each.is_chosen] == ["out"]
    assert choices[0].about.startswith("2 tables of 4. Players take turns: 1 player sits out")


def test_the_rounds_after_the_groups_are_seated_all_together():
    choices = leftover_choices(event_of(2, "smaller"), 9, round_number=4)
    assert choices[1].about.startswith("3 tables of 3. No one sits out.")
