"""Members added by organizers to events with a stake: invited, never seated without agreeing."""

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import stake_limits
from accounts.notices.mails import send_due
from accounts.notices.models import Notice
from games.agreements.models import Agreement
from games.common.denials import Denial
from games.rules.ruleset.rule_set import RuleSet
from games.tables.max_loss import Cost
from tests.players import Person
from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import person
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper_evening import PaperEvening
from tournaments.clubs.models import Membership
from tournaments.clubs.services import members as members_services
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import EventRecord
from tournaments.events.corrections import penalties
from tournaments.events.entries import invitations
from tournaments.events.entries.checking_in import check_in_all, check_in_entrant
from tournaments.events.entries.leaving import rejoin, remove_entrant, withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter_by_name, enter_members
from tournaments.events.notices.kinds import EventKind
from tournaments.events.notices.words import notice_words
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.setup.services import (
    cancel_event,
    change_event,
    open_check_in,
    open_sign_up,
)
from tournaments.events.substitutes.services import replace_player

Given, Kind, Status = Agreement.Given, EventKind, Entry.Status
# Three rounds of one deal, each costing at most 54 points.
CLASSIC = {"rules": RuleSet.make("classic"), "rules_name": "classic"}
STAKE = CLASSIC | {"stake_minor": 500, "currency": "HKD"}
MOST = Cost(3 * 54 * 500, "HKD")
WORDS = "HK$5.00 a point, max. loss HK$810.00"


def members(crew, *names) -> list[Person]:
    users = [person(name) for name in names]
    Membership.objects.bulk_create(Membership(club=crew.club, user=user) for user in users)
    return [Person(user) for user in users]


def invite(evening, *people):
    return evening.do(enter_members, {each.user.pk: None for each in people})


def entry(evening, who) -> Entry:
    return evening.event.entries.get(user=who.user)


def told(evening, who, kind):
    found = Notice.objects.filter(subject_id=evening.event.pk, user=who.user, kind=kind).first()
    return None if found is None else notice_words(evening.event, found.kind, found.params)


def own(evening, who) -> str:
    return page(browser(who.user), at("event", evening))


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew, **STAKE).well(open_sign_up)


# --- Added by an organizer


@pytest.mark.every_database
def test_an_invited_member_is_not_seated_whatever_the_organizer_does(evening):
    four = members(evening.crew, "ann", "bea", "cai", "dan")
    assert invite(evening, *four) == (0, 0, 4)
    assert {entry(evening, each).status for each in four} == {Status.INVITED}
    evening.well(open_check_in)
    assert evening.do(check_in_all) == (0, 4, 0)
    for each in four:
        answer = evening.do(check_in_entrant, entry(evening, each).number, is_here=True)
        assert refused(answer, EventCode.NOT_ACCEPTED)
    assert refused(evening.do(proposal.start_event), EventCode.TOO_FEW)
    evening.with_bots(4).well(proposal.start_event).well(publication.publish_round)
    assert not EventSeat.objects.filter(entry__user__isnull=False).exists()
    assert not Agreement.objects.exists()


def test_a_member_invited_during_the_event_plays_only_after_accepting(evening):
    evening.joined(4).all_here().well(proposal.start_event)
    late = members(evening.crew, "ann", "bea", "cai", "dan")
    assert invite(evening, *late) == (0, 0, 4)
    assert len(evening.round().seated.tables) == 1
    for each in late:
        assert agreed.accept(evening.event, each) is None
    assert len(evening.round().seated.tables) == 2


def test_invited_members_cannot_get_a_penalty_or_a_substitute(evening):
    evening.joined(4).all_here().well(proposal.start_event).well(publication.publish_round)
    (ann,) = members(evening.crew, "ann")
    invite(evening, ann)
    number = entry(evening, ann).number
    for answer in (
        evening.do(penalties.give_penalty, number, 5, "Late"),
        evening.do(replace_player, number, evening.crew.member, "Has to go"),
    ):
        assert refused(answer, EventCode.NOT_ACCEPTED)
    assert not entry(evening, ann).penalties.exists()


