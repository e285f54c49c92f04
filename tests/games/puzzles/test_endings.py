"""Puzzles from a user's own deals: which are found, who has them, and what an answer shows."""

import pytest
from django.urls import reverse

from accounts import export
from accounts.models import User
from accounts.services import create_guest
from games.bots.endgame import solve
from games.puzzles import endings, finding
from games.puzzles.endings import endings_of
from games.puzzles.finding import MIN_GAP, puzzle_from
from games.puzzles.models import PuzzleResult
from games.puzzles.puzzle import after, cards_in
from games.replays.review import making
from games.replays.review.models import DealReview
from games.rules.cards import cards_text, parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.start import start_from_hands
from games.rules.deal.state import step_of
from games.rules.ruleset.rule_set import RuleSet
from games.tables.history import states_of
from games.tables.models import Deal, Session, Table
from tests.games.puzzles.test_pages import text_of
from tests.replaying import store_given

pytestmark = pytest.mark.django_db

PAGAT = RuleSet.make("pagat")
#: When every player has played a card and seat 0 leads again, only the jacks are clearly best.
HANDS = ("3D 2S 3H 9H JD JC QH", "QC 4D", "5S TD 5D", "7H 9C TS AD 6D")
OPENING = ("3D", "4D", "5D", "6D", "2S", "", "", "")
STEP = len(OPENING)
#: When seat 0 may beat the six, only the queen is.
EARLIER_STEP = 4
BEST, WRONG, PLAYED = "JD JC", "3H", "QH"


def stored(rules=PAGAT, number: int = 1) -> Deal:
    """Store a deal in which the person in seat 0 led the queen instead of the jacks."""
    # The others act in the same order if play is clockwise.
    others = HANDS[:0:-1] if step_of(rules, number) == -1 else HANDS[1:]
    hands = (HANDS[0], *others)
    state = start_from_hands(rules, list(map(parse_cards, hands)), leader=0, number=number)
    for text in OPENING:
        cards = parse_cards(text)
        state = after(state, Play(state.turn, cards) if cards else Pass(state.turn))
    first = Play(0, parse_cards(PLAYED))
    rest = [first]
    following = after(state, first)
    while not following.over:
        solved = solve(following)
        rest.append(solved[0].action)
        following = after(following, solved[0].action)
    return store_given(rules, hands, *state.actions, *rest, leader=0, number=number)


@pytest.fixture
def deal(db) -> Deal:
    return stored()


def player(deal: Deal, seat: int = 0) -> User:
    return deal.session.seats.get(number=seat).user


def found_in(deal: Deal, seat: int = 0):
    actions = list(deal.actions.all())
    return endings_of(states_of(deal, actions), actions, seat)


@pytest.fixture
def reviewed(deal, client) -> DealReview:
    """The review of the deal by its player, who is signed in."""
    review = DealReview.objects.create(deal=deal, seat=0, user=player(deal))
    making.make_review(review.pk)
    client.force_login(player(deal))
    review.refresh_from_db()
    return review


def address(deal: Deal, name: str = "deal_puzzle", step: int = STEP) -> str:
    return reverse(name, args=[deal.session.table.slug, 1, deal.number, step])


ADDRESSES = ("deal_puzzle", "deal_puzzle_own", "deal_puzzle_played")


def answer(client, deal: Deal, cards: str):
    response = client.post(address(deal), {"do": "play", "cards": cards})
    assert (response.status_code, response.url) == (302, address(deal))
    return text_of(client.get(address(deal)))


# --- Finding


def test_an_ending_with_one_clearly_best_play_is_found_with_the_review(reviewed):
    assert [(each["step"], each["best"], each["answer"]) for each in reviewed.endings] == [
        (EARLIER_STEP, PLAYED, None),
        (STEP, BEST, None),
    ]
    # As in the deal itself.
    actions = list(reviewed.deal.actions.all())
    solved = solve(states_of(reviewed.deal, actions)[STEP])
    assert cards_text(cards_in(solved[0].action)) == BEST
    assert solved[0].nets[0] >= solved[1].nets[0] + MIN_GAP


