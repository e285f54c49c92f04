"""A club's own cost of its events: bots, and points for sitting out."""

from html import unescape

import pytest

from games.common.denials import Denial, DeniedError
from games.rules.max_loss import max_deal_loss
from games.rules.ruleset.rule_set import RuleSet
from games.tables import clubs, house
from games.tables.denials import TableCode
from games.tables.services import opening
from tests.tournaments.clubs.people import Crew, play_house
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper_evening import PaperEvening
from tournaments.clubs.models import Club, ClubRecord
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.entries.signing_up import enter_bot
from tournaments.events.manual_seating.services import choose_leftover, seat_by_hand
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.settling.services import settle_event
from tournaments.events.setup.services import change_event, create_event, open_sign_up
from tournaments.ledger.accounts.selectors import house_debt
from tournaments.pairing import formats
from tournaments.pairing.formats import seating_context
from tournaments.pairing.formats.base import LeftOver
from tournaments.pairing.rounds import Seating

pytestmark = pytest.mark.django_db

RULES = RuleSet.make("pagat")
#: Maximum loss of a seat in a deal at a stake of 10.
SEAT = 10 * max_deal_loss(RULES)
#: Three rounds of one deal, in which bots take up to three seats.
STAKE = {"stake_minor": 10, "currency": "EUR", "deals": 1}


def bound(crew: Crew, **bounds) -> None:
    """Let the club pay for bots within these limits."""
    play_house(crew.club)
    Club.objects.filter(pk=crew.club.pk).update(**bounds)


def forbid(crew: Crew) -> None:
    Club.objects.filter(pk=crew.club.pk).update(plays_house=False)


def made(crew: Crew, **terms) -> Evening:
    bound(crew)
    return Evening.of(crew, **STAKE | terms)


def at_stake(crew: Crew) -> int:
    return clubs.at_stake_in_events(crew.club.pk, "EUR", None)


# --- Whether the club pays


@pytest.mark.parametrize("terms", [{"uneven": "bots"}, {"sit_out_points": 5}])
def test_an_event_that_can_cost_the_club_money_needs_the_club_setting(crew: Crew, terms):
    evening = made(crew)
    forbid(crew)
    answer = evening.do(change_event, **terms)
    assert refused(answer, EventCode.HOUSE_OFF)
    assert "Its owner can change that under “What the club covers”" in sentence(answer)
    evening.event.refresh_from_db()
    assert (evening.event.uneven, evening.event.sit_out_points) == ("out", 0)
    Club.objects.filter(pk=crew.club.pk).update(plays_house=True)
    evening.well(change_event, **terms)


def test_creating_an_event_that_can_cost_the_club_money_needs_the_club_setting(crew: Crew):
    evening = made(crew)
    forbid(crew)
    event = evening.event
    answer = create_event(
        evening.desk, crew.club, name="Summer", starts_at=event.starts_at, rules=RULES,
        rules_name="pagat", format_name="fixed_rounds", uneven="bots", **STAKE,
    )  # fmt: skip
    assert refused(answer, EventCode.HOUSE_OFF)
    assert Event.objects.count() == 1


def test_an_event_that_cannot_cost_the_club_money_needs_no_club_setting(crew: Crew):
    forbid(crew)
    evening = made(crew)
    forbid(crew)
    evening.well(open_sign_up).joined(5).all_here().well(proposal.start_event)
    assert len(evening.round().seated.out) == 1
    evening.well(publication.publish_round)
    assert at_stake(crew) == 0


def test_an_event_for_points_needs_no_club_setting(crew: Crew):
    evening = Evening.of(crew, uneven="bots", sit_out_points=5)
    evening.started(people=3, bots=2).well(publication.publish_round)


@pytest.mark.parametrize(
    ("bounds", "why"),
    [
        ({"house_currency": "HKD"}, EventCode.HOUSE_CURRENCY),
        ({"house_stake_minor": 9}, EventCode.HOUSE_STAKE),
        ({"house_limit_minor": 9 * SEAT - 1}, EventCode.HOUSE_LIMIT),
    ],
)
def test_the_clubs_limits_apply_to_its_events(crew: Crew, bounds, why):
    evening = made(crew)
    bound(crew, **bounds)
    assert refused(evening.do(change_event, uneven="bots"), why)
    assert refused(evening.do(choose_leftover, "bots"), why)
    bound(crew, house_limit_minor=9 * SEAT)
    evening.well(choose_leftover, "bots")


