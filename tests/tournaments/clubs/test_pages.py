"""Tests of club pages: permissions, invalid input, content and number of queries."""

import csv
from io import StringIO
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.rulebook import house_rules
from games.rules.ruleset.rule_set import RuleSet
from games.tables.max_loss import Cost
from games.tables.services import opening
from tests.tournaments.clubs.people import Crew, caller, crew, person, play_house
from tests.tournaments.ledger.codes.samples import TYPED
from tests.tournaments.ledger.debts import owes
from tests.tournaments.rows import finished_session, without_tokens
from tournaments.clubs.denials import ClubCode
from tournaments.clubs.models import (
    Club,
    ClubRecord,
    ClubRules,
    Invitation,
    JoinRequest,
    Membership,
    News,
)
from tournaments.clubs.policy import MAY
from tournaments.clubs.services import club as club_services
from tournaments.clubs.services import invitations, members, news
from tournaments.clubs.services.club import add_rules, record_fee, remove_rules
from tournaments.clubs.services.members import answer_request
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.dues.services import DuesTerms, end_dues, set_dues
from tournaments.ledger.payees.services import remove_details, save_details
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.services import dispute, record_cash, withdraw

FORM = {
    "name": "Tea House",
    "picture": "teapot",
    "description": "Every Tuesday.",
    "place": "Leeds",
    "time_zone": "Europe/London",
    "language": "en",
    "default_rules": "pagat",
    "stake": "",
    "currency": "",
    "takes_requests": "on",
    "is_listed": "on",
}


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status, answer
    return answer.content.decode()


def address(name: str, crew: Crew, *more: object) -> str:
    return reverse(name, args=[crew.club.slug, *more])


# --- Permissions


def link(crew: Crew) -> Invitation:
    made = invitations.invite_by_link(caller(crew.owner), crew.club.pk)
    assert isinstance(made, Invitation)
    return made


def make_request(crew: Crew) -> JoinRequest:
    return JoinRequest.objects.create(club=crew.club, user=person("asks"))


def add_house_rules(crew: Crew) -> ClubRules:
    return ClubRules.objects.create(
        club=crew.club, name="Ours", options=RuleSet.make("pagat").to_options()
    )


@pytest.mark.parametrize(
    "name",
    ["club", "club_members", "club_news", "club_rules", "club_activity", "club_settings"],
)
def test_an_unknown_club_has_no_pages(db, name: str):
    client = browser(person("ada"))
    assert client.get(reverse(name, args=["nowhere"])).status_code == 404


def test_a_closed_clubs_pages_can_be_read_but_not_changed(crew: Crew):
    club_services.close(caller(crew.owner), crew.club.pk)
    client = browser(crew.owner)
    for name in ("club", "club_members", "club_news", "club_rules", "club_activity"):
        page(client, address(name, crew))
    for name in ("club_settings", "club_invitations", "club_close"):
        assert client.get(address(name, crew)).status_code == 404
    assert "Open a table" not in page(client, address("club", crew)).split("<main")[1]


# --- Create and change


def test_a_user_can_create_a_club(db):
    client = browser(person("ada"))
    assert "Create club" in page(client, reverse("club_new"))
    answer = client.post(reverse("club_new"), FORM | {"stake": "0.5", "currency": "GBP"})
    club = Club.objects.get()
    assert answer.url == reverse("club_invitations", args=[club.slug])
    assert (club.name, club.picture, club.stake_minor) == ("Tea House", "teapot", 50)
    shown = page(Client(), club.get_absolute_url())
    assert "Every Tuesday." in shown
    assert "£0.50 a point" in shown


@pytest.mark.parametrize(
    ("zone", "chosen"),
    [("Asia/Hong_Kong", "Asia/Hong_Kong"), ("", "UTC"), ("GMT", "UTC"), ("Nowhere/Land", "UTC")],
)
def test_a_new_club_has_the_time_zone_of_its_founders_browser(db, zone: str, chosen: str):
    client = browser(person("ada"))
    client.cookies["zone"] = zone
    assert f'<option value="{chosen}" selected>' in page(client, reverse("club_new"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "♠"),
        ("name", ""),
        ("picture", "horse"),
        ("time_zone", "Moon/Sea"),
        ("language", "xx"),
        ("default_rules", "none"),
        ("stake", "5"),
        ("description", "x" * 2001),
    ],
)
def test_invalid_input_is_kept_with_an_error(db, field: str, value: str):
    data = FORM | {field: value, "place": "Kept in the field"}
    answer = browser(person("ada")).post(reverse("club_new"), data)
    assert answer.status_code == 422
    assert "Kept in the field" in answer.content.decode()
    assert answer.context["form"].errors
    assert not Club.objects.exists()


