"""Push messages: devices, encryption, delivery, quiet hours and the end of sessions."""

import json
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.core.checks.registry import registry
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.checks import check_push_endpoints
from accounts.cipher import DecryptionError, is_encrypted
from accounts.models import User
from accounts.notices.groups import Choice
from accounts.notices.models import Notice
from accounts.notices.preferences import save_choices
from accounts.notices.push import delivery, devices, endpoints
from accounts.notices.push.delivery import send_due
from accounts.notices.push.models import PushDevice, PushKey, PushMessage
from accounts.notices.push.protocol import encoded, public_key, reencrypt_key
from accounts.notices.services import notify
from accounts.services import close_account, create_guest
from tests.push_service import PushService, Receiver, claims, push_service
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.notices.kinds import ClubKind

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]
PASSWORD = "correct horse 9"


@pytest.fixture
def service(settings) -> Iterator[PushService]:
    settings.PUSH_PRIVATE_ENDPOINTS = True
    with push_service() as found:
        yield found


@pytest.fixture
def phone(service) -> Receiver:
    return service.receiver()


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", password=PASSWORD)


@pytest.fixture
def club(ada) -> Club:
    club = Club.objects.create(name="Tea House")
    Membership.objects.create(club=club, user=ada)
    return club


def browser(user: User) -> Client:
    client = Client(
        headers={"user-agent": "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Firefox/140.0"}
    )
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def subscribe(client: Client, receiver: Receiver, **changed: str):
    return client.post(reverse("add_push_device"), receiver.subscription | changed)


@pytest.fixture
def client(ada, phone) -> Client:
    """A browser of Ada in which push is turned on."""
    client = browser(ada)
    assert subscribe(client, phone).status_code == 302
    return client


def tell(club: Club, *users: User, kind: ClubKind = ClubKind.ORGANIZER) -> None:
    notify(kind, club, {each.pk: {"by": "Olga"} for each in users})


def set_device(**values) -> None:
    PushDevice.objects.update(**values)


def again() -> int:
    """Send what is due later as if it were due now."""
    PushMessage.objects.update(due_at=timezone.now())
    return send_due()


# --- Messages


def test_a_message_is_encrypted_for_the_device_and_names_nothing_private(client, club, ada, phone):
    tell(club, ada)
    assert send_due() == 1
    [message] = phone.messages
    assert message["title"] == "Invitations, replies and your role"
    assert message["body"] == "Made an organizer"
    assert message["url"] == club.get_absolute_url()
    assert "Tea House" not in json.dumps(message)
    assert "Olga" not in json.dumps(message)
    assert not PushMessage.objects.exists()
    assert send_due() == 0


def test_a_device_that_shows_details_gets_the_text_of_the_notice(client, club, ada, phone):
    set_device(shows_details=True)
    tell(club, ada)
    send_due()
    [message] = phone.messages
    assert message["title"] == "You’re now an organizer of Tea House"
    assert "Olga gave you this role" in message["body"]


def test_messages_are_signed_with_the_key_that_browsers_subscribe_with(
    client, club, ada, phone, settings
):
    tell(club, ada)
    send_due()
    [headers] = phone.headers
    found = claims(headers["Authorization"])
    assert found["aud"] == phone.endpoint.partition("/send")[0]
    assert found["sub"].startswith(("mailto:", "https://"))
    assert found["key"] == public_key()
    assert found["key"] == client.post(reverse("push_key")).content.decode()
    assert int(headers["TTL"]) > 0


def test_the_key_is_made_once_and_stored_encrypted(settings):
    first = public_key()
    assert public_key() == first
    assert is_encrypted(PushKey.objects.get().private)
    settings.PAYMENT_KEYS = ["a new key"]
    call_command("reencrypt", verbosity=0)
    settings.SECRET_KEY = "another"
    assert public_key() == first


def test_a_key_that_cannot_be_decrypted_is_kept_with_its_devices(client, settings):
    first = public_key()
    right = settings.SECRET_KEY
    settings.SECRET_KEY, settings.PAYMENT_KEYS = "lost", []
    with pytest.raises(DecryptionError):
        public_key()
    assert PushDevice.objects.exists()
    settings.SECRET_KEY = right
    assert public_key() == first


