"""Penalties: they cost places, money up to the agreed limit, and are announced at once."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.notices import mails
from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.agreements.selectors import current_of
from tests.players import Person
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.notices.test_notices import reachable
from tests.tournaments.events.rows import played_event
from tests.tournaments.events.settling.test_settlement import HKD, finish_round, points_of
from tests.tournaments.ledger.agreements.rows import agreed_to_event
from tournaments.events import tasks
from tournaments.events.core import format_input
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.corrections.services import correct_result
from tournaments.events.notices.words import notice_words
from tournaments.events.rounds import publication
from tournaments.events.terms import selectors


def settled_event(crew, **terms) -> Evening:
    """Return a settled event of one round."""
    given = {"format_settings": {"rounds": 1}, **HKD, **terms}
    evening = Evening.of(crew, **given).started(people=4, bots=0)
    evening.well(publication.publish_round)
    finish_round(evening)
    tasks.settle_event(evening.event.pk)
    return evening


def told(evening: Evening, number: int) -> Notice:
    user = evening.event.entries.get(number=number).user
    return Notice.objects.get(subject_id=evening.event.pk, user=user, kind="event.penalty")


@pytest.mark.every_database
def test_penalties_together_cost_no_more_money_than_the_terms_allow(crew):
    evening = settled_event(crew, penalty_limit=30)
    user = evening.event.entries.get(number=1).user
    before = points_of(evening.event)[user.username]
    for _ in range(3):
        evening.well(penalties.give_penalty, 1, 20, "Late again")
    assert points_of(evening.event)[user.username] == before - 30
    standing = {line.entrant: line for line in format_input.standings_of(evening.event)}[1]
    assert standing.total == before - 60
    agreed = current_of(user.pk, Agreement.Subject.EVENT, evening.event.pk)
    assert -points_of(evening.event)[user.username] * 100 <= agreed.max_loss


def test_penalties_cost_no_money_when_the_terms_set_no_amount(crew):
    evening = settled_event(crew, penalty_limit=0)
    before = points_of(evening.event)
    evening.well(penalties.give_penalty, 1, 20, "Late")
    assert points_of(evening.event) == before
    assert told(evening, 1).params["minor"] == 0
    words = notice_words(evening.event, "event.penalty", told(evening, 1).params)
    assert words.detail == (
        "The penalty in Spring costs you 20 points. The penalty doesn’t cost you any money."
    )


def test_a_player_is_notified_of_the_cost_and_reason_of_a_penalty(crew):
    evening = Evening.of(crew, **{**HKD, "penalty_limit": 30}).started(people=4, bots=4)
    evening.well(publication.publish_round)
    person = Person(evening.event.entries.get(number=1).user)
    reachable(person)
    Notice.objects.about(Event, evening.event.pk).all().delete()
    evening.well(penalties.give_penalty, 1, 40, "came late")
    words = notice_words(evening.event, "event.penalty", told(evening, 1).params)
    assert words.title == "Penalty −40: came late"
    assert words.detail == "The penalty in Spring costs you 40 points and HK$30.00."
    assert words.title in page(browser(person.user), "/")
    mails.send_due()
    (made,) = mail.outbox
    assert "The penalty in Spring costs you 40 points and HK$30.00." in made.body
    # The reversal is announced, too.
    evening.well(penalties.reverse_penalty, EntryPenalty.objects.get().pk, "the bus")
    words = notice_words(evening.event, "event.penalty", told(evening, 1).params)
    assert words.title == "Your penalty in Spring was removed"
    assert words.detail == "You get 40 points back. Reason: the bus"


def test_a_penalty_notice_for_points_does_not_mention_money(crew):
    evening = Evening.of(crew).started()
    evening.well(penalties.give_penalty, 1, 1, "Loud")
    words = notice_words(evening.event, "event.penalty", told(evening, 1).params)
    assert words.detail == "The penalty in Spring costs you 1 point."


def test_a_penalty_costs_no_more_points_than_a_round_can(crew):
    evening = Evening.of(crew, deals=2, **HKD).started()
    most = selectors.highest_penalty(evening.event)
    answer = evening.do(penalties.give_penalty, 1, most + 1, "Late")
    assert refused(answer, EventCode.PENALTY_TOO_HIGH)
    assert str(most) in sentence(answer)
    evening.well(penalties.give_penalty, 1, most, "Late")


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (30, "All of a player’s penalties together can cost at most HK$30.00."),
        (0, "Taken off the player’s total. A penalty costs no money."),
    ],
)
def test_the_form_says_how_much_money_penalties_can_cost(crew, limit, said):
    evening = Evening.of(crew, **{**HKD, "penalty_limit": limit}).started()
    url = at("event_desk_action", evening, "penalty")
    assert said in page(browser(crew.organizer), f"{url}?entry=1")


@pytest.mark.parametrize("days", [8, 7])
def test_results_are_final_after_seven_days(crew, days):
    evening = settled_event(crew)
    evening.well(penalties.give_penalty, 1, 5, "Found out later")
    given = EntryPenalty.objects.get()
    table = evening.event.rounds.get().tables.get()
    Event.objects.update(finished_at=timezone.now() - timedelta(days=days))
    for answer in (
        evening.do(penalties.give_penalty, 1, 5, "Found out much later"),
        evening.do(penalties.reverse_penalty, given.pk, "It was another"),
        evening.do(correct_result, table.pk, {0: 0, 1: 0, 2: 0, 3: 0}, "Misread"),
    ):
        assert refused(answer, EventCode.RESULTS_FINAL)
        assert "more than 7 days ago" in sentence(answer)
    desk = page(browser(crew.organizer), at("event_desk", evening))
    assert "Give penalty" not in desk


def test_an_organizer_cannot_reverse_their_own_penalty(crew):
    evening = settled_event(crew)
    entry = evening.event.entries.get(number=1)
    evening.well(penalties.give_penalty, 1, 5, "Late")
    given = EntryPenalty.objects.get()
    crew.club.memberships.filter(user=entry.user).update(role="organizer")
    own = penalties.reverse_penalty(Person(entry.user).caller, evening.event.pk, given.pk, "No")
    assert refused(own, EventCode.OWN_PENALTY)
    evening.well(penalties.reverse_penalty, given.pk, "It was another")


def test_a_penalty_costs_no_more_than_its_player_agreed_to_lose(crew):
    nets = {1: -20, 2: 20, 3: 0, 4: 0}
    names = ["ann", "bob", "cy", "dan"]
    event = played_event(crew, [[nets]], names, length=3, **HKD)
    ann = event.entries.get(number=1).user
    agreed_to_event(ann, event, 2500)
    desk = Person(crew.organizer).caller
    denied = penalties.give_penalty(desk, event.pk, 1, 10, "Late")
    assert refused(denied, EventCode.ABOVE_AGREED)
    assert sentence(denied) == (
        "ann would lose more than the agreed maximum, so nothing was changed."
    )
    assert not EntryPenalty.objects.exists()
    assert penalties.give_penalty(desk, event.pk, 1, 5, "Late") is None
