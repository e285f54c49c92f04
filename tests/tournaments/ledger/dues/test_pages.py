"""The page of dues, and joining a club that has some."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.clubs.people import Crew, caller
from tests.tournaments.ledger.dues.test_services import MONTHLY, after, agree, introduce, states
from tests.tournaments.ledger.settling.test_pages import browser, plain, read
from tournaments.clubs.services import invitations
from tournaments.ledger.dues.models import Dues
from tournaments.ledger.dues.services import charge_due
from tournaments.ledger.settling.models import Transfer

pytestmark = pytest.mark.django_db


def url(crew: Crew) -> str:
    return reverse("club_dues", args=[crew.club.slug])


def terms(**changed: str) -> dict[str, str]:
    return {
        "do": "set", "amount": "50", "currency": "EUR", "period": "month", "due_day": "5",
        "text": "Room and cards", **changed,
    }  # fmt: skip


def test_a_treasurer_introduces_dues_and_sees_who_has_not_agreed(crew, bo):
    answer = browser(crew.treasurer).post(url(crew), terms(), follow=True)
    text = plain(answer.content.decode())
    assert "Dues set. All members have been asked to agree." in text
    assert "5 members haven’t agreed and owe nothing." in text
    dues = Dues.objects.get()
    page = read(bo, url(crew))
    assert "€50.00 a month" in plain(page)
    assert "Room and cards" in plain(page)
    assert "€600.00 at most" in plain(page)
    assert "Exempt a member" not in page
    assert browser(bo).post(url(crew), {"do": "agree", "terms": "old"}).status_code == 422
    sent = browser(bo).post(url(crew), {"do": "agree", "terms": dues.digest}, follow=True)
    assert "You agreed. Your agreement covers 12 more payments." in plain(sent.content.decode())


def test_a_member_sees_what_was_charged_with_its_payment(crew, bo):
    dues = introduce(crew)
    agree(bo, dues)
    charge_due(after(dues, 0))
    page = read(bo, url(crew))
    due = Transfer.objects.get()
    assert reverse("payment", args=[due.pk]) in page
    assert "Your agreement covers 11 more payments." in plain(page)
    payment = plain(read(bo, reverse("payment", args=[due.pk])))
    assert "Dues for" in payment
    settlement = plain(read(bo, due.settlement.get_absolute_url()))
    assert "Dues for" in settlement
    assert "This amount was agreed to before it became due." in settlement
    agreements = plain(read(bo, reverse("agreements")))
    assert "Dues of Harbour Club" in agreements
    own = plain(read(bo, reverse("agreement", args=[bo.agreements.get().pk])))
    assert "They’re due on the 5th of each month." in own
    assert plain(read(crew.owner, reverse("club_settlements", args=[crew.club.slug])))


def test_exemptions_are_made_and_ended_on_the_page(crew, bo):
    dues = introduce(crew)
    sent = {"do": "exempt", "member": bo.pk, "reason": "Student"}
    assert browser(crew.owner).post(url(crew), {**sent, "reason": ""}).status_code == 422
    assert browser(crew.owner).post(url(crew), sent).status_code == 302
    assert "Student (by olga)" in plain(read(crew.owner, url(crew)))
    assert "You’re exempt from dues." in plain(read(bo, url(crew)))
    assert browser(crew.owner).post(url(crew), {"do": "charge", "member": bo.pk}).status_code == 302
    assert states(dues)["bo"] == "not_agreed"


@pytest.mark.parametrize(("do", "done"), [("set", "Dues set."), ("end", "Dues ended.")])
def test_ending_agreements_is_asked_once_more(crew, bo, do, done):
    dues = introduce(crew)
    sent = terms(do=do, amount="60")
    nothing = plain(browser(crew.owner).post(url(crew), sent).content.decode())
    assert "No member has agreed yet, so no agreement ends." in nothing
    agree(bo, dues)
    agree(crew.member, dues)
    html = browser(crew.owner).post(url(crew), sent).content.decode()
    assert "The agreements of 2 members end." in plain(html)
    assert states(dues)["bo"] == "agreed"
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', html))
    assert hidden["amount"] == "60"
    answer = browser(crew.owner).post(url(crew), {**hidden, "do": do}, follow=True)
    assert done in plain(answer.content.decode())
    dues.refresh_from_db()
    assert dues.ended_at is not None


@pytest.mark.parametrize("do", ["set", "end", "exempt", "charge"])
def test_members_cannot_manage_dues(crew, bo, do):
    introduce(crew)
    assert browser(bo).post(url(crew), terms(do=do)).status_code == 403
    assert Dues.objects.get().amount == MONTHLY.amount


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"amount": "0"}, "Enter an amount above zero."),
        ({"due_day": "29"}, "less than or equal to 28"),
        ({"period": "week"}, "Select a valid choice."),
    ],
)
def test_invalid_dues_are_refused_with_the_input_kept(crew, changed, said):
    answer = browser(crew.owner).post(url(crew), terms(**changed))
    assert answer.status_code == 422
    assert said in plain(answer.content.decode())
    assert "Room and cards" in answer.content.decode()
    assert not Dues.objects.exists()


def test_the_invitation_shows_the_dues_before_the_button(crew):
    dues = introduce(crew)
    link = invitations.invite_by_link(caller(crew.owner), crew.club.pk)
    join = reverse("club_join", args=[link.token])
    page = plain(read(crew.stranger, join))
    assert page.index("€50.00 a month") < page.index("Agree and join club")
    refused = browser(crew.stranger).post(join)
    assert refused.status_code == 422
    assert "Check what members agree to, then join." in plain(refused.content.decode())
    assert browser(crew.stranger).post(join, {"terms": dues.digest}).status_code == 302
    assert states(dues)["sam"] == "agreed"


def test_a_join_request_shows_the_dues_too(crew):
    dues = introduce(crew)
    page = read(crew.stranger, crew.club.get_absolute_url())
    assert f'name="terms" value="{dues.digest}"' in page
