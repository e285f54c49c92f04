"""The page "Start a tournament": three answers, a preview, and one button."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.tables.models import Table
from tests.players import Game, Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening
from tests.tournaments.events.starting.people import answers, join, started
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.publication import publish_round
from tournaments.events.setup.services import open_sign_up


@pytest.fixture
def url(crew) -> str:
    return reverse("event_start", args=[crew.club.slug])


@pytest.fixture
def organizer(crew):
    return browser(crew.organizer)


def text(answer) -> str:
    """Return the page's text without tags, on one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_the_clubs_page_and_list_lead_organizers_to_the_page(crew, url, organizer):
    assert f'href="{url}"' in page(organizer, crew.club.get_absolute_url())
    assert f'href="{url}"' in page(organizer, reverse("clubs"))
    assert f'href="{url}"' not in page(browser(crew.member), reverse("clubs"))
    assert "Start a tournament" not in page(browser(crew.member), crew.club.get_absolute_url())


@pytest.mark.every_database
def test_the_answers_are_previewed_and_start_the_event(crew, url, organizer):
    members = join(crew, 12)
    looked = organizer.post(url + "preview/", answers(members))
    assert "12 players, 3 tables, 5 rounds, about 2 hours" in text(looked)
    assert not Event.objects.exists()
    answer = organizer.post(url, answers(members))
    made = Event.objects.get()
    assert answer.url == reverse("event_desk", args=[made.slug])
    assert (made.name, made.status, made.format_settings) == (
        "Friday Cup", Event.Status.RUNNING, {"rounds": 5},
    )  # fmt: skip
    assert made.rounds.get().tables.count() == 3
    assert "Undo start" in page(organizer, answer.url)
    # An organizer who plays goes to the event's page, which leads to their table.
    desk(Evening(crew, made), "undo-start")
    desk(Evening(crew, made), "cancel", **{"cancel-reason": "A try"})
    answer = organizer.post(url, answers([*members[:11], crew.organizer], form_key="another-key"))
    assert answer.url.endswith(f"/events/{Event.objects.latest('pk').slug}/")
    assert "Your table" in page(organizer, answer.url)


def test_the_clubs_stake_is_not_prefilled(crew, url, organizer):
    Club.objects.filter(pk=crew.club.pk).update(stake_minor=50, currency="HKD")
    form = organizer.get(url).context["form"]
    assert not form["stake"].value()
    assert not form["currency"].value()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"members": []}, "Select at least 2 players."),
        ({"members": ["999999"]}, "One of the members you selected can’t be added."),
        ({"name": "♠♥"}, "Use at least one letter or digit."),
        ({"rules": "club:gone"}, "These rules no longer exist"),
        ({"length": "rounds", "rounds": "0"}, "greater than or equal to 1"),
        ({"deals": "99"}, "less than or equal to 50"),
        ({"format": "knock_out"}, "can’t play this format: Knock-out tables"),
        ({"format": "club_night"}, "Select a valid choice."),
        ({"stake": "x", "currency": "HKD"}, "amount"),
        ({"cards": "paper", "names": "Jo\n\u200b\u200b"}, "invisible"),
        ({"cards": "paper", "names": "Jo\nJo"}, "already has a player named Jo"),
        ({"cards": "paper", "members": []}, "Select at least 2 players."),
    ],
)
def test_a_denial_keeps_what_was_entered_and_stores_nothing(crew, url, organizer, more, said):
    members = join(crew, 5)
    answer = organizer.post(url, {**answers(members), **more})
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Event.objects.exists()
    form = answer.context["form"]
    if "members" not in more:
        assert form["members"].value() == [str(each.pk) for each in members]
    if "name" not in more:
        assert form["name"].value() == "Friday Cup"
    assert form["form_key"].value() == "k" * 20


def test_three_players_fill_no_table_of_four_with_real_cards(crew, url, organizer):
    Event.objects.all().delete()
    answer = organizer.post(url, answers(join(crew, 2), cards="paper"))
    assert "can’t fill a table of 4, and bots can’t play with real cards" in text(answer)
    assert not Event.objects.exists()


