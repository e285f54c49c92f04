"""The page of loss limits."""

import pytest
from django.urls import reverse

from accounts import stake_limits
from accounts.models import User
from accounts.services import create_guest

pytestmark = pytest.mark.django_db


def page(client):
    return client.get(reverse("limits")).content.decode()


def send(client, most, currency="HKD"):
    return client.post(reverse("limits"), {"most": most, "currency": currency})


def test_a_member_sets_changes_and_removes_a_limit(client, member):
    client.force_login(member)
    assert "Loss limits" in page(client)
    answer = send(client, "1,234.50")
    assert answer.url == reverse("limits")
    assert stake_limits.limit_in(member.pk, "HKD") == 123_450
    assert "Ask me if I could lose more than <b>HK$1,234.50</b> in a game" in page(client)
    send(client, "99", "JPY")
    send(client, "0")
    assert [each.most_minor for each in stake_limits.limits_of(member)] == [0, 99]
    client.post(reverse("limit_remove", args=["HKD"]))
    assert stake_limits.limit_in(member.pk, "HKD") is None
    html = page(client)
    assert "Limit in HKD removed." in html
    assert "Ask me if I could lose more than <b>¥99</b> in a game" in html
    assert "Ask me if I could lose more than <b>HK$" not in html


@pytest.mark.parametrize(
    ("most", "currency", "why"),
    [
        ("", "HKD", "This field is required."),
        ("-5", "HKD", "Enter 0 or more."),
        ("much", "HKD", "in digits, such as 1.50"),
        ("much", "JPY", "in digits, such as 1."),
        ("0.001", "HKD", "Enter a multiple of HK$0.01"),
        ("9" * 20, "HKD", "or less."),
        ("12 50", "HKD", "in digits, such as 1.50"),
        ("€ 5", "HKD", "doesn’t mean Hong Kong dollars"),
        ("9.500", "HKD", "Do you mean HK$9,500 or HK$9.50?"),
        ("5", "XXX", "not one of the available choices"),
    ],
)
def test_an_invalid_limit_shows_the_error_at_its_field_and_keeps_the_input(
    client, member, most, currency, why
):
    client.force_login(member)
    answer = send(client, most, currency)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert html.count('class="field-errors"') == 1
    assert why in html
    assert f'value="{most}"' in html or not most
    assert stake_limits.limits_of(member) == []


def test_a_member_chooses_between_two_readings_of_a_limit(client, member):
    client.force_login(member)
    html = send(client, "9.500").content.decode()
    assert 'name="most_meant" value="HKD:950"' in html
    data = {"most": "9.500", "currency": "HKD", "most_meant": "HKD:950"}
    assert client.post(reverse("limits"), data).status_code == 302
    assert stake_limits.limit_in(member.pk, "HKD") == 950


def test_guests_have_no_limits_because_they_play_for_points(client):
    client.force_login(create_guest())
    assert client.get(reverse("limits")).url == reverse("keep_account")
    assert send(client, "5").url == reverse("keep_account")
    assert not User.objects.get().stake_limits.exists()


def test_a_member_can_remove_only_their_own_limit(client, member):
    other = User.objects.create_user("bo")
    stake_limits.set_limit(other, "HKD", 5)
    client.force_login(member)
    client.post(reverse("limit_remove", args=["HKD"]))
    assert stake_limits.limit_in(other.pk, "HKD") == 5
    assert "HK$0.05" not in page(client)
