"""Event notifications on the home page, and mails that are sent once."""

from datetime import timedelta
from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from celery import current_app
from django.apps import apps
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notices import mails
from accounts.notices.groups import Choice
from accounts.notices.models import Notice, NoticeQuerySet
from accounts.notices.preferences import readers_of, turn_mails_off
from accounts.notices.senders import groups
from accounts.notices.tasks import send_mails
from tests.players import Person
from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.models import Membership
from tournaments.events.calendar.models import EventReader
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.corrections.services import correct_result
from tournaments.events.desk import services
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.models import Entry
from tournaments.events.notices.kinds import GROUPS, EventKind
from tournaments.events.notices.sender import EventSender
from tournaments.events.notices.services import remind_entrants
from tournaments.events.notices.words import notice_words
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventSeat
from tournaments.events.settling.services import settle_event
from tournaments.events.setup.services import (
    cancel_event,
    change_event,
    open_check_in,
    open_sign_up,
)
from tournaments.events.terms.services import invitation_params

copy_choices = import_module("tournaments.migrations.0033_event_mail_choices").copy_choices
#: A stake of one dollar a point.
HKD = {"stake_minor": 100, "currency": "HKD"}
Kind, Mail = EventKind, Notice.MailState


@pytest.fixture
def evening(crew) -> Evening:
    """An event that takes entries; the notices to members that it does are gone."""
    found = Evening.of(crew).well(open_sign_up)
    Notice.objects.all().delete()
    return found


@pytest.fixture
def draft(crew) -> Evening:
    """A draft that the test opens."""
    return Evening.of(crew)


def reachable(*people: Person) -> None:
    for each in people:
        EmailAddress.objects.create(
            user=each.user, email=each.user.email, verified=True, primary=True
        )


def notices(evening: Evening) -> NoticeQuerySet:
    return Notice.objects.about(Event, evening.event.pk)


def told(evening: Evening, kind: str) -> list[User]:
    found = notices(evening).filter(kind=kind).select_related("user").order_by("user")
    return [each.user for each in found]


def home(user) -> str:
    return page(browser(user), "/")


def sent() -> list[tuple[str, str]]:
    """Return recipients and subjects of the mails, and clear them."""
    found = sorted((each.to[0], each.subject) for each in mail.outbox)
    mail.outbox.clear()
    return found


def tomorrow(evening: Evening, **delta: float) -> None:
    """Set the start within a day, with all entrants signed up earlier."""
    at = timezone.now() + timedelta(**(delta or {"hours": 23}))
    Event.objects.filter(pk=evening.event.pk).update(starts_at=at)
    Entry.objects.update(created_at=timezone.now() - timedelta(days=9))


# --- In the app


def test_the_home_page_offers_check_in_until_the_player_checks_in(evening):
    evening.joined(2)
    first, second = (each.user for each in evening.people)
    assert "Check-in is open for" not in home(first)
    evening.well(open_check_in)
    text = home(first)
    assert "Check-in is open for Spring" in text
    url = reverse("event_check_in", args=[evening.event.slug])
    assert f'action="{url}"' in text
    assert "Check in" in text
    assert text.count("Spring") < 6, "the next event is not named once more"
    browser(first).post(url)
    assert "Check-in is open for" not in home(first)
    assert "Check-in is open for" in home(second)
    assert "Check-in is open for" not in home(evening.crew.member)


def test_a_player_who_moves_up_sees_the_notice_until_they_open_the_event(crew):
    evening = Evening.of(crew, entry_limit=1).well(open_sign_up).joined(2)
    waiting = evening.people[1].user
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    assert told(evening, Kind.MOVED_UP) == [waiting]
    assert "You’re in from the waiting list: Spring" in home(waiting)
    assert "You’re in from the waiting list: Spring" in home(waiting), (
        "to see it there is not to have looked"
    )
    page(browser(waiting), reverse("event", args=[evening.event.slug]))
    assert "You’re in" not in home(waiting)


def test_a_cancellation_is_announced_to_all_entrants_with_the_reason(crew):
    evening = Evening.of(crew, entry_limit=2).well(open_sign_up).joined(3)
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    evening.well(cancel_event, "The <hall> is flooded")
    for each in evening.people[1:]:
        assert "The event won’t take place. Reason: The &lt;hall&gt; is flooded" in home(each.user)
    assert "cancelled" not in home(evening.people[0].user)