def test_leftover_players_are_explained_with_all_ways_to_seat_them(crew, url, organizer):
    looked = organizer.post(url + "preview/", answers(join(crew, 13)))
    outline = looked.context["outline"]
    assert [each.value for each in outline.leftovers] == ["out", "smaller", "bots"]
    assert outline.event.uneven == "smaller"
    assert "13 players, 4 tables" in text(looked)
    looked = organizer.post(url + "preview/", answers(join(crew, 13, first=14), uneven="out"))
    assert "1 player sits out each round" in text(looked)


def test_only_possible_formats_are_offered(crew, url, organizer):
    def offered(count: int, **more: str) -> list[str]:
        members = list(crew.club.memberships.order_by("pk")[:count])
        sent = answers([each.user for each in members], **more)
        return [each.name for each in organizer.post(url + "preview/", sent).context["formats"]]

    join(crew, 12)
    assert offered(4) == ["fixed_rounds"]
    assert offered(8) == [
        "fixed_rounds", "rotation", "swiss", "groups", "knock_out", "duplicate",
    ]  # fmt: skip
    assert "duplicate" not in offered(8, cards="paper")


@pytest.mark.every_database
def test_with_a_stake_the_button_sends_invitations(crew, url, organizer):
    members = join(crew, 4)
    sent = answers(members, stake="0.50", currency="HKD", starts_when_accepted="on")
    looked = organizer.post(url + "preview/", sent)
    assert "Send invitations" in text(looked)
    assert "Start now" not in text(looked)
    assert "only those who accept it play" in text(looked)
    # The other button was shown before the stake was entered.
    answer = organizer.post(url, sent)
    assert answer.status_code == 422
    assert not Event.objects.exists()
    answer = organizer.post(url, {**sent, "act": "invite"})
    made = Event.objects.get()
    assert made.status == Event.Status.OPEN
    assert made.starts_when_accepted
    assert answer.url == reverse("event_desk", args=[made.slug])
    shown = page(organizer, answer.url)
    assert "Answers to the invitations" in shown
    assert "4 not answered" in shown
    evening = Evening(crew, made)
    desk(evening, "when-accepted", is_on="0")
    assert not evening.event.starts_when_accepted


def test_players_without_an_account_are_not_invited_to_an_event_with_a_stake(crew, url, organizer):
    sent = answers(
        join(crew, 4), cards="paper", names="Jo", stake="0.50", currency="HKD", act="invite"
    )
    answer = organizer.post(url, sent)
    assert "take responsibility for their losses" in text(answer)
    assert not Event.objects.exists()


@pytest.mark.every_database
def test_a_copy_has_the_same_players_rules_format_and_rounds(crew, url, organizer):
    members = join(crew, 8)
    event = started(crew, members, form_name="swiss")
    assert f"{url}?like={event.slug}" in page(organizer, reverse("event_desk", args=[event.slug]))
    answer = organizer.get(f"{url}?like={event.slug}")
    form = answer.context["form"]
    assert form["members"].value() == [each.pk for each in members]
    assert (form["format"].value(), form["length"].value(), form["rounds"].value()) == (
        "swiss", "rounds", 2,
    )  # fmt: skip
    assert form["rules"].value() == "as-they-are"
    assert "8 players, 2 tables, 2 rounds" in text(answer)
    # An event of another club is not copied.
    other = Club.objects.create(name="Other")
    other.memberships.create(user=crew.organizer, role="owner")
    assert (
        not organizer.get(reverse("event_start", args=[other.slug]) + f"?like={event.slug}")
        .context["form"]["members"]
        .value()
    )


def test_a_finished_events_page_offers_a_copy_to_organizers(crew, url, organizer):
    evening = Evening.of(crew, format_settings={"rounds": 1}).started(4, 0)
    evening.well(publish_round).play_round()
    assert evening.event.status == Event.Status.FINISHED
    link = f"{url}?like={evening.event.slug}"
    assert link in page(organizer, at("event", evening))
    assert link not in page(browser(crew.member), at("event", evening))


