"""Notification settings: what is stored, shown and mailed by choice, and links that stop mails."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.core import mail, signing
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notices import mails, unsubscribing
from accounts.notices.groups import Choice
from accounts.notices.models import Notice, NoticePreferences
from accounts.notices.preferences import digest_time, readers_of, save_choices
from accounts.notices.senders import groups
from accounts.notices.services import notify
from accounts.notices.tasks import send_digests
from accounts.services import close_account, create_guest
from games.screens.notices import notices_for
from tournaments.clubs.models import Club, Membership, News
from tournaments.clubs.notices.kinds import ClubKind
from tournaments.ledger.notices.kinds import LedgerKind

pytestmark = pytest.mark.django_db
Mail = Notice.MailState


def member(name: str, club: Club, **values: str) -> User:
    user = User.objects.create_user(name, **values)
    EmailAddress.objects.create(user=user, email=f"{name}@example.org", verified=True, primary=True)
    Membership.objects.create(club=club, user=user)
    return user


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Tea <House>")


@pytest.fixture
def ada(club) -> User:
    return member("ada", club, time_zone="Asia/Hong_Kong")


@pytest.fixture
def bob(club) -> User:
    return member("bob", club)


def tell(club: Club, *users: User, kind: str = ClubKind.ORGANIZER, by: str = "Olga") -> None:
    notify(kind, club, {each.pk: {"by": by} for each in users})


def post(club: Club, *users: User, title: str = "Dinner") -> News:
    made = News.objects.create(club=club, author=users[0], title=title, text="At <eight>")
    notify(ClubKind.NEWS, made, {each.pk: {} for each in users}, 0)
    return made


def choose(user: User, **choices: str) -> None:
    save_choices(user, {code.replace("_", "-"): Choice(each) for code, each in choices.items()})


def settings_values(**changed: str) -> dict[str, str]:
    values = {code: str(group.default) for code, group in groups().items()}
    return values | {code.replace("_", "-"): each for code, each in changed.items()}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# --- Choices


def test_each_choice_shows_and_mails_as_it_says(club, ada, django_assert_num_queries):
    shown = {}
    for choice in Choice:
        Notice.objects.all().delete()
        choose(ada, club_membership=choice)
        with django_assert_num_queries(2):
            tell(club, ada)
        notice = Notice.objects.get()
        shown[choice] = (bool(notices_for(ada)), notice.mail)
    assert shown == {
        Choice.MAIL: (True, Mail.DUE),
        Choice.DIGEST: (True, Mail.DIGEST),
        Choice.HERE: (True, Mail.NONE),
        Choice.OFF: (False, Mail.NONE),
    }


@pytest.mark.every_database
def test_many_recipients_take_two_queries(club, django_assert_num_queries):
    people = [member(f"p{number}", club) for number in range(30)]
    with django_assert_num_queries(2):
        tell(club, *people)
    assert Notice.objects.count() == 30


def test_debts_disputes_penalties_and_changed_terms_cannot_be_turned_off(ada):
    fixed = {code for code, group in groups().items() if group.is_always_shown}
    assert fixed >= {
        "money-owed", "money-payments", "money-disputes", "event-terms", "event-penalties",
    }  # fmt: skip
    client = browser(ada)
    for code in fixed:
        answer = client.post(reverse("notice_settings"), settings_values() | {code: "off"})
        assert answer.status_code == 422
    assert not NoticePreferences.objects.exists()
    # A stored value that is no longer offered counts as the default.
    NoticePreferences.objects.create(user=ada, choices={"money-owed": "off", "event-new": 7})
    chosen = readers_of([ada.pk])[ada.pk].choices
    assert groups()["money-owed"].choice(chosen) is Choice.MAIL
    assert groups()["event-new"].choice(chosen) is Choice.MAIL


def test_guests_have_no_notification_settings():
    assert browser(create_guest()).get(reverse("notice_settings")).url == reverse("keep_account")
    assert not NoticePreferences.objects.exists()


def test_the_settings_store_only_what_differs_from_the_defaults(ada):
    client = browser(ada)
    wanted = settings_values(club_news="mail", event_new="off")
    client.post(reverse("notice_settings"), wanted)
    assert NoticePreferences.objects.get().choices == {"club-news": "mail", "event-new": "off"}
    page = client.get(reverse("notice_settings")).content.decode()
    assert page.count('<option value="off" selected>') == 1
    client.post(reverse("notice_settings"), settings_values())
    assert NoticePreferences.objects.get().choices == {}


@pytest.mark.parametrize("changed", [{"event_new": "loud"}, {"event_new": ""}, {"club_news": "on"}])
def test_unknown_choices_are_refused_and_nothing_is_saved(ada, changed):
    choose(ada, event_results="here")
    answer = browser(ada).post(reverse("notice_settings"), settings_values(**changed))
    assert answer.status_code == 422
    assert "Nothing was saved." in answer.content.decode()
    assert NoticePreferences.objects.get().choices == {"event-results": "here"}


def test_a_choice_made_before_the_mail_is_sent_counts(club, ada, bob):
    tell(club, ada, bob)
    choose(ada, club_membership="here")
    choose(bob, club_membership="digest")
    assert mails.send_due() == 0
    assert Notice.objects.get(user=ada).mail == Mail.NONE
    assert Notice.objects.get(user=bob).mail == Mail.DIGEST


def test_closing_an_account_deletes_the_settings(ada):
    choose(ada, event_new="off")
    assert close_account(ada) == []
    assert not NoticePreferences.objects.exists()


# --- Mails


def test_a_mail_has_text_html_one_button_and_a_plain_subject(club, ada, settings):
    settings.SITE_URL = "https://club.example"
    tell(club, ada, by="<b>Olga & co</b>")
    assert mails.send_due() == 1
    [made] = mail.outbox
    assert made.subject == "You’re now an organizer of Tea <House>"
    address = f"https://club.example/clubs/{club.slug}/"
    assert f"View club:\n{address}" in made.body
    assert "<b>Olga & co</b> gave you this role." in made.body
    [(html, mime)] = made.alternatives
    assert mime == "text/html"
    assert "You’re now an organizer of Tea &lt;House&gt;" in html
    assert "&lt;b&gt;Olga &amp; co&lt;/b&gt; gave you this role." in html
    assert "<b>" not in html
    assert html.count(f'href="{address}"') == 1
    assert 'name="color-scheme" content="light dark"' in html
    assert "<img" not in html
    assert "<script" not in html


def test_a_line_break_in_a_name_starts_no_header(club, ada):
    tell(club, ada)
    Club.objects.update(name="Tea\nBcc: everybody@example.org")
    assert mails.send_due() == 1
    head = mail.outbox[0].message().as_string().split("\n\n")[0]
    assert "\nBcc:" not in head


def stop_path(made: EmailMessage) -> str:
    assert made.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url = made.extra_headers["List-Unsubscribe"].strip("<>")
    assert url.startswith("http://")
    return "/" + url.split("/", 3)[3]


def test_one_click_stops_mails_of_that_kind_alone_without_a_sign_in(club, ada):
    tell(club, ada)
    mails.send_due()
    path = stop_path(mail.outbox[0])
    # Mail programs send no cookies, and no CSRF token.
    client = Client(enforce_csrf_checks=True)
    page = client.get(path).content.decode()
    assert "Stop emails?" in page
    assert "Invitations, replies and your role" in page
    assert not NoticePreferences.objects.exists(), "a look changes nothing"
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "Emails stopped" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    assert NoticePreferences.objects.get().choices == {"club-membership": "here"}
    tell(club, ada)
    notify(LedgerKind.LEFT_OWING, club, {ada.pk: {"name": "Bo", "owes": [[500, "EUR"]]}})
    mails.send_due()
    subjects = [each.subject for each in mail.outbox]
    assert subjects[1:] == ["Bo left Tea <House> and still owes €5.00"]
    assert len(notices_for(ada)) == 2, "they are still shown"


def test_a_changed_link_stops_nothing(club, ada, bob):
    good = unsubscribing.stop_path(ada.pk, "club-membership")
    token = good.split("/")[-2]
    forged = signing.dumps([bob.pk, "club-membership"], salt="other")
    unknown = unsubscribing.stop_path(ada.pk, "no-such-group").split("/")[-2]
    for bad in (token[:-1] + ("a" if token[-1] != "a" else "b"), forged, "x", unknown):
        for answer in (
            Client().get(reverse("notice_stop", args=[bad])),
            Client().post(reverse("notice_stop", args=[bad])),
        ):
            assert answer.status_code == 404
            assert "This link isn’t valid" in answer.content.decode()
    close_account(ada)
    assert Client().post(good).status_code == 404
    assert not NoticePreferences.objects.exists()


def test_a_link_does_not_turn_on_what_is_off(ada):
    choose(ada, event_new="off")
    Client().post(unsubscribing.stop_path(ada.pk, "event-new"))
    assert NoticePreferences.objects.get().choices == {"event-new": "off"}


# --- The daily mail


def due_now() -> None:
    Notice.objects.filter(mail=Mail.DIGEST).update(mail_at=timezone.now())


def test_the_daily_mail_is_due_at_eight_in_the_users_time_zone(club, ada, bob):
    post(club, ada, bob)
    at = {each.user_id: each.mail_at for each in Notice.objects.all()}
    assert at[ada.pk].astimezone(ZoneInfo("Asia/Hong_Kong")).hour == 8
    assert at[bob.pk].astimezone(UTC).hour == 8
    assert all(each - timezone.now() <= timedelta(days=1) for each in at.values())
    # At exactly eight, the next one is tomorrow's; on the day clocks change, it is eight as well.
    berlin = ZoneInfo("Europe/Berlin")
    eight = datetime(2026, 10, 24, 8, tzinfo=berlin)
    assert digest_time(eight, berlin) == datetime(2026, 10, 25, 8, tzinfo=berlin)


def test_the_daily_mail_has_all_that_is_unseen_once(club, ada, bob, settings):
    settings.SITE_URL = "https://club.example"
    first = post(club, ada, title="Dinner & cards")
    post(club, ada, title="Seen already")
    post(club, ada, bob, title="New <rules>")
    Notice.objects.filter(user=ada, subject_id=first.pk + 1).mark_seen()
    assert mails.send_digests() == 0, "it is not yet time"
    due_now()
    assert mails.send_digests() == 2
    assert mails.send_digests() == 0
    of_ada = next(each for each in mail.outbox if each.to == ["ada@example.org"])
    assert of_ada.subject == "2 updates for you"
    for part in ("Dinner & cards", "New <rules>", f"https://club.example/clubs/{club.slug}/news/"):
        assert part in of_ada.body
    assert "Seen already" not in of_ada.body
    assert "New &lt;rules&gt;" in of_ada.alternatives[0][0]
    of_bob = next(each for each in mail.outbox if each.to == ["bob@example.org"])
    assert of_bob.subject == "1 update for you"
    assert set(Notice.objects.values_list("mail", flat=True)) == {Mail.SENT, Mail.NONE}


def test_no_daily_mail_is_sent_if_everything_is_seen_deleted_or_no_longer_wanted(club, ada, bob):
    seen, deleted = post(club, ada), post(club, bob)
    Notice.objects.filter(subject_id=seen.pk).mark_seen()
    deleted.delete()
    unwanted = member("cy", club)
    post(club, unwanted)
    choose(unwanted, club_news="here")
    due_now()
    assert mails.send_digests() == 0
    assert mail.outbox == []
    assert set(Notice.objects.values_list("mail", flat=True)) == {Mail.NONE}


@pytest.mark.every_database
def test_a_lost_task_is_made_up_for_and_two_workers_send_one_mail(club, ada, settings, monkeypatch):
    post(club, ada)
    due_now()
    Notice.objects.update(mail_at=timezone.now() - timedelta(hours=3))
    schedule = settings.CELERY_BEAT_SCHEDULE["send-digests"]
    assert schedule["task"] == send_digests.name
    assert schedule["schedule"] <= 300
    really, of_other_worker = EmailMessage.send, []

    def send(self, *args, **named):
        of_other_worker.append(mails.send_digests())
        return really(self, *args, **named)

    monkeypatch.setattr(EmailMessage, "send", send)
    send_digests()
    assert of_other_worker == [0]
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("kind", ["single", "daily"])
def test_a_mail_that_another_worker_takes_first_is_left_to_it(club, ada, monkeypatch, kind):
    if kind == "single":
        tell(club, ada)
    else:
        post(club, ada)
    Notice.objects.update(mail_at=timezone.now())

    def draw_after_the_other(_size: int) -> str:
        Notice.objects.update(mail=Mail.TAKEN, mail_turn="of the other")
        return "of this one"

    monkeypatch.setattr(mails, "secrets", SimpleNamespace(token_hex=draw_after_the_other))
    send = mails.send_due if kind == "single" else mails.send_digests
    assert send() == 0
    assert mail.outbox == []
    assert Notice.objects.get().mail_turn == "of the other"


def test_a_daily_mail_that_fails_is_tried_again_and_finally_given_up(club, ada, monkeypatch):
    post(club, ada)
    post(club, ada)
    due_now()

    def fail(*_args: object) -> None:
        raise OSError("no")

    with monkeypatch.context() as failing:
        failing.setattr(EmailMessage, "send", fail)
        assert mails.send_digests() == 0
        assert set(Notice.objects.values_list("mail", "mail_tries")) == {(Mail.DIGEST, 1)}
        assert mails.send_digests() == 0, "not before the wait is over"
        assert set(Notice.objects.values_list("mail_tries", flat=True)) == {1}
        old = timezone.now() - mails.DIGEST_LIFETIME
        Notice.objects.update(created_at=old, mail_at=timezone.now())
        assert mails.send_digests() == 0
    assert set(Notice.objects.values_list("mail", flat=True)) == {Mail.FAILED}


def test_the_link_of_a_daily_mail_stops_the_daily_mail_alone(club, ada):
    post(club, ada)
    due_now()
    mails.send_digests()
    Client(enforce_csrf_checks=True).post(stop_path(mail.outbox[0]))
    assert NoticePreferences.objects.get().choices == {"club-news": "here"}


def test_forty_daily_mails_take_twice_the_queries_of_twenty(club, django_assert_max_num_queries):
    people = [member(f"p{number}", club) for number in range(40)]
    post(club, *people)
    due_now()
    with django_assert_max_num_queries(2 * 9 + 1):
        assert mails.send_digests() == 40


@pytest.mark.parametrize(
    ("backend", "says_so"), [("dummy", True), ("console", False), ("locmem", False)]
)
def test_the_settings_say_that_email_is_missing_only_where_none_is_sent(
    ada, settings, backend, says_so
):
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    client = Client()
    client.force_login(ada)
    html = client.get(reverse("notice_settings")).content.decode()
    assert ("Email isn’t set up on this site" in html) == says_so
    assert ("Emails go to" in html) == (backend == "locmem")
