"""Money on event pages: stakes, and results after settlement."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from games.common import money
from games.common.database import in_database
from games.live import hub as live
from games.screens.session_lines import NotOwed
from tests.players import Person
from tests.tournaments.clubs.people import crew as found_crew
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.club_night import Night
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.event_page.test_live import key_of, parts
from tests.tournaments.events.event_page.test_live import page as live_page
from tests.tournaments.events.paper_evening import OTHER, PLAIN, PaperEvening
from tournaments.clubs.models import Membership
from tournaments.events import tasks
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.event_page.facts import facts
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.settling.services import sessions_not_owed
from tournaments.events.settling.settled import entry_terms, settlement_facts
from tournaments.events.setup.services import open_sign_up
from tournaments.events.terms.selectors import cost_in, newcomer_terms
from tournaments.ledger import links
from tournaments.ledger.book.holders import HOUSE
from tournaments.ledger.book.models import ClubBook
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement

__all__ = ["key_of"]

HKD = {"stake_minor": 100, "currency": "HKD", "penalty_limit": 100}
AMOUNT = re.compile(r"(won|lost)\s+HK\$")


def played(crew, people: int = 3, named: int = 1, **terms) -> PaperEvening:
    """Return a finished, unsettled event of one round and two deals with real cards."""
    given = {"format_settings": {"rounds": 1}, **HKD}
    evening = PaperEvening.open(crew, **given | terms).seated(people=people, named=named)
    for table in evening.tables():
        places = [seat.place for seat in table.seats.all() if seat.player_id is not None]
        for number, deal in enumerate((PLAIN, OTHER), 1):
            assert evening.writes(table, places[0], number, deal) is None
            assert evening.confirms(table, places[1], number) is None
    proposal.propose_round(evening.event.pk)
    evening.event.refresh_from_db()
    assert evening.event.status == Event.Status.FINISHED
    return evening


@pytest.fixture
def evening(crew) -> PaperEvening:
    """The settled event."""
    made = played(crew)
    tasks.settle_event(made.event.pk)
    made.event.refresh_from_db()
    return made


def words(evening, user) -> str:
    """Return the text about the settlement on the event's page."""
    shown = page(browser(user), at("event", evening))
    found = re.search(r'<p class="event-settled">(.*?)</p>', shown, re.DOTALL)
    return "" if found is None else " ".join(found[1].split())


# --- Before the settlement


@pytest.mark.every_database
def test_an_organizer_settles_from_each_page_with_the_results(crew):
    evening = played(crew)
    button = f'action="{at("event_desk_action", evening, "settle")}"'
    for name in ("event", "event_desk", "event_standings"):
        shown = page(browser(crew.organizer), at(name, evening))
        assert button in shown, name
        assert "If no one does, the event is settled on" in shown, name
    said = words(evening, evening.people[0].user)
    assert "The event will be settled by" in said
    assert button not in page(browser(evening.people[0].user), at("event", evening))
    assert words(evening, crew.member) == ""
    desk(evening, "settle")
    for name in ("event", "event_desk", "event_standings"):
        shown = page(browser(crew.organizer), at(name, evening))
        assert button not in shown, name
        assert Settlement.objects.get().get_absolute_url() in shown, name


def test_an_event_whose_time_is_over_has_no_button(crew):
    evening = played(crew)
    evening.event.finished_at = timezone.now() - Event.CHECKING_TIME
    evening.event.save()
    shown = page(browser(crew.organizer), at("event_standings", evening))
    assert "Working out the settlement" in shown
    assert at("event_desk_action", evening, "settle") not in shown


# --- Visibility


def test_each_player_sees_their_amount_and_a_link_to_the_settlement(evening):
    for each in evening.people:
        net = EventSeat.objects.get(entry__user=each.user).net
        said = words(evening, each.user)
        assert f"You {'won' if net > 0 else 'lost'} HK${abs(net)}.00 in this event." in said
        assert f'href="{Settlement.objects.get().get_absolute_url()}">See who pays whom</a>' in said


