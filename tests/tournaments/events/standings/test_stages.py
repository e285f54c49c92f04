"""Standings by format: captions, tie-breaks in words, groups, the bracket and the podium."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.clubs.people import caller
from tests.tournaments.events.browsing import browser, form, make, page
from tests.tournaments.events.rows import staged_event
from tests.tournaments.events.standings.test_pages import at, text_of
from tournaments.events.core.models import Event
from tournaments.events.setup.services import change_event, terms_version
from tournaments.events.standings.ties import order_label, order_sentence

EIGHT = ["Ann", "Ben", "Cem", "Dia", "Eva", "Fay", "Gil", "Hal"]
FIRST = [{1: 9, 2: 4, 3: -6, 4: -7}, {5: 12, 6: 2, 7: -4, 8: -10}]
LAST = [{1: -3, 2: 1, 5: 2, 6: 0}, {3: 40, 4: -20, 7: -10, 8: -10}]


def staged(crew, results, stages, *, format, status="running", names=EIGHT, **settings) -> Event:
    return staged_event(
        crew, results, stages, names, format=format, settings=settings, status=status
    )


def read(event, rest="standings/"):
    return text_of(page(browser(), at(event, rest)))


# --- Captions


@pytest.mark.parametrize(
    ("format_name", "own_settings", "heading", "said"),
    [
        ("fixed_rounds", {"rounds": 1}, "Total", "The total is the points of all rounds"),
        ("duplicate", {"rounds": 1}, "Difference", "difference from the average of the players"),
        ("knock_out", {}, "Stage points", "Players who got further rank higher."),
        ("groups", {"groups": 2}, "Stage points", "for finalists those of the final alone"),
        ("groups", {"groups": 2, "carry": True}, "Total", "including those of the groups"),
    ],
)
def test_the_caption_says_what_the_numbers_are(crew, format_name, own_settings, heading, said):
    stage = {"knock_out": "knock_out", "groups": "group"}.get(format_name, "")
    event = staged(crew, [FIRST], [stage], format=format_name, **own_settings)
    for rest in ("", "standings/", "print/standings/"):
        html = page(browser(), at(event, rest))
        assert heading in text_of(html)
        assert said in text_of(html)


@pytest.mark.parametrize(
    ("own_settings", "heading", "said"),
    [
        ({}, "Total", "The total is the points of all sessions, less penalties."),
        ({"by": "best", "best": 2}, "Total", "the points of a player’s best 2 sessions"),
        ({"by": "average", "least_deals": 1}, "Average per deal", "a player’s points per deal"),
    ],
)
def test_a_club_night_has_sessions_and_no_seating_to_print(crew, own_settings, heading, said):
    event = staged(crew, [FIRST], [""], format="club_night", **own_settings)
    html = text_of(page(browser(), at(event, "standings/")))
    assert heading in html
    assert said in html
    assert "Seating for round" not in html
    assert "Seating for round 1, by name" in read(staged(crew, [FIRST], [""], format="swiss"))


def test_the_order_of_tie_breaks_is_a_sentence():
    assert order_sentence([]) == "Players with equal totals share a place."
    assert order_sentence(["opponents"]) == "Ties are broken by: strongest opponents."
    assert order_sentence(["penalty", "head_to_head", "best_round"]) == (
        "Ties are broken in this order: fewest penalty points, head to head and best round."
    )
    assert order_label(["penalty", "deals_won"]) == "Fewest penalty points › Most deals won"


# --- Tie-breaks in words


#: Ann and Ben end with equal totals. In the second event they meet once, in the third never.
TIED = {
    "deals": [[{1: 5, 2: 3, 3: -4, 4: -4}], [{1: -4, 2: -2, 3: 3, 4: 3}]],
    "once": [
        [{1: 5, 2: 1, 3: -3, 4: -3}, {5: 3, 6: -1, 7: -1, 8: -1}],
        [{1: -4, 5: 0, 6: 1, 7: 3}, {2: 0, 3: 1, 4: 3, 8: -4}],
    ],
    "never": [
        [{1: 3, 3: -1, 4: -1, 5: -1}, {2: 3, 6: 1, 7: -2, 8: -2}],
        [{1: 0, 3: 1, 4: -1, 6: 0}, {2: 0, 5: 2, 7: -1, 8: -1}],
    ],
}


@pytest.mark.parametrize(
    ("tie_break", "tie", "said"),
    [
        ("deals_won", "deals", "Ann is above Ben: both +1; Ann won 1 deal, Ben 0."),
        ("best_round", "deals", "Ann is above Ben: both +1; best round: Ann +5, Ben +3."),
        ("head_to_head", "once", "compared with the tied players: Ann +4, Ben −4."),
        ("opponents", "never", "average total of their opponents: Ann −0.33, Ben −1.67."),
    ],
)
def test_a_tie_break_is_explained_with_both_values(crew, tie_break, tie, said):
    rounds = TIED[tie]
    names = EIGHT[: 4 * len(rounds[0])]
    event = staged(
        crew, rounds, [], format="fixed_rounds", names=names, rounds=2, tie_breaks=[tie_break]
    )
    assert said in read(event)
    # Also on both players' own pages.
    assert said in read(event, "standings/1/")
    assert said in read(event, "standings/2/")


def test_players_who_share_a_place_are_named(crew):
    rounds = [[{1: 3, 2: 3, 3: -2, 4: -4}]]
    event = staged(
        crew, rounds, [], format="fixed_rounds", names=EIGHT[:4], rounds=1, tie_breaks=[]
    )
    assert "Ann and Ben share a place: both +3, and every tie-break is equal." in read(event)
    assert "Ben is above" not in read(event)


# --- Groups


def test_players_who_share_a_place_in_their_group_are_marked(crew):
    settings = {"groups": 2, "group_rounds": 2, "past_cut": 2, "tie_breaks": []}
    # The groups are drawn, so that only a tie of all is one in both.
    first = [dict.fromkeys(range(1, 5), 0), dict.fromkeys(range(5, 9), 0)]
    html = page(browser(), at(staged(crew, [first], ["group"], format="groups", **settings), ""))
    assert html.count('<td class="number">1=</td>') == 8


def test_groups_have_tables_with_names_and_say_who_is_through(crew):
    settings = {"groups": 2, "group_rounds": 1, "past_cut": 2}
    event = staged(crew, [FIRST], ["group"], format="groups", **settings)
    html = page(browser(), at(event, ""))
    said = text_of(html)
    assert "Group A" in said
    assert "Group B" in said
    assert html.count(">through</span>") == 4
    assert html.count(">out</span>") == 4
    assert "Group A · Table" in said or "Group A and Group B · Table" in said
    running = [dict.fromkeys(table) for table in FIRST]
    event = staged(crew, [FIRST, running], ["group"] * 2, format="groups", groups=2, group_rounds=4)
    assert page(browser(), at(event, "")).count("can still go through") == 8


# --- Knock-out


def test_a_knock_out_has_a_bracket_and_places_by_stage(crew):
    rounds, stages = [FIRST, LAST], ["knock_out", "final"]
    event = staged(crew, rounds, stages, format="knock_out", status="finished", consolation=True)
    html = page(browser(), at(event))
    said = text_of(html)
    assert "Semi-finals Table 1 Ann through +9 Ben through +4 Cem −6 Dia −7" in said
    assert "Final table Eva +2 Ben +1 Fay 0 Ann −3" in said
    assert "Places 5 to 8 Cem +40" in said
    # Cem won 40 points, but for the fifth place.
    assert [
        line for line in ("4 Ann −3 Final", "5 Cem +40 Places 5 to 8") if line not in said
    ] == []
    assert html.count('<path d="M0 ') == 2
    assert "Places 5 to 8" in read(event, "")


def test_players_through_to_the_next_round_are_marked_before_it_is_seated(crew):
    event = staged(crew, [FIRST], ["knock_out"], format="knock_out")
    said = read(event, "")
    assert "Semi-finals" in said
    assert "Ann through" in said
    assert "Through to the next round" in said
    assert "The best players of each table go through." in said


@pytest.mark.parametrize(
    ("format_name", "stage", "own"),
    [("knock_out", "knock_out", {}), ("groups", "group", {"groups": 2})],
)
def test_bots_are_marked_in_the_bracket_the_groups_and_on_the_projector(
    crew, format_name, stage, own
):
    event = staged(crew, [FIRST], [stage], format=format_name, **own)
    event.entries.filter(name="Ann").update(name="Bot 1", bot="b", user=None)
    event.entries.filter(name="Ben").update(name="Noor", bot="b", user=None)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    for rest in ("", "standings/", "projector/"):
        html = page(browser(), at(event, rest))
        said = text_of(html)
        assert "Noor bot" in said
        assert "Bot 1 bot" not in said
        assert not re.search(r"Noor (?!bot|\(bot\))", said), rest


# --- Podium


def test_a_finished_event_has_a_podium(crew):
    event = staged(crew, [FIRST], [], format="fixed_rounds", rounds=1, status="finished")
    for rest in ("", "standings/", "projector/"):
        html = page(browser(), at(event, rest))
        steps = text_of(html).split("Podium")[-1] if "Podium" in html else ""
        assert html.count("podium-step") == 3
        assert "Eva" in html.split('podium-1"')[1].split("</li>")[0]
        assert "Ann" in html.split('podium-2"')[1].split("</li>")[0]
        assert "Ben" in html.split('podium-3"')[1].split("</li>")[0], steps


def test_tied_winners_share_a_step_and_leave_the_next_one_empty(crew):
    rounds = [[{1: 3, 2: 3, 3: 1, 4: -7}]]
    event = staged(
        crew, rounds, [], format="fixed_rounds", names=EIGHT[:4], rounds=1, tie_breaks=[],
        status="finished",
    )  # fmt: skip
    html = page(browser(), at(event, ""))
    first = html.split('podium-1"')[1].split("</li>")[0]
    assert "Ann" in first
    assert "Ben" in first
    assert "First place, shared" in first
    assert 'podium-2"' not in html
    assert "Cem" in html.split('podium-3"')[1].split("</li>")[0]


def test_a_running_event_has_no_podium(crew):
    event = staged(crew, [FIRST], [], format="fixed_rounds", rounds=2)
    assert "podium-step" not in page(browser(), at(event, ""))


# --- Choosing


def test_the_chosen_order_is_stored_shown_and_kept_in_the_form(crew):
    make(crew, tie_break_1="head_to_head", tie_break_3="deals_won")
    event = Event.objects.get()
    assert event.format_settings["tie_breaks"] == ["head_to_head", "deals_won"]
    html = page(browser(crew.organizer), at(event, "edit/"))
    assert html.count('<option value="head_to_head" selected>') == 1
    said = text_of(page(browser(crew.organizer), at(event, "")))
    assert "Head to head › Most deals won" in said


def test_the_form_shows_the_usual_order_of_each_format(crew):
    said = text_of(page(browser(crew.organizer), reverse("event_new", args=[crew.club.slug])))
    assert "Swiss: Fewest penalty points › Strongest opponents › Most deals won" in said
    assert "Rotation: Fewest penalty points › Head to head › Most deals won" in said


def test_a_tie_break_chosen_twice_is_refused(crew):
    answer = make(crew, tie_break_1="opponents", tie_break_2="opponents")
    assert answer.status_code == 422
    assert "You already chose Strongest opponents." in answer.content.decode()
    assert not Event.objects.exists()


def test_the_usual_order_follows_the_format(crew):
    make(crew)
    event = Event.objects.get()
    client = browser(crew.organizer)
    version = terms_version(event)
    said = {**form(format="knock_out"), "made_from": version, "knock_out-going_on": "2",
            "knock_out-final_rounds": "1", "knock_out-consolation": "on"}  # fmt: skip
    assert client.post(at(event, "edit/"), said).status_code == 302
    event.refresh_from_db()
    assert event.format_settings == {"going_on": 2, "final_rounds": 1, "consolation": True}


def test_saving_an_event_of_an_earlier_release_does_not_change_its_terms(crew):
    make(crew)
    Event.objects.update(format_settings={"rounds": 4, "window": 8})
    event = Event.objects.get()
    client = browser(crew.organizer)
    html = page(client, at(event, "edit/"))
    assert '<option value="best_round" selected>' in html
    usual = {
        f"tie_break_{at}": each for at, each in enumerate(("penalty", "deals_won", "best_round"), 1)
    }
    said = {**form(name="New name"), **usual, "made_from": terms_version(event)}
    assert client.post(at(event, "edit/"), said).status_code == 302
    event.refresh_from_db()
    assert event.name == "New name"
    assert event.format_settings == {"rounds": 4, "window": 8}


def test_the_order_cannot_change_after_the_start(crew):
    event = staged(crew, [FIRST], [], format="swiss", rounds=4)
    answer = change_event(
        caller(crew.organizer), event.pk, format_settings={"rounds": 4, "tie_breaks": ["opponents"]}
    )
    assert answer.code == "fixed_now"
    event.refresh_from_db()
    assert "tie_breaks" not in event.format_settings