def test_the_refusal_says_what_the_club_could_owe(crew: Crew):
    evening = made(crew)
    bound(crew, house_limit_minor=100)
    answer = evening.do(change_event, uneven="bots")
    assert isinstance(answer, Denial)
    assert f"could owe up to €{9 * SEAT / 100:.2f}: for bots" in sentence(answer)
    assert "Its limit is €1.00." in sentence(answer)


def test_only_terms_without_cost_can_change_after_the_club_stops_paying(crew: Crew):
    evening = made(crew, uneven="bots")
    forbid(crew)
    evening.well(change_event, name="Spring Cup")
    assert refused(evening.do(change_event, deals=2), EventCode.HOUSE_OFF)


def test_a_bot_enters_only_if_the_club_pays_for_it(crew: Crew):
    evening = made(crew).well(open_sign_up)
    bound(crew, house_limit_minor=3 * SEAT)
    evening.well(enter_bot)
    assert refused(evening.do(enter_bot), EventCode.HOUSE_LIMIT)
    assert evening.event.entries.exclude(bot="").count() == 1


def test_an_event_starts_only_if_the_club_pays_for_it(crew: Crew):
    evening = made(crew, uneven="bots").well(open_sign_up).joined(3).all_here()
    forbid(crew)
    assert refused(evening.do(proposal.start_event), EventCode.HOUSE_OFF)
    evening.event.refresh_from_db()
    assert evening.event.status == Event.Status.CHECK_IN
    assert not evening.event.rounds.exists()


# --- Rounds


def test_a_round_that_costs_the_club_money_is_published_only_if_it_pays(crew: Crew):
    evening = made(crew, uneven="bots").well(open_sign_up).joined(3).all_here()
    evening.well(proposal.start_event)
    forbid(crew)
    assert refused(evening.do(publication.publish_round), EventCode.HOUSE_OFF)
    bound(crew, house_limit_minor=SEAT - 1)
    assert refused(evening.do(publication.publish_round), EventCode.HOUSE_LIMIT)
    bound(crew, house_limit_minor=SEAT)
    evening.well(publication.publish_round)


def test_bots_that_an_organizer_seats_by_hand_are_counted(crew: Crew):
    evening = made(crew).well(open_sign_up).joined(4).all_here()
    evening.well(proposal.start_event)
    one, two, three, four = evening.round().seated.tables[0]
    by_hand = Seating(((one, two, None, None), (three, four, None, None)))
    evening.well(seat_by_hand, by_hand)
    bound(crew, house_limit_minor=4 * SEAT - 1)
    assert refused(evening.do(publication.publish_round), EventCode.HOUSE_LIMIT)
    bound(crew, house_limit_minor=4 * SEAT)
    evening.well(publication.publish_round)


def test_a_player_alone_with_bots_costs_the_club_nothing(crew: Crew):
    evening = made(crew).well(open_sign_up).joined(4).all_here()
    evening.well(proposal.start_event)
    one, two, three, four = evening.round().seated.tables[0]
    alone = Seating(tuple((each, None, None, None) for each in (one, two, three, four)))
    evening.well(seat_by_hand, alone)
    forbid(crew)
    evening.well(publication.publish_round)


def test_points_for_sitting_out_count_with_real_cards_too(crew: Crew):
    bound(crew, house_limit_minor=3 * 3 * 5 * 10)
    evening = PaperEvening.of(crew, sit_out_points=5, **STAKE)
    evening.well(open_sign_up).joined(5).all_here().well(proposal.start_event)
    assert at_stake(crew) == 3 * 3 * 5 * 10
    evening.well(publication.publish_round)
    assert at_stake(crew) == (1 + 2 * 3) * 5 * 10, "one player sits out in the first round"


# --- Amount at stake


def test_opening_a_table_takes_into_account_what_the_club_can_lose_in_events(crew: Crew, queued):
    evening = made(crew, uneven="bots").well(open_sign_up).joined(3).all_here()
    assert at_stake(crew) == 0, "it has not started"
    evening.well(proposal.start_event)
    assert at_stake(crew) == 9 * SEAT
    terms = {
        "club": crew.club.pk, "joining": "members", "bot_money": "house", "rules": RULES,
        "rules_name": "pagat", "deals_planned": 1, "stake_minor": 10, "currency": "EUR",
    }  # fmt: skip
    bound(crew, house_limit_minor=11 * SEAT - 1)
    with pytest.raises(DeniedError) as denied:
        opening.open_table(crew.owner, **terms)
    assert denied.value.denial.code is TableCode.HOUSE_LIMIT
    bound(crew, house_limit_minor=11 * SEAT)
    opening.open_table(crew.owner, **terms)
    assert house.at_stake(crew.club.pk, "EUR") == 2 * SEAT
    # The event's share is already counted, and the round is within it.
    evening.well(publication.publish_round)
    assert at_stake(crew) == (1 + 2 * 3) * SEAT