def test_entrants_are_notified_every_time_the_start_changes(evening):
    evening.joined(1)
    user = evening.people[0].user
    later = evening.event.starts_at + timedelta(days=1)
    evening.well(change_event, starts_at=later, minutes=95)
    assert "Spring has a new time" in home(user)
    text = page(browser(user), reverse("event", args=[evening.event.slug]))
    assert "length in minutes: 180 → 95" in text
    assert "has a new time" not in home(user)
    evening.well(change_event, description="With soup.")
    assert "has a new time" not in home(user)
    evening.well(change_event, starts_at=later + timedelta(hours=1))
    assert "has a new time" in home(user)


def test_a_user_can_dismiss_a_notice(evening):
    evening.joined(2).well(cancel_event, "")
    mine, other = evening.people
    notice = Notice.objects.get(user=mine.user)
    url = reverse("notice_seen", args=[notice.pk])
    assert "is cancelled" in home(mine.user)
    for _twice in range(2):
        assert browser(mine.user).post(url).url == "/"
    assert "is cancelled" not in home(mine.user)
    assert "is cancelled" in home(other.user)


def test_every_announcement_is_shown_until_the_event_ends(draft):
    evening = draft.started(people=4, bots=0)
    evening.well(services.announce, "Ten minutes").well(services.announce, "Soup is ready")
    text = home(evening.people[0].user)
    assert "News from Spring" in text
    assert "Ten minutes" in text
    assert "Soup is ready" in text
    Event.objects.update(status=Event.Status.FINISHED)
    assert "Soup is ready" not in home(evening.people[0].user)


def finished(evening: Evening) -> Evening:
    evening.started(people=2, bots=2).well(publication.publish_round)
    for table in evening.tables():
        for place, net in zip(
            EventSeat.objects.filter(event_table=table).order_by("entry__number"),
            (10, -20, 15, -5),
            strict=True,
        ):
            place.net, place.deals_played = net, 1
            place.save()
    evening.round().tables.update(finished_at=timezone.now())
    evening.event.rounds.update(status="finished")
    return evening.well(proposal.end_event, "It is late")


def test_the_results_notice_shows_the_players_place_even_after_a_correction(draft):
    evening = finished(draft)
    first, second = (each.user for each in evening.people)
    assert "You finished 2nd of 4 in Spring" in home(first)
    assert "You finished 4th of 4 in Spring" in home(second)
    evening.well(penalties.give_penalty, 1, 50, "Late")
    assert "You finished 4th of 4 in Spring" in home(first)
    penalty = evening.event.entries.get(number=1).penalties.get()
    evening.well(penalties.reverse_penalty, penalty.pk, "No, not late")
    assert "You finished 2nd of 4 in Spring" in home(first)
    table = evening.round().tables.get()
    seats = list(table.seats.order_by("entry__number"))
    nets = dict(zip((seat.place for seat in seats), (30, -20, -5, -5), strict=True))
    evening.well(correct_result, table.pk, nets, "Miscounted")
    assert "You finished 1st of 4 in Spring" in home(first)


FEE = {"currency": "HKD", "fee_minor": 2000}
POT = {"currency": "HKD", "pot_minor": 5000, "prizes": {"share": [100]}}


@pytest.mark.parametrize(
    ("terms", "price", "offer"),
    [
        (HKD, "You’d play for HK$1.00 a point.", "Stake: HK$1.00 a point."),
        (
            HKD | FEE,
            "You’d play for HK$1.00 a point, entry fee HK$20.00.",
            "Stake: HK$1.00 a point, entry fee HK$20.00.",
        ),
        (FEE, "The entry fee is HK$20.00.", "You could lose up to HK$20.00: the entry fee."),
        (POT, "You’d play for points.", "You play for points and can’t lose any money."),
    ],
)
def test_notices_name_stake_or_fee(crew, terms, price, offer):
    evening = Evening.of(crew, **terms).well(open_sign_up)
    invited = invitation_params(evening.event)
    for kind, params in (
        (Kind.OPENED, {}),
        (Kind.INVITED, invited),
        (Kind.CHECK_IN, {}),
        (Kind.IN_PERSON, invited | {"reason": "Here"}),
    ):
        said = notice_words(evening.event, kind, params).detail
        assert "For points" not in said
        assert "play for entry fee" not in said
        if kind == Kind.OPENED:
            assert said.endswith(f"Sign-up is open. {price}")
        elif kind != Kind.IN_PERSON and not terms.get("stake_minor"):
            assert said.startswith(price)
    shown = page(browser(crew.member), reverse("event", args=[evening.event.slug]))
    assert "Sign up: For points" not in shown
    assert offer in shown