def test_a_club_can_have_a_currency_without_a_stake(db):
    owner = person("olga")
    client = browser(owner)
    data = FORM | {"stake": "", "currency": "HKD"}
    assert client.post(reverse("club_new"), data).status_code == 302
    club = Club.objects.get()
    assert (club.stake_minor, club.currency) == (0, "HKD")
    form = client.get(reverse("club_settings", args=[club.slug])).context["form"]
    assert (form["stake"].value(), form["currency"].value()) == (None, "HKD")
    # Its tables are for points by default.
    table = client.get(reverse("table_new"), {"club": club.slug}).context["form"]
    assert not table["currency"].value()


def test_the_user_chooses_between_two_readings_of_an_ambiguous_stake(db):
    client = browser(person("ada"))
    data = FORM | {"stake": "9.500", "currency": "HKD"}
    answer = client.post(reverse("club_new"), data)
    assert answer.status_code == 422
    assert "Do you mean HK$9,500 or HK$9.50?" in answer.content.decode()
    assert not Club.objects.exists()
    client.post(reverse("club_new"), data | {"stake_meant": "HKD:950"})
    assert Club.objects.get().stake_minor == 950


def test_guests_cannot_create_clubs(db, crew: Crew):
    answer = browser(crew.guest).post(reverse("club_new"), FORM)
    assert answer.url == reverse("keep_account")
    assert Club.objects.count() == 1


def test_the_owner_can_change_the_settings(crew: Crew):
    client = browser(crew.owner)
    assert 'value="Harbour Club"' in page(client, address("club_settings", crew))
    client.post(address("club_settings", crew), FORM)
    crew.club.refresh_from_db()
    assert (crew.club.name, crew.club.takes_requests) == ("Tea House", True)
    assert client.post(address("club_settings", crew), FORM | {"name": " "}).status_code == 422


def test_the_owner_must_type_the_name_to_close_the_club(crew: Crew):
    client = browser(crew.owner)
    answer = client.post(address("club_close", crew), {"name": "Harbor Club"})
    assert answer.status_code == 422
    assert "Harbor Club" in answer.content.decode()
    client.post(address("club_close", crew), {"name": "Harbour Club"})
    crew.club.refresh_from_db()
    assert crew.club.closed_at


# --- Join


@pytest.mark.every_database
def test_an_organizer_creates_a_link_and_a_user_joins_by_it(crew: Crew):
    client = browser(crew.organizer)
    data = {"do": "link", "link-most_uses": "2", "link-days": "7"}
    client.post(address("club_invitations", crew), data)
    made = Invitation.objects.get()
    join = reverse("club_join", args=[made.token])
    assert join in page(client, address("club_invitations", crew))
    assert "Create account" in page(Client(), join)
    newcomer = browser(crew.stranger)
    assert "olga" not in page(newcomer, join).split("<main")[1]
    assert newcomer.post(join).url == crew.club.get_absolute_url()
    assert crew.role(crew.stranger) == "member"
    assert newcomer.get(join).url == crew.club.get_absolute_url()


def test_guests_cannot_join_by_a_link(crew: Crew):
    join = reverse("club_join", args=[link(crew).token])
    assert "You need an account to join a club." in page(browser(crew.guest), join)
    assert browser(crew.guest).post(join).status_code == 403


def test_a_used_up_link_explains_that_it_has_no_uses_left(crew: Crew):
    join = reverse("club_join", args=[link(crew).token])
    browser(crew.stranger).post(join)
    late = browser(person("late"))
    assert "has no uses left" in page(late, join, 410)
    assert late.post(join).status_code == 410


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"do": "name", "name-username": "missing"}, "No account has that name"),
        ({"do": "name", "name-username": "mei"}, "is already a member"),
        ({"do": "link", "link-most_uses": "0", "link-days": "7"}, "greater than or equal to 1"),
        ({"do": "mail", "mail-email": "no address"}, "valid email"),
        ({"do": "shout"}, "Invitations"),
    ],
)
def test_an_invalid_invitation_shows_the_reason(crew: Crew, data: dict[str, str], told: str):
    answer = browser(crew.owner).post(address("club_invitations", crew), data)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not Invitation.objects.exists()


