"""Pages, refusals, mails and sockets in a made-up language: no text is left in English."""

import re

import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context as library_context
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.db import transaction
from django.http import HttpResponseBase
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils.translation import override

from accounts.models import User
from accounts.notices import mails
from accounts.notices.models import Notice
from accounts.notices.senders import sender_of, subjects_of
from config.asgi import application
from games.common.database import in_database
from tests.accounts.test_mails import SUBJECTS
from tests.config.permissions.scene import town
from tests.config.permissions.table import lines
from tests.config.permissions.test_pages import FILE, ROLES, asked, cookies, keys
from tests.games.screens.test_languages import STRANGE, Words, in_english, strange

__all__ = ["strange"]

#: Names of users, clubs, events and house rules, and what users have written.
TYPED = [
    r"\w+@example.org", "olga", "oscar", "pia", "hana", "asa", "ivo", "Aunt", "Harbour Club",
    "Every Tuesday at seven",
    "Tonight", "Bring cards", "Friday", "Room", "Done", "Open", "Running", "Draft", "Paper",
    "Same packs", "House rules", "The club's", "The club’s", "The club", "Ours", "Misread", "Pizza",
    "Uneven", "loud",
]  # fmt: skip
#: Names of bots and guests, languages, ways to pay, formats of files, and UTC with its minutes.
SAME = [
    "Bot", "Guest \\w+", "Ada", "Bruno", "Haruto", "Kofi", "Lucía", "Mei", "mei", "English",
    "Strange", "PayNow", "FPS", "QR Ph", "QRIS", "DuitNow QR", "PromptPay", "UPI", "IBAN", "BIC",
    "HK", "CSV", "JSON", "UTC", "\\d+ min",
]  # fmt: skip
#: Roles whose pages differ most from each other.
READERS = ("anonymous", "guest", "player", "organizer", "owner")
#: Type of what browsers send.
FORM = "application/x-www-form-urlencoded"
#: Names of time zones, which have no translation.
ZONES = re.compile(r'<select name="time_zone".*?</select>', re.DOTALL)


def english_words(html: str) -> list[str]:
    """Return the words of a page or part of one that were not translated."""
    # The site's name has no translation; HTML of mails has it outside messages.
    read = Words(ZONES.sub("", html).replace("Big Two Club", ""))
    texts = [read.text, *read.spoken]
    return sorted({word for text in texts for word in in_english(text, (*TYPED, *SAME))})


