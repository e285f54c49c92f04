"""Tests of the services of clubs, their denials, and the database constraints behind them."""

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Block, User
from games.common.denials import Denial
from games.rulebook import house_rules
from games.rules.ruleset.rule_set import RuleSet
from tests.tournaments.clubs.people import Crew, caller, person
from tournaments.clubs import mails, selectors
from tournaments.clubs.denials import ClubCode, denial_sentence
from tournaments.clubs.models import (
    Club,
    ClubRecord,
    ClubRules,
    Invitation,
    JoinRequest,
    Membership,
    News,
)
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.services import club as club_service
from tournaments.clubs.services import core, invitations, members, news
from tournaments.clubs.services.club import add_rules, remove_rules

SITE = "https://club.example"


def code(answer: object) -> ClubCode:
    assert isinstance(answer, Denial), answer
    assert denial_sentence(answer)
    return ClubCode(answer.code)


def link(crew: Crew, by: User | None = None, **terms: int) -> Invitation:
    made = invitations.invite_by_link(caller(by or crew.owner), crew.club.pk, **terms)
    assert isinstance(made, Invitation), made
    return made


def deeds(crew: Crew) -> list[str]:
    return list(crew.club.records.order_by("pk").values_list("deed", flat=True))


def test_every_code_has_a_sentence():
    for each in ClubCode:
        assert denial_sentence(Denial(each, defaultdict(int))).endswith(".")


# --- Rights


def rules_of(user: User) -> str:
    return house_rules.save(user, "Kitchen rules", "pagat", RuleSet.make("pagat")).slug


def add_plain_member(crew: Crew) -> int:
    found = person("low")
    Membership.objects.create(club=crew.club, user=found)
    return found.pk


#: A service call for each right, on the crew's club by the given user.
USES: dict[Right, Callable[[Crew, User], object]] = {
    Right.LEAVE: lambda crew, by: members.leave(caller(by), crew.club.pk),
    Right.INVITE: lambda crew, by: invitations.invite_by_link(caller(by), crew.club.pk),
    Right.ANSWER_REQUESTS: lambda crew, by: members.answer_request(
        caller(by), crew.club.pk, crew.club.requests.get().pk, accepted=True
    ),
    Right.WRITE_NEWS: lambda crew, by: news.write_news(caller(by), crew.club.pk, "A", "B"),
    Right.KEEP_RULES: lambda crew, by: add_rules(caller(by), crew.club.pk, rules_of(by)),
    Right.REMOVE: lambda crew, by: members.remove(caller(by), crew.club.pk, add_plain_member(crew)),
    Right.CHANGE_CLUB: lambda crew, by: club_service.change(caller(by), crew.club.pk, name="New"),
    Right.NAME_TREASURER: lambda crew, by: members.set_role(
        caller(by), crew.club.pk, add_plain_member(crew), "treasurer"
    ),
    Right.SET_ROLE: lambda crew, by: members.set_role(
        caller(by), crew.club.pk, add_plain_member(crew), "organizer"
    ),
    Right.HAND_OVER: lambda crew, by: club_service.hand_over(
        caller(by), crew.club.pk, add_plain_member(crew)
    ),
    Right.CLOSE: lambda crew, by: club_service.close(caller(by), crew.club.pk),
}


@pytest.mark.parametrize("role", [*Role, None])
@pytest.mark.parametrize("right", USES)
def test_services_apply_the_policy(crew: Crew, right: Right, role: Role | None):
    asker = person("asks")
    JoinRequest.objects.create(club=crew.club, user=asker)
    before = ClubRecord.objects.count()
    user = crew.of(role)
    answer = USES[right](crew, user)
    if may(role, right):
        assert not isinstance(answer, Denial), answer
        assert ClubRecord.objects.count() == before + 1
        return
    expected = ClubCode.NOT_ALLOWED if role else ClubCode.NOT_A_MEMBER
    if role is Role.OWNER:
        expected = ClubCode.OWNER_STAYS
    assert code(answer) is expected
    assert ClubRecord.objects.count() == before