def test_an_invited_user_sees_and_declines_the_invitation(crew: Crew):
    data = {"do": "name", "name-username": "sam"}
    browser(crew.owner).post(address("club_invitations", crew), data)
    made = Invitation.objects.get()
    client = browser(crew.stranger)
    assert "Invited by olga" in page(client, reverse("clubs"))
    other = browser(person("other"))
    assert other.get(reverse("club_join", args=[made.token])).status_code == 404
    assert "olga invited you. Join by" in page(client, address("club", crew))
    client.post(reverse("club_decline", args=[made.token]))
    assert "Invited by olga" not in page(client, reverse("clubs"))
    assert crew.role(crew.stranger) is None


def test_an_organizer_accepts_a_request_to_join(crew: Crew):
    client = browser(crew.stranger)
    assert "Ask to join" in page(client, address("club", crew))
    client.post(address("club_ask", crew), {"words": "I play on Tuesdays"})
    assert "You’ve asked to join" in page(client, address("club", crew))
    shown = page(browser(crew.organizer), address("club_invitations", crew))
    assert "I play on Tuesdays" in shown
    asked = JoinRequest.objects.get()
    browser(crew.organizer).post(address("club_answer", crew, asked.pk), {"do": "accept"})
    assert crew.role(crew.stranger) == "member"


def test_a_request_that_is_too_long_is_kept_and_a_request_can_be_withdrawn(crew: Crew):
    client = browser(crew.stranger)
    answer = client.post(address("club_ask", crew), {"words": "x" * 301})
    assert answer.status_code == 422
    assert "x" * 301 in answer.content.decode()
    client.post(address("club_ask", crew), {"words": ""})
    client.post(address("club_withdraw", crew))
    assert not JoinRequest.objects.exists()


# --- Content of pages


def test_the_page_of_roles_shows_the_whole_policy(client, db):
    shown = page(client, reverse("club_roles"))
    assert shown.count("✓") == sum(map(len, MAY.values()))
    assert "Transfer the club to another member" in shown


def test_non_members_see_the_description_but_no_news_and_no_members(crew: Crew):
    news.write_news(caller(crew.owner), crew.club.pk, "Secret party", "Bring cake.")
    shown = without_tokens(page(Client(), address("club", crew)))
    assert "Harbour Club" in shown
    for word in ("Secret party", "olga", "mei"):
        assert word not in shown
    assert "Secret party" in page(browser(crew.member), address("club", crew))


@pytest.mark.every_database
def test_the_list_can_be_searched_by_name_or_location(crew: Crew):
    club_services.create(caller(crew.stranger), name="Hidden", place="Leith", is_listed=False)
    club_services.change(caller(crew.owner), crew.club.pk, place="Leith")
    shown = page(Client(), reverse("clubs") + "?words=leith")
    assert "Harbour Club" in shown
    assert "Hidden" not in shown
    assert "No club’s name or location contains" in page(
        Client(), reverse("clubs") + "?words=zanzibar"
    )
    assert "Hidden" in page(browser(crew.stranger), reverse("clubs"))


@pytest.mark.every_database
def test_the_members_page_shows_ratings_and_attendance(crew: Crew):
    from tournaments.ratings.models import Rating

    Rating.objects.create(user=crew.member, family="first-out", mu=30.0, sigma=2.0, sessions=3)
    session = finished_session([crew.owner, crew.member, None, None], [3, -1, -1, -1])
    elsewhere = finished_session([crew.owner, None, None, None], [3, -1, -1, -1])
    session.table.joining, session.table.club = "members", crew.club.pk
    session.table.save()
    assert elsewhere.table.club is None
    answer = browser(crew.owner).get(address("club_members", crew))
    lines = {line.name: line for line in answer.context["lines"]}
    assert [line.name for line in answer.context["lines"]] == ["olga", "oscar", "mei"]
    assert (lines["mei"].rating.rating, lines["mei"].attendance.sessions) == (1650, 1)
    assert (lines["olga"].rating, lines["olga"].attendance.sessions) == (None, 1)
    assert (lines["oscar"].attendance.sessions, lines["oscar"].attendance.last) == (0, None)
    assert "1650" in answer.content.decode()