@pytest.mark.every_database
def test_the_last_events_players_and_cards_are_offered(crew, url, organizer):
    members = join(crew, 6)
    started(crew, members[:5], ("Aunt May", "Jo", "Uncle Bo"), cards="paper")
    answer = organizer.get(url)
    form = answer.context["form"]
    widget = form.fields["members"].widget
    assert widget.last == {each.pk for each in members[:5]}
    assert form.fields["names"].widget.attrs["data-last-names"] == "Aunt May\nJo\nUncle Bo"
    assert form["cards"].value() == "paper"


def test_the_page_costs_the_same_for_any_number_of_members(
    crew, url, organizer, django_assert_max_num_queries
):
    join(crew, 40)
    organizer.get(url)
    with django_assert_max_num_queries(27):
        organizer.get(url)


def test_members_are_selected_for_an_event_with_open_sign_up(crew, organizer):
    evening = Evening.of(crew).well(open_sign_up)
    members = join(crew, 3)
    address = at("event_name_list", evening)
    assert "player1" in page(organizer, address)
    answer = organizer.post(address, {"act": "pick", "members": [each.pk for each in members[:2]]})
    assert answer.url == at("event_desk", evening)
    assert evening.event.entries.filter(status=Entry.Status.ENTERED).count() == 2
    assert "oscar added player1." in page(organizer, at("event", evening))
    # They can't be selected again, and the page says why.
    field = organizer.get(address).context["pick_form"].fields["members"]
    said = {each.pk: each.obstacle for each in field.widget.members.values()}
    assert said[members[0].pk] == "Already signed up."
    assert said[members[2].pk] == ""
    answer = organizer.post(address, {"act": "pick", "members": [members[0].pk]})
    assert answer.status_code == 422
    answer = organizer.post(address, {"act": "pick"})
    assert answer.status_code == 422


def test_a_list_finds_members_by_display_name_and_username(crew, organizer):
    evening = Evening.of(crew).well(open_sign_up)
    users = [person("oscar2"), person("oscar3"), person("mei2")]
    for user, shown in zip(users, ("Oscar Lam", "Oscar Lam", "Mei Ling Wong"), strict=True):
        user.display_name = shown
        user.save()
        crew.club.memberships.create(user=user)
    address = at("event_name_list", evening)
    looked = organizer.post(address, {"act": "look", "text": "mei ling  wong\noscar3\nOscar Lam"})
    assert [each.person for each in looked.context["right"]] == [users[2].pk, users[1].pk]
    said = looked.context["wrong"][0].why
    assert "Oscar Lam (oscar2), Oscar Lam (oscar3)" in said


def test_members_at_a_table_are_marked_and_can_be_chosen(crew, url, organizer):
    members = join(crew, 8)
    assert "<small>at a table</small>" not in page(organizer, url)
    started(crew, members[:4])
    html = page(organizer, url)
    assert html.count("<small>at a table</small>") == 4
    assert "disabled" not in html.partition('class="member-list"')[2].partition("</ul>")[0]
    # The preview says so before the last press; with real cards it is no obstacle.
    place = "player1 (Friday Cup, round 1, table 1)"
    preview = reverse("event_start_preview", args=[crew.club.slug])
    assert place in text(organizer.post(preview, answers(members)))
    assert place not in text(organizer.post(preview, answers(members, cards="paper")))
    assert place not in text(organizer.post(preview, answers(members[4:])))
    answer = organizer.post(url, answers(members))
    assert answer.status_code == 422
    assert "are playing at another table." in text(answer)
    assert place in text(answer)


def test_an_event_planned_for_another_day_asks_once_more(crew):
    evening = Evening.of(crew).well(open_sign_up).joined(4)
    Event.objects.update(starts_at=timezone.now() + timedelta(days=7))
    organizer = browser(crew.organizer)
    question = organizer.post(reverse("event_desk_action", args=[evening.event.slug, "start-now"]))
    assert question.url.endswith("/desk/start-early/")
    assert Event.objects.get().status == Event.Status.OPEN
    html = page(organizer, question.url)
    assert "This event is planned for" in html
    assert "Start it now?" in html
    organizer.post(question.url)
    assert Event.objects.get().status == Event.Status.RUNNING


def test_an_event_planned_for_today_starts_without_a_question(crew):
    evening = Evening.of(crew).well(open_sign_up).joined(4)
    Event.objects.update(starts_at=timezone.now() + timedelta(hours=11))
    desk(evening, "start-now")
    assert Event.objects.get().status == Event.Status.RUNNING