def test_what_a_stand_in_played_makes_no_puzzle(deal):
    assert found_in(deal)
    deal.actions.update(by_bot=True)
    assert found_in(deal) == []


def test_few_positions_are_tried_and_not_for_long(deal, monkeypatch):
    tried = []

    def count(*given):
        tried.append(given)
        return puzzle_from(*given)

    monkeypatch.setattr(endings, "puzzle_from", count)
    assert len(found_in(deal)) == 2
    everything = len(tried)
    assert everything <= endings.MAX_TRIED
    monkeypatch.setattr(endings, "MAX_TRIED", 1)
    assert found_in(deal) == []
    assert len(tried) == everything + 1
    monkeypatch.undo()
    monkeypatch.setattr(endings, "MAX_SECONDS", -1)
    assert found_in(deal) == []


def test_an_ending_with_too_many_positions_is_no_puzzle(deal, monkeypatch):
    monkeypatch.setattr(finding, "MAX_POSITIONS", finding.MIN_POSITIONS - 1)
    assert found_in(deal) == []


@pytest.mark.parametrize(
    ("options", "number", "is_found"),
    [
        ({}, 2, True),
        ({"direction": "alternate"}, 1, True),
        # A puzzle doesn't know which deal it is from.
        ({"direction": "alternate"}, 2, False),
        # Nor who began the deal.
        ({"multiply_only_starter": True}, 1, False),
        ({"going_out": "not_single_two"}, 1, True),
        ({"bomb_demotes_twos": True}, 1, True),
        # Nor does it ask for plays out of turn.
        ({"honours": "any_out_of_turn"}, 1, False),
    ],
)
def test_a_deal_goes_on_in_a_puzzle_as_it_did_or_there_is_none(options, number, is_found):
    rules = RuleSet.make("pagat", options)
    assert bool(found_in(stored(rules, number))) == is_found


# --- Pages


def test_the_review_leads_to_the_puzzle_and_says_how_it_went(client, deal, reviewed):
    review = reverse("deal_review", args=[deal.session.table.slug, 1, deal.number])
    page = client.get(review)
    assert f'href="{address(deal)}"' in page.content.decode()
    assert f"Try it as a puzzle step {STEP}" in text_of(page)
    answer(client, deal, WRONG)
    assert "Try it as a puzzle Missed" in text_of(client.get(review))


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("step", ["", "?step=3"])
def test_nothing_of_solution_and_deal_is_shown_before_the_answer(
    client, deal, reviewed, name, step
):
    response = client.get(
        address(deal, name) + step, headers={"HX-Target": "replay-stage"}, follow=True
    )
    page, text = response.content.decode(), text_of(response)
    assert "Puzzle from deal 1" in text
    assert 'data-last="0"' in page
    assert "replay-log" not in page
    for said in ("jacks", "queen", "In the deal", "Best play", "costs"):
        assert said not in text
    for card in ["7H", "9C", "TS", "AD"]:
        assert f'data-face="{card}"' in page


def test_a_wrong_answer_shows_its_cost_what_was_played_and_three_lines(client, deal, reviewed):
    text = answer(client, deal, WRONG)
    assert "Not the best play" in text
    assert "Your play costs you 6 points." in text
    assert "Best: a pair of jacks." in text
    assert "In the deal you played the queen of hearts." in text
    for name, heading in zip(
        ADDRESSES,
        ("After the best play", "After your play", "After your play in the deal"),
        strict=True,
    ):
        page = client.get(address(deal, name))
        assert f'href="{address(deal, name)}"' in page.content.decode()
        assert f"{heading} Start" in text_of(page)
    assert "Back to the review" in text
    assert "Next puzzle" not in text