@pytest.mark.parametrize("name", ["event", "event_standings"])
@pytest.mark.parametrize("seen_by", list(ClubBook.SeenBy))
def test_amounts_are_shown_only_to_the_player_concerned(evening, name, seen_by):
    ClubBook.objects.create(club=evening.crew.club, seen_by=seen_by)
    url, address = at(name, evening), Settlement.objects.get().get_absolute_url()
    by_members = seen_by == ClubBook.SeenBy.MEMBERS
    crew = evening.crew
    for user, is_led_there in (
        (crew.organizer, True),
        (crew.member, by_members),
        (crew.stranger, False),
        (crew.guest, False),
        (None, False),
    ):
        shown = page(browser(user), url)
        assert not AMOUNT.search(shown)
        assert (address in shown) == is_led_there, user
    shown = page(browser(evening.people[0].user), url)
    assert AMOUNT.search(shown)
    assert address in shown


def test_the_projector_shows_no_amounts(evening):
    shown = page(browser(evening.people[0].user), at("event_projector", evening))
    assert "event-settled" not in shown
    assert not AMOUNT.search(shown)
    assert Settlement.objects.get().slug not in shown


def test_a_former_member_still_sees_their_own_amount(evening):
    gone = evening.people[0].user
    Membership.objects.filter(user=gone).delete()
    assert AMOUNT.search(words(evening, gone))


def test_any_signed_in_user_sees_the_settlement_of_an_event_for_points(crew):
    evening = played(crew, stake_minor=0, currency="")
    tasks.settle_event(evening.event.pk)
    address = Settlement.objects.get().get_absolute_url()
    assert f'href="{address}">See the settlement</a>' in words(evening, evening.crew.stranger)
    net = EventSeat.objects.get(entry__user=evening.people[0].user).net
    said = words(evening, evening.people[0].user)
    assert f"You {'won' if net > 0 else 'lost'} {abs(net)} points in this event." in said
    assert words(evening, None) == ""


def test_players_and_organizers_see_that_the_settlement_is_pending(crew):
    evening = played(crew, stake_minor=0, currency="", penalty_limit=0)
    for user in (evening.people[0].user, crew.organizer):
        assert words(evening, user) == "Working out the settlement…"
    for user in (crew.member, crew.stranger):
        assert words(evening, user) == ""


def test_an_event_without_a_deal_shows_no_pending_settlement(crew):
    evening = Evening.of(crew, **HKD).started(people=4, bots=0)
    evening.well(proposal.end_event, "No time")
    assert words(evening, evening.people[0].user) == ""


def test_a_carried_over_amount_is_announced_without_asking_for_payment(crew):
    ClubBook.objects.create(club=crew.club, settles=ClubBook.Settles.SEASON)
    evening = played(crew)
    tasks.settle_event(evening.event.pk)
    said = words(evening, evening.people[0].user)
    assert "This amount rolls into the club’s next settlement." in said
    assert ">See the settlement</a>" in said


def test_a_late_penalty_changes_the_amount_shown_to_the_player(evening):
    user = evening.people[0].user
    number = evening.event.entries.get(user=user).number
    before = settlement_facts(evening.event).results[user.pk].amount
    evening.well(penalties.give_penalty, number, 100, "Found out later")
    amount = before - 100 * 100
    assert settlement_facts(evening.event).results[user.pk].amount == amount
    assert f"lost HK${-amount // 100}.00" in words(evening, user)


@pytest.mark.every_database
def test_the_club_night_page_shows_the_players_own_amount(crew):
    night = Night.begun(crew, **HKD)
    night.counted(0, 1, 2, 3, left={0: 0, 1: 2, 2: 3, 3: 5})
    night.well(proposal.end_event, "")
    tasks.settle_event(night.event.pk)
    assert "You won HK$10.00 in this event." in words(night, night.people[0].user)
    assert words(night, crew.member) == words(night, None) == ""


