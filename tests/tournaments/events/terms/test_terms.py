"""Terms of events with a stake: content, agreements, and requests to agree again."""

import random
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.rules.ruleset.rule_set import RuleSet
from tests.players import Person
from tests.proofs import size
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import person
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.club_night import Night
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.pairing.formats.plays import HALL
from tournaments.clubs.models import Membership
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.entries import invitations
from tournaments.events.entries.checking_in import check_in, check_in_all
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter, enter_bot
from tournaments.events.manual_seating.services import choose_leftover
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.words import notice_words
from tournaments.events.rounds import proposal, publication
from tournaments.events.setup.services import change_event, open_check_in, open_sign_up
from tournaments.events.terms import selectors
from tournaments.events.terms.models import PastTerms
from tournaments.pairing import formats
from tournaments.pairing.rounds import Entrant, Round, RoundResult

Given, Kind, Status = Agreement.Given, EventKind, Entry.Status
CLASSIC = {"rules": RuleSet.make("classic"), "rules_name": "classic"}
STAKE = CLASSIC | {"stake_minor": 100, "currency": "HKD"}
ROTATION = {"format_name": "rotation", "format_settings": {}}


def member(crew, name) -> Person:
    user = person(name)
    Membership.objects.create(club=crew.club, user=user)
    return Person(user)


def statuses(evening):
    return set(evening.event.entries.filter(bot="").values_list("status", flat=True))


def asked(evening):
    """Return the texts of notifications about changed terms, by user."""
    found = Notice.objects.filter(subject_id=evening.event.pk, kind=Kind.TERMS, key="0")
    return {
        each.user_id: notice_words(evening.event, each.kind, each.params).detail for each in found
    }


def most(evening) -> int:
    evening.event.refresh_from_db()
    return selectors.cost_in(selectors.newcomer_terms(evening.event)).minor


def round_players(evening):
    row = evening.round().seated
    return {*row.seated, *row.out}


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew, **STAKE).well(open_sign_up)


# --- Content


def test_the_max_loss_is_computed_for_the_player_limit(crew):
    limited = Evening.of(crew, entry_limit=9, **STAKE, **ROTATION)
    assert most(limited) == 9 * 54 * 100
    free = Evening.of(crew, name="Free", **STAKE, **ROTATION).well(open_sign_up)
    assert most(free) == 15 * 54 * 100, "as for sixteen, however few have entered"
    free.joined(17)
    assert most(free) == 23 * 54 * 100, "as for twenty-four"


def test_the_page_shows_the_max_loss_and_the_number_of_rounds(crew):
    """Without a player limit, players have no other way to see the number of rounds."""
    again = "You’ll be asked again if more players sign up and the event gets more rounds."
    free = Evening.of(crew, **STAKE, **ROTATION).well(open_sign_up)
    shown = page(browser(crew.member), at("event", free))
    assert f"You could lose up to HK$810.00 over at most 15 rounds. {again}" in shown
    assert "HK$810.00 over at most 15 rounds" in shown
    limited = Evening.of(crew, name="Other", entry_limit=9, **STAKE, **ROTATION)
    limited.well(open_sign_up)
    shown = page(browser(crew.member), at("event", limited))
    assert "You could lose up to HK$486.00 over at most 9 rounds. Settled" in shown
    fixed = Evening.of(crew, name="Fixed", **STAKE).well(open_sign_up)
    assert again not in page(browser(crew.member), at("event", fixed))


def test_the_max_loss_includes_penalties_up_to_their_limit(crew, evening):
    assert most(evening) == 3 * 54 * 100
    evening.well(change_event, penalty_limit=20)
    assert most(evening) == (3 * 54 + 20) * 100
    assert selectors.terms_now(evening.event).terms()["penalties"] == 20


@pytest.mark.proof
@pytest.mark.parametrize("name", ["knock_out", "groups", "rotation", "swiss"])
def test_no_event_has_more_rounds_than_its_terms_even_if_players_leave(name):
    rng = random.Random(name)
    which = "a rotation" if name == "rotation" else "other formats"
    most = size(f"terms: most players of {which}")
    for _event in range(size("terms: events of each format")):
        count = rng.randint(4, most)
        made = formats.make(name, {"rounds": 4} if name == "swiss" else {})
        entrants = [Entrant(number) for number in range(1, count + 1)]
        history: list[Round] = []
        while (proposed := made.pair(history, entrants, 7, HALL)) and proposed.seating.tables:
            nets = {
                each: RoundResult(rng.randrange(-20, 20), rng.randrange(3), 3)
                for each in proposed.seating.seated
            }
            history.append(Round(proposed.seating, nets, proposed.stage))
            if rng.random() < 0.5:
                gone = rng.randrange(count)
                if entrants[gone].left is None:
                    entrants[gone] = Entrant(gone + 1, left=len(history))
        assert len(history) <= made.max_rounds(count, HALL)