def test_a_right_answer_shows_the_best_line_and_what_was_played(client, deal, reviewed):
    text = answer(client, deal, BEST)
    assert "Best play found" in text
    assert "costs you" not in text
    assert "In the deal you played the queen of hearts." in text
    assert address(deal, "deal_puzzle_own") not in client.get(address(deal)).content.decode()


def test_the_first_answer_counts_and_changes_no_rating(client, deal, reviewed):
    for cards in (WRONG, BEST):
        assert "Not the best play" in answer(client, deal, cards)
    reviewed.refresh_from_db()
    assert reviewed.endings[-1]["answer"] == WRONG
    assert not PuzzleResult.objects.exists()
    assert "puzzle rating" not in text_of(client.get(address(deal)))


def test_a_refused_answer_says_why(client, deal, reviewed):
    response = client.post(address(deal), {"do": "pass"})
    assert "You can’t pass when you lead." in text_of(response)
    response = client.post(address(deal), {"do": "play", "cards": "QC"})
    assert "You don’t have the" in text_of(response)
    reviewed.refresh_from_db()
    assert reviewed.endings[-1]["answer"] is None


def test_house_rules_lead_to_the_table_and_presets_to_their_page(client, deal, reviewed):
    link = reverse("table_rules", args=[deal.session.table.slug])
    assert f'href="{link}"' in client.get(address(deal)).content.decode()
    Session.objects.update(rules_name="pagat")
    link = reverse("rules_preset", args=["pagat"])
    assert f'href="{link}"' in client.get(address(deal)).content.decode()


# --- Who may see it


def statuses(client, deal: Deal, step: int = STEP) -> set[int]:
    """Return the statuses of all pages of a puzzle, and of an answer to it."""
    found = {client.get(address(deal, name, step)).status_code for name in ADDRESSES}
    return found | {client.post(address(deal, step=step), {"do": "pass"}).status_code}


def test_all_but_its_player_have_no_such_page(client, deal, reviewed):
    assert statuses(client, deal, STEP + 1) == {404}
    other = create_guest()
    deal.session.seats.filter(number=2).update(user=other, bot="")
    of_other = DealReview.objects.create(deal=deal, seat=2, user=other)
    making.make_review(of_other.pk)
    for user in (User.objects.create_superuser("sue", password="x"), other):
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        assert statuses(client, deal) == {404}
    client.logout()
    assert statuses(client, deal) == {404}
    reviewed.refresh_from_db()
    assert reviewed.endings[-1]["answer"] is None


def test_a_review_that_is_being_made_again_has_no_puzzle(client, deal, reviewed):
    DealReview.objects.update(status=DealReview.Status.MAKING)
    assert statuses(client, deal) == {404}


def test_a_deal_that_other_tables_still_play_has_no_puzzle(client, deal, reviewed):
    shared = {"same_packs": "shared/x/1/1", "spectators": False, "is_arranged": True}
    Table.objects.update(**shared)
    session = deal.session
    terms = {"rules": session.rules, "deals_planned": 1}
    Session.objects.create(table=Table.objects.create(**shared, **terms), **terms)
    assert statuses(client, deal) == {404}
    assert export._parts["reviews"](player(deal), 0).rows == []
    Session.objects.update(status=Session.Status.FINISHED)
    assert 404 not in statuses(client, deal)


def test_endings_are_in_the_export(deal, reviewed):
    [row] = export._parts["reviews"](player(deal), 0).rows
    assert row["puzzles"] == reviewed.endings


def test_statements_of_a_puzzle(client, deal, reviewed, django_assert_max_num_queries):
    client.get(address(deal))
    # Session and user, the replay's three, the review.
    with django_assert_max_num_queries(6):
        client.get(address(deal))
    # The row is read again and written; the others are a transaction.
    with django_assert_max_num_queries(10):
        client.post(address(deal), {"do": "play", "cards": BEST})