def test_members_are_notified_of_a_new_event_until_it_starts(crew):
    evening = Evening.of(crew, **HKD).well(open_sign_up)
    members = {crew.owner, crew.organizer, crew.member}
    assert set(told(evening, Kind.OPENED)) == members - {evening.desk.user}
    text = home(crew.member)
    assert "New event: Spring" in text
    assert "Sign-up is open. You’d play for HK$1.00" in text
    assert "New event" not in home(crew.stranger)
    # It is no longer news to those who have looked, or left the club, and when it has begun.
    url = reverse("event", args=[evening.event.slug])
    page(browser(crew.member), url)
    assert "New event" not in home(crew.member)
    notices(evening).update(seen_at=None)
    Membership.objects.filter(user=crew.member).delete()
    assert "New event" not in home(crew.member)
    Membership.objects.create(club=crew.club, user=crew.member)
    assert "New event" in home(crew.member)
    Event.objects.filter(pk=evening.event.pk).update(status=Event.Status.RUNNING)
    assert "New event" not in home(crew.member)


def test_opening_sign_up_for_a_large_club_takes_the_same_queries(crew):
    def queries() -> int:
        evening = Evening.of(crew)
        with CaptureQueriesContext(connection) as counted:
            evening.well(open_sign_up)
        return len(counted)

    few = queries()
    for number in range(30):
        user = User.objects.create_user(f"p{number}")
        Membership.objects.create(club=crew.club, user=user)
    assert queries() <= few


def test_the_results_notice_names_the_amount(crew):
    evening = finished(Evening.of(crew, **HKD))
    first, second = (each.user for each in evening.people)
    assert "You won HK$10.00. You’ll be told who pays whom" in home(first)
    assert "You lost HK$20.00. You’ll be told who pays whom" in home(second)
    settle_event(evening.event.pk)
    assert "You won HK$10.00." in home(first)
    assert "You’ll be told who pays whom" not in home(first)


def test_notifying_forty_entrants_takes_no_more_queries_than_notifying_four(crew):
    def queries(people: int, service, *more) -> int:
        evening = Evening.of(crew).well(open_sign_up)
        Notice.objects.all().delete()
        for number in range(people):
            user = User.objects.create_user(f"p{evening.event.pk}-{number}")
            Membership.objects.create(club=crew.club, user=user)
            Entry.objects.create(event=evening.event, user=user, name="P", number=number + 1)
        with CaptureQueriesContext(connection) as counted:
            evening.well(service, *more)
        assert notices(evening).count() == people
        return len(counted)

    for service, *more in (
        (open_check_in,),
        (cancel_event, "No room"),
        (services.announce, "Soup"),
    ):
        assert queries(40, service, *more) <= queries(4, service, *more)


def test_the_home_page_takes_the_same_queries_for_any_number_of_notices(evening):
    evening.joined(1)
    user = evening.people[0].user

    def queries() -> int:
        client = browser(user)
        client.get("/")
        with CaptureQueriesContext(connection) as counted:
            client.get("/")
        return len(counted)

    evening.well(services.announce, "One")
    before = queries()
    for number in range(5):
        evening.well(services.announce, f"More {number}")
    assert queries() <= before


# --- Mails


def test_a_reminder_is_sent_once_on_the_day_before(evening, django_capture_on_commit_callbacks):
    evening.joined(2)
    reachable(*evening.people)
    tomorrow(evening, hours=25)
    assert remind_entrants() == 0
    tomorrow(evening)
    assert remind_entrants() == 2
    assert remind_entrants() == 0
    mails.send_due()
    assert sent() == [
        ("player1@example.org", "Spring starts soon"),
        ("player2@example.org", "Spring starts soon"),
    ]
    remind_entrants()
    mails.send_due()
    assert sent() == []
    # A new start time is announced separately.
    tomorrow(evening, hours=20)
    assert remind_entrants() == 2


def test_no_reminder_goes_to_players_who_signed_up_today_or_withdrew(evening):
    evening.joined(2)
    tomorrow(evening)
    Entry.objects.filter(number=1).update(created_at=timezone.now())
    Entry.objects.filter(number=2).update(status=Entry.Status.WITHDRAWN)
    assert remind_entrants() == 0


