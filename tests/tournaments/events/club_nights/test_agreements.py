"""Agreements at club night tables: to each session, and in total."""

import pytest
from django.utils import timezone

from games.agreements.models import Agreement
from games.agreements.selectors import current_of
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.tables.denials import TableCode
from games.tables.max_loss import max_session_loss
from games.tables.models import Table
from games.tables.services import rematch, seating, starting
from tests.players import terms_in_page
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.club_night import Night
from tournaments.events.club_nights.services import open_night_table, sit_down, take_night_result
from tournaments.events.rounds import proposal
from tournaments.events.settling.services import settle_event
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement

pytestmark = pytest.mark.django_db

STAKE = {
    "rules": RuleSet.make("two_players"), "rules_name": "two_players", "deals": 1,
    "stake_minor": 100, "currency": "HKD",
}  # fmt: skip
SESSION, EVENT = Agreement.Subject.SESSION, Agreement.Subject.EVENT


@pytest.fixture
def night(crew, queued) -> Night:
    return Night.begun(crew, people=3, **STAKE)


def of_event(night, who):
    return current_of(night.people[who].user.pk, EVENT, night.event.pk)


def of_session(night, who, session):
    return current_of(night.people[who].user.pk, SESSION, session.pk)


def session_at(table):
    return table.sessions.order_by("-number").first()


def again(night, table, *who):
    """Play another session at the table; it starts when the last player has agreed."""
    for each in who:
        assert night.people[each].asks(rematch.play_again, table) is None


def test_taking_a_seat_agrees_to_the_session_and_to_the_club_night(night):
    table = night.seated(0, 1)
    session, most = session_at(table), max_session_loss(table)
    for who in (0, 1):
        agreement = of_event(night, who)
        assert agreement.terms["kind"] == "club_night"
        assert agreement.terms["sessions"] == {str(session.pk): most}
        assert agreement.max_loss == most > 0
        assert of_session(night, who, session).max_loss == most
    assert of_event(night, 2) is None


@pytest.mark.every_database
def test_the_max_loss_adds_up_over_further_sessions(night):
    table = night.seated(0, 1)
    most = max_session_loss(table)
    first = night.play(table, {0: 0, 1: 5})
    again(night, table, 0, 1)
    second = night.play(table, {0: 0, 1: 5})
    night.people[1].asks(seating.stand_up, table)
    # The third session has another player.
    other = night.opened(2)
    assert night.sits(1, other) == other
    third = session_at(other)
    assert of_event(night, 1).terms["sessions"] == {
        str(each.pk): most for each in (first, second, third)
    }
    assert of_event(night, 1).max_loss == 3 * most
    assert of_event(night, 0).max_loss == 2 * most
    assert of_event(night, 2).max_loss == most


def test_standing_up_removes_the_session_from_the_agreed_max_loss(night):
    first = night.play(night.seated(0, 1), {0: 0, 1: 5})
    other = night.opened(2)
    assert night.sits(1, other) == other
    assert night.people[1].asks(seating.stand_up, other) is None
    assert set(of_event(night, 1).terms["sessions"]) == {str(first.pk)}
    assert of_event(night, 1).max_loss == max_session_loss(other)
    # It was the only agreement, so none is left.
    assert night.people[2].asks(seating.stand_up, other) is None
    assert of_event(night, 2) is None


@pytest.mark.parametrize("terms", [None, "0" * 32])
def test_a_page_with_missing_or_outdated_terms_opens_no_table_and_takes_no_seat(night, terms):
    caller = night.people[1].caller
    answer = open_night_table(caller, night.event.pk, terms=terms)
    assert isinstance(answer, Denial)
    assert answer.code is TableCode.TERMS_CHANGED
    assert not Table.objects.exists()
    night.opened(0)
    answer = sit_down(caller, night.event.pk, 1, terms=terms)
    assert answer.code is TableCode.TERMS_CHANGED
    assert not night.event.entries.filter(user=night.people[1].user).exists()
    assert of_event(night, 1) is None


def test_the_club_night_page_includes_the_terms_and_shows_the_max_loss_of_a_seat(night):
    client = browser(night.people[1].user)
    html = page(client, at("event", night))
    assert "in one session." in html
    opened = client.post(at("night_open", night), {"terms": terms_in_page(html)})
    assert opened.url == Table.objects.get().get_absolute_url()
    guest = browser(night.people[2].user)
    html = page(guest, at("event", night))
    assert "HK$1.00 a point, max. loss HK$" in html
    sit = at("night_sit", night, 1)
    assert guest.post(sit, {"terms": terms_in_page(html)}).url == opened.url


def test_losses_of_a_club_night_are_settled_under_the_agreed_total(night):
    table = night.seated(0, 1)
    assert take_night_result(night.play(table, {0: 0, 1: 5}).pk) is None
    again(night, table, 0, 1)
    assert take_night_result(night.play(table, {0: 0, 1: 5}).pk) is None
    night.well(proposal.end_event, "")
    settle_event(night.event.pk)
    settlement = Settlement.objects.get(event=night.event.pk)
    lines = settlement.posting.lines.select_related("account", "agreement")
    by_user = {line.account.user_id: line for line in lines}
    loser = by_user[night.people[1].user.pk]
    assert loser.agreement == of_event(night, 1)
    assert 0 < -loser.amount <= loser.agreement.max_loss
    assert not PendingResult.objects.exists()


def test_a_club_night_from_before_agreements_existed_goes_on(night):
    Agreement.objects.create(
        user=night.people[1].user, subject=EVENT, subject_id=night.event.pk, currency="HKD",
        given="before",
    )  # fmt: skip
    table = night.seated(0, 1)
    assert of_event(night, 1).given == "before"
    assert of_session(night, 1, session_at(table)).given == "sat"


def test_a_seat_from_before_agreements_existed_counts_as_agreed(night):
    table = night.opened(0)
    night.sits(1, table)
    Agreement.objects.update(withdrawn_at=timezone.now())
    caller = night.people[0].caller
    assert starting.start(caller, table.pk).code is TableCode.PLAYERS_NOT_AGREED
    for who in (0, 1):
        Agreement.objects.create(
            user=night.people[who].user, subject=EVENT, subject_id=night.event.pk,
            currency="HKD", given="before",
        )  # fmt: skip
    assert starting.start(caller, table.pk) is None


def test_a_session_that_ends_after_the_club_night_has_its_own_agreement(night):
    table = night.seated(0, 1)
    night.well(proposal.end_event, "")
    session = night.play(Table.objects.get(pk=table.pk), {0: 0, 1: 5})
    assert not session.is_part
    assert of_session(night, 1, session).max_loss == max_session_loss(table)
