"""Page to correct a session's result: a preview, errors, and who may open it."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.ledger.people import as_caller
from tests.tournaments.ledger.settling.test_pages import browser, plain, read
from tests.tournaments.rows import finished_session
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session

pytestmark = pytest.mark.django_db


def correction_form(**more: object) -> dict[str, object]:
    return {"seat_0": 40, "seat_1": -30, "seat_2": -10, "reason": "Deal 2 was not theirs", **more}


def test_an_organizer_sees_the_difference_before_correcting_a_result(owed):
    url = reverse("settlement_correct", args=[owed.settlement.slug])
    client = browser(owed.crew.organizer)
    page = client.get(owed.settlement.get_absolute_url()).content.decode()
    assert f'action="{url}"' in page
    assert 'value="-40"' in page  # the current result
    text = plain(client.post(url, correction_form(do="look")).content.decode())
    assert "ann −10 −HK$5.00" in text
    assert "bob +10 +HK$5.00" in text
    assert Settlement.objects.count() == 1
    answer = client.post(url, correction_form(do="correct"), follow=True)
    first = owed.settlement.get_absolute_url()
    assert answer.redirect_chain[-1][0] == f"{first}#correction-2"
    text = plain(answer.content.decode())
    assert (
        "“Deal 2 was not theirs”" in re.sub(r"</?q>", "", text) or "Deal 2 was not theirs" in text
    )
    assert "oscar" in text
    assert "ann pays bob HK$5.00" in text
    assert "ann +40 +HK$20.00" in text
    # The current result is the start of the next correction.
    assert 'value="-30"' in answer.content.decode()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"seat_0": 41}, "The points must add up to 0, not 1."),
        ({"reason": " "}, "Enter a short reason."),
        ({"seat_0": 50, "seat_1": -40}, "This is already the current result."),
    ],
)
def test_an_invalid_correction_shows_an_error_and_keeps_the_input(owed, typed, said):
    url = reverse("settlement_correct", args=[owed.settlement.slug])
    answer = browser(owed.crew.organizer).post(url, correction_form(do="correct") | typed)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert said in html
    assert f'value="{typed.get("seat_0", 40)}"' in html
    assert Settlement.objects.count() == 1


@pytest.mark.parametrize(
    ("who", "status"),
    [("payer", 403), ("member", 403), ("stranger", 404), ("visitor", 302), ("owner", 200)],
)
def test_only_organizers_can_correct_a_result(owed, who, status):
    url = reverse("settlement_correct", args=[owed.settlement.slug])
    answer = browser(owed.of(who)).post(url, correction_form(do="look"))
    assert answer.status_code == status


@pytest.mark.every_database
def test_the_correction_form_shows_a_result_with_bots_by_seat(owed):
    session = finished_session(
        [owed.ann, None, None], (9, -4, -5), club=owed.crew.club, stake_minor=50, currency="HKD"
    )
    settle_session(session.pk)
    done = correct_session(as_caller(owed.crew.owner), session.pk, {0: 3, 1: 0, 2: -3}, "so")
    assert isinstance(done, Settlement)
    url = reverse(
        "settlement_correct", args=[Settlement.objects.get(session=session, number=1).slug]
    )
    html = read(owed.crew.owner, url)
    found = [int(each) for each in re.findall(r'name="seat_\d" value="(-?\d+)"', html)]
    assert sum(found) == 0
    assert found[0] == 3