def test_two_workers_send_each_mail_once(evening, monkeypatch):
    evening.joined(3)
    reachable(*evening.people)
    evening.well(open_check_in)
    really, of_other_worker = EmailMessage.send, []

    def send(self, *args, **named):
        # The other worker starts before the first mail is sent.
        of_other_worker.append(mails.send_due())
        return really(self, *args, **named)

    monkeypatch.setattr(EmailMessage, "send", send)
    assert mails.send_due() == 3
    assert of_other_worker == [0, 0, 0]
    assert mails.send_due() == 0
    assert len(sent()) == 3
    assert set(Notice.objects.values_list("mail", flat=True)) == {Mail.SENT}


def test_a_failing_mail_is_retried_alone_and_finally_given_up(evening, monkeypatch):
    evening.joined(2)
    reachable(*evening.people)
    evening.well(open_check_in)
    really = EmailMessage.send

    def send(self, *args, **named):
        if self.to == ["player1@example.org"]:
            raise OSError("no")
        return really(self, *args, **named)

    monkeypatch.setattr(EmailMessage, "send", send)
    waits = []
    for tries in range(1, 10):
        before = timezone.now()
        mails.send_due()
        failed = Notice.objects.get(mail=Mail.DUE)
        assert failed.mail_tries == tries
        waits.append(round((failed.mail_at - before) / timedelta(seconds=30)))
        mails.send_due()
        assert Notice.objects.get(mail=Mail.DUE).mail_tries == tries, "it is tried again later"
        Notice.objects.filter(pk=failed.pk).update(mail_at=timezone.now())
    assert waits == [1, 2, 4, 8, 16, 32, 64, 120, 120]
    Notice.objects.filter(pk=failed.pk).update(
        created_at=timezone.now() - EventSender.mail_lifetime
    )
    mails.send_due()
    assert Notice.objects.get(mail=Mail.FAILED).user == evening.people[0].user
    assert [to for to, _subject in sent()] == ["player2@example.org"]


@pytest.mark.every_database
def test_a_mail_whose_task_was_lost_is_sent_by_the_periodic_task(evening, settings):
    evening.joined(1)
    reachable(*evening.people)
    evening.well(open_check_in)
    assert settings.CELERY_BEAT_SCHEDULE["send-mails"]["task"] == send_mails.name
    send_mails()
    assert len(sent()) == 1
    send_mails()
    assert sent() == []


def test_a_mail_that_would_be_too_late_is_not_sent(evening):
    evening.joined(1)
    reachable(*evening.people)
    evening.well(open_check_in)
    Notice.objects.update(created_at=timezone.now() - 2 * EventSender.mail_lifetime)
    assert mails.send_due() == 0
    assert sent() == []


def test_mails_are_queued_on_commit(evening, monkeypatch, django_capture_on_commit_callbacks):
    queued = []
    monkeypatch.setattr(current_app, "send_task", queued.append)
    evening.joined(1)
    with django_capture_on_commit_callbacks(execute=True):
        evening.well(open_check_in)
        assert queued == []
    assert queued == [send_mails.name]


@pytest.mark.every_database
def test_mails_go_only_to_verified_addresses_of_users_who_want_them(evening):
    evening.joined(4)
    wanted, unwilling, unconfirmed, _without = evening.people
    reachable(wanted, unwilling)
    EmailAddress.objects.create(user=unconfirmed.user, email="x@example.org", verified=False)
    turn_mails_off(unwilling.user.pk, ["event-soon"])
    evening.well(open_check_in)
    mails.send_due()
    assert sent() == [("player1@example.org", "Check-in is open for Spring")]
    assert len(told(evening, Kind.CHECK_IN)) == 4, "the front page tells all"


@pytest.mark.every_database
def test_the_migration_keeps_that_mails_about_events_are_turned_off(evening):
    evening.joined(2)
    unwilling, other = (each.user for each in evening.people)
    EventReader.objects.create(user=unwilling, takes_mail=False)
    EventReader.objects.create(user=other)
    copy_choices(apps, None)
    chosen = readers_of([unwilling.pk, other.pk])
    of_events = [each for each in groups().values() if each.code.startswith("event-")]
    assert len(of_events) == len(GROUPS)
    for each in of_events:
        assert each.choice(chosen[unwilling.pk].choices) is Choice.HERE
        assert each.choice(chosen[other.pk].choices) is Choice.MAIL
    assert groups()["money-owed"].choice(chosen[unwilling.pk].choices) is Choice.MAIL