def test_turning_on_is_refused_while_the_key_cannot_be_decrypted(client, caplog):
    public_key()
    PushKey.objects.update(private=PushKey.objects.get().private[:-8] + "AAAAAA==")
    answer = client.post(reverse("push_key"))
    assert (answer.status_code, answer.content) == (503, b"")
    assert "run forget_push_key to start over" in caplog.text
    assert reencrypt_key() == (0, 1)
    assert PushDevice.objects.exists()
    call_command("forget_push_key", verbosity=0)
    assert not PushDevice.objects.exists()
    assert client.post(reverse("push_key")).content.decode() == public_key()


def test_every_device_of_the_user_gets_the_message(client, club, ada, phone, service):
    tablet = service.receiver("tablet")
    subscribe(browser(ada), tablet)
    tell(club, ada)
    assert send_due() == 2
    assert len(phone.messages) == len(tablet.messages) == 1


def test_seen_muted_and_switched_off_notices_are_not_sent(client, club, ada, phone):
    tell(club, ada)
    Notice.objects.mark_seen()
    assert send_due() == 0
    set_device(muted=["club-membership"])
    tell(club, ada)
    assert send_due() == 0
    set_device(muted=[])
    save_choices(ada, {"club-membership": Choice.OFF})
    tell(club, ada)
    assert send_due() == 0
    assert phone.messages == []


@pytest.mark.parametrize("choice", ["muted on the device", "turned off"])
def test_a_choice_made_before_the_message_is_sent_counts(client, club, ada, phone, choice):
    tell(club, ada)
    phone.answers = [503, 201]
    assert send_due() == 0
    if choice == "turned off":
        save_choices(ada, {"club-membership": Choice.OFF})
    else:
        set_device(muted=["club-membership"])
    assert again() == 0
    assert phone.messages == []
    assert not PushMessage.objects.exists()


def test_kinds_of_the_daily_email_are_muted_on_a_new_device(client):
    assert PushDevice.objects.get().muted == ["club-news"]


def test_a_notice_without_devices_costs_nothing_later(club, ada):
    tell(club, ada)
    assert Notice.objects.get().push_at is None


# --- Failures


def test_a_failed_message_is_sent_again_and_shown_once(client, club, ada, phone):
    phone.answers = [503, 500, 201]
    tell(club, ada)
    assert send_due() == 0
    assert send_due() == 0, "not due before the pause is over"
    assert again() == 0
    assert again() == 1
    assert [each["tag"] for each in phone.messages] == [f"notice-{Notice.objects.get().pk}"]


def test_a_notice_that_is_replaced_while_its_message_is_sent_is_sent_again(
    client, club, ada, phone, monkeypatch
):
    store = delivery._store_statuses

    def replace_and_store(answered) -> int:
        monkeypatch.undo()
        Notice.objects.update(created_at=timezone.now(), push_at=timezone.now())
        delivery._hand_out()
        return store(answered)

    monkeypatch.setattr(delivery, "_store_statuses", replace_and_store)
    tell(club, ada)
    assert send_due() == 2
    assert len(phone.messages) == 2
    assert not PushMessage.objects.exists()


def test_an_unreachable_service_does_not_lose_the_message(client, club, ada, phone):
    device = PushDevice.objects.get()
    set_device(endpoint="http://127.0.0.1:1/closed")
    tell(club, ada)
    assert send_due() == 0
    set_device(endpoint=device.endpoint)
    assert again() == 1


def test_a_message_that_cannot_be_made_does_not_keep_the_others_waiting(
    client, club, ada, phone, service
):
    tablet = service.receiver("tablet")
    subscribe(browser(ada), tablet)
    PushDevice.objects.filter(endpoint=phone.endpoint).update(p256dh="broken")
    tell(club, ada)
    assert send_due() == 1
    assert len(tablet.messages) == 1
    assert PushMessage.objects.get().tries == 1


def test_messages_wait_while_the_key_cannot_be_decrypted(client, club, ada, phone, caplog):
    public_key()
    right = PushKey.objects.get().private
    PushKey.objects.update(private=right[:-8] + "AAAAAA==")
    tell(club, ada)
    assert send_due() == 0
    assert "the push key cannot be decrypted" in caplog.text
    PushKey.objects.update(private=right)
    assert again() == 1
    assert len(phone.messages) == 1