def test_guests_and_visitors_cannot_join_or_create_a_club(crew: Crew):
    made = link(crew)
    assert code(invitations.accept(caller(crew.guest), made.token)) is ClubCode.NO_GUESTS
    assert code(invitations.accept(caller(None), made.token)) is ClubCode.UNKNOWN
    assert code(club_service.create(caller(crew.guest), name="Guests")) is ClubCode.NO_GUESTS
    assert code(members.ask_to_join(caller(crew.guest), crew.club.pk)) is ClubCode.NO_GUESTS


# --- The club


def test_the_user_who_creates_a_club_owns_it(db):
    ada = person("ada")
    club = club_service.create(caller(ada), name="  Tea   House ", place="Leeds")
    assert isinstance(club, Club)
    assert club.name == "Tea House"
    assert selectors.role_of(club, ada) is Role.OWNER
    assert club.records.get().deed == ClubRecord.Deed.FOUNDED


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("  ", ClubCode.NAMELESS),
        ("♠♠", ClubCode.WORDING_FLAWED),
        ("a\u202eb", ClubCode.WORDING_FLAWED),
    ],
)
def test_a_club_needs_a_readable_name(db, name: str, why: ClubCode):
    assert code(club_service.create(caller(person("ada")), name=name)) is why
    assert not Club.objects.exists()


def test_the_number_of_clubs_a_user_can_own_is_limited(db):
    ada = caller(person("ada"))
    for number in range(club_service.MOST_OWNED):
        club_service.create(ada, name=f"Club {number}")
    assert code(club_service.create(ada, name="One more")) is ClubCode.OWNS_TOO_MANY
    club_service.close(ada, Club.objects.earliest("pk").pk)
    assert isinstance(club_service.create(ada, name="One more"), Club)


def test_a_change_is_recorded_only_if_a_value_changes(crew: Crew):
    club_service.change(caller(crew.owner), crew.club.pk, name="Harbour Club", place="Leith")
    crew.club.refresh_from_db()
    assert crew.club.place == "Leith"
    assert crew.club.records.latest("pk").params == {"what": "place"}
    before = len(deeds(crew))
    club_service.change(caller(crew.owner), crew.club.pk, place="Leith")
    assert len(deeds(crew)) == before


def test_a_closed_club_cannot_be_changed(crew: Crew):
    made = link(crew)
    members.ask_to_join(caller(crew.stranger), crew.club.pk)
    assert club_service.close(caller(crew.owner), crew.club.pk) is None
    assert code(invitations.accept(caller(crew.stranger), made.token)) is ClubCode.CLOSED
    assert code(members.leave(caller(crew.member), crew.club.pk)) is ClubCode.CLOSED
    assert code(club_service.close(caller(crew.owner), crew.club.pk)) is ClubCode.CLOSED
    assert code(invitations.invite_by_link(caller(crew.owner), crew.club.pk)) is ClubCode.CLOSED
    assert not crew.club.requests.exists()


def test_a_transfer_makes_the_member_the_owner_and_the_owner_an_organizer(crew: Crew):
    assert club_service.hand_over(caller(crew.owner), crew.club.pk, crew.member.pk) is None
    assert (crew.role(crew.owner), crew.role(crew.member)) == ("organizer", "owner")
    assert members.leave(caller(crew.owner), crew.club.pk) is None
    assert deeds(crew)[-2:] == ["handed", "left"]


def test_a_club_cannot_be_transferred_to_a_former_member(crew: Crew):
    members.leave(caller(crew.member), crew.club.pk)
    answer = club_service.hand_over(caller(crew.owner), crew.club.pk, crew.member.pk)
    assert code(answer) is ClubCode.NO_SUCH_MEMBER
    assert crew.role(crew.owner) == "owner"