def test_the_settlement_takes_three_queries_after_the_end_and_none_before(evening, crew):
    with CaptureQueriesContext(connection) as caught:
        assert settlement_facts(evening.event) is not None
    assert len(caught) <= 3
    other = Evening.of(crew)
    with CaptureQueriesContext(connection) as caught:
        assert settlement_facts(other.event) is None
    assert len(caught) == 0


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_receives_the_settlement_live(sockets, queued, monkeypatch):
    monkeypatch.setattr(live, "CHECK_SECONDS", 3600)
    evening = await in_database(lambda: played(found_crew()))()
    player = await live_page(evening, evening.people[0].user)
    stranger = await live_page(evening, evening.crew.stranger)
    assert "The organizers are checking the results." in await player.open()
    assert not AMOUNT.search(await stranger.open())
    await in_database(tasks.settle_event)(evening.event.pk)
    told = await player.read()
    assert parts(told) == {"own"}
    assert AMOUNT.search(told)
    assert await stranger.silent()


# --- Stakes


def test_a_member_sees_the_full_terms_before_signing_up(crew):
    evening = Evening.of(crew, sit_out_points=3, **HKD).well(open_sign_up)
    shown = page(browser(crew.member), at("event", evening))
    most = money.amount(*cost_in(newcomer_terms(evening.event)))
    said = " ".join(
        [
            f"Stake: HK$1.00 a point. You could lose up to {most} over at most 3 rounds.",
            "Settled once, when the event ends. The settlement includes all deals, even those that"
            " don’t count towards the standings.",
            "The club keeps what bots win and pays what they lose. A player alone with bots plays"
            " for points only.",
            "The club pays 3 points for each round you sit out.",
            "Penalties can cost you up to 100 points, paid to the club.",
        ]
    )
    assert escape(said) in shown
    # All members may read them, next to the other terms of the event.
    settled = "Once for all deals, when the event ends"
    assert settled in page(browser(crew.organizer), at("event", evening))
    assert settled not in page(browser(), at("event", evening))
    # Entrants have agreed.
    assert agreed.enter(evening.event, Person(crew.organizer)) is None
    assert escape(said) not in page(browser(crew.organizer), at("event", evening))


def test_an_event_for_points_has_no_terms_to_agree_to(crew):
    evening = Evening.of(crew, sit_out_points=3).well(open_sign_up)
    assert entry_terms(evening.event) == ""
    labels = [each.label for each in facts(evening.event, with_stake=True)]
    assert "Settled" not in labels
    assert "Points for sitting out" in labels


@pytest.mark.parametrize(
    ("terms", "has_bots"),
    [
        ({}, True),
        ({"cards": "paper"}, False),
        ({"format_name": "club_night", "format_settings": {}}, False),
        ({"format_name": "club_night", "format_settings": {}, "uneven": "bots"}, True),
    ],
)
def test_the_terms_mention_bots_only_where_there_can_be_any(crew, terms, has_bots):
    evening = Evening.of(crew, **HKD, **terms)
    evening.event.club.plays_house = True
    assert ("bots" in entry_terms(evening.event)) == has_bots
    # A club that doesn't cover their losses has no bots for money.
    evening.event.club.plays_house = False
    assert "bots" not in entry_terms(evening.event)


def test_the_club_night_terms_explain_sessions_that_end_late(crew):
    night = Night.begun(crew, **HKD)
    assert "Sessions that end later are settled separately." in entry_terms(night.event)
    assert escape(entry_terms(night.event)) in page(
        browser(night.people[0].user), at("event", night)
    )


def test_the_form_explains_the_settlement_next_to_the_stake(crew):
    shown = page(browser(crew.organizer), reverse("event_new", args=[crew.club.slug]))
    assert "An event with a stake is settled once, when it ends" in shown