def test_one_task_of_a_process_sends_at_a_time(client, club, ada, phone, monkeypatch):
    post, sent_meanwhile = delivery.post, []

    def post_and_send(*parcel) -> int:
        sent_meanwhile.append(send_due())
        return post(*parcel)

    monkeypatch.setattr(delivery, "post", post_and_send)
    tell(club, ada)
    assert send_due() == 1
    assert sent_meanwhile == [0]
    assert len(phone.messages) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_removed(client, club, ada, phone, status):
    phone.answers = [status]
    tell(club, ada)
    assert send_due() == 0
    assert not PushDevice.objects.exists()
    assert not PushMessage.objects.exists()


def test_a_message_is_given_up_after_many_tries(client, club, ada, phone):
    phone.answers = [503]
    tell(club, ada)
    send_due()
    for _number in range(delivery.MAX_TRIES - 2):
        assert again() == 0
    assert PushMessage.objects.get().tries == delivery.MAX_TRIES - 1
    again()
    assert not PushMessage.objects.exists()
    assert PushDevice.objects.get().failed_days == 1


def fail_for_days(club, ada, days: int) -> None:
    """Have a message to Ada fail on this many days, and be forgotten."""
    for _number in range(days):
        tell(club, ada)
        send_due()
        PushMessage.objects.all().delete()
        Notice.objects.all().delete()
        failed_at = timezone.now() - delivery.FAILED_DAY - timedelta(minutes=1)
        PushDevice.objects.filter(failed_days__gt=0).update(failed_at=failed_at)


def test_a_device_that_fails_for_days_is_removed_and_can_be_added_again(client, club, ada, phone):
    phone.answers = [500]
    fail_for_days(club, ada, delivery.MAX_FAILED_DAYS - 1)
    assert PushDevice.objects.get().failed_days == delivery.MAX_FAILED_DAYS - 1
    fail_for_days(club, ada, 1)
    assert not PushDevice.objects.exists()
    assert subscribe(client, phone).status_code == 302
    assert PushDevice.objects.get().failed_days == 0


@pytest.mark.parametrize("ending", ["success", "turned on"])
def test_a_success_or_turning_on_again_forgets_failures(client, club, ada, phone, ending):
    phone.answers = [500]
    fail_for_days(club, ada, delivery.MAX_FAILED_DAYS - 1)
    phone.answers = [201]
    if ending == "success":
        tell(club, ada)
        assert send_due() == 1
    else:
        subscribe(client, phone)
    device = PushDevice.objects.get()
    assert (device.failed_days, device.failed_at) == (0, None)


def test_missing_answers_count_only_while_some_push_service_answers(
    client, club, ada, phone, service
):
    set_device(endpoint="http://127.0.0.1:9/gone")
    fail_for_days(club, ada, 1)
    assert PushDevice.objects.get().failed_days == 0
    subscribe(browser(ada), service.receiver("tablet"))
    fail_for_days(club, ada, 1)
    assert PushDevice.objects.get(endpoint="http://127.0.0.1:9/gone").failed_days == 1


def test_a_service_that_has_too_much_to_do_is_no_failure(client, club, ada, phone):
    phone.answers = [429]
    fail_for_days(club, ada, 1)
    assert PushDevice.objects.get().failed_days == 0


def test_storing_an_answer_takes_at_most_six_queries(client, club, ada):
    for answer in (201, 500, 201):
        tell(club, ada)
        delivery._hand_out()
        [message] = delivery._claim()
        with CaptureQueriesContext(connection) as caught:
            delivery._store_statuses([(message, answer)])
        assert len(caught) <= 6
        Notice.objects.all().delete()


def test_a_message_that_is_too_old_is_dropped(client, club, ada, phone):
    tell(club, ada)
    Notice.objects.update(created_at=timezone.now() - timedelta(days=3))
    assert send_due() == 0
    assert not PushMessage.objects.exists()


# --- Quiet hours


def test_messages_wait_until_the_quiet_hours_end(client, club, ada, phone):
    User.objects.update(time_zone="Asia/Hong_Kong")
    now = timezone.now()
    local = now.astimezone(ZoneInfo("Asia/Hong_Kong"))
    set_device(
        quiet_from=(local - timedelta(hours=1)).time(),
        quiet_until=(local + timedelta(hours=2)).time(),
    )
    tell(club, ada)
    assert send_due() == 0
    due_at = PushMessage.objects.get().due_at
    assert timedelta(hours=1) < due_at - now <= timedelta(hours=2)
    assert again() == 1


HONG_KONG = ZoneInfo("Asia/Hong_Kong")


