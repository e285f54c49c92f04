"""Agreements to outdated terms: nothing is settled under them."""

import pytest

from games.agreements.models import Agreement
from games.rules.ruleset.rule_set import RuleSet
from tests.tournaments.clubs.people import crew
from tests.tournaments.events import agreed
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper_evening import OTHER, PaperEvening
from tournaments.events.core.denials import EventCode
from tournaments.events.corrections import penalties
from tournaments.events.entries import invitations
from tournaments.events.entries.checking_in import check_in_entrant
from tournaments.events.entries.models import Entry
from tournaments.events.rounds import proposal, publication
from tournaments.events.settling.services import settle_event
from tournaments.events.setup.services import change_event, open_check_in, open_sign_up
from tournaments.events.terms import selectors
from tournaments.ledger.book.models import PostingLine
from tournaments.ledger.pending.models import PendingResult

CLASSIC = {"rules": RuleSet.make("classic"), "rules_name": "classic"}
STAKE = CLASSIC | {"stake_minor": 100, "currency": "EUR"}


@pytest.fixture
def evening(db, queued) -> PaperEvening:
    """Return an event with a stake that four members have entered."""
    made = PaperEvening.open(crew(), deals=1, **STAKE, format_settings={"rounds": 1})
    made.well(open_sign_up).joined(4)
    return made


def raise_stake(evening: PaperEvening) -> None:
    """Raise the stake; all but the first member agree and check in."""
    evening.well(change_event, stake_minor=101).well(open_check_in)
    for each in evening.people[1:]:
        assert agreed.check_in(evening.event, each) is None


def entry(evening: Evening) -> Entry:
    """Return the first member's entry."""
    return evening.event.entries.get(user=evening.people[0].user)


def lines(evening: Evening):
    return PostingLine.objects.filter(account__user=evening.people[0].user)


@pytest.mark.every_database
def test_the_result_of_a_player_who_did_not_agree_again_is_pending(evening):
    raise_stake(evening)
    evening.well(invitations.agree_in_person, entry(evening).number, "Phone at home")
    evening.well(proposal.start_event).well(publication.publish_round)
    # Below the maximum agreed at the lower stake, but at a higher stake.
    evening.play_sheet(evening.table(), OTHER)
    evening.well(proposal.end_event, "late")
    settle_event(evening.event.pk)
    assert not lines(evening).exists()
    assert PendingResult.objects.get().user == evening.people[0].user
    outdated = Agreement.objects.get(user=evening.people[0].user)
    assert outdated.withdrawn_at is not None
    assert outdated.terms["stake_minor"] == 100


@pytest.mark.every_database
def test_a_replaced_agreement_does_not_count_again_when_the_terms_change_back(evening):
    evening.well(change_event, stake_minor=99).well(open_check_in)
    assert agreed.check_in(evening.event, evening.people[0]) is None
    evening.well(change_event, stake_minor=100)
    for each in evening.people[1:]:
        assert agreed.check_in(evening.event, each) is None
    evening.well(invitations.agree_in_person, entry(evening).number, "Phone at home")
    evening.well(proposal.start_event).well(publication.publish_round)
    evening.play_sheet(evening.table(), OTHER)
    evening.well(proposal.end_event, "late")
    settle_event(evening.event.pk)
    assert not lines(evening).exists()
    assert PendingResult.objects.get().user == evening.people[0].user


def test_a_penalty_costs_nothing_if_the_member_agreed_to_terms_without_penalties(evening):
    evening.well(change_event, penalty_limit=50).well(open_check_in)
    for each in evening.people[1:]:
        assert agreed.check_in(evening.event, each) is None
    evening.well(invitations.agree_in_person, entry(evening).number, "Phone at home")
    evening.well(proposal.start_event)
    evening.well(penalties.give_penalty, entry(evening).number, 50, "late")
    evening.well(proposal.end_event, "rain")
    settle_event(evening.event.pk)
    assert not lines(evening).exists()


def test_agreements_to_the_terms_actually_played_cover_the_result(evening):
    raise_stake(evening)
    assert agreed.check_in(evening.event, evening.people[0]) is None
    evening.well(proposal.start_event).well(publication.publish_round)
    evening.play_sheet(evening.table(), OTHER)
    evening.well(proposal.end_event, "late")
    settle_event(evening.event.pk)
    assert not PendingResult.objects.exists()
    assert PostingLine.objects.filter(needs_agreement=True).count() == 4


@pytest.mark.every_database
def test_a_member_who_last_agreed_to_a_lower_maximum_must_agree_again(evening):
    first = evening.people[0]
    evening.well(change_event, format_name="rotation", format_settings={}, entry_limit=9)
    for each in evening.people:
        assert agreed.accept(evening.event, each) is None
    evening.well(change_event, entry_limit=4).well(open_check_in)
    before = Agreement.objects.filter(user=first.user).latest("pk").max_loss
    assert agreed.check_in(evening.event, first) is None
    after = Agreement.objects.filter(user=first.user).latest("pk").max_loss
    assert after is not None
    assert before is not None
    assert after < before
    evening.well(change_event, entry_limit=9)
    assert not selectors.terms_now(evening.event).may_sit(entry(evening))
    number = entry(evening).number
    answer = evening.do(check_in_entrant, number, is_here=True)
    assert refused(answer, EventCode.NOT_AGREED)