def test_a_club_cannot_be_transferred_to_a_member_who_owns_too_many(crew: Crew):
    for number in range(club_service.MOST_OWNED):
        club_service.create(caller(crew.member), name=f"Club {number}")
    answer = club_service.hand_over(caller(crew.owner), crew.club.pk, crew.member.pk)
    assert code(answer) is ClubCode.TOO_MANY_FOR_HEIR


def test_the_owner_cannot_leave_before_transferring_the_club(crew: Crew):
    assert code(members.leave(caller(crew.owner), crew.club.pk)) is ClubCode.OWNER_STAYS
    assert code(club_service.hand_over(caller(crew.owner), crew.club.pk, crew.owner.pk)) is (
        ClubCode.NOT_OVER_THEM
    )
    assert crew.role(crew.owner) == "owner"


# --- Database constraints


@pytest.mark.every_database
@pytest.mark.parametrize("role", ["owner", "king"])
def test_the_database_refuses_a_second_owner_and_unknown_roles(crew: Crew, role: str):
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(club=crew.club, user=crew.stranger, role=role)


@pytest.mark.every_database
def test_the_database_refuses_inconsistent_rows(crew: Crew):
    made = link(crew)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(club=crew.club, user=crew.member)
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.filter(pk=made.pk).update(uses=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.filter(pk=made.pk).update(way="mail")
    JoinRequest.objects.create(club=crew.club, user=crew.stranger)
    with pytest.raises(IntegrityError), transaction.atomic():
        JoinRequest.objects.create(club=crew.club, user=crew.stranger)
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.filter(pk=crew.club.pk).update(stake_minor=5)


@pytest.mark.every_database
def test_a_record_cannot_be_changed(crew: Crew):
    record = crew.club.records.get()
    record.deed = ClubRecord.Deed.CLOSED
    with pytest.raises(TypeError):
        record.save()


# --- Invitations


def test_a_link_with_one_use_admits_one_user(crew: Crew):
    made = link(crew, most_uses=1)
    other = person("second")
    assert invitations.accept(caller(crew.stranger), made.token) == crew.club
    assert code(invitations.accept(caller(other), made.token)) is ClubCode.USED_UP
    assert (crew.role(crew.stranger), crew.role(other)) == ("member", None)


def test_a_link_admits_as_many_users_as_it_has_uses(crew: Crew):
    made = link(crew, crew.organizer, most_uses=2, days=3)
    for name in ("one", "two"):
        assert invitations.accept(caller(person(name)), made.token) == crew.club
    assert code(invitations.accept(caller(crew.stranger), made.token)) is ClubCode.USED_UP


def test_a_member_who_follows_a_link_does_not_use_it_up(crew: Crew):
    made = link(crew)
    assert code(invitations.accept(caller(crew.member), made.token)) is ClubCode.YOU_ARE_IN
    made.refresh_from_db()
    assert made.uses == 0


def test_an_expired_link_cannot_be_used(crew: Crew):
    made = link(crew)
    Invitation.objects.filter(pk=made.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert code(invitations.accept(caller(crew.stranger), made.token)) is ClubCode.ENDED


def test_a_revoked_link_cannot_be_used(crew: Crew):
    made = link(crew)
    assert invitations.revoke(caller(crew.organizer), crew.club.pk, made.pk) is None
    assert code(invitations.accept(caller(crew.stranger), made.token)) is ClubCode.REVOKED
    again = invitations.revoke(caller(crew.organizer), crew.club.pk, made.pk)
    assert code(again) is ClubCode.NO_INVITATION


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"days": 0}, ClubCode.ENDS_TOO_SOON),
        ({"days": 91}, ClubCode.ENDS_TOO_SOON),
        ({"most_uses": 0}, ClubCode.TOO_MANY_USES),
        ({"most_uses": Invitation.MOST_USES + 1}, ClubCode.TOO_MANY_USES),
    ],
)
def test_the_duration_and_uses_of_a_link_are_limited(
    crew: Crew, terms: dict[str, int], why: ClubCode
):
    assert code(invitations.invite_by_link(caller(crew.owner), crew.club.pk, **terms)) is why


