"""Pages of bills."""

import pytest
from django.urls import reverse

from accounts.notices.models import Notice
from accounts.notices.senders import sender_of
from tests.tournaments.clubs.people import Crew, caller, person
from tests.tournaments.ledger.settling.test_pages import browser, plain, read
from tournaments.clubs.models import Membership
from tournaments.ledger.bills.models import Bill
from tournaments.ledger.bills.services import BillTerms, split_bill

pytestmark = pytest.mark.django_db


@pytest.fixture
def cy(crew: Crew):
    found = person("cy")
    Membership.objects.create(club=crew.club, user=found)
    return found


def new_url(crew) -> str:
    return reverse("bill_new", args=[crew.club.slug])


def entered(crew, *members, **changed) -> dict[str, object]:
    return {
        "do": "check", "title": "Pizza", "total": "38", "currency": "HKD",
        "paid_by": str(crew.member.pk), "members": [each.pk for each in members], **changed,
    }  # fmt: skip


def test_the_shares_are_equal_and_the_one_who_paid_bears_the_odd_cents(crew, bo, cy):
    answer = browser(crew.member).post(new_url(crew), entered(crew, crew.member, bo, cy))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "HK$0.02 can’t be split equally. mei, who paid, bears it." in plain(html)
    assert f'name="share_{crew.member.pk}" value="12.68"' in html
    assert f'name="share_{bo.pk}" value="12.66"' in html
    assert not Bill.objects.exists()
    without = (
        browser(crew.member)
        .post(new_url(crew), entered(crew, bo, cy, total="0.05"))
        .content.decode()
    )
    assert "The first member in the list pays HK$0.01 more." in plain(without)


def shares(crew, bo, cy, *amounts: str) -> dict[str, object]:
    typed = dict(zip((crew.member, bo, cy), amounts, strict=True))
    return {
        **entered(crew, crew.member, bo, cy, do="send"),
        **{f"share_{user.pk}": amount for user, amount in typed.items()},
    }


def test_given_shares_must_add_up_exactly(crew, bo, cy):
    answer = browser(crew.member).post(new_url(crew), shares(crew, bo, cy, "20", "10", "7.50"))
    assert answer.status_code == 422
    assert "The shares are HK$0.50 less than the total of HK$38.00." in plain(
        answer.content.decode()
    )
    assert 'value="7.50"' in answer.content.decode()
    answer = browser(crew.member).post(new_url(crew), shares(crew, bo, cy, "20", "10", "8"))
    bill = Bill.objects.get()
    assert answer.url == bill.get_absolute_url()
    assert sorted(bill.shares.values_list("amount", flat=True)) == [800, 1000, 2000]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"title": ""}, "This field is required."),
        ({"total": "0"}, "Enter an amount above zero."),
        ({"total": "0.01"}, "This is too little to split among these members."),
        ({"members": []}, "Choose the members who share the bill."),
        ({"members": "payer"}, "Choose at least one other member than the one who paid."),
        ({"paid_by": "club"}, "Select a valid choice."),
    ],
)
def test_invalid_bills_show_what_is_wrong(crew, bo, changed, said):
    if changed.get("members") == "payer":
        changed = {"members": [crew.member.pk]}
    answer = browser(crew.member).post(new_url(crew), entered(crew, crew.member, bo, **changed))
    assert answer.status_code == 422
    assert said in plain(answer.content.decode())
    assert not Bill.objects.exists()


def test_members_answer_on_the_bills_page_and_on_the_home_page(crew, bo, cy):
    browser(crew.member).post(new_url(crew), shares(crew, bo, cy, "20", "10", "8"))
    bill = Bill.objects.get()
    home = plain(read(bo, reverse("home")))
    assert "Do you agree to pay mei HK$10.00 for Pizza?" in home
    url = bill.get_absolute_url()
    assert "Accept HK$10.00" in plain(read(bo, url))
    assert browser(bo).post(url, {"do": "accept"}).status_code == 302
    assert browser(cy).post(url, {"do": "decline"}).status_code == 302
    assert "Do you agree to pay" not in plain(read(bo, reverse("home")))
    page = plain(read(crew.member, url))
    assert "Accepted" in page
    assert "Declined" in page
    assert "Split the other HK$8.00 again…" in page
    rest = read(crew.member, f"{new_url(crew)}?rest_of={bill.slug}")
    assert 'value="8.00"' in rest
    twice = browser(bo).post(url, {"do": "accept"})
    assert twice.status_code == 422


