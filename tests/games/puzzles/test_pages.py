"""Pages of puzzles: answers by users and visitors, refusals, and that no solution leaks."""

import re
from dataclasses import replace
from html import unescape

import pytest
from django.urls import reverse

from accounts import export
from accounts.models import User
from accounts.services import close_account, create_guest
from games.common.numbers import signed
from games.puzzles import pages
from games.puzzles.models import PuzzleResult
from games.puzzles.pages import puzzle_of_today
from games.puzzles.puzzle import SOLVER, Level, Line, puzzle_with, puzzles
from games.puzzles.services import START_RATING, rating_after
from games.puzzles.texts import action_label, played_sentence, reasons
from games.rules.cards import cards_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def member() -> User:
    return User.objects.create_user("mei", password="mei-plays-9")


def address(puzzle) -> str:
    return reverse("puzzle", args=[puzzle.number])


def answer(client, puzzle, cards, **more):
    """Send an answer, 0 for a pass; return the response."""
    do = {"do": "play", "cards": cards_text(cards)} if cards else {"do": "pass"}
    return client.post(address(puzzle), do, **more)


def text_of(response) -> str:
    """Return the page without tags and with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def wrong(puzzle) -> int:
    return min(puzzle.lines, key=lambda cards: puzzle.lines[cards].points)


def leading():
    """Return a puzzle in which the solver leads."""
    return next(each for each in puzzles() if not each.top)


def following():
    """Return a puzzle in which the solver may pass and shouldn't."""
    return next(each for each in puzzles() if each.top and 0 in each.lines and each.best)


def test_the_page_shows_all_hands_and_the_play_to_beat(client):
    puzzle = following()
    page = client.get(address(puzzle)).content.decode()
    for hand in puzzle.hands[1:]:
        for card in cards_text(hand).split():
            assert f'data-face="{card}"' in page
    for card in cards_text(puzzle.hands[SOLVER]).split():
        assert f'data-card="{card}"' in page
    for card in cards_text(puzzle.top).split():
        assert f'data-face="{card}"' in page


@pytest.mark.parametrize("puzzle", [leading(), following()], ids=["lead", "follow"])
@pytest.mark.parametrize("path", ["", "?step=3", "own/", "own/?step=3"])
def test_nothing_of_the_solution_is_on_the_page_before_the_answer(client, puzzle, path):
    page = client.get(address(puzzle), follow=True).content.decode()
    asked = client.get(address(puzzle) + path, headers={"HX-Target": "replay-stage"}, follow=True)
    token = re.compile(r"\b\w{64}\b")
    shown = asked.content.decode().replace("?step=3", "")
    assert token.sub("", shown) == token.sub("", page)
    assert "replay-log" not in page
    assert f'data-last="{len(puzzle.states) - 1}"' in page
    assert action_label(puzzle, puzzle.best) not in text_of(asked)


def test_a_visitor_answers_right_and_keeps_it_in_the_session(client):
    puzzle = leading()
    response = answer(client, puzzle, puzzle.best)
    assert (response.status_code, response.url) == (302, address(puzzle))
    page = text_of(client.get(address(puzzle)))
    assert "Best play found" in page
    assert "Your play costs you" not in page
    assert not PuzzleResult.objects.exists()
    assert not User.objects.exists()
    assert "1 of 1 answer right." in text_of(client.get(reverse("puzzles")))


def test_a_wrong_answer_shows_what_it_costs_and_both_lines(client):
    puzzle = leading()
    cards = wrong(puzzle)
    answer(client, puzzle, cards)
    page = text_of(client.get(address(puzzle)))
    lost = puzzle.lines[puzzle.best].points - puzzle.lines[cards].points
    assert "Not the best play" in page
    assert f"Your play costs you {lost} points." in page
    assert f"Best: {action_label(puzzle, puzzle.best)}." in page
    assert "After the best play" in page
    own = client.get(reverse("puzzle_own", args=[puzzle.number]))
    assert "After your play" in text_of(own)
    assert f"South played {action_label(puzzle, cards)}." in text_of(own)


def test_the_line_of_play_ends_with_the_result(client):
    puzzle = leading()
    answer(client, puzzle, puzzle.best)
    last = len(puzzle.lines[puzzle.best].actions)
    step = client.get(f"{address(puzzle)}?step={last}", headers={"HX-Target": "replay-stage"})
    assert "remaining-hands" in step.content.decode()
    assert "<html" not in step.content.decode()
    beyond = client.get(f"{address(puzzle)}?step={last + 1}")
    assert 'data-step="0"' in beyond.content.decode()


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        ({"do": "play", "cards": ""}, "Choose cards to play."),
        ({"do": "play"}, "Choose cards to play."),
        ({}, "Choose cards to play."),
        ({"do": "play", "cards": "XX"}, "Those cards aren’t in this pack."),
        ({"do": "play", "cards": "3D 3D 3D"}, "Those cards aren’t in this pack."),
        ({"do": "pass"}, "You can’t pass when you lead."),
    ],
)
def test_a_refused_answer_says_why_and_costs_nothing(client, member, do, reason):
    client.force_login(member)
    response = client.post(address(leading()), do)
    assert response.status_code == 200
    assert reason in text_of(response)
    assert not PuzzleResult.objects.exists()
    assert "Best play" not in text_of(response)


def test_a_refused_answer_keeps_the_selection(client):
    puzzle = leading()
    all_cards = cards_text(puzzle.hands[SOLVER])
    response = client.post(address(puzzle), {"do": "play", "cards": all_cards})
    assert "Not a valid combination." in text_of(response)
    assert f'name="cards" value="{all_cards}"' in response.content.decode()


