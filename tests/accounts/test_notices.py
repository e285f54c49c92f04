"""Notices: stored once per key, marked as seen by their readers alone, mailed until too old."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from celery import current_app
from django.core import mail
from django.core.mail import EmailMessage
from django.db.models import Q, TextChoices
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from accounts.notices import mails, senders
from accounts.notices.models import Notice
from accounts.notices.senders import NoticeText, Sender
from accounts.notices.services import notify, store
from accounts.services import close_account
from games.screens.notices import notices_for

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


class Kind(TextChoices):
    GREETING = "test.greeting", "greeting"


class GreetingSender(Sender[User]):
    """Notices about a user, named by that user."""

    model = User
    kinds = Kind
    mail_lifetime = DAY

    def subjects(self, ids: Collection[int]) -> Mapping[int, User]:
        return User.objects.in_bulk(ids)

    def text(self, notice: Notice, subject: User) -> NoticeText:
        title = f"{translation.get_language()} {subject.username} {notice.params.get('word')}"
        return NoticeText(title, "", "/play/")

    def shown_on_home(self, user_id: int, now: datetime) -> Q:
        return Q(kind=Kind.GREETING, created_at__gt=now - DAY)

    def mail_language(self, subject: User) -> str:
        return "en-gb"


@pytest.fixture(autouse=True)
def sender(monkeypatch) -> Iterator[GreetingSender]:
    """Register the sender for the test; the home page's statements are built for it."""
    from games.screens.notices import _newest_unseen, home_notices

    statements = (_newest_unseen, home_notices._hints._statement)
    monkeypatch.setattr(senders, "_senders", dict(senders._senders))
    monkeypatch.setattr(senders, "_groups", dict(senders._groups))
    found = GreetingSender()
    senders.register(found)
    for each in statements:
        each.clear()
    yield found
    for each in statements:
        each.clear()


@pytest.fixture
def ada() -> User:
    found = User.objects.create_user("ada")
    EmailAddress.objects.create(user=found, email="ada@example.org", verified=True, primary=True)
    return found


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("bob")


def greet(user: User, about: User, word: str, key: object = None) -> None:
    notify(Kind.GREETING, about, {user.pk: {"word": word}}, key)


def shown(user: User) -> list[str]:
    return [each.title for each in notices_for(user)]


@pytest.mark.every_database
def test_a_notice_with_a_key_replaces_an_earlier_one_with_the_same_key(ada, bob):
    greet(ada, bob, "hello", 1)
    Notice.objects.all().mark_seen()
    assert shown(ada) == []
    for word, key in (("again", 1), ("other", 2), ("free", None), ("free too", None)):
        greet(ada, bob, word, key)
    assert sorted(shown(ada)) == ["en bob again", "en bob free", "en bob free too", "en bob other"]


def test_a_stored_notice_can_be_kept_as_it_is(ada, bob):
    greet(ada, bob, "hello", 1)
    other = Notice(user=ada, kind=Kind.GREETING, subject_id=bob.pk, key="1", params={"word": "no"})
    store([other], keep_existing=True)
    assert shown(ada) == ["en bob hello"]


def test_only_the_reader_can_mark_a_notice_as_seen(ada, bob, client):
    greet(ada, bob, "hello")
    url = reverse("notice_seen", args=[Notice.objects.get().pk])
    client.force_login(bob)
    assert client.post(url).status_code == 404
    assert shown(ada) == ["en bob hello"]
    client.force_login(ada)
    assert client.get(url).status_code == 405
    for _twice in range(2):
        assert client.post(url).url == "/"
    assert shown(ada) == []


def test_a_button_of_the_previous_release_leads_to_the_home_page(client):
    for url in ("/events/notices/5/seen/", "/payments/notices/5/seen/"):
        assert client.post(url).url == "/"


def test_a_notice_about_something_deleted_is_neither_shown_nor_mailed(ada, bob):
    greet(ada, bob, "hello")
    bob.delete()
    assert shown(ada) == []
    assert mails.send_due() == 0
    assert Notice.objects.get().mail == "none"


def test_the_home_page_shows_the_newest_ten_with_the_same_number_of_queries(
    ada, bob, django_assert_num_queries
):
    greet(ada, bob, "0")
    notices_for(ada)
    with django_assert_num_queries(3):
        notices_for(ada)
    for number in range(1, 12):
        greet(ada, bob, str(number))
    with django_assert_num_queries(3):
        assert shown(ada) == [f"en bob {number}" for number in range(11, 1, -1)]


def test_closing_an_account_deletes_its_notices(ada, bob):
    greet(ada, bob, "hello")
    greet(bob, ada, "hello")
    assert close_account(ada) == []
    assert Notice.objects.get().user == bob


# --- Mails


def test_a_mail_is_sent_after_the_senders_delay(
    ada, bob, sender, monkeypatch, django_capture_on_commit_callbacks
):
    queued: list[str] = []
    monkeypatch.setattr(current_app, "send_task", queued.append)
    monkeypatch.setattr(sender, "mail_delay", timedelta(hours=1))
    with django_capture_on_commit_callbacks(execute=True):
        greet(ada, bob, "hello")
    assert queued == []
    assert mails.send_due() == 0
    Notice.objects.update(mail_at=timezone.now())
    assert mails.send_due() == 1
    assert [each.subject for each in mail.outbox] == ["en bob hello"]
    monkeypatch.setattr(sender, "mail_delay", timedelta())
    with django_capture_on_commit_callbacks(execute=True):
        greet(ada, bob, "hello")
        assert queued == []
    assert queued == ["accounts.notices.tasks.send_mails"]


@pytest.mark.parametrize(
    ("own", "used"),
    [({"language": "de"}, "de"), ({"last_language": "de"}, "de"), ({"last_language": ""}, "en-gb")],
)
def test_a_mail_is_in_the_users_language_or_else_the_senders(ada, bob, settings, own, used):
    settings.LANGUAGES = [("en", "English"), ("en-gb", "British"), ("de", "Deutsch")]
    User.objects.filter(pk=ada.pk).update(**own)
    greet(ada, bob, "hello")
    assert mails.send_due() == 1
    assert [each.subject for each in mail.outbox] == [f"{used} bob hello"]


def test_a_seen_notice_is_not_mailed(ada, bob):
    greet(ada, bob, "hello")
    Notice.objects.all().mark_seen()
    assert mails.send_due() == 0
    assert Notice.objects.get().mail == "none"


@pytest.mark.every_database
def test_a_notice_that_is_replaced_while_its_mail_is_sent_is_mailed_again(ada, bob, monkeypatch):
    greet(ada, bob, "hello", 1)
    really = EmailMessage.send

    def send(self: EmailMessage) -> int:
        monkeypatch.setattr(EmailMessage, "send", really)
        greet(ada, bob, "again", 1)
        return self.send()

    monkeypatch.setattr(EmailMessage, "send", send)
    assert mails.send_due() == 1
    Notice.objects.update(mail_at=timezone.now())
    assert mails.send_due() == 1
    assert [each.subject for each in mail.outbox] == ["en bob hello", "en bob again"]


def test_sending_forty_mails_takes_twice_the_queries_of_twenty(
    ada, bob, django_assert_max_num_queries
):
    for number in range(40):
        greet(ada, bob, str(number))
    # Three to claim, one for addresses, one for subjects, three to store the states; twice.
    with django_assert_max_num_queries(2 * 8 + 1):
        assert mails.send_due() == 40
