"""Dates and times in the viewer's time zone."""

from datetime import UTC, datetime

import pytest
from django.test import RequestFactory
from django.utils import timezone, translation
from django.utils.formats import date_format

from accounts.forms import ProfileForm
from accounts.models import User
from accounts.zones import ReaderZone, zone_choices, zone_named

EVENING = datetime(2026, 11, 21, 20, 18, tzinfo=UTC)


def page_zone(client, url="/rules/"):
    """Return the time zone that the page was rendered in; None if it has none."""
    text = client.get(url).content.decode()
    start = text.split("<head>")[0]
    return start.split('data-zone="')[1].split('"')[0] if "data-zone" in start else None


@pytest.mark.parametrize(
    ("format_name", "shown"),
    [
        ("DATE_FORMAT", "21 November 2026"),
        ("TIME_FORMAT", "20:18"),
        ("DATETIME_FORMAT", "21 November 2026, 20:18"),
        ("SHORT_DATE_FORMAT", "21 Nov 2026"),
        ("MONTH_DAY_FORMAT", "21 November"),
    ],
)
def test_english_days_come_before_their_month_and_have_24_hours(format_name, shown):
    with translation.override("en"), timezone.override(UTC):
        assert date_format(timezone.localtime(EVENING), format_name) == shown


@pytest.mark.parametrize(
    "name",
    ["", "Nowhere/Land", "../../etc/passwd", "/etc/passwd", "Asia/Hong_Kong\0", "a" * 5000, "UTC "],
)
def test_an_invalid_time_zone_name_is_rejected(name):
    assert zone_named(name) is None


def test_a_time_zone_is_found_by_its_name():
    assert str(zone_named("Asia/Hong_Kong")) == "Asia/Hong_Kong"
    assert ("Asia/Hong_Kong", "Asia/Hong Kong") in zone_choices()


@pytest.mark.django_db
def test_a_page_is_shown_in_the_browsers_time_zone(client):
    assert page_zone(client) is None
    client.cookies["zone"] = "Asia/Tokyo"
    assert page_zone(client) == "Asia/Tokyo"
    client.cookies["zone"] = "Nowhere/Land"
    assert page_zone(client) is None


@pytest.mark.django_db
def test_the_accounts_time_zone_takes_precedence_over_the_browsers(client):
    user = User.objects.create_user("ada", time_zone="Asia/Manila")
    client.force_login(user)
    client.cookies["zone"] = "Europe/Paris"
    assert page_zone(client) == "Asia/Manila"
    User.objects.update(time_zone="Gone/Away")
    assert page_zone(client) == "Europe/Paris"


@pytest.mark.django_db
def test_the_time_zone_is_reset_after_the_request():
    request = RequestFactory().get("/", headers={"cookie": "zone=Asia/Tokyo"})
    before = timezone.get_current_timezone_name()
    seen = ReaderZone(lambda _request: timezone.get_current_timezone_name())(request)
    assert (seen, timezone.get_current_timezone_name()) == ("Asia/Tokyo", before)


@pytest.mark.django_db
def test_a_page_for_a_visitor_needs_no_query(client, django_assert_num_queries):
    client.cookies["zone"] = "Asia/Tokyo"
    with django_assert_num_queries(0):
        client.get("/rules/")


@pytest.mark.django_db
def test_a_member_can_choose_a_time_zone_on_the_profile(client):
    user = User.objects.create_user("ada")
    client.force_login(user)
    client.post("/accounts/profile/", {"display_name": "Ada", "time_zone": "Asia/Manila"})
    user.refresh_from_db()
    assert (user.display_name, user.time_zone) == ("Ada", "Asia/Manila")
    page = client.post("/accounts/profile/", {"display_name": "Eve", "time_zone": "Gone/Away"})
    assert "Gone/Away is not one of the available choices" in page.content.decode()
    user.refresh_from_db()
    assert user.display_name == "Ada"


@pytest.mark.django_db
def test_the_browsers_time_zone_is_the_first_choice():
    form = ProfileForm({"display_name": "", "time_zone": ""}, instance=User(username="ada"))
    assert form.is_valid()
    assert form.fields["time_zone"].choices[0][0] == ""