def test_a_mail_gives_the_clubs_local_time_and_links_to_the_event(evening, settings):
    settings.SITE_URL = "https://club.example"
    evening.crew.club.time_zone = "Asia/Hong_Kong"
    evening.crew.club.save()
    evening.joined(1)
    reachable(*evening.people)
    at = timezone.now().replace(hour=11, minute=30) + timedelta(days=2)
    Event.objects.filter(pk=evening.event.pk).update(starts_at=at)
    evening.event.refresh_from_db()
    evening.well(cancel_event, "No room\nBcc: everybody@example.org")
    mails.send_due()
    (made,) = mail.outbox
    assert "19:30 (Hong Kong)" in made.body
    assert f"https://club.example/events/{evening.event.slug}/" in made.body
    assert "https://club.example/accounts/notices/" in made.body
    assert "everybody@example.org" not in made.message().as_string().split("\n\n")[0]
    assert made.recipients() == ["player1@example.org"]


def test_a_player_who_is_online_gets_no_mail_about_their_table(draft):
    evening = draft.started(people=3, bots=1)
    reachable(*evening.people)
    here, long_gone, never = (each.user for each in evening.people)
    User.objects.filter(pk=here.pk).update(seen_at=timezone.now())
    User.objects.filter(pk=long_gone.pk).update(seen_at=timezone.now() - timedelta(hours=1))
    User.objects.filter(pk=never.pk).update(seen_at=None)
    notices(evening).delete()
    evening.well(publication.publish_round)
    assert told(evening, Kind.TABLE) == [long_gone, never]
    mails.send_due()
    assert [subject for _to, subject in sent()] == ["Round 1: table 1 in Spring"] * 2


def test_results_are_mailed_once_with_the_players_place(draft):
    evening = finished(draft)
    reachable(*evening.people)
    notices(evening).exclude(kind=Kind.RESULTS).delete()
    mails.send_due()
    assert [subject for _to, subject in sent()] == [
        "You finished 2nd of 4 in Spring",
        "You finished 4th of 4 in Spring",
    ]
    evening.well(penalties.give_penalty, 1, 50, "Late")
    mails.send_due()
    assert [subject for _to, subject in sent()] == ["Penalty −50: Late"]


def test_an_announcement_is_mailed_unless_the_event_is_running(evening):
    evening.joined(4)
    reachable(*evening.people)
    evening.well(services.announce, "Half an hour later")
    mails.send_due()
    assert len(sent()) == 4
    evening.all_here().well(proposal.start_event).well(services.announce, "Soup")
    notices(evening).filter(kind=Kind.CHECK_IN).delete()
    mails.send_due()
    assert sent() == []


def test_mailed_announcements_are_rate_limited(evening, monkeypatch):
    monkeypatch.setattr(services, "MAILED_RATE", "2/hour")
    evening.joined(4)
    reachable(*evening.people)
    evening.well(services.announce, "Half an hour later")
    evening.well(services.announce, "An hour later")
    answer = evening.do(services.announce, "Two hours later")
    assert refused(answer, EventCode.TOO_MANY_ANNOUNCEMENTS)
    assert "You’ve emailed a lot of announcements." in sentence(answer)
    assert notices(evening).filter(kind=Kind.ANNOUNCED).count() == 2 * 4
    mails.send_due()
    assert len(sent()) == 2 * 4
    # Announcements that are not mailed are not counted.
    evening.all_here().well(proposal.start_event)
    for number in range(3):
        evening.well(services.announce, f"Soup {number}")


def test_no_mail_is_due_where_the_server_sends_none(evening, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    evening.joined(1)
    reachable(*evening.people)
    evening.well(open_check_in)
    assert Notice.objects.get().mail == Mail.NONE
    tomorrow(evening)
    assert remind_entrants() == 0


@pytest.mark.parametrize(
    ("after", "said"),
    [(1, "you now have +1 point instead"), (-3, "you now have −3 points instead")],
)
def test_a_corrected_result_counts_its_points(draft, after, said):
    params = {"round": 1, "table": 2, "before": 5, "after": after, "reason": "typed twice"}
    assert said in notice_words(draft.event, EventKind.CORRECTED, params).detail