@pytest.mark.parametrize(
    ("begin", "end", "now", "until"),
    [
        # Over midnight, as most people choose it.
        ("22:00", "07:00", "2026-05-01 23:30", "2026-05-02 07:00"),
        ("22:00", "07:00", "2026-05-01 06:59", "2026-05-01 07:00"),
        ("22:00", "07:00", "2026-05-01 07:00", None),
        ("22:00", "07:00", "2026-05-01 21:59", None),
        # During the day.
        ("09:00", "17:30", "2026-05-01 12:00", "2026-05-01 17:30"),
        ("09:00", "17:30", "2026-05-01 18:00", None),
        # No time at all, which the form refuses.
        ("09:00", "09:00", "2026-05-01 09:00", None),
    ],
)
def test_quiet_hours_are_those_of_the_users_time_zone(begin, end, now, until):
    local = datetime.fromisoformat(now).replace(tzinfo=HONG_KONG)
    wanted = datetime.fromisoformat(until or now).replace(tzinfo=HONG_KONG)
    hours = time.fromisoformat(begin), time.fromisoformat(end)
    assert delivery.after_quiet_hours(local, *hours, HONG_KONG) == wanted


# --- The end of sessions


def test_signing_out_removes_the_browsers_device(client):
    client.post(reverse("account_logout"))
    assert not PushDevice.objects.exists()


def test_signing_out_elsewhere_removes_the_other_devices(client, ada, service, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    names = ("laptop", "tablet")
    laptop, tablet = (Client(), Client())
    for each, name in zip((laptop, tablet), names, strict=True):
        each.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
        subscribe(each, service.receiver(name))
    tablet.post(reverse("end_other_sessions"))
    found = PushDevice.objects.exclude(pk=client.session[devices.IN_SESSION])
    assert found.get().endpoint.endswith("/tablet")


def test_a_new_password_keeps_only_the_device_of_the_browser(client, ada, service, club, phone):
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    subscribe(browser(ada), service.receiver("tablet"))
    sent = {
        "oldpassword": PASSWORD,
        "password1": "battery 7 staple",
        "password2": "battery 7 staple",
    }
    client.post(reverse("account_change_password"), sent)
    ada.refresh_from_db()
    assert ada.check_password("battery 7 staple")
    assert PushDevice.objects.get().endpoint == phone.endpoint
    tell(club, ada)
    assert send_due() == 1


def test_a_session_that_ended_otherwise_gets_no_message(client, club, ada, phone):
    client.session.flush()
    tell(club, ada)
    assert send_due() == 0
    assert phone.messages == []
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("change", [{"password": "another"}, {"is_active": False}])
def test_a_session_that_is_no_longer_valid_gets_no_message(client, club, ada, phone, change):
    User.objects.filter(pk=ada.pk).update(**change)
    tell(club, ada)
    assert send_due() == 0
    assert phone.messages == []
    assert not PushDevice.objects.exists()


def test_closing_the_account_removes_devices_and_the_key_stays(client, ada):
    close_account(ada)
    assert not PushDevice.objects.exists()
    assert PushKey.objects.count() <= 1


def test_the_export_of_the_users_data_has_no_secrets_of_devices(client, ada, phone):
    text = b"".join(client.post(reverse("export_account"), {"password": PASSWORD})).decode()
    [device] = json.loads(text)["push_devices"]
    assert device["push_service"] == "127.0.0.1"
    secrets = [phone.endpoint, *phone.keys.values(), client.session.session_key]
    assert not any(each in text for each in secrets)


# --- Adding and changing devices


def test_a_browser_has_one_device_and_another_user_takes_it_over(client, ada, phone):
    subscribe(client, phone)
    assert PushDevice.objects.count() == 1
    bob = User.objects.create_user("bob")
    subscribe(browser(bob), phone)
    assert PushDevice.objects.get().user == bob


def test_an_eleventh_device_is_refused(client, ada, service):
    for number in range(devices.MAX_DEVICES - 1):
        subscribe(browser(ada), service.receiver(f"tablet{number}"))
    answer = browser(ada).post(
        reverse("add_push_device"), service.receiver("last").subscription, follow=True
    )
    assert "You have 10 devices, which is the maximum." in answer.content.decode()
    assert PushDevice.objects.count() == devices.MAX_DEVICES


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": ""},
        {"endpoint": "ftp://push.example.org/x"},
        {"endpoint": "https://push.example.org/" + "x" * 1000},
        {"p256dh": "short"},
        {"p256dh": "*" * 87},
        {"p256dh": encoded(b"\x04" + bytes(64))},
        {"auth": encoded(b"15 bytes only.")},
        {"auth": "é"},
    ],
)
def test_an_unusable_subscription_is_refused(ada, phone, changed):
    answer = browser(ada).post(
        reverse("add_push_device"), phone.subscription | changed, follow=True
    )
    assert "This browser’s push service can’t be used." in answer.content.decode()
    assert not PushDevice.objects.exists()