@pytest.mark.every_database
def test_the_history_shows_every_kind_of_record(crew: Crew):
    owner = caller(crew.owner)
    club = crew.club.pk
    made = house_rules.save(crew.owner, "Kitchen rules", "pagat", RuleSet.make("pagat"))
    club_services.change(owner, club, place="Leith", language="en", is_listed=False)
    add_rules(owner, club, made.slug)
    remove_rules(owner, club, ClubRules.objects.get().slug)
    news.write_news(owner, club, "100% ready", "x")
    news.edit_news(owner, club, News.objects.get().pk, "100% ready", "y")
    news.delete_news(owner, club, News.objects.get().pk)
    invitations.revoke(owner, club, link(crew).pk)
    invitations.invite_by_name(owner, club, "sam")
    invitations.accept(caller(crew.stranger), Invitation.objects.latest("pk").token)
    invitations.invite_by_mail(owner, club, "x@example.org", "https://x")
    invitations.revoke(owner, club, Invitation.objects.latest("pk").pk)
    for accepted in (False, True):
        JoinRequest.objects.filter(answered_at=None).delete()
        asked = JoinRequest.objects.create(club=crew.club, user=person(f"asks{accepted}"))
        answer_request(owner, club, asked.pk, accepted=accepted)
    members.set_role(owner, club, crew.member.pk, "organizer")
    members.set_role(owner, club, crew.member.pk, "treasurer")
    members.set_role(owner, club, crew.member.pk, "member")
    save_details(owner, "fps", SCHEMES["fps"].of(**TYPED["fps"]), club_id=club)
    remove_details(owner, "fps", club_id=club)
    set_dues(owner, club, DuesTerms(5000, "HKD", "month", 1))
    end_dues(owner, club)
    for fee in (500, 0):
        record_fee(crew.owner, club, "Cup", Cost(fee, "HKD"))
    due = owes(crew.stranger, crew.member, 950, club=crew.club)
    record_cash(owner, due.pk, 950)
    dispute(caller(crew.member), Payment.objects.get().pk, "I got nothing")
    withdraw(owner, Payment.objects.get(status="disputed").pk)
    members.remove(owner, club, crew.member.pk)
    members.leave(caller(crew.stranger), club)
    play_house(crew.club)
    opening.open_table(
        crew.owner, club=club, joining="members", bot_money="house", stake_minor=1, currency="EUR"
    )
    club_services.hand_over(owner, club, crew.organizer.pk)
    club_services.close(caller(crew.organizer), club)
    assert set(crew.club.records.values_list("deed", flat=True)) == set(ClubRecord.Deed)
    shown = page(browser(crew.owner), address("club_activity", crew))
    settings = "the location and whether the club appears in the list of clubs"
    assert f"olga changed the club’s settings: {settings}." in shown
    assert "olga made mei a treasurer." in shown
    assert "olga set the club’s dues to HK$50.00." in shown
    assert "olga posted “100% ready”." in shown
    assert "olga transferred the club to oscar." in shown
    assert "oscar closed the club." in shown


@pytest.mark.every_database
def test_the_home_page_shows_invitations_and_requests(crew: Crew):
    invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    make_request(crew)
    home = reverse("home")
    assert "olga invited you to join Harbour Club" in page(browser(crew.stranger), home)
    for user in (crew.owner, crew.organizer):
        assert "1 player wants to join Harbour Club" in page(browser(user), home)
    for user in (crew.member, crew.guest, None):
        assert "Harbour Club" not in page(browser(user), home)
    club_services.close(caller(crew.owner), crew.club.pk)
    for user in (crew.stranger, crew.owner):
        assert "Harbour Club" not in page(browser(user), home)


@pytest.mark.every_database
def test_visitors_can_read_a_clubs_house_rules(crew: Crew):
    kept = add_house_rules(crew)
    assert "Combinations" in page(Client(), address("club_rules_page", crew, kept.slug))
    club_services.change(caller(crew.owner), crew.club.pk, default_rules=kept.choice)
    assert kept.name in page(Client(), address("club", crew))
    assert browser(crew.owner).get(address("club_rules_page", crew, "none")).status_code == 404


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("club", 13),
        ("club_members", 9),
        ("club_news", 8),
        ("club_activity", 8),
        ("club_invitations", 9),
        ("clubs", 8),
    ],
)
def test_the_number_of_queries_of_a_page_does_not_grow(
    crew: Crew, name: str, most: int, django_assert_max_num_queries
):
    client = browser(crew.owner)
    url = reverse("clubs") if name == "clubs" else address(name, crew)
    fill(crew, 3, "few")
    client.get(url)
    with django_assert_max_num_queries(most) as few:
        client.get(url)
    fill(crew, 6, "many")
    with django_assert_max_num_queries(len(few)):
        client.get(url)