def test_the_clubs_limit_covers_all_its_events_together(crew: Crew):
    first = made(crew, uneven="bots").well(open_sign_up).joined(3).all_here()
    other = made(crew, name="Other", uneven="bots").well(open_sign_up)
    other.people = first.people
    for each in first.people:
        assert agreed.enter(other.event, each) is None
    other.all_here()
    bound(crew, house_limit_minor=18 * SEAT - 1)
    first.well(proposal.start_event)
    assert refused(other.do(proposal.start_event), EventCode.HOUSE_LIMIT)


def test_an_event_counts_as_at_stake_until_it_is_settled_and_then_as_debt(crew: Crew):
    evening = made(crew, uneven="bots", format_settings={"rounds": 1})
    evening.well(open_sign_up).joined(3).all_here().well(proposal.start_event)
    evening.well(publication.publish_round).play_round()
    assert evening.event.status == Event.Status.FINISHED
    assert at_stake(crew) == SEAT
    settle_event(evening.event.pk)
    assert at_stake(crew) == 0
    [bot] = EventSeat.objects.filter(event_table__round__event=evening.event, entry=None)
    assert bot.net
    assert house_debt(crew.club.pk, "EUR") == max(0, -bot.net * 10)


# --- Limits of a round


@pytest.mark.parametrize(
    ("name", "chosen", "uneven", "most"),
    [
        ("fixed_rounds", {"rounds": 3}, "out", LeftOver(bots=0, out=3)),
        ("fixed_rounds", {"rounds": 3}, "bots", LeftOver(bots=3, out=0)),
        ("fixed_rounds", {"rounds": 3}, "smaller", LeftOver(bots=0, out=1)),
        ("groups", {"groups": 2, "group_rounds": 2}, "bots", LeftOver(bots=6, out=0)),
    ],
)
def test_each_format_knows_the_most_bots_and_sit_outs_of_a_round(name, chosen, uneven, most):
    context = seating_context.SeatingContext(table_size=4, uneven=uneven)
    assert formats.make(name, chosen).max_left_over(16, context) == most


# --- Notifications


def told(user) -> str:
    return unescape(page(browser(user), "/"))


def records(crew: Crew) -> list[str]:
    found = ClubRecord.objects.filter(deed=ClubRecord.Deed.HOUSE).order_by("pk")
    return [each.params["worst"] for each in found]


def test_the_owner_is_notified_of_an_event_that_can_cost_the_club_money(crew: Crew):
    evening = made(crew, sit_out_points=5)
    said = "oscar saved “Spring”, which could cost the club up to €"
    assert records(crew) == [], "a draft costs nothing yet"
    evening.well(open_sign_up)
    assert said in told(crew.owner)
    for user in (crew.organizer, crew.member):
        assert said not in told(user)


@pytest.mark.every_database
def test_the_owner_is_notified_again_only_when_the_club_could_lose_more(crew: Crew):
    evening = made(crew, sit_out_points=5).well(open_sign_up)
    first = records(crew)
    assert len(first) == 1
    evening.well(change_event, deals=2).well(change_event, deals=1)
    evening.well(change_event, sit_out_points=4)
    assert records(crew) == first
    evening.well(change_event, sit_out_points=9)
    assert len(records(crew)) == 2
    evening.well(change_event, sit_out_points=5)
    evening.well(change_event, sit_out_points=9)
    assert len(records(crew)) == 2


def test_an_event_that_costs_the_club_nothing_is_not_announced_to_the_owner(crew: Crew):
    evening = made(crew).started(people=4, bots=0).well(publication.publish_round)
    assert records(crew) == []
    assert "Spring" in told(evening.people[0].user)


def test_each_bot_added_during_sign_up_is_recorded_as_a_cost_to_the_club(crew: Crew):
    evening = made(crew).well(open_sign_up)
    evening.well(enter_bot)
    assert len(records(crew)) == 1
    evening.well(enter_bot)
    assert len(records(crew)) == 2