# --- Agreements


@pytest.mark.every_database
def test_signing_up_stores_the_terms_shown_on_the_page(evening, crew):
    ada = member(crew, "ada")
    shown = page(browser(ada.user), at("event", evening))
    assert "Sign up: HK$1.00 a point, max. loss HK$162.00" in shown
    terms = re.search(r'name="terms" value="(\w+)"', shown)[1]
    assert browser(ada.user).post(at("event_enter", evening), {"terms": terms}).status_code == 302
    made = Agreement.objects.get()
    assert (made.user, made.given, made.digest) == (ada.user, Given.SIGN_UP, terms)
    assert (made.max_loss, made.terms["rounds"]) == (16200, 3)


def test_signing_up_with_outdated_terms_is_refused_and_shows_both_versions(evening, crew):
    ada = member(crew, "ada")
    terms = {"terms": agreed.shown(evening.event, ada.user)}
    evening.well(change_event, stake_minor=50000)
    answer = browser(ada.user).post(at("event_enter", evening), terms)
    assert answer.status_code == 422
    assert not evening.event.entries.exists()
    assert not Agreement.objects.exists()
    html = answer.content.decode()
    assert "The terms have changed" in html
    for words in ("HK$1.00 a point", "HK$500.00 a point", "HK$162.00", "HK$81,000.00"):
        assert words in html
    newer = re.search(r'name="terms" value="(\w+)"', html)[1]
    assert newer == agreed.shown(evening.event, ada.user)
    assert browser(ada.user).post(at("event_enter", evening), {"terms": newer}).status_code == 302


def test_signing_up_without_terms_shows_them_first(evening, crew):
    ada = member(crew, "ada")
    answer = browser(ada.user).post(at("event_enter", evening))
    assert answer.status_code == 422
    assert "Review the terms first" in answer.content.decode()


def test_checking_in_adds_no_agreement_where_one_exists(evening):
    evening.joined(1).well(open_check_in)
    ada = evening.people[0]
    answer = check_in(ada.caller, evening.event.pk)
    assert refused(answer, EventCode.TERMS_CHANGED)
    assert agreed.check_in(evening.event, ada) is None
    assert [each.given for each in Agreement.objects.all()] == [Given.SIGN_UP]


def test_the_home_page_shows_the_terms_instead_of_a_check_in_button(evening):
    evening.joined(1).well(open_check_in)
    user = evening.people[0].user
    home = page(browser(user), "/")
    assert "You’d play for HK$1.00 a point" in home
    assert reverse("event_check_in", args=[evening.event.slug]) not in home
    assert "Check in and play for HK$1.00 a point (max. loss HK$162.00)" in page(
        browser(user), at("event", evening)
    )


def test_events_for_points_and_club_nights_ask_for_no_agreement(crew):
    ada = member(crew, "ada")
    free = Evening.of(crew).well(open_sign_up)
    assert enter(ada.caller, free.event.pk) is None
    assert refused(invitations.accept(ada.caller, free.event.pk), EventCode.NOTHING_TO_AGREE)
    night = Night.of(crew, **STAKE).well(open_sign_up)
    assert enter(ada.caller, night.event.pk) is None
    assert not Agreement.objects.exists()


# --- Changed terms


@pytest.mark.every_database
def test_raising_the_stake_asks_all_entrants_again(evening):
    evening.joined(4)
    evening.well(change_event, stake_minor=1000)
    before, now = "HK$1.00 a point, max. loss HK$162.00", "HK$10.00 a point, max. loss HK$1,620.00"
    said = f"Before: {before}. Now: {now}."
    told = asked(evening)
    assert set(told) == {each.user.pk for each in evening.people}
    assert all(words.startswith(said) for words in told.values())
    assert statuses(evening) == {Status.ENTERED}, "their places are theirs"
    evening.well(open_check_in)
    assert evening.do(check_in_all) == (0, 0, 4)
    assert refused(evening.do(proposal.start_event), EventCode.TOO_FEW)
    assert PastTerms.objects.get().terms["stake_minor"] == 100