def fill(crew: Crew, number: int, word: str) -> None:
    """Create more of everything, to show that the number of queries doesn't grow."""
    for index in range(number):
        member = person(f"{word}{index}")
        crew.club.memberships.create(user=member)
        club_services.create(caller(member), name=f"Club {word} {index}")
        news.write_news(caller(crew.owner), crew.club.pk, f"{word} {index}", "x")
        invitations.invite_by_link(caller(crew.owner), crew.club.pk)
        JoinRequest.objects.create(club=crew.club, user=person(f"{word}{index}asks"))


def test_club_names_are_escaped(db):
    nasty = crew(name="<b>Tea</b> & {{ x }}")
    shown = page(browser(nasty.owner), address("club", nasty))
    assert "&lt;b&gt;Tea&lt;/b&gt; &amp; {{ x }}" in shown


def test_an_organizer_can_edit_news(crew: Crew):
    news.write_news(caller(crew.owner), crew.club.pk, "Tonight", "At 7.")
    url = address("club_news_edit", crew, News.objects.get().pk)
    client = browser(crew.organizer)
    assert "At 7." in page(client, url)
    refused = client.post(url, {"title": "Tonight, later", "text": ""})
    assert refused.status_code == 422
    assert "Tonight, later" in refused.content.decode()
    answer = client.post(url, {"title": "Tonight, later", "text": "At 8."}, follow=True)
    text = answer.content.decode()
    assert "At 8." in text
    assert "edited on" in text
    assert browser(crew.owner).get(address("club_news_edit", crew, 0)).status_code == 404


# --- Notes and the list of members as a file


def test_a_note_on_a_member_is_kept_and_read_by_organizers_only(crew: Crew):
    url = address("club_member", crew, crew.member.pk)
    organizer = browser(crew.organizer)
    answer = organizer.post(url, {"do": "note", "note": "Phone 12 34\nNeeds a quiet table"})
    assert answer.status_code == 302
    assert "Needs a quiet table" in page(organizer, url)
    members_url = address("club_members", crew)
    assert "Phone 12 34" in page(organizer, members_url)
    assert "Phone 12 34" not in page(browser(crew.member), members_url)
    assert "Phone 12 34" not in page(browser(crew.treasurer), members_url)
    # Other members can read the activity.
    assert "note" not in crew.club.records.values_list("deed", flat=True)
    assert browser(crew.member).post(url, {"do": "note", "note": "x"}).status_code == 403
    organizer.post(url, {"do": "note", "note": ""})
    assert crew.club.memberships.get(user=crew.member).note == ""


def test_a_note_that_is_refused_stays_in_its_field(crew: Crew):
    url = address("club_member", crew, crew.member.pk)
    answer = browser(crew.organizer).post(url, {"do": "note", "note": "y" * 501})
    assert answer.status_code == 422
    assert "y" * 501 in answer.content.decode()
    assert crew.club.memberships.get(user=crew.member).note == ""


def test_only_the_owner_reads_and_writes_notes_on_an_organizer(crew: Crew):
    answer = members.set_note(caller(crew.organizer), crew.club.pk, crew.owner.pk, "x")
    assert answer.code == ClubCode.NOT_OVER_THEM
    assert members.set_note(caller(crew.owner), crew.club.pk, crew.organizer.pk, "Early") is None
    url = address("club_members_csv", crew)
    assert "Early" in page(browser(crew.owner), url)
    assert "Early" not in page(browser(crew.organizer), url)


def test_organizers_download_the_list_of_members(crew: Crew):
    User.objects.filter(pk=crew.member.pk).update(display_name="=1+1")
    assert members.set_note(caller(crew.owner), crew.club.pk, crew.member.pk, "@home") is None
    url = address("club_members_csv", crew)
    assert url in page(browser(crew.organizer), address("club_members", crew))
    assert url not in page(browser(crew.member), address("club_members", crew))
    Club.objects.update(name="鋤大弟 “Tea/House”")
    answer = browser(crew.organizer).get(url)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    named = f"鋤大弟_TeaHouse_members_{timezone.localdate()}.csv"
    assert quote(named) in answer["Content-Disposition"]
    rows = list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))
    assert [each["role"] for each in rows] == ["owner", "organizer", "member"]
    assert rows[2]["username"] == "mei"
    assert (rows[2]["name"], rows[2]["note"]) == ("'=1+1", "'@home")
    assert browser(crew.member).get(url).status_code == 403


