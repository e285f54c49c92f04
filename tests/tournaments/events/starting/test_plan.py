"""Plans: rounds and deals that fit the wanted time, for any number of players and any format."""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Deal
from tests.tournaments.events.starting.people import join, started
from tournaments.events.core.models import Event
from tournaments.events.rounds.models import EventTable
from tournaments.events.starting.outline import Outline, about
from tournaments.events.starting.pace import LEAST_DEALS, Pace, pace_of
from tournaments.events.starting.plan import Length, planned, possible_formats
from tournaments.pairing import formats
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.rounds import Entrant
from tournaments.pairing.seating.ways import MOST_PLAYERS

CONTEXT = SeatingContext(table_size=4)
PACE = Pace(5.0)


@pytest.mark.parametrize(
    ("name", "players", "minutes", "rounds", "deals"),
    [
        ("fixed_rounds", 12, 60, 3, 3),
        ("fixed_rounds", 12, 90, 4, 4),
        ("fixed_rounds", 12, 120, 5, 4),
        ("swiss", 24, 180, 7, 4),
        # With five players everyone has sat out once after five rounds.
        ("rotation", 5, 180, 5, 4),
        # 16 players, 8, 4: three rounds, with more deals each.
        ("knock_out", 16, 120, 3, 7),
        ("groups", 16, 120, 5, 4),
    ],
)
def test_rounds_and_deals_fit_the_time(name, players, minutes, rounds, deals):
    plan = planned(name, players, CONTEXT, Length(minutes), PACE)
    assert (plan.rounds, plan.deals) == (rounds, deals)


def test_a_wanted_number_of_rounds_and_deals_is_kept():
    plan = planned("swiss", 12, CONTEXT, Length(120, rounds=9, deals=2), PACE)
    assert (plan.rounds, plan.deals, plan.minutes) == (9, 2, 126)
    # Further rounds of a knock-out are played at the final table.
    plan = planned("knock_out", 16, CONTEXT, Length(120, rounds=5), PACE)
    assert (plan.rounds, plan.settings["final_rounds"]) == (5, 3)


@given(
    players=st.integers(2, 60),
    size=st.integers(2, 8),
    uneven=st.sampled_from(["out", "smaller", "bots"]),
    minutes=st.sampled_from([60, 90, 120, 180]),
    rounds=st.none() | st.integers(1, 40),
    deals=st.none() | st.integers(1, 50),
)
def test_every_possible_format_has_a_plan_that_seats_its_players(
    players, size, uneven, minutes, rounds, deals
):
    context = SeatingContext(table_size=size, uneven=uneven)
    entrants = [Entrant(number) for number in range(1, players + 1)]
    for name in possible_formats(players, context):
        plan = planned(name, players, context, Length(minutes, rounds, deals), PACE)
        assert plan.rounds >= 1
        assert plan.deals == deals or deals is None
        first = formats.make(name, plan.settings).pair((), entrants, 1, context)
        assert first is not None
        assert first.seating.tables


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (3, "about 5 minutes"),
        (42, "about 40 minutes"),
        (58, "about 1 hour"),
        (96, "about 1½ hours"),
        (120, "about 2 hours"),
        (168, "about 2¾ hours"),
    ],
)
def test_durations_are_rounded(minutes, words):
    assert about(minutes) == words


def test_the_pace_is_declared_without_enough_deals_and_with_real_cards(crew):
    assert pace_of(crew.club, cards="app", clock="blitz").deal == 2
    assert pace_of(crew.club, cards="app", clock="none").deal == 5
    assert pace_of(crew.club, cards="paper", clock="none").deal == 6


@pytest.mark.every_database
def test_the_pace_is_that_of_the_slower_deals_at_the_clubs_latest_tables(crew):
    started(crew, join(crew, 8))
    begun = timezone.now()
    deals = list(Deal.objects.order_by("pk"))
    session = deals[0].session
    Deal.objects.bulk_create(
        Deal(session=session, number=number, start="") for number in range(2, LEAST_DEALS + 2)
    )
    # Three quarters of them take four minutes, the others eight.
    for place, each in enumerate(Deal.objects.filter(session=session)):
        Deal.objects.filter(pk=each.pk).update(
            started_at=begun, finished_at=begun + timedelta(minutes=8 if place % 4 == 0 else 4)
        )
    assert pace_of(crew.club, cards="app", clock="none").deal == 5
    EventTable.objects.update(finished_at=begun)
    assert 4 <= pace_of(crew.club, cards="app", clock="none").deal <= 8
    # Another clock is another pace.
    assert pace_of(crew.club, cards="app", clock="quick").deal == 3


@pytest.mark.parametrize(
    ("players", "cards", "problem"),
    [
        (1, "app", "Select at least 2 players."),
        (1, "paper", "Select at least 2 players."),
        (MOST_PLAYERS + 1, "app", f"An event can seat at most {MOST_PLAYERS} players."),
        (
            3,
            "paper",
            "3 players can’t fill a table of 4, and bots can’t play with real cards. Add players,"
            " or choose rules for fewer players.",
        ),
    ],
)
def test_players_who_cannot_be_seated_are_a_problem_without_a_plan(players, cards, problem):
    event = Event(rules=RuleSet.make("pagat").to_options(), cards=cards)
    outline = Outline(players, event)
    assert outline.problem == problem
    assert outline.summary == ("1 player" if players == 1 else f"{players} players")
    assert not outline.details
    assert not outline.leftovers