@pytest.mark.parametrize(
    ("cards", "until"),
    [("app", "until the first card is played"), ("paper", "until the first deal is entered")],
)
def test_undoing_the_start_says_until_when_it_is_possible(crew, organizer, cards, until):
    event = started(crew, join(crew, 4), cards=cards)
    url = reverse("event_desk_action", args=[event.slug, "undo-start"])
    assert until in page(organizer, url)
    desk_url = reverse("event_desk", args=[event.slug])
    assert until.capitalize() in page(organizer, desk_url)


def test_the_question_whether_to_undo_the_start_is_gone_after_the_first_card(crew, organizer):
    members = join(crew, 4)
    event = started(crew, members)
    url = reverse("event_desk_action", args=[event.slug, "undo-start"])
    assert "Undo the start" in page(organizer, url)
    Game([Person(each) for each in members], Table.objects.get()).step()
    for answer in (organizer.get(url, follow=True), organizer.post(url, follow=True)):
        assert answer.redirect_chain[-1][0] == reverse("event_desk", args=[event.slug])
        assert "Play has already begun, so the start can’t be undone." in text(answer)
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING


def test_all_settings_take_over_the_answers_so_far(crew, url, organizer):
    members = join(crew, 9)
    said = answers(
        members, act="settings", format="groups", name="Big Friday", clock="none",
        stake="0.50", currency="HKD", visibility="link", tie_break_1="best_round",
    )  # fmt: skip
    answer = organizer.post(url, said)
    form = answer.context["form"]
    assert not Event.objects.exists()
    values = {
        name: form[name].value()
        for name in ("name", "format", "clock", "stake", "currency", "visibility", "tie_break_1")
    }
    assert values == {
        "name": "Big Friday",
        "format": "groups",
        "clock": "none",
        "stake": "0.50",
        "currency": "HKD",
        "visibility": "link",
        "tie_break_1": "best_round",
    }
    assert form["signup_closes"].value() == "format"
    # What follows from the length is taken over from the plan.
    assert form["groups-groups"].value() == 2
    assert "9 players are already chosen." in text(answer)
    action = reverse("event_new", args=[crew.club.slug])
    assert f'action="{action}"' in answer.content.decode()
    # The players are selected as soon as they can be added.
    posted = {
        each.html_name: each.value() for each in form if each.value() not in (None, "", False)
    }
    made = organizer.post(action, posted | {"planned": [each.pk for each in members]})
    assert made.status_code == 302, made.context["form"].errors
    event = Event.objects.get()
    assert made.url == reverse("event_desk", args=[event.slug])
    opened = organizer.post(reverse("event_desk_action", args=[event.slug, "open"]))
    assert opened.url == reverse("event_name_list", args=[event.slug])
    assert ticked(page(organizer, opened.url)) == len(members)
    organizer.post(opened.url, {"act": "pick", "members": [each.pk for each in members]})
    assert event.entries.count() == len(members)
    assert ticked(page(organizer, opened.url)) == 0


def ticked(html: str) -> int:
    """Return how many members are selected."""
    return len(re.findall(r'<input[^>]*name="members"[^>]*checked', html))


def test_all_settings_open_before_any_answer_and_with_wrong_ones(crew, url, organizer):
    for said in ({"act": "settings"}, {"act": "settings", "members": ["x"], "deals": "99"}):
        answer = organizer.post(url, said)
        assert answer.status_code == 200
        assert "New event" in text(answer)
    assert answer.context["form"]["deals"].value() == "99"


def test_the_players_of_a_copied_event_are_selected_once_its_sign_up_is_open(crew, organizer):
    members = join(crew, 5)
    first = started(crew, members)
    new_url = reverse("event_new", args=[crew.club.slug])
    answer = organizer.get(f"{new_url}?like={first.slug}")
    assert "5 players are already chosen." in text(answer)
    # A refused form keeps them.
    refused_form = organizer.post(new_url, {"name": "", "planned": [each.pk for each in members]})
    assert refused_form.status_code == 422
    assert "5 players are already chosen." in text(refused_form)