def test_the_list_of_members_takes_as_many_queries_for_many(
    crew: Crew, django_assert_max_num_queries
):
    for number in range(20):
        Membership.objects.create(club=crew.club, user=person(f"many{number}"))
    client = browser(crew.organizer)
    with django_assert_max_num_queries(12):
        page(client, address("club_members_csv", crew))


def test_an_invitation_by_link_has_a_qr_code(crew: Crew):
    made = link(crew)
    html = page(browser(crew.owner), address("club_invitations", crew))
    assert f'popovertarget="code-{made.token}"' in html
    assert 'class="qr"' in html
    # One by username is answered on the site.
    made.delete()
    answer = invitations.invite_by_name(caller(crew.owner), crew.club.pk, "sam")
    assert isinstance(answer, Invitation), answer
    assert 'class="qr"' not in page(browser(crew.owner), address("club_invitations", crew))


# --- House rules


def test_house_rules_created_for_the_club_lead_back_to_it_and_can_be_the_default(crew: Crew):
    owner, rules_url = browser(crew.owner), address("club_rules", crew)
    new_url = f"{reverse('house_rules_new')}?back={rules_url}"
    assert f'href="{new_url}"' in page(owner, rules_url)
    assert f'name="back" value="{rules_url}"' in page(owner, new_url)
    house_rules.save(crew.owner, "Older rules", "pagat", RuleSet.make("pagat"))
    said = {"base": "pagat", "name": "Ours", "save": "", "back": rules_url}
    answer = owner.post(reverse("house_rules_new"), said)
    slug = next(each.slug for each in house_rules.own(crew.owner) if each.name == "Ours")
    assert answer.url == f"{rules_url}?rules={slug}"
    assert f'<option value="{slug}" selected>' in page(owner, answer.url)
    owner.post(rules_url, {"rules": slug})
    kept = ClubRules.objects.get()
    owner.post(rules_url, {"do": "default", "rules": kept.choice})
    crew.club.refresh_from_db()
    assert crew.club.default_rules == kept.choice
    assert "Make default" not in page(owner, rules_url)
    # Organizers add rules, but don't change the club.
    answer = browser(crew.organizer).post(rules_url, {"do": "default", "rules": "pagat"})
    assert answer.status_code == 403


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "rules/", ""])
def test_saved_house_rules_lead_to_no_other_site(crew: Crew, back: str):
    said = {"base": "pagat", "name": "Ours", "save": "", "back": back}
    answer = browser(crew.owner).post(reverse("house_rules_new"), said)
    assert answer.url == reverse("house_rules", args=[house_rules.own(crew.owner)[0].slug])


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"do": "note", "note": "Brings tea"}, "Note saved."),
        ({"do": "remove"}, "mei was removed from the club."),
        ({"do": "hand-over"}, "mei now owns the club, and you’re an organizer."),
        ({"role": "organizer"}, "mei is now an organizer."),
        ({"role": "treasurer"}, "mei is now a treasurer."),
    ],
)
def test_the_owner_acts_on_a_member_and_reads_what_was_done(crew, posted, said):
    url = address("club_member", crew, crew.member.pk)
    answer = browser(crew.owner).post(url, posted, follow=True)
    assert said in answer.content.decode()


def test_a_note_that_is_too_long_is_shown_again_instead_of_being_cut(crew):
    url = address("club_member", crew, crew.member.pk)
    answer = browser(crew.owner).post(url, {"do": "note", "note": "x" * 5000})
    assert answer.status_code == 422
    assert "x" * 5000 in answer.content.decode()


@pytest.mark.parametrize("ask", ["remove", "hand-over"])
def test_removing_a_member_or_giving_the_club_away_is_asked_first(crew, ask):
    url = address("club_member", crew, crew.member.pk)
    html = browser(crew.owner).get(url, {"ask": ask}).content.decode()
    assert f'name="do" value="{ask}"' in html


def test_only_members_of_the_club_can_be_acted_on(crew):
    answer = browser(crew.owner).get(address("club_member", crew, crew.stranger.pk))
    assert answer.status_code == 302
    assert answer.url == address("club_members", crew)