@pytest.mark.parametrize(
    "change",
    [
        {"stake_minor": 50},
        {"currency": "EUR"},
        {"rules": RuleSet.make("pagat"), "rules_name": "pagat"},
        {"deals": 7},
        {"penalty_limit": 5},
        {"clock": "quick"},
        {"uneven": "bots"},
        {"format_settings": {"rounds": 2}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_change_of_the_terms_asks_entrants_again(evening, change):
    evening.joined(1)
    evening.well(change_event, **change)
    assert asked(evening)


@pytest.mark.parametrize(
    "change", [{"name": "Summer"}, {"description": "Soup."}, {"minutes": 95}, {"entry_limit": 9}]
)
def test_changes_that_do_not_affect_the_terms_need_no_new_agreement(evening, change):
    evening.joined(1)
    evening.well(change_event, **change)
    assert not asked(evening)
    assert selectors.terms_now(evening.event).has_agreed(evening.event.entries.get())


def test_changing_the_terms_during_check_in_requires_checking_in_again(evening):
    evening.joined(4).all_here()
    evening.well(change_event, stake_minor=1000)
    assert statuses(evening) == {Status.ENTERED}
    shown = page(browser(evening.people[0].user), at("event", evening))
    assert "You agreed to HK$1.00 a point, max. loss HK$162.00." in shown
    assert "Check in and play for HK$10.00 a point (max. loss HK$1,620.00)" in shown
    for each in evening.people:
        assert agreed.check_in(evening.event, each) is None
    assert statuses(evening) == {Status.HERE}
    evening.well(proposal.start_event)
    assert round_players(evening) == {1, 2, 3, 4}


def test_a_player_who_agreed_to_the_new_terms_is_not_asked_again(evening):
    evening.joined(2)
    evening.well(change_event, stake_minor=1000)
    ada, bob = evening.people
    shown = page(browser(ada.user), at("event", evening))
    assert "The terms have changed. You keep your place" in shown
    assert "Agree: HK$10.00 a point, max. loss HK$1,620.00" in shown
    assert agreed.accept(evening.event, ada) is None
    shown = page(browser(ada.user), at("event", evening))
    assert "The terms have changed" not in shown
    desk = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert desk.count("hasn’t agreed") == 1
    assert bob.user.shown_name in desk


def test_restoring_the_old_terms_needs_no_new_agreement(evening):
    evening.joined(1)
    evening.well(change_event, stake_minor=1000)
    evening.well(change_event, stake_minor=100)
    assert selectors.terms_now(evening.event).has_agreed(evening.event.entries.get())


def test_removing_the_stake_lets_every_entrant_play(evening):
    evening.joined(4)
    evening.well(change_event, stake_minor=0, currency="")
    assert "for points only" in asked(evening)[evening.people[0].user.pk]
    evening.all_here().well(proposal.start_event)
    assert round_players(evening) == {1, 2, 3, 4}


def test_adding_a_stake_checks_in_only_players_who_have_agreed(crew):
    evening = Evening.of(crew, **CLASSIC).well(open_sign_up).joined(4)
    evening.well(change_event, stake_minor=100, currency="HKD")
    assert len(asked(evening)) == 4
    evening.well(open_check_in)
    assert evening.do(check_in_all).checked_in == 0


@pytest.mark.every_database
def test_terms_are_fixed_once_the_first_round_is_published(evening):
    evening.joined(5).all_here().well(proposal.start_event)
    evening.well(choose_leftover, "bots")
    assert set(asked(evening)) == {each.user.pk for each in evening.people}
    assert not evening.event.rounds.exists(), "nobody is seated until they answer"
    for each in evening.people[:4]:
        assert agreed.accept(evening.event, each) is None
    assert round_players(evening) == {1, 2, 3, 4}
    evening.well(publication.publish_round)
    assert refused(evening.do(choose_leftover, "out"), EventCode.TERMS_FIXED)
    assert refused(evening.do(change_event, stake_minor=1), EventCode.FIXED_NOW)
    # An entrant who agrees late starts in the next round.
    late = evening.people[4]
    assert agreed.accept(evening.event, late) is None
    assert evening.event.entries.get(user=late.user).joined == 2
    evening.play_round()
    assert 5 in round_players(evening)


# --- More rounds


def test_more_entrants_within_the_bound_do_not_change_the_terms(crew):
    evening = Evening.of(crew, **STAKE, **ROTATION).well(open_sign_up).joined(4)
    before = most(evening)
    evening.well(open_check_in)
    for each in evening.people:
        assert agreed.check_in(evening.event, each) is None
    for _bot in range(12):
        evening.well(enter_bot)
    assert most(evening) == before
    assert not asked(evening)
    assert statuses(evening) == {Status.HERE}


def test_additional_rounds_ask_players_again_before_they_are_seated(crew):
    evening = Evening.of(crew, **STAKE, **ROTATION).well(open_sign_up).joined(4)
    evening.with_bots(12).all_here()
    evening.well(enter_bot)
    told = asked(evening)
    assert set(told) == {each.user.pk for each in evening.people}
    assert "max. loss HK$810.00. Now: HK$1.00 a point, max. loss HK$1,242.00." in told.popitem()[1]
    evening.well(proposal.start_event)
    people = set(evening.event.entries.filter(bot="").values_list("number", flat=True))
    assert not people & round_players(evening)


def test_fewer_rounds_than_agreed_need_no_new_agreement(crew):
    evening = Evening.of(crew, **STAKE, **ROTATION).well(open_sign_up).joined(17)
    for each in evening.people[:5]:
        assert withdraw(each.caller, evening.event.pk) is None
    assert not asked(evening)
    now = selectors.terms_now(evening.event)
    assert all(now.has_agreed(each) for each in now.entries if each.status == Status.ENTERED)


def test_an_entrant_beyond_the_bound_agrees_to_the_new_rounds_at_sign_up(crew):
    evening = Evening.of(crew, **STAKE, **ROTATION).well(open_sign_up).joined(16)
    ada = member(crew, "ada")
    assert agreed.enter(evening.event, ada) is None
    assert Agreement.objects.get(user=ada.user).terms["rounds"] == 23
    assert set(asked(evening)) == {each.user.pk for each in evening.people}


def test_late_entrants_agree_to_the_remaining_rounds(evening, crew):
    evening.joined(4).all_here().well(proposal.start_event).well(publication.publish_round)
    ada = member(crew, "ada")
    assert agreed.enter(evening.event, ada) is None
    assert Agreement.objects.get(user=ada.user).terms["rounds"] == 2
    evening.play_round()
    assert 5 in round_players(evening)


def test_a_waiting_player_who_has_not_agreed_is_passed_over(crew):
    evening = Evening.of(crew, entry_limit=4, **STAKE).well(open_sign_up).joined(4)
    ada, bob = member(crew, "ada"), member(crew, "bob")
    for each in (ada, bob):
        assert agreed.enter(evening.event, each) is None
    evening.all_here().well(proposal.start_event)
    evening.well(choose_leftover, "bots")
    for each in (*evening.people, bob):
        assert agreed.accept(evening.event, each) is None
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    assert evening.event.entries.get(user=bob.user).status == Status.HERE
    assert evening.event.entries.get(user=ada.user).status == Status.WAITING


# --- Cost


@pytest.mark.every_database
def test_signing_up_and_the_desk_take_the_same_queries_for_any_number_of_players(crew):
    entering, reading = [], []
    for many in (4, 14):
        evening = Evening.of(crew, name=f"For {many}", **STAKE).well(open_sign_up)
        users = [person(f"p{many}-{number}") for number in range(many)]
        Membership.objects.bulk_create(Membership(club=crew.club, user=each) for each in users)
        for each in users[:-1]:
            assert agreed.enter(evening.event, Person(each)) is None
        terms = agreed.shown(evening.event, users[-1])
        with CaptureQueriesContext(connection) as caught:
            caller = Person(users[-1]).caller
            assert enter(caller, evening.event.pk, terms=terms) is None
        entering.append(len(caught))
        client = browser(crew.organizer)
        with CaptureQueriesContext(connection) as caught:
            page(client, at("event_desk", evening))
        reading.append(len(caught))
    assert_at_most(entering, (26, entering[0]))
    assert_at_most(reading, (22, reading[0]))
    assert Event.objects.count() == 2