def test_guests_have_no_devices(phone):
    guest = browser(create_guest())
    assert subscribe(guest, phone).url == reverse("keep_account")
    assert guest.post(reverse("push_key")).url == reverse("keep_account")
    assert not PushDevice.objects.exists()


def test_a_member_changes_and_removes_only_own_devices(client, ada):
    device = PushDevice.objects.get()
    page = reverse("push_device", args=[device.pk])
    sent = {"wanted": ["club-news"], "shows_details": "on", "quiet_from": "22:00"}
    html = client.post(page, sent)
    assert html.status_code == 422
    assert "Enter both times, or leave both empty." in html.content.decode()
    for until, said in (("22:00", "Enter two different times."), ("soon", "Enter a valid time.")):
        html = client.post(page, sent | {"quiet_until": until})
        assert html.status_code == 422
        assert said in html.content.decode()
    assert client.post(page, sent | {"quiet_until": "07:00"}).status_code == 302
    device.refresh_from_db()
    assert device.shows_details
    assert "club-news" not in device.muted
    assert "event-soon" in device.muted
    assert (device.quiet_from.hour, device.quiet_until.hour) == (22, 7)
    assert "Firefox" in client.get(reverse("notice_settings")).content.decode()
    stranger = browser(User.objects.create_user("bob"))
    assert stranger.get(page).status_code == 404
    assert stranger.post(reverse("remove_push_device", args=[device.pk])).status_code == 404
    client.post(reverse("remove_push_device", args=[device.pk]))
    assert not PushDevice.objects.exists()


# --- Addresses


@pytest.mark.parametrize(
    ("endpoint", "is_allowed"),
    [
        ("https://push.example.org/send/1", True),
        ("https://push.example.org:443/send/1", True),
        ("http://push.example.org/send/1", False),
        ("https://push.example.org:8443/send/1", False),
        ("https://user:word@push.example.org/", False),
        ("https:///send", False),
        ("https://push.example.org:x/", False),
        ("https://push.example.org/a b", False),
        ("https://push.example.org/\r\nHost: x", False),
        ("file:///etc/passwd", False),
    ],
)
def test_endpoints_are_https_addresses(endpoint, is_allowed):
    if is_allowed:
        endpoints.check_endpoint(endpoint)
        return
    with pytest.raises(endpoints.EndpointError):
        endpoints.check_endpoint(endpoint)