def test_cards_of_others_cannot_be_played(client):
    puzzle = leading()
    response = client.post(address(puzzle), {"do": "play", "cards": cards_text(puzzle.hands[1])})
    assert "You don’t have the" in text_of(response)


@pytest.mark.parametrize("number", [0, 201, 99999])
def test_an_unknown_number_is_not_found(client, number):
    for name in ("puzzle", "puzzle_own"):
        response = client.get(reverse(name, args=[number]))
        assert response.status_code == 404
        assert "This puzzle doesn’t exist." in text_of(response)
    assert client.post(reverse("puzzle", args=[number])).status_code == 404


def test_only_the_first_answer_of_a_member_counts(client, member):
    client.force_login(member)
    puzzle = leading()
    for cards in (wrong(puzzle), puzzle.best, puzzle.best):
        assert answer(client, puzzle, cards).status_code == 302
    result = PuzzleResult.objects.get()
    assert (result.cards, result.is_right) == (cards_text(wrong(puzzle)), False)
    assert result.rating == rating_after(START_RATING, puzzle.rating, 0, is_right=False)
    assert "Not the best play" in text_of(client.get(address(puzzle)))


def test_only_the_first_answer_of_a_visitor_counts(client):
    puzzle = leading()
    answer(client, puzzle, wrong(puzzle))
    answer(client, puzzle, puzzle.best)
    assert "Not the best play" in text_of(client.get(address(puzzle)))


def test_ratings_follow_from_one_another(client, member):
    client.force_login(member)
    rating = START_RATING
    for number in range(1, 6):
        puzzle = puzzle_with(number)
        answer(client, puzzle, puzzle.best)
        rating = rating_after(rating, puzzle.rating, number - 1, is_right=True)
    assert [each.rating for each in PuzzleResult.objects.order_by("pk")][-1] == rating
    assert f"Your puzzle rating: {rating}." in text_of(client.get(reverse("puzzles")))


def test_equals_win_and_lose_half_the_factor():
    assert rating_after(1100, 1100, 0, is_right=True) == 1120
    assert rating_after(1100, 1100, 0, is_right=False) == 1080
    assert rating_after(1100, 1100, 20, is_right=True) == 1110
    assert rating_after(1500, 1100, 0, is_right=True) == 1504


def test_a_guest_keeps_the_answers_too(client):
    guest = create_guest()
    client.force_login(guest, "django.contrib.auth.backends.ModelBackend")
    puzzle = leading()
    answer(client, puzzle, puzzle.best)
    assert PuzzleResult.objects.get().user == guest


def test_next_leads_to_unanswered_puzzles_of_the_level_and_then_to_the_list(client):
    level = [each for each in puzzles() if each.level is Level.HARD]
    seen = set()
    session = client.session
    session["puzzles"] = {str(each.number): cards_text(each.best) for each in level[2:]}
    session.save()
    for _each in range(2):
        url = client.get(reverse("puzzle_next"), {"level": "hard"}).url
        puzzle = puzzle_with(int(url.split("/")[-2]))
        assert puzzle.level is Level.HARD
        seen.add(puzzle.number)
        answer(client, puzzle, puzzle.best)
    assert len(seen) == 2
    done = client.get(reverse("puzzle_next"), {"level": "hard"}, follow=True)
    assert "You’ve answered all puzzles of this level." in text_of(done)
    assert client.get(reverse("puzzle_next"), {"level": "nonsense"}).status_code == 302


def test_next_says_when_all_puzzles_are_answered(client, monkeypatch):
    monkeypatch.setattr(pages, "next_puzzle", lambda _progress, _level: None)
    done = client.get(reverse("puzzle_next"), follow=True)
    assert "You’ve answered all puzzles." in text_of(done)


def test_a_pass_can_be_the_best_action():
    puzzle = following()
    best = puzzle.lines[puzzle.best].points
    passing = replace(puzzle, lines=puzzle.lines | {0: Line(best + 2, ())})
    result = f"Best: pass. Your result is then {signed(best + 2)}; any play brings {signed(best)}"
    assert reasons(passing, 0) == [f"{result} at most."]
    assert reasons(passing, puzzle.best) == ["Your play costs you 2 points.", f"{result} at most."]
    assert played_sentence(passing, 0) == "In the deal you passed."


def test_the_puzzle_of_the_day_is_on_the_home_page_and_in_the_list(client):
    page = client.get("/").content.decode()
    assert f'href="{reverse("puzzle_today")}"' in page
    response = client.get(reverse("puzzle_today"))
    assert response.url == address(puzzle_of_today())
    assert "Puzzle of the day" in text_of(client.get(response.url))
    answer(client, puzzle_of_today(), puzzle_of_today().best)
    assert "Puzzle of the day Solved" in text_of(client.get(reverse("puzzles")))


def test_each_page_costs_few_statements(client, member, django_assert_max_num_queries):
    client.force_login(member)
    puzzle = leading()
    answer(client, puzzle, puzzle.best)
    # Two for the session and the user.
    for url, most in ((reverse("puzzles"), 3), (address(puzzle), 4), (address(puzzle_with(2)), 3)):
        client.get(url)
        with django_assert_max_num_queries(most + 2):
            client.get(url)


def test_answers_are_in_the_export_and_go_with_the_account(client, member):
    client.force_login(member)
    puzzle = leading()
    answer(client, puzzle, puzzle.best)
    (row,) = export._parts["puzzles"](member, 0).rows
    assert (row["puzzle"], row["cards"], row["is_right"]) == (
        puzzle.number,
        cards_text(puzzle.best),
        True,
    )
    assert not close_account(member)
    assert not PuzzleResult.objects.exists()
