"""Payment detail pages: private, and input is never lost."""

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.tournaments.ledger.codes.samples import QR_PH, TYPED
from tests.tournaments.ledger.payees.people import browser, enter, person
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.payees.forms import FORMS
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payees.services import details_of

pytestmark = pytest.mark.django_db

LIST = "/payments/me/"
#: Text of every page where details are entered.
PROMISE = "Only people who owe you money can see your details"
MOVES_NOTHING = "We never charge fees or move money"


def page(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, answer
    return answer.content.decode()


def scheme_url(scheme: str) -> str:
    return reverse("payee_scheme", args=[scheme])


def test_the_list_offers_every_scheme_and_says_who_sees_the_details():
    text = page(browser(person()), LIST)
    for scheme in SCHEMES:
        assert f'href="{scheme_url(scheme)}"' in text
    assert PROMISE in text
    assert MOVES_NOTHING in text


@pytest.mark.parametrize("scheme", SCHEMES)
def test_entered_details_are_stored_listed_masked_and_shown_as_a_sample(scheme):
    ann = person()
    client = browser(ann)
    text = page(client, scheme_url(scheme))
    assert PROMISE in text
    assert "<svg role" not in text  # no sample of empty details
    answer = client.post(scheme_url(scheme), TYPED[scheme], follow=True)
    assert answer.redirect_chain == [(scheme_url(scheme), 302)]
    (row,) = details_of(ann)
    assert row.details() == SCHEMES[scheme].of(**TYPED[scheme])
    sample = answer.content.decode()
    assert ("<svg role" in sample) == (SCHEMES[scheme].payload is not None)
    assert "What payers see" in sample or "Sample code" in sample
    assert MOVES_NOTHING in sample
    listed = page(client, LIST)
    assert row.masked_account() in listed
    account = row.details().account
    assert not account or account not in listed


def test_the_form_shows_the_stored_details_and_changes_them():
    ann = person()
    client = browser(ann)
    enter(ann, "epc")
    assert 'value="DE89370400440532013000"' in page(client, scheme_url("epc"))
    client.post(scheme_url("epc"), {"iban": "NL91ABNA0417164300", "name": "Ann", "bic": ""})
    (row,) = details_of(ann)
    assert row.details().iban == "NL91ABNA0417164300"


@pytest.mark.parametrize(
    ("scheme", "typed", "said"),
    [
        ("epc", {"iban": "DE89 3704 0044 0532 0130 01"}, "This isn’t a valid IBAN."),
        ("epc", {"bic": "COBADEFF1"}, "This isn’t a valid BIC."),
        ("epc", {"iban": "BR1500000000000010932840814P2"}, "can’t receive euro transfers"),
        ("epc", {"bic": "NOBIC"}, "This isn’t a valid BIC."),
        ("epc", {"name": "x" * 71}, "Use 70 characters or fewer."),
        ("epc", {"name": ""}, "Fill in this field."),
        ("paynow", {"proxy": "12345678"}, "a Singapore mobile number"),
        ("paynow", {"name": "陳大文"}, "Use only Latin letters, digits and punctuation"),
        ("fps", {"proxy": "visitor"}, "an FPS identifier of 7 or"),
        ("qr_ph", {"static": "00020101"}, "isn’t the text of a payment code"),
        ("qr_ph", {"static": QR_PH.replace("Maria", "Mario")}, "wrong or missing"),
        ("qris", {"static": QR_PH}, "belongs to a different payment system"),
        ("duitnow", {"static": QR_PH}, "belongs to a different payment system"),
        ("promptpay", {"proxy": "02 123 4567"}, "Enter a Thai mobile number"),
        ("promptpay", {"proxy": "1234567890123"}, "isn’t a valid national or tax ID"),
        ("upi", {"address": "asha"}, "Enter your UPI ID"),
        ("bank", {"number": "GB29 NWBK 6016 1331 9268 18"}, "looks like an IBAN"),
        ("bank", {"number": "mine"}, "Enter the account number in digits"),
        ("bank", {"others": "20-00-00"}, "Start each line with what it is and a colon"),
        ("link", {"url": "http://paypal.me/x"}, "starts with https://"),
    ],
)
def test_errors_are_shown_at_their_field_and_the_input_is_kept(scheme, typed, said):
    client = browser(person())
    answer = client.post(scheme_url(scheme), TYPED[scheme] | typed)
    assert answer.status_code == 422
    form = answer.context["form"]
    (field,) = typed
    (error,) = form.errors[field]
    assert said in error
    assert set(form.errors) == {field}
    for name, value in (TYPED[scheme] | typed).items():
        assert form[name].value() == value
    assert not PayeeDetails.objects.exists()


@pytest.mark.parametrize(
    ("proxy", "said"),
    [
        ("6789123", "Saved as FPS identifier 6789123."),
        ("6789 1234", "Saved as mobile number +852-67891234."),
        ("mei@example.com", "Saved as email address mei@example.com."),
    ],
)
def test_the_sample_says_as_what_an_fps_proxy_was_recognized(proxy, said):
    typed = TYPED["fps"] | {"proxy": proxy}
    answer = browser(person()).post(scheme_url("fps"), typed, follow=True)
    assert said in answer.content.decode()


def test_a_missing_bic_is_asked_for():
    typed = TYPED["epc"] | {"iban": "GB29 NWBK 6016 1331 9268 19"}
    form = browser(person()).post(scheme_url("epc"), typed).context["form"]
    assert form.errors == {"bic": ["Accounts in this country also need a BIC."]}


def test_invalid_input_leaves_the_stored_details_unchanged():
    ann = person()
    client = browser(ann)
    enter(ann, "epc")
    assert client.post(scheme_url("epc"), {"iban": "x", "name": "y"}).status_code == 422
    assert details_of(ann)[0].details().iban == "DE89370400440532013000"


@pytest.mark.every_database
def test_a_user_can_remove_details_on_the_page():
    ann = person()
    client = browser(ann)
    enter(ann, "epc", "link")
    url = reverse("payee_remove", args=["epc"])
    answer = client.post(url, follow=True)
    assert answer.redirect_chain == [(LIST, 302)]
    assert [row.scheme for row in details_of(ann)] == ["link"]


def test_another_user_can_neither_see_nor_change_the_details():
    ann, bob = person("ann"), person("bob")
    enter(ann, "epc")
    client = browser(bob)
    for url in (LIST, scheme_url("epc")):
        text = page(client, url)
        assert "Müller" not in text
        assert "3000" not in text
    client.post(scheme_url("epc"), TYPED["epc"] | {"name": "Bob"})
    client.post(reverse("payee_remove", args=["epc"]))
    (row,) = PayeeDetails.objects.all()
    assert (row.user, row.details().name) == (ann, "Ann Müller")


# --- Reauthentication

ASKS = "/accounts/reauthenticate/"


@pytest.fixture
def _fresh_rate_limits():
    cache.clear()
    yield
    cache.clear()


def send_password(client: Client, password: str = "x"):
    return client.post(ASKS, {"password": password})


@pytest.mark.usefixtures("_fresh_rate_limits")
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_input_is_saved_after_the_user_confirms_the_password(scheme):
    ann = person()
    client = browser(ann, is_sure=False)
    assert client.post(scheme_url(scheme), TYPED[scheme]).url == ASKS
    assert not PayeeDetails.objects.exists()
    text = page(client, ASKS)
    assert "to save your changes" in text
    assert "payment settings" in text
    assert send_password(client, "another").status_code == 200
    assert not PayeeDetails.objects.exists()
    assert send_password(client).url == scheme_url(scheme)
    (row,) = details_of(ann)
    assert row.details() == SCHEMES[scheme].of(**TYPED[scheme])
    # It is not asked for again for some minutes.
    assert client.post(scheme_url(scheme), TYPED[scheme]).url == scheme_url(scheme)


@pytest.mark.usefixtures("_fresh_rate_limits")
def test_details_are_not_changed_or_removed_without_the_password():
    ann = person()
    enter(ann, "epc")
    client = browser(ann, is_sure=False)
    typed = TYPED["epc"] | {"iban": "NL91ABNA0417164300"}
    assert client.post(scheme_url("epc"), typed).url == ASKS
    assert client.post(reverse("payee_remove", args=["epc"])).url == ASKS
    assert details_of(ann)[0].details().iban == "DE89370400440532013000"
    # The last input is used.
    assert send_password(client).url == LIST
    assert not PayeeDetails.objects.exists()


def test_errors_are_shown_before_the_password_is_asked_for():
    answer = browser(person(), is_sure=False).post(scheme_url("epc"), TYPED["epc"] | {"iban": "x"})
    assert answer.status_code == 422


def test_input_waiting_for_the_password_is_encrypted_in_the_session():
    client = browser(person(), is_sure=False)
    client.post(scheme_url("epc"), TYPED["epc"])
    waits = repr(Session.objects.get().get_decoded()) + repr(dict(client.session))
    assert "sealed" in waits
    # Long enough not to occur in a key by chance.
    assert "DE8937040044" not in waits.replace(" ", "")
    assert "0532013000" not in waits.replace(" ", "")


@pytest.mark.usefixtures("_fresh_rate_limits")
def test_input_that_waited_too_long_for_the_password_is_discarded(monkeypatch):
    client = browser(person(), is_sure=False)
    client.post(scheme_url("epc"), TYPED["epc"])
    monkeypatch.setattr("accounts.reauthentication.MAX_WAIT", -1)
    assert send_password(client).url == LIST
    assert not PayeeDetails.objects.exists()


@pytest.mark.usefixtures("_fresh_rate_limits")
def test_waiting_input_whose_key_is_gone_is_discarded_without_an_error(settings):
    client = browser(person(), is_sure=False)
    settings.PAYMENT_KEYS = ["a key that will go"]
    client.post(scheme_url("epc"), TYPED["epc"])
    settings.PAYMENT_KEYS = []
    assert send_password(client).url == LIST
    assert not PayeeDetails.objects.exists()


def test_an_unknown_scheme_is_not_found():
    assert browser(person()).get(scheme_url("cash")).status_code == 404


def test_pages_say_that_details_cannot_be_read_if_their_key_is_lost(settings):
    ann = person()
    client = browser(ann)
    # Not the secret key itself, which also signs sessions.
    settings.PAYMENT_KEYS = ["a key that will go"]
    enter(ann, "epc")
    settings.PAYMENT_KEYS = []
    assert "can’t be read because" in page(client, LIST)
    text = page(client, scheme_url("epc"))
    assert "can’t be read because" in text
    assert "<svg role" not in text
    client.post(scheme_url("epc"), TYPED["epc"])
    assert "can’t be read because" not in page(client, LIST)


def test_pages_with_payment_details_are_not_cached():
    client = browser(person())
    for url in (LIST, scheme_url("epc")):
        assert "no-store" in client.get(url)["Cache-Control"]


def test_only_the_page_of_a_payment_method_may_compile_webassembly():
    client = browser(person())
    policy = "script-src 'self' 'wasm-unsafe-eval'"
    assert policy in client.get(scheme_url("qris"))["Content-Security-Policy"]
    for url in (LIST, "/payments/", "/"):
        assert "wasm-unsafe-eval" not in client.get(url)["Content-Security-Policy"]


def test_a_picture_can_be_chosen_only_where_the_text_of_a_code_is_needed():
    client = browser(person())
    for scheme, typed in TYPED.items():
        text = page(client, scheme_url(scheme))
        assert ("data-code-photo" in text) == ("static" in typed)
        # The form sends no file.
        assert "multipart/form-data" not in text


def test_the_list_needs_no_more_queries_after_details_are_entered(django_assert_max_num_queries):
    ann = person()
    client = browser(ann)
    client.get(LIST)
    with django_assert_max_num_queries(3) as before:
        client.get(LIST)
    enter(ann, *SCHEMES)
    with django_assert_max_num_queries(len(before)):
        client.get(LIST)


def test_the_payments_link_to_payment_details():
    assert f'href="{LIST}"' in page(browser(person()), "/payments/")


def test_every_scheme_has_a_form_with_its_fields():
    assert set(FORMS) == set(SCHEMES)
    for scheme, form in FORMS.items():
        assert set(form().fields) == set(TYPED[scheme])