def test_the_number_of_open_invitations_is_limited(crew: Crew, monkeypatch):
    monkeypatch.setattr(invitations, "MOST_OPEN", 1)
    made = link(crew)
    refused = invitations.invite_by_link(caller(crew.owner), crew.club.pk)
    assert code(refused) is ClubCode.TOO_MANY_INVITATIONS
    link(crew, crew.organizer)
    invitations.accept(caller(crew.stranger), made.token)
    link(crew)


def test_only_the_invited_user_can_accept_an_invitation_by_name(crew: Crew):
    made = invitations.invite_by_name(caller(crew.owner), crew.club.pk, " SAM ")
    assert isinstance(made, Invitation)
    other = person("other")
    assert code(invitations.accept(caller(other), made.token)) is ClubCode.NO_INVITATION
    assert list(selectors.invitations_of(crew.stranger)) == [made]
    assert invitations.accept(caller(crew.stranger), made.token) == crew.club
    assert not selectors.invitations_of(crew.stranger).exists()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing", ClubCode.UNKNOWN_USERNAME),
        ("mei", ClubCode.MEMBER_ALREADY),
        ("sam", ClubCode.INVITED_ALREADY),
    ],
)
def test_unknown_users_members_and_invited_users_cannot_be_invited(
    crew: Crew, name: str, why: ClubCode
):
    invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert code(invitations.invite_by_name(caller(crew.owner), crew.club.pk, name)) is why


def named(username: str, display_name: str) -> User:
    made = person(username)
    made.display_name = display_name
    made.save()
    return made


def test_a_display_name_is_enough_if_only_one_player_has_it(crew: Crew):
    first = named("kw1", "Ken Wong")
    made = invitations.invite_by_name(caller(crew.owner), crew.club.pk, " ken  WONG ")
    assert isinstance(made, Invitation)
    assert made.invitee == first
    named("kw2", "Ken Wong")
    answer = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "Ken Wong")
    assert code(answer) is ClubCode.NAMESAKES
    assert "kw1" in denial_sentence(answer)
    assert "kw2" in denial_sentence(answer)
    # A username goes before display names, and those who block the inviter stay unknown.
    namesake = named("kwong", "sam")
    chosen = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert isinstance(chosen, Invitation)
    assert chosen.invitee == crew.stranger != namesake
    Block.objects.create(person=first, other=crew.owner)
    chosen = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "Ken Wong")
    assert isinstance(chosen, Invitation)
    assert chosen.invitee.username == "kw2"


def test_guests_cannot_be_invited(crew: Crew):
    answer = invitations.invite_by_name(caller(crew.owner), crew.club.pk, crew.guest.username)
    assert code(answer) is ClubCode.UNKNOWN_USERNAME


def test_a_user_can_be_invited_again_after_an_invitation_expired(crew: Crew):
    invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    Invitation.objects.update(ends_at=timezone.now() - timedelta(days=1))
    assert isinstance(
        invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam"), Invitation
    )


@pytest.mark.every_database
def test_only_the_invited_user_can_decline_an_invitation(crew: Crew):
    made = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert isinstance(made, Invitation)
    assert code(invitations.decline(caller(crew.member), made.token)) is ClubCode.NO_INVITATION
    assert invitations.decline(caller(crew.stranger), made.token) is None
    assert code(invitations.accept(caller(crew.stranger), made.token)) is ClubCode.REVOKED


def test_a_user_who_blocks_the_inviter_appears_unknown(crew: Crew):
    Block.objects.create(person=crew.stranger, other=crew.owner)
    for name in ("sam", "SAM", "missing"):
        answer = invitations.invite_by_name(caller(crew.owner), crew.club.pk, name)
        assert code(answer) is ClubCode.UNKNOWN_USERNAME
    assert not Invitation.objects.exists()
    assert ClubRecord.Deed.INVITED not in deeds(crew)
    # The other organizers of the club are not blocked.
    by_another = invitations.invite_by_name(caller(crew.organizer), crew.club.pk, "sam")
    assert isinstance(by_another, Invitation)