# --- Settlements


@pytest.mark.every_database
def test_settlements_look_up_names_and_links_of_events(evening, crew):
    other = Evening.of(crew, name="Autumn")
    with CaptureQueriesContext(connection) as caught:
        found = links.settled_events([evening.event.pk, other.event.pk, 0])
    assert len(caught) <= 1
    assert {each.name for each in found.values()} == {"Spring", "Autumn"}
    assert found[evening.event.pk].url == at("event", evening)


def test_the_parts_of_a_result_add_up_to_it(crew):
    evening = Evening.of(crew, sit_out_points=7, format_settings={"rounds": 2}, **HKD)
    evening.started(people=5, bots=0)
    for _ in range(2):
        evening.well(publication.publish_round).play_round()
    evening.well(penalties.give_penalty, 2, 10, "Late")
    found = links.event_parts(evening.event.pk, None)
    labels = [each.label for each in found]
    assert labels == ["Round 1, table 1", "Round 2, table 1", "Sitting out", "Penalties"]
    assert all(each.url for each in found)
    assert {sum(points for _name, points in each.nets) for each in found} == {0}
    summed: dict[str, int] = {}
    for each in found:
        for name, points in each.nets:
            summed[name] = summed.get(name, 0) + points
    winnings = links.event_winnings(evening.event.pk)
    assert summed == {
        crew.club.name if party.holder == HOUSE else party.name: points
        for party, points in zip(winnings.parties, winnings.points, strict=True)
    }


@pytest.mark.every_database
def test_a_table_played_for_points_is_labelled_as_such(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}, **HKD).started(people=1, bots=3)
    evening.well(publication.publish_round).play_round()
    (only,) = links.event_parts(evening.event.pk, None)
    assert only.label == "Round 1, table 1 (points only: alone with bots)"


@pytest.mark.every_database
def test_a_running_event_has_no_parts_and_no_winnings(crew):
    evening = Evening.of(crew, **HKD).started(people=4, bots=0)
    assert links.event_parts(evening.event.pk, crew.organizer) is None
    assert links.event_winnings(evening.event.pk) is None
    assert links.event_parts(0, None) is None


def test_the_parts_of_a_result_take_the_same_queries_for_any_number_of_tables(crew):
    counts = []
    for rounds in (1, 3):
        evening = Evening.of(
            crew, name=f"Of {rounds}", format_settings={"rounds": rounds}, sit_out_points=1, **HKD
        )
        evening.well(open_sign_up).with_bots(4 * rounds).all_here()
        evening.well(proposal.start_event)
        for _ in range(rounds):
            evening.well(publication.publish_round).play_round()
        with CaptureQueriesContext(connection) as caught:
            assert links.event_parts(evening.event.pk, None)
        counts.append(len(caught))
    assert counts[1] <= counts[0] <= 8


# --- The home page


def test_the_home_page_shows_sessions_as_waiting_with_their_events_result(crew):
    evening = Evening.of(crew, format_settings={"rounds": 1}, **HKD)
    evening.started(people=4, bots=0).well(publication.publish_round).play_round()
    user = evening.people[0].user
    session = evening.tables()[0].table.sessions.get()
    assert sessions_not_owed(user.pk, [session.pk]) == {}
    PendingResult.objects.create(
        source="event", event=evening.event.pk, club=crew.club, user=user, name=user.username,
        currency="HKD", stake_minor=100, points=-3, amount=-300,
    )  # fmt: skip
    assert sessions_not_owed(user.pk, [session.pk]) == {session.pk: NotOwed.WAITS}
    home = " ".join(browser(user).get(reverse("home")).content.decode().split())
    assert "· waiting for you to accept ·" in home
    PendingResult.objects.update(lapsed_at=timezone.now())
    assert sessions_not_owed(user.pk, [session.pk]) == {session.pk: NotOwed.NOT_ACCEPTED}