@pytest.mark.parametrize(
    ("address", "is_allowed"),
    [
        ("142.250.74.110", True),
        ("2a00:1450:4001:81b::200e", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:142.250.74.110", True),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("::7f00:1", False),
        ("fec0::1", False),
        ("64:ff9b::8efa:4a6e", True),
        # A Teredo address is not public, even if the two addresses inside it are.
        ("2001:0:8efa:4a6e:0:0:0:0", False),
    ],
)
def test_only_public_addresses_count_as_public(address, is_allowed):
    assert endpoints.is_public(address) is is_allowed


def answer_of_name_server(monkeypatch, *answers: list[str]) -> list[str]:
    """Have the name server give these answers, one after the other; return the hosts asked for."""
    asked: list[str] = []
    waiting = list(answers)

    def getaddrinfo(host, port, **kwargs):
        asked.append(host)
        return [(socket.AF_INET, 1, 6, "", (each, port)) for each in waiting.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def test_a_name_server_without_an_answer_ends_the_delivery(monkeypatch):
    answered = threading.Event()

    def getaddrinfo(*_args, **_named):
        answered.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(endpoints, "STEP_SECONDS", 0.01)
    monkeypatch.setattr(endpoints, "_look_ups", threading.BoundedSemaphore(2))
    for said in ("not resolved in time", "not resolved in time", "too many look-ups"):
        with pytest.raises(TimeoutError, match=said):
            endpoints.resolve("silent.example.org", 443)
    answered.set()


def test_a_name_that_cannot_be_one_of_a_host_is_refused():
    with pytest.raises(endpoints.EndpointError, match="no host name"):
        endpoints.post("https://" + "a" * 64 + ".example.org/", b"", {})


def test_a_failure_of_the_name_server_is_no_refusal(monkeypatch):
    def getaddrinfo(*_args, **_named):
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with pytest.raises(OSError, match="Temporary failure"):
        endpoints.post("https://push.example.org/x", b"", {})


def test_the_deployment_check_warns_of_private_endpoints(settings):
    assert check_push_endpoints(None) == []
    settings.PUSH_PRIVATE_ENDPOINTS = True
    assert [each.id for each in check_push_endpoints(None)] == ["accounts.W001"]
    assert check_push_endpoints in registry.get_checks(include_deployment_checks=True)
    assert check_push_endpoints not in registry.get_checks()


def test_a_host_with_a_private_address_among_others_is_refused(monkeypatch):
    answer_of_name_server(monkeypatch, ["142.250.74.110", "10.0.0.1"])
    connected = []
    monkeypatch.setattr(socket, "create_connection", lambda *a: connected.append(a))
    with pytest.raises(endpoints.EndpointError):
        endpoints.post("https://push.example.org/x", b"", {})
    assert connected == []


def test_the_checked_address_is_used_even_if_the_name_changes_its_address(monkeypatch):
    asked = answer_of_name_server(monkeypatch, ["142.250.74.110"], ["127.0.0.1"])
    connected = []

    def create_connection(address, timeout):
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", create_connection)
    with pytest.raises(ConnectionRefusedError):
        endpoints.post("https://rebinding.example.org/x", b"", {})
    assert asked == ["rebinding.example.org"]
    assert connected == [("142.250.74.110", 443)]


def guard_of_posts(monkeypatch) -> Callable[[], None]:
    """Have deliveries end when the returned function is called, instead of after a time."""
    abort: list[Callable[[], None]] = []

    class Timer:
        def __init__(self, _seconds, function):
            abort.append(function)

        def start(self) -> None:
            """Do nothing: the test calls the function."""

        cancel = start

    monkeypatch.setattr(threading, "Timer", Timer)

    def end() -> None:
        abort[-1]()

    return end


def test_a_delivery_that_takes_too_long_to_connect_is_not_sent(monkeypatch, settings):
    end = guard_of_posts(monkeypatch)
    answer_of_name_server(monkeypatch, ["142.250.74.110"])
    near, far = socket.socketpair()
    far.sendall(b"HTTP/1.1 201 Created\r\n\r\n")
    settings.PUSH_PRIVATE_ENDPOINTS = True

    def create_connection(_address, _timeout):
        end()
        return near

    monkeypatch.setattr(socket, "create_connection", create_connection)
    with far, pytest.raises(TimeoutError):
        endpoints.post("http://slow.example.org/x", b"", {})


def test_a_delivery_ends_in_the_middle_of_the_handshake(monkeypatch):
    end = guard_of_posts(monkeypatch)
    answer_of_name_server(monkeypatch, ["142.250.74.110"])
    near, far = socket.socketpair()
    near.settimeout(endpoints.STEP_SECONDS)
    monkeypatch.setattr(socket, "create_connection", lambda _address, _timeout: near)

    def end_after_the_greeting() -> None:
        far.recv(4096)
        end()

    server = threading.Thread(target=end_after_the_greeting)
    server.start()
    # With a TimeoutError only the step would end, and the answer could take any time.
    with far, pytest.raises((ssl.SSLError, ConnectionError)):
        endpoints.post("https://slow.example.org/x", b"", {})
    server.join()


def test_the_host_is_named_without_the_usual_port(monkeypatch):
    made = endpoints._PinnedConnection("push.example.org", 443, "142.250.74.110", is_secure=True)
    near, far = socket.socketpair()
    made.sock = near
    with near, far:
        made.request("POST", "/x", b"")
        assert b"\r\nHost: push.example.org\r\n" in far.recv(4096)


def test_a_private_endpoint_gets_nothing_and_the_message_is_not_lost(
    client, club, ada, phone, settings
):
    settings.PUSH_PRIVATE_ENDPOINTS = False
    tell(club, ada)
    assert send_due() == 0
    assert phone.messages == []
    assert PushMessage.objects.count() == 1


def test_redirects_are_not_followed(client, club, ada, phone):
    phone.answers = [307]
    tell(club, ada)
    assert send_due() == 0
    assert PushDevice.objects.exists()