def proposed_by_bo(crew, bo, cy) -> Bill:
    """Let Bo split a bill that Mei paid, with a share of 10.00 for Cy."""
    split = BillTerms("Pizza", 1000, "HKD", crew.member.pk, {cy.pk: 1000})
    found = split_bill(caller(bo), crew.club.pk, split)
    assert isinstance(found, Bill)
    return found


def test_an_accepted_share_says_when_it_is_owed(crew, bo, cy):
    url = proposed_by_bo(crew, bo, cy).get_absolute_url()
    early = browser(cy).post(url, {"do": "accept"}, follow=True).content.decode()
    said = "Share accepted. You owe mei HK$10.00 once mei confirms having paid."
    assert said in plain(early)
    url = proposed_by_bo(crew, bo, cy).get_absolute_url()
    browser(crew.member).post(url, {"do": "paid"})
    late = browser(cy).post(url, {"do": "accept"}, follow=True).content.decode()
    assert "Share accepted. You owe mei HK$10.00 now." in plain(late)


def test_only_the_proposer_is_told_to_split_the_rest_again(crew, bo, cy):
    bill = proposed_by_bo(crew, bo, cy)
    browser(cy).post(bill.get_absolute_url(), {"do": "decline"})
    sender = sender_of("bill.declined")
    texts = {
        each.user: sender.text(each, bill).detail
        for each in Notice.objects.filter(kind="bill.declined")
    }
    assert texts == {
        bo: "You can split the rest again.",
        crew.member: "bo can split the rest again.",
    }


def test_others_do_not_see_a_bill(crew, bo, cy):
    browser(crew.member).post(
        new_url(crew), {**entered(crew, bo, do="send"), f"share_{bo.pk}": "38"}
    )
    url = Bill.objects.get().get_absolute_url()
    assert browser(cy).get(url).status_code == 404
    assert "Pizza" not in read(cy, reverse("bills", args=[crew.club.slug]))
    for each in (crew.organizer, crew.treasurer):
        assert "Pizza" in read(each, url)
        assert "Pizza" in read(each, reverse("bills", args=[crew.club.slug]))


def test_a_former_member_is_offered_only_to_decline(crew, bo, cy):
    url = proposed_by_bo(crew, bo, cy).get_absolute_url()
    assert "Accept HK$10.00" in plain(read(cy, url))
    Membership.objects.filter(user=cy).delete()
    page = plain(read(cy, url))
    assert "you can only decline your share" in page
    assert "Accept HK$10.00" not in page
    assert browser(cy).post(url, {"do": "accept"}).status_code == 422
    assert browser(cy).post(url, {"do": "decline"}).status_code == 302


def test_an_agreement_to_a_share_and_the_statement_name_the_bill(crew, bo):
    browser(crew.member).post(
        new_url(crew), {**entered(crew, bo, do="send"), f"share_{bo.pk}": "38"}
    )
    browser(bo).post(Bill.objects.get().get_absolute_url(), {"do": "accept"})
    agreements = plain(read(bo, reverse("agreements")))
    assert "Your share: HK$38.00" in agreements
    assert "Charged: HK$38.00" in agreements
    own = bo.agreements.get()
    assert "Pizza" in read(bo, reverse("agreement", args=[own.pk]))
    statement = plain(read(bo, reverse("statements")))
    assert "Pizza" in statement
    assert "Dues and bills" in statement
    payments = plain(read(bo, reverse("payments")))
    assert "Pizza" in payments


@pytest.mark.parametrize(
    ("do", "said"),
    [("not-paid", "Bill closed."), ("paid", "Payment confirmed."), ("nonsense", None)],
)
def test_the_member_who_paid_answers_on_the_bills_page(crew, bo, cy, do, said):
    url = proposed_by_bo(crew, bo, cy).get_absolute_url()
    answer = browser(crew.member).post(url, {"do": do}, follow=True)
    assert answer.status_code == (404 if said is None else 200)
    assert said is None or said in plain(answer.content.decode())


def test_the_member_who_split_a_bill_withdraws_it(crew, bo, cy):
    bill = proposed_by_bo(crew, bo, cy)
    answer = browser(bo).post(bill.get_absolute_url(), {"do": "withdraw"}, follow=True)
    assert "Bill withdrawn." in plain(answer.content.decode())
    bill.refresh_from_db()
    assert bill.outcome == Bill.Outcome.WITHDRAWN


def test_only_the_own_bill_is_split_again(crew, bo, cy):
    bill = proposed_by_bo(crew, bo, cy)
    for who, asked in ((cy, bill.slug), (bo, "unknown")):
        assert browser(who).get(f"{new_url(crew)}?rest_of={asked}").status_code == 404
