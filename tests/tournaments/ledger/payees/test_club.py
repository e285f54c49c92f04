"""A club's payment details: set by its owner and treasurers, seen by those who owe the club."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.cipher import DecryptionError
from accounts.notices.models import Notice
from games.common.denials import Denial
from games.screens.notices import notices_for
from tests.tournaments.clubs.people import caller
from tests.tournaments.ledger.codes.samples import TYPED
from tests.tournaments.ledger.debts import event
from tests.tournaments.ledger.payees.people import browser, enter
from tests.tournaments.ledger.settling.test_pages import plain
from tournaments.clubs.models import ClubRecord
from tournaments.clubs.sentences import record_sentence
from tournaments.ledger.book.holders import HOUSE, user_holder
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.payees import services
from tournaments.ledger.payees.denials import PayeeCode
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payees.notices import PayeeKind
from tournaments.ledger.payees.services import details_of
from tournaments.ledger.settling.models import Transfer

pytestmark = pytest.mark.django_db

FPS = SCHEMES["fps"].of(**TYPED["fps"])
BANK = SCHEMES["bank"].of(**TYPED["bank"])


def save(crew, who, details=FPS, scheme="fps"):
    return services.save_details(caller(who), scheme, details, club_id=crew.club.pk)


def list_url(crew) -> str:
    return reverse("club_payees", args=[crew.club.slug])


def scheme_url(crew, scheme: str = "fps") -> str:
    return reverse("club_payee_scheme", args=[crew.club.slug, scheme])


def owed_to_the_club(crew, debtor) -> Transfer:
    """Return a debt of 20 euros to the club."""
    event(crew.club, 1, {user_holder(debtor.pk): -2_000, HOUSE: 2_000})
    return Transfer.objects.get(payer__user=debtor)


def payment_page(user, due: Transfer) -> str:
    answer = browser(user).get(reverse("payment", args=[due.pk]))
    assert answer.status_code == 200
    return plain(answer.content.decode())


def test_the_sample_of_a_scheme_for_any_currency_is_in_the_clubs(crew):
    crew.club.currency, crew.club.stake_minor = "HKD", 100
    crew.club.save(update_fields=["currency", "stake_minor"])
    save(crew, crew.treasurer, BANK, "bank")
    shown = browser(crew.treasurer).get(scheme_url(crew, "bank")).content.decode()
    assert "Amount (HKD)" in shown
    assert "Amount (EUR)" not in shown


def test_a_treasurer_enters_details_in_the_browser(crew):
    client = browser(crew.treasurer)
    assert (
        list_url(crew)
        in client.get(reverse("club_accounts", args=[crew.club.slug])).content.decode()
    )
    assert scheme_url(crew) in client.get(list_url(crew)).content.decode()
    answer = client.post(scheme_url(crew), TYPED["fps"], follow=True)
    assert answer.redirect_chain == [(scheme_url(crew), 302)]
    assert "Sample code" in answer.content.decode()
    [row] = details_of(crew.club)
    assert row.details() == FPS
    assert not details_of(crew.treasurer)
    assert row.masked_account() in client.get(list_url(crew)).content.decode()
    client.post(reverse("club_payee_remove", args=[crew.club.slug, "fps"]))
    assert not PayeeDetails.objects.exists()


def test_invalid_details_are_kept_in_the_form(crew):
    answer = browser(crew.owner).post(scheme_url(crew), TYPED["fps"] | {"proxy": "visitor"})
    assert answer.status_code == 422
    assert 'value="visitor"' in answer.content.decode()
    assert not PayeeDetails.objects.exists()


def test_details_wait_for_the_password(crew):
    client = browser(crew.treasurer, is_sure=False)
    answer = client.post(scheme_url(crew), TYPED["fps"])
    assert answer.status_code == 302
    assert "reauthenticate" in answer["Location"]
    assert not PayeeDetails.objects.exists()


def test_organizers_see_the_details_masked_but_cannot_change_them(crew):
    assert not isinstance(save(crew, crew.treasurer), Denial)
    client = browser(crew.organizer)
    page = client.get(list_url(crew)).content.decode()
    assert details_of(crew.club)[0].masked_account() in page
    assert scheme_url(crew) not in page
    assert client.get(scheme_url(crew)).status_code == 403
    assert client.post(scheme_url(crew), TYPED["fps"]).status_code == 403
    assert save(crew, crew.organizer) == Denial(PayeeCode.NOT_ALLOWED)
    removed = services.remove_details(caller(crew.organizer), "fps", club_id=crew.club.pk)
    assert removed == Denial(PayeeCode.NOT_ALLOWED)
    assert len(details_of(crew.club)) == 1


@pytest.mark.parametrize("who", ["member", "stranger"])
def test_others_see_and_change_nothing(crew, who):
    user = getattr(crew, who)
    assert browser(user).get(list_url(crew)).status_code == 403
    assert save(crew, user) == Denial(PayeeCode.NOT_ALLOWED)


def test_each_change_is_logged_and_told_to_all_others_who_keep_the_ledger(crew):
    save(crew, crew.treasurer)
    save(crew, crew.treasurer, BANK, "bank")
    services.remove_details(caller(crew.owner), "fps", club_id=crew.club.pk)
    services.remove_details(caller(crew.owner), "fps", club_id=crew.club.pk)
    said = [record_sentence(each) for each in ClubRecord.objects.order_by("pk")][1:]
    assert said == [
        "tess changed the club’s payment details.",
        "tess changed the club’s payment details.",
        f"{crew.owner.shown_name} removed payment details of the club.",
    ]
    changes = Notice.objects.filter(kind=PayeeKind.CHANGED)
    assert sorted(changes.values_list("user", flat=True)) == sorted(
        [crew.owner.pk, crew.organizer.pk] * 2
    )
    told = {each.title: each.detail for each in notices_for(crew.organizer)}
    title = f"tess changed the payment details of {crew.club.name}"
    assert title in told
    assert "Check that it’s the club’s account." in told[title]
    assert f"{crew.owner.shown_name} removed payment details of {crew.club.name}" in told
    assert not any(
        "67891234" in str(each.params) or "Chan" in str(each.params)
        for each in Notice.objects.all()
    )


def test_who_owes_the_club_sees_its_codes_and_who_takes_cash(crew):
    due = owed_to_the_club(crew, crew.member)
    page = payment_page(crew.member, due)
    assert f"You pay {crew.club.name}, not a member. olga takes cash for the club." in page
    assert "The club has no payment details for this currency yet." in page
    save(crew, crew.treasurer)
    save(crew, crew.treasurer, SCHEMES["epc"].of(**TYPED["epc"]), "epc")
    page = payment_page(crew.member, due)
    assert "tess takes cash for the club." in page
    assert "Ann Müller" in page
    assert "Bank transfer in euros" in page
    assert "Chan Tai Man" not in page, "FPS takes Hong Kong dollars only"
    assert "no payment details for this currency" not in page
    # Those who keep the ledger and owe nothing get no code.
    assert "Ann Müller" not in payment_page(crew.treasurer, due)


def test_a_members_own_details_are_no_details_of_the_club(crew):
    enter(crew.treasurer, "epc")
    due = owed_to_the_club(crew, crew.member)
    assert "Ann Müller" not in payment_page(crew.member, due)


def test_details_moved_to_another_owner_cannot_be_decrypted(crew):
    of_club = save(crew, crew.owner)
    [of_user] = enter(crew.member, "fps")
    assert isinstance(of_club, PayeeDetails)
    for row, data in ((of_club, of_user.data), (of_user, of_club.data)):
        PayeeDetails.objects.filter(pk=row.pk).update(data=data)
        row.refresh_from_db()
        with pytest.raises(DecryptionError):
            row.details()


@pytest.mark.every_database
def test_the_database_refuses_details_of_both_or_of_neither(crew):
    for owners in ({}, {"user": crew.owner, "club": crew.club}):
        with pytest.raises(IntegrityError), transaction.atomic():
            PayeeDetails.objects.create(scheme="fps", data="x", **owners)


def test_the_clubs_pages_have_its_header_and_the_users_own_do_not(crew):
    for url in (list_url(crew), scheme_url(crew)):
        shown = browser(crew.treasurer).get(url).content.decode()
        assert 'class="club-head"' in shown
        accounts = reverse("club_accounts", args=[crew.club.slug])
        assert f'<a href="{accounts}" aria-current="page">' in shown
    own = browser(crew.treasurer).get(reverse("payee_details")).content.decode()
    assert 'class="club-head"' not in own