@pytest.mark.every_database
def test_blocking_the_inviter_hides_an_existing_invitation(crew: Crew):
    invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert selectors.invitations_of(crew.stranger).exists()
    Block.objects.create(person=crew.stranger, other=crew.owner)
    assert not selectors.invitations_of(crew.stranger).exists()
    # A second attempt gets the same answer.
    answer = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert code(answer) is ClubCode.UNKNOWN_USERNAME


def test_no_mail_goes_to_a_user_who_blocks_the_inviter(
    crew: Crew, django_capture_on_commit_callbacks
):
    crew.stranger.email = "sam@example.org"
    crew.stranger.save()
    Block.objects.create(person=crew.stranger, other=crew.owner)
    with django_capture_on_commit_callbacks(execute=True):
        by_owner = invitations.invite_by_mail(
            caller(crew.owner), crew.club.pk, "Sam@example.org", SITE
        )
    assert isinstance(by_owner, Invitation)
    assert mail.outbox == []


@pytest.mark.every_database
def test_a_user_who_declined_cannot_be_invited_again_for_thirty_days(crew: Crew):
    made = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert invitations.decline(caller(crew.stranger), made.token) is None
    for by in (crew.owner, crew.organizer):
        answer = invitations.invite_by_name(caller(by), crew.club.pk, "sam")
        assert code(answer) is ClubCode.DECLINED_RECENTLY
    assert "sam recently declined an invitation to this club" in denial_sentence(answer)
    assert not selectors.invitations_of(crew.stranger).exists()
    # Other clubs can still invite.
    other = club_service.create(caller(crew.owner), name="Other Club")
    assert isinstance(invitations.invite_by_name(caller(crew.owner), other.pk, "sam"), Invitation)
    Invitation.objects.filter(pk=made.pk).update(declined_at=timezone.now() - timedelta(days=31))
    assert isinstance(
        invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam"), Invitation
    )


def test_a_user_can_be_invited_again_at_once_after_a_revocation(crew: Crew):
    made = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert invitations.revoke(caller(crew.owner), crew.club.pk, made.pk) is None
    assert isinstance(
        invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam"), Invitation
    )


def test_attempts_to_guess_usernames_are_limited(crew: Crew, monkeypatch):
    monkeypatch.setattr(invitations, "NAME_RATE", "3/hour")
    for number in range(3):
        answer = invitations.invite_by_name(caller(crew.owner), crew.club.pk, f"guess{number}")
        assert code(answer) is ClubCode.UNKNOWN_USERNAME
    for name in ("sam", "guess4", crew.member.username):
        answer = invitations.invite_by_name(caller(crew.owner), crew.club.pk, name)
        assert code(answer) is ClubCode.TOO_MANY_NAMES
    # The limit is per organizer.
    by_another = invitations.invite_by_name(caller(crew.organizer), crew.club.pk, "sam")
    assert isinstance(by_another, Invitation)


def test_an_invitation_is_mailed_after_the_commit_and_its_link_is_valid(
    crew: Crew, django_capture_on_commit_callbacks, monkeypatch
):
    from tournaments.clubs import tasks

    monkeypatch.setattr(tasks.mail_invitation, "delay", tasks.mail_invitation)
    with django_capture_on_commit_callbacks(execute=True):
        made = invitations.invite_by_mail(caller(crew.owner), crew.club.pk, "x@example.org", SITE)
        assert mail.outbox == []
    assert isinstance(made, Invitation)
    (sent,) = mail.outbox
    assert sent.to == ["x@example.org"]
    assert f"{SITE}/clubs/join/{made.token}/" in sent.body
    assert "Harbour Club" in sent.subject
    again = invitations.invite_by_mail(caller(crew.owner), crew.club.pk, "X@example.org", SITE)
    assert code(again) is ClubCode.INVITED_ALREADY
    assert invitations.accept(caller(crew.stranger), made.token) == crew.club