def test_an_invitation_names_the_stake_and_the_max_loss(evening, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    words = told(evening, hana, Kind.INVITED)
    assert words.title == "You’re invited to Spring"
    assert WORDS in words.detail
    home = page(browser(hana.user), "/")
    assert words.title in home
    assert WORDS in home
    shown = own(evening, hana)
    assert "You’re invited. You’d play for HK$5.00 a point. Maximum loss: HK$810.00." in shown
    assert f"Accept: {WORDS}" in shown
    assert at("event_decline", evening) in shown


@pytest.mark.every_database
def test_accepting_an_invitation_gives_a_place_and_stores_an_agreement(evening):
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    answer = browser(hana.user).post(
        at("event_accept", evening), {"terms": agreed.shown(evening.event, hana.user)}
    )
    assert answer.status_code == 302
    assert entry(evening, hana).status == Status.ENTERED
    made = Agreement.objects.get()
    assert (made.user, made.subject, made.subject_id) == (hana.user, "event", evening.event.pk)
    assert (made.given, made.max_loss, made.currency) == (Given.INVITED, *MOST)
    assert made.terms["stake_minor"] == 500
    assert refused(agreed.accept(evening.event, hana), EventCode.NOTHING_TO_AGREE)


def test_signing_up_also_accepts_the_invitation(evening):
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    assert agreed.enter(evening.event, hana) is None
    assert Agreement.objects.get().given == Given.INVITED


def test_accepting_without_the_current_terms_is_refused(evening):
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    for terms in (None, "", "0" * 32):
        answer = invitations.accept(hana.caller, evening.event.pk, terms=terms)
        assert refused(answer, EventCode.TERMS_CHANGED)
    assert entry(evening, hana).status == Status.INVITED
    assert not Agreement.objects.exists()


def test_accepting_above_the_users_own_limit_asks_for_confirmation(evening):
    (hana,) = members(evening.crew, "hana")
    stake_limits.set_limit(hana.user, "HKD", 10000)
    invite(evening, hana)
    answer = agreed.accept(evening.event, hana)
    assert refused(answer, EventCode.EVENT_ABOVE_LIMIT)
    assert answer.params["worst"] == MOST
    terms = {"terms": agreed.shown(evening.event, hana.user)}
    asked = browser(hana.user).post(at("event_accept", evening), terms)
    assert asked.status_code == 422
    assert terms["terms"] in asked.content.decode()
    assert agreed.accept(evening.event, hana, agreed=MOST) is None


def test_an_invitation_holds_no_place_and_accepting_a_full_event_means_waiting(crew):
    evening = Evening.of(crew, entry_limit=1, **STAKE).well(open_sign_up)
    hana, ken = members(crew, "hana", "ken")
    invite(evening, hana)
    assert agreed.enter(evening.event, ken) is None
    assert entry(evening, ken).status == Status.ENTERED
    assert "join the waiting list" in own(evening, hana)
    assert agreed.accept(evening.event, hana) is None
    assert entry(evening, hana).status == Status.WAITING


def test_declining_ends_the_invitation_and_is_recorded(evening):
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    assert browser(hana.user).post(at("event_decline", evening)).status_code == 302
    assert entry(evening, hana).status == Status.WITHDRAWN
    assert "You’re invited" not in page(browser(hana.user), "/")
    told_before = Notice.objects.filter(user=hana.user).count()
    evening.well(cancel_event, "Rain")
    assert Notice.objects.filter(user=hana.user).count() == told_before
    assert evening.event.records.filter(deed=EventRecord.Deed.DECLINED).exists()


def test_a_member_who_declined_is_not_invited_again_but_can_sign_up(evening):
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    assert refused(invite(evening, hana), EventCode.LIST_CHANGED)
    assert invitations.decline(hana.caller, evening.event.pk) is None
    assert refused(invitations.decline(hana.caller, evening.event.pk), EventCode.NOT_INVITED)
    assert refused(invite(evening, hana), EventCode.LIST_CHANGED)
    looked = browser(evening.crew.organizer).post(
        at("event_name_list", evening), {"act": "look", "text": "hana"}
    )
    assert "Declined the invitation, but can still sign up." in looked.content.decode()
    assert agreed.enter(evening.event, hana) is None


def test_the_desk_shows_invited_members_and_how_many_have_not_accepted(evening):
    ann, bea = members(evening.crew, "ann", "bea")
    invite(evening, ann, bea)
    evening.joined(2).well(open_check_in)
    shown = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "Invited members don’t get a place or a seat until they accept." in shown
    client = browser(evening.crew.organizer)
    said = client.post(at("event_desk_action", evening, "all-here"), follow=True).content.decode()
    assert "2 players are checked in. 2 members haven’t accepted the invitation." in said


def test_adding_members_from_a_list_says_that_they_are_invited(evening):
    members(evening.crew, "ann", "bea")
    client = browser(evening.crew.organizer)
    looked = client.post(at("event_name_list", evening), {"act": "look", "text": "ann\nbea"})
    assert "so members are invited" in looked.content.decode()
    sent = {"act": "enter", "text": "ann\nbea"}
    done = client.post(at("event_name_list", evening), sent, follow=True).content.decode()
    assert "Invited 2 members. Members get a place when they accept." in done


def test_members_added_to_an_event_for_points_are_signed_up_at_once(crew):
    evening = Evening.of(crew).well(open_sign_up)
    (hana,) = members(crew, "hana")
    assert invite(evening, hana) == (1, 0, 0)
    assert entry(evening, hana).status == Status.ENTERED
    assert not Agreement.objects.exists()


def test_an_invitation_ends_with_the_membership(evening):
    hana, ken = members(evening.crew, "hana", "ken")
    invite(evening, hana, ken)
    assert members_services.leave(hana.caller, evening.crew.club.pk) is None
    assert entry(evening, hana).status == Status.WITHDRAWN
    assert browser(ken.user).get(at("event", evening)).status_code == 200
    assert Entry.objects.filter(user=ken.user, status=Status.INVITED).exists()


@pytest.mark.every_database
def test_inviting_members_takes_the_same_queries_for_any_number(crew):
    counts = []
    for size in (3, 30):
        evening = Evening.of(crew, name=f"For {size}", entry_limit=40, **STAKE)
        evening.well(open_sign_up)
        people = members(crew, *(f"m{size}-{each}" for each in range(size)))
        with CaptureQueriesContext(connection) as caught:
            assert invite(evening, *people).invited == size
        counts.append(len(caught))
    assert_at_most(counts, (24, counts[0]))


# --- Agreed in person


@pytest.mark.every_database
def test_an_agreement_in_person_allows_a_seat_but_is_not_stored_as_an_agreement(evening):
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    evening.joined(3).well(open_check_in)
    number = entry(evening, hana).number
    assert refused(evening.do(invitations.agree_in_person, number, " "), EventCode.NO_REASON)
    evening.well(invitations.agree_in_person, number, "Phone at home")
    assert entry(evening, hana).status == Status.HERE
    assert not Agreement.objects.filter(user=hana.user).exists()
    evening.well(check_in_all).well(proposal.start_event).well(publication.publish_round)
    assert EventSeat.objects.filter(entry__user=hana.user).exists()
    record = evening.event.records.get(deed=EventRecord.Deed.IN_PERSON)
    assert (record.text, record.entry.user) == ("Phone at home", hana.user)


def test_a_member_is_notified_of_an_agreement_in_person_and_can_accept(evening):
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    desk(
        evening,
        "in-person",
        **{"in-person-entry": entry(evening, hana).number, "in-person-reason": "Phone at home"},
    )
    words = told(evening, hana, Kind.IN_PERSON)
    assert "Phone at home" in words.detail
    assert WORDS in words.detail
    assert "agreed in person" in page(browser(evening.crew.organizer), at("event_desk", evening))
    shown = own(evening, hana)
    assert "An organizer recorded that you agreed in person." in shown
    assert at("event_withdraw", evening) in shown
    assert agreed.accept(evening.event, hana) is None
    assert Agreement.objects.get(user=hana.user).given == Given.CHANGE
    assert entry(evening, hana).in_person is None


def test_an_agreement_in_person_ends_when_the_terms_change(evening):
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    evening.well(invitations.agree_in_person, entry(evening, hana).number, "Phone at home")
    evening.well(change_event, stake_minor=900)
    assert entry(evening, hana).in_person is None
    evening.well(open_check_in)
    assert evening.do(check_in_all) == (0, 0, 1)


def test_only_organizers_can_record_an_agreement_in_person_for_invited_members(evening):
    evening.joined(1).with_bots(1)
    done = evening.do(invitations.agree_in_person, 1, "Here")
    assert refused(done, EventCode.AGREED_ALREADY)
    assert refused(evening.do(invitations.agree_in_person, 2, "Here"), EventCode.NOT_NOW)
    (hana,) = members(evening.crew, "hana")
    invite(evening, hana)
    player = invitations.agree_in_person(hana.caller, evening.event.pk, 3, "I say so")
    assert refused(player, EventCode.NOT_ALLOWED)
    free = Evening.of(evening.crew, name="Free").well(open_sign_up).joined(0)
    assert "Agreed in person" not in page(browser(free.crew.organizer), at("event_desk", free))


# --- Entrants without an account


@pytest.fixture
def paper(crew) -> PaperEvening:
    return PaperEvening.open(crew, **STAKE, deals=1).well(open_sign_up)


@pytest.mark.every_database
def test_an_organizer_takes_responsibility_for_players_without_an_account(paper):
    assert refused(paper.do(enter_by_name, "Aunt May"), EventCode.TERMS_CHANGED)
    assert not paper.event.entries.exists()
    paper.named("Aunt May")
    made = Agreement.objects.get()
    assert (made.user, made.answers_for) == (paper.crew.organizer, "Aunt May")
    assert (made.given, made.max_loss) == (Given.ANSWERS, MOST.minor)


def test_the_form_names_the_losses_the_organizer_takes_responsibility_for(paper):
    shown = page(browser(paper.crew.organizer), at("event_desk", paper))
    assert f"I take responsibility for this player’s losses: {WORDS}" in shown
    sent = {"name-name": "Aunt May", "name-terms": agreed.shown(paper.event)}
    assert "Tick this box to take responsibility for the player’s losses." in desk(
        paper, "name", status=422, **sent
    )
    stake_limits.set_limit(paper.crew.organizer, "HKD", 100)
    asked = desk(paper, "name", status=422, **sent, **{"name-answers": "on"})
    assert "Your limit is HK$1.00" in asked
    assert f'value="{MOST}"' in asked
    desk(paper, "name", **sent, **{"name-answers": "on", "name-agreed": str(MOST)})
    assert paper.event.entries.get().name == "Aunt May"


def test_changed_terms_ask_the_responsible_organizer_again(paper):
    paper.named("Aunt May").joined(3)
    paper.well(change_event, stake_minor=700)
    notice = Notice.objects.get(user=paper.crew.organizer, kind=Kind.TERMS)
    words = notice_words(paper.event, notice.kind, notice.params).detail
    assert "you still take responsibility for Aunt May" in words
    assert "Before: HK$5.00 a point, max. loss HK$810.00. Now: HK$7.00 a point" in words
    paper.well(open_check_in)
    refusal = paper.do(check_in_entrant, 1, is_here=True)
    assert refused(refusal, EventCode.NOT_AGREED)
    shown = page(browser(paper.crew.organizer), at("event_desk", paper))
    assert (
        "Take responsibility for Aunt May’s losses: HK$7.00 a point, max. loss HK$1,134.00" in shown
    )
    client = browser(paper.crew.organizer)
    stale = client.post(at("event_answer_for", paper, 1), {"terms": "0" * 32})
    assert stale.status_code == 422
    terms = agreed.shown(paper.event, number=1)
    assert client.post(at("event_answer_for", paper, 1), {"terms": terms}).status_code == 302
    paper.well(check_in_entrant, 1, is_here=True)


def test_removing_a_player_without_an_account_ends_the_responsibility(paper):
    paper.named("Aunt May").named("Uncle Bo")
    paper.well(remove_entrant, 1, "Ill")
    left = Agreement.objects.filter(withdrawn_at=None)
    assert [each.answers_for for each in left] == ["Uncle Bo"]


# --- Leaving


def test_withdrawing_before_the_first_round_ends_the_agreement(evening):
    evening.joined(4)
    first, _second, third, fourth = evening.people
    assert withdraw(first.caller, evening.event.pk) is None
    evening.well(remove_entrant, 2, "Ill")
    assert members_services.leave(third.caller, evening.crew.club.pk) is None
    in_force = Agreement.objects.filter(withdrawn_at=None)
    assert [each.user for each in in_force] == [fourth.user]
    evening.well(cancel_event, "Rain")
    assert not Agreement.objects.filter(withdrawn_at=None).exists()


def test_the_agreement_of_a_no_show_ends_when_the_event_starts(evening):
    evening.joined(5).well(open_check_in)
    for each in evening.people[:4]:
        assert agreed.check_in(evening.event, each) is None
    evening.well(proposal.start_event)
    in_force = Agreement.objects.filter(withdrawn_at=None)
    assert {each.user for each in in_force} == {each.user for each in evening.people[:4]}


def test_a_player_who_leaves_after_a_round_keeps_the_agreement_and_can_return(evening):
    evening.joined(5).all_here().well(proposal.start_event).well(publication.publish_round)
    evening.play_round()
    leaver = evening.people[0]
    assert withdraw(leaver.caller, evening.event.pk) is None
    assert Agreement.objects.filter(user=leaver.user, withdrawn_at=None).exists()
    assert rejoin(leaver.caller, evening.event.pk) is None
    number = entry(evening, leaver).number
    assert number in {*evening.round().seated.seated, *evening.round().seated.out}


def test_the_invitation_mail_names_the_stake_and_the_max_loss(evening, monkeypatch):
    from allauth.account.models import EmailAddress

    monkeypatch.setattr("accounts.notices.services.sends_mail", lambda: True)
    (hana,) = members(evening.crew, "hana")
    EmailAddress.objects.create(user=hana.user, email=hana.user.email, verified=True)
    assert not isinstance(invite(evening, hana), Denial)
    send_due()
    (sent,) = mail.outbox
    assert WORDS in sent.body
    assert at("event", evening) in sent.body