def is_page(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


def english_in(response: HttpResponseBase, where: str) -> list[str]:
    """Return a line for a page with words that were not translated; none for others."""
    found = english_words(response.content.decode()) if is_page(response) else []
    return [f"{where} ({response.status_code}): {found}"] if found else []


@pytest.mark.django_db
@pytest.mark.long
def test_no_page_has_text_in_english(strange, queued):
    made = town()
    sessions = keys(made)
    client = Client(headers={"accept-language": STRANGE})
    left, count = [], 0
    for line in lines(FILE, ROLES):
        method, path, _sent = asked(line, made.places)
        for role, answer in line.wanted(ROLES).items():
            if method != "GET" or answer != "o" or role not in READERS:
                continue
            client.cookies = cookies(sessions[role])
            response = client.get(path)
            if not response.headers.get("Content-Type", "").startswith("text/html"):
                continue
            count += 1
            left += english_in(response, f"{path} for {role}")
    assert count > 400
    assert not left, "\n".join(left)


@pytest.mark.django_db
@pytest.mark.long
def test_no_answer_to_a_wrong_form_and_no_refusal_has_text_in_english(strange, queued):
    made = town()
    sessions = keys(made)
    client = Client(headers={"accept-language": STRANGE})
    left, statuses = [], set()
    for line in lines(FILE, ROLES):
        method, path, sent = asked(line, made.places)
        for role in ("anonymous", "player", "owner"):
            forms = ["", sent] if method == "POST" else [""]
            if line.wanted(ROLES)[role] == "x" and method == "GET":
                continue
            for form in dict.fromkeys(forms):
                client.cookies = cookies(sessions[role])
                with transaction.atomic():
                    response = client.post(path, form, content_type=FORM)
                    transaction.set_rollback(True)
                if is_page(response):
                    statuses.add(response.status_code)
                    left += english_in(response, f"POST {path} {form} for {role}")
    assert {200, 403, 404, 422} <= statuses
    assert not left, "\n".join(left)


@pytest.mark.django_db
def test_error_pages_have_no_text_in_english(strange, settings):
    headers = {"accept-language": STRANGE}
    strict = Client(enforce_csrf_checks=True, headers=headers, raise_request_exception=False)
    answers = [
        strict.get("/nowhere/"),
        strict.get("/tables/nowhere/"),
        strict.post("/accounts/login/", {"login": "ada"}),
        strict.put("/tables/new/"),
    ]
    assert [answer.status_code for answer in answers[:3]] == [404, 404, 403]
    left = [line for answer in answers for line in english_in(answer, "error")]
    with override(STRANGE):
        for name in ("400.html", "500.html", "503.html"):
            if found := english_words(render_to_string(name)):
                left.append(f"{name}: {found}")
    assert not left, "\n".join(left)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", SUBJECTS)
def test_mails_about_accounts_have_no_text_in_english(strange, kind):
    user = User.objects.create_user("olga", "olga@example.org", language=STRANGE)
    request = RequestFactory().get("/")
    link = "http://testserver/accounts/link/"
    words = dict.fromkeys(("activate_url", "password_reset_url", "signup_url"), link)
    addresses = ("added_email", "deleted_email", "from_email", "to_email")
    words |= {"user": user} | dict.fromkeys(addresses, "olga@example.org")
    with library_context.request_context(request), override(STRANGE):
        get_adapter(request).send_mail(kind, "olga@example.org", words)
    (sent,) = mail.outbox
    said = [sent.subject, sent.body, *(part for part, _type in sent.alternatives)]
    assert [found for text in said if (found := english_words(text))] == []


@pytest.mark.django_db
def test_notices_in_mails_digests_and_push_messages_have_no_text_in_english(strange, queued):
    town()
    notices = list(Notice.objects.select_related("user"))
    assert len({notice.kind for notice in notices}) > 5
    subjects = subjects_of(notices)
    known = [notice for notice in notices if subjects.get(notice.pk) is not None]
    said = []
    with override(STRANGE):
        for each in known:
            text = sender_of(each.kind).text(each, subjects[each.pk])
            made = mails._single_mail([each], subjects, "olga@example.org", None)
            said += [text.title, text.detail, text.button, made.subject, made.body]
            said += [part for part, _type in made.alternatives]
        digest = mails._digest_mail(known[:3], subjects, "olga@example.org", None)
        said += [digest.subject, digest.body, *(part for part, _type in digest.alternatives)]
    left = [f"{found}: {text[:200]}" for text in said if (found := english_words(text))]
    assert left == []


SOCKETS = (
    "lobby/", "calls/", "tables/{table}/", "events/{event}/", "events/{event}/desk/",
    "events/{event}/projector/", "settlements/{settlement}/",
)  # fmt: skip


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", SOCKETS)
async def test_sockets_send_no_text_in_english(strange, queued, settings, path):
    made = await in_database(town)()
    keys_by_role = await in_database(lambda: keys(made))()
    headers = [
        (b"host", b"testserver"),
        (b"origin", b"http://testserver"),
        (b"accept-language", STRANGE.encode()),
        (b"cookie", f"sessionid={keys_by_role['owner']}".encode()),
    ]
    address = f"/ws/{path.format(**made.places)}?version=0"
    socket = WebsocketCommunicator(application, address, headers=headers)
    assert (await socket.connect(timeout=60))[0]
    read = []
    while not await socket.receive_nothing(timeout=0.3):
        read.append(await socket.receive_from(timeout=60))
    await socket.disconnect()
    assert [found for text in read if (found := english_words(text))] == []