@pytest.mark.every_database
def test_no_mail_is_sent_for_a_revoked_invitation(crew: Crew):
    made = invitations.invite_by_mail(caller(crew.owner), crew.club.pk, "x@example.org", SITE)
    assert isinstance(made, Invitation)
    invitations.revoke(caller(crew.owner), crew.club.pk, made.pk)
    mails.mail_invitation(made.pk, SITE)
    assert mail.outbox == []


def test_revoked_invitations_count_towards_an_organizers_mail_limit(crew: Crew, monkeypatch):
    monkeypatch.setattr(invitations, "MAIL_RATE", "1/day")
    made = invitations.invite_by_mail(caller(crew.owner), crew.club.pk, "x@example.org", SITE)
    assert isinstance(made, Invitation)
    invitations.revoke(caller(crew.owner), crew.club.pk, made.pk)
    again = invitations.invite_by_mail(caller(crew.owner), crew.club.pk, "x@example.org", SITE)
    assert code(again) is ClubCode.TOO_MANY_MAILS
    other = invitations.invite_by_mail(caller(crew.organizer), crew.club.pk, "x@example.org", SITE)
    assert isinstance(other, Invitation)


def test_invitations_by_mail_are_refused_if_the_site_sends_no_mail(crew: Crew, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    answer = invitations.invite_by_mail(caller(crew.owner), crew.club.pk, "x@example.org", SITE)
    assert code(answer) is ClubCode.NO_MAIL


# --- Requests


def test_an_organizer_can_accept_a_request_to_join(crew: Crew):
    members.ask_to_join(caller(crew.stranger), crew.club.pk, "I  play on\nTuesdays")
    asked = selectors.open_requests(crew.club).get()
    assert asked.words == "I play on Tuesdays"
    again = members.ask_to_join(caller(crew.stranger), crew.club.pk)
    assert code(again) is ClubCode.ASKED_ALREADY
    by = caller(crew.organizer)
    assert members.answer_request(by, crew.club.pk, asked.pk, accepted=True) is None
    assert crew.role(crew.stranger) == "member"
    late = members.answer_request(caller(crew.owner), crew.club.pk, asked.pk, accepted=False)
    assert code(late) is ClubCode.ANSWERED_ALREADY


def test_a_user_can_ask_again_after_a_request_was_declined(crew: Crew):
    members.ask_to_join(caller(crew.stranger), crew.club.pk)
    asked = selectors.open_requests(crew.club).get()
    members.answer_request(caller(crew.owner), crew.club.pk, asked.pk, accepted=False)
    assert crew.role(crew.stranger) is None
    assert members.ask_to_join(caller(crew.stranger), crew.club.pk) is None


@pytest.mark.every_database
def test_a_user_can_withdraw_a_request_once(crew: Crew):
    members.ask_to_join(caller(crew.stranger), crew.club.pk)
    assert members.withdraw_request(caller(crew.stranger), crew.club.pk) is None
    again = members.withdraw_request(caller(crew.stranger), crew.club.pk)
    assert code(again) is ClubCode.ANSWERED_ALREADY


def test_a_request_ends_when_the_user_joins_by_a_link(crew: Crew):
    members.ask_to_join(caller(crew.stranger), crew.club.pk)
    invitations.accept(caller(crew.stranger), link(crew).token)
    assert not selectors.open_requests(crew.club).exists()


def test_requests_beyond_the_limits_are_refused(crew: Crew, monkeypatch):
    monkeypatch.setattr(members, "MOST_OPEN", 0)
    answer = members.ask_to_join(caller(crew.stranger), crew.club.pk)
    assert code(answer) is ClubCode.TOO_MANY_REQUESTS
    assert code(members.ask_to_join(caller(crew.member), crew.club.pk)) is ClubCode.YOU_ARE_IN
    club_service.change(caller(crew.owner), crew.club.pk, takes_requests=False)
    answer = members.ask_to_join(caller(crew.stranger), crew.club.pk)
    assert code(answer) is ClubCode.TAKES_NO_REQUESTS


def test_a_full_club_admits_no_user_and_the_link_is_not_used_up(crew: Crew, monkeypatch):
    made = link(crew)
    monkeypatch.setattr(core, "MOST_MEMBERS", 3)
    assert code(invitations.accept(caller(crew.stranger), made.token)) is ClubCode.FULL
    made.refresh_from_db()
    assert (made.uses, crew.role(crew.stranger)) == (0, None)


# --- Members, news, rules


def test_an_organizer_can_remove_only_members(crew: Crew):
    by = caller(crew.organizer)
    assert members.remove(by, crew.club.pk, crew.member.pk) is None
    assert crew.role(crew.member) is None
    assert code(members.remove(by, crew.club.pk, crew.owner.pk)) is ClubCode.NOT_OVER_THEM
    assert code(members.remove(by, crew.club.pk, crew.organizer.pk)) is ClubCode.NOT_OVER_THEM
    assert code(members.remove(by, crew.club.pk, crew.member.pk)) is ClubCode.NO_SUCH_MEMBER
    record = crew.club.records.latest("pk")
    assert (record.actor, record.deed, record.subject) == (crew.organizer, "removed", crew.member)


def test_a_removed_member_can_return_by_name_but_not_by_link(crew: Crew):
    by = caller(crew.organizer)
    link = invitations.invite_by_link(by, crew.club.pk, most_uses=9)
    assert isinstance(link, Invitation)
    assert members.remove(by, crew.club.pk, crew.member.pk) is None
    assert code(invitations.accept(caller(crew.member), link.token)) is ClubCode.REMOVED_BEFORE
    # A newer link does not readmit either.
    later = invitations.invite_by_link(by, crew.club.pk)
    assert isinstance(later, Invitation)
    assert code(invitations.accept(caller(crew.member), later.token)) is ClubCode.REMOVED_BEFORE
    named = invitations.invite_by_name(by, crew.club.pk, crew.member.username)
    assert isinstance(named, Invitation)
    assert invitations.accept(caller(crew.member), named.token) == crew.club
    # A member who left can come back by link.
    assert members.leave(caller(crew.member), crew.club.pk) is None
    assert invitations.accept(caller(crew.member), link.token) == crew.club


@pytest.mark.parametrize("role", ["owner", "king", ""])
def test_other_roles_cannot_be_assigned(crew: Crew, role: str):
    answer = members.set_role(caller(crew.owner), crew.club.pk, crew.member.pk, role)
    assert code(answer) is ClubCode.NO_SUCH_ROLE


def test_assigning_the_same_role_twice_is_recorded_once(crew: Crew):
    for _time in range(2):
        members.set_role(caller(crew.owner), crew.club.pk, crew.member.pk, "organizer")
    assert deeds(crew).count("role") == 1
    assert crew.role(crew.member) == "organizer"


def test_edited_news_is_marked_as_edited(crew: Crew):
    by = caller(crew.organizer)
    news.write_news(by, crew.club.pk, "Tonight", "At 7.")
    told = News.objects.get()
    change = (crew.club.pk, told.pk)
    assert code(news.edit_news(by, *change, "Tonight", " ")) is ClubCode.NOTHING_WRITTEN
    assert code(news.edit_news(by, crew.club.pk, 0, "a", "b")) is ClubCode.NO_SUCH_NEWS
    denied = news.edit_news(caller(crew.member), *change, "a", "b")
    assert code(denied) is ClubCode.NOT_ALLOWED
    assert news.edit_news(by, *change, "Tonight", "At 7.") is None
    told.refresh_from_db()
    assert told.changed_at is None
    assert news.edit_news(by, *change, "Tonight", "At 8.") is None
    told.refresh_from_db()
    assert (told.text, told.changed_at is not None) == ("At 8.", True)
    assert deeds(crew).count("news-anew") == 1


def test_news_needs_a_title(crew: Crew):
    by = caller(crew.organizer)
    assert code(news.write_news(by, crew.club.pk, " ", "x")) is ClubCode.NOTHING_WRITTEN
    assert news.write_news(by, crew.club.pk, "Tonight", "Bring  cards.\n\nAt 7.") is None
    assert News.objects.get().text == "Bring  cards.\n\nAt 7."


def test_deleted_news_keeps_its_title_in_the_record(crew: Crew):
    by = caller(crew.organizer)
    news.write_news(by, crew.club.pk, "Tonight", "At 7.")
    number = News.objects.get().pk
    refused = news.delete_news(caller(crew.member), crew.club.pk, number)
    assert code(refused) is ClubCode.NOT_ALLOWED
    assert news.delete_news(by, crew.club.pk, number) is None
    assert code(news.delete_news(by, crew.club.pk, number)) is ClubCode.NO_SUCH_NEWS
    assert crew.club.records.latest("pk").params == {"title": "Tonight"}
    assert not News.objects.exists()


def test_a_clubs_house_rules_are_a_copy(crew: Crew):
    made = house_rules.save(crew.owner, "Kitchen rules", "pagat", RuleSet.make("pagat"))
    by = caller(crew.owner)
    assert add_rules(by, crew.club.pk, made.slug) is None
    assert code(add_rules(by, crew.club.pk, made.slug)) is ClubCode.RULES_THERE
    house_rules.overwrite(made, "Kitchen rules", RuleSet.make("lukang"))
    kept = ClubRules.objects.get()
    assert kept.rules == RuleSet.make("pagat")
    club_service.change(by, crew.club.pk, default_rules=kept.choice)
    assert remove_rules(by, crew.club.pk, kept.slug) is None
    crew.club.refresh_from_db()
    assert crew.club.default_rules == "pagat"
    assert code(remove_rules(by, crew.club.pk, kept.slug)) is ClubCode.NO_SUCH_RULES


def test_the_owner_cannot_add_another_users_house_rules(crew: Crew):
    made = house_rules.save(crew.stranger, "Secret", "pagat", RuleSet.make("pagat"))
    answer = add_rules(caller(crew.owner), crew.club.pk, made.slug)
    assert code(answer) is ClubCode.NO_SUCH_RULES


def test_organizers_appoint_and_dismiss_treasurers_but_no_organizers(crew: Crew):
    organizer, mei = caller(crew.organizer), crew.member.pk

    def give(role: str, by=organizer) -> object:
        return members.set_role(by, crew.club.pk, mei, role)

    assert give("treasurer") is None
    assert crew.role(crew.member) == "treasurer"
    assert code(give("organizer")) is ClubCode.NOT_ALLOWED
    assert give("member") is None
    assert give("organizer", caller(crew.owner)) is None
    assert code(give("treasurer")) is ClubCode.NOT_OVER_THEM
    assert deeds(crew).count("role") == 3


def test_treasurers_manage_no_members(crew: Crew):
    tess = caller(crew.treasurer)
    refused = members.set_role(tess, crew.club.pk, crew.member.pk, "treasurer")
    assert code(refused) is ClubCode.NOT_ALLOWED
    assert code(members.remove(tess, crew.club.pk, crew.member.pk)) is ClubCode.NOT_ALLOWED


def test_the_number_of_a_clubs_house_rules_is_limited(crew: Crew, monkeypatch):
    monkeypatch.setattr(ClubRules, "MOST", 1)
    by = caller(crew.owner)
    first, second = (
        house_rules.save(crew.owner, name, "pagat", RuleSet.make("pagat"))
        for name in ("Kitchen rules", "Garden rules")
    )
    assert add_rules(by, crew.club.pk, first.slug) is None
    answer = add_rules(by, crew.club.pk, second.slug)
    assert code(answer) is ClubCode.TOO_MANY_RULES
    assert ClubRules.objects.count() == 1


def test_a_club_that_does_not_exist_cannot_be_changed(crew: Crew):
    answer = club_service.change(caller(crew.owner), 10**6, name="New")
    assert code(answer) is ClubCode.NO_CLUB
