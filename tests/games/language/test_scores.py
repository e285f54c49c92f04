"""Results of deals and sessions in words."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from games.common.partials import partial
from games.language import score_words
from games.language.scores import final_standing_text, sheet_of
from games.rules.cards import parse_cards
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.start import start_from_hands
from games.rules.deal.state import Ending, Result
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, PointTransfer, score
from games.screens.table.state import table_state
from tests.games.words import named, scores

pytestmark = pytest.mark.django_db


def test_the_result_names_the_guard_who_broke_the_duty(club):
    game = club(rules="guide")
    game.rig("4D 9D KD", "5D", "6D 6C", "7D 7C", leader=0)
    assert game.play("4D") is None
    game.bots()
    shown = scores(game).result
    assert shown.notes == [named(game, "{0} let {1} go out and must deal next.")]


def test_the_headline_says_that_a_dragon_won(club):
    game = club(rules="hong_kong")
    game.rig(
        "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D",
        "3C 3H 3S 4C 4H 4S 5C 5H 5S 6C 6H 6S 7C",
        "7H 7S 8C 8H 8S 9C 9H 9S TC TH TS JC JH",
        "JS QC QH QS KC KH KS AC AH AS 2C 2H 2S",
    )
    assert scores(game).result.headline == named(game, "{0} won with a dragon")
    own = scores(game, game.user).result
    assert own.headline == "You won with a dragon"


def test_the_result_lists_the_winner_first_and_the_others_by_net(club):
    game = club()
    game.rig("3D", "4D 5C 8C", "5D 7C", "6D 7H 9H 9S", leader=0)
    game.play("3D")
    report = scores(game).result
    nets = [hand.net for hand in report.hands]
    assert report.hands[0].is_winner
    assert nets == sorted(nets, reverse=True)
    assert [-hand.points for hand in report.hands] == [len(hand.cards) for hand in report.hands]


def test_card_points_appear_only_in_the_explanation(club):
    game = club()
    game.rig("3D", "4D 5C 6H 7S 8C TD JC QD KD AS", "5D 7C", "6D 7H 9H", leader=0)
    game.play("3D")
    report = scores(game).result
    last = report.hands[-1]
    assert (last.points, last.how) == (-20, ["10 cards left, doubled = 20 card points."])
    assert report.card_points[-1] == f"{last.name}: −20 card points"
    html = partial("games/language/deal_report.html", result=report)
    table, explanation = html.split("<details", 1)
    assert "−20" not in table
    assert "−20 card points" in explanation


def test_the_final_headline_addresses_the_winner_as_you(club):
    game = club(deals=1)
    game.rig("3D", "4D 5C 8C", "5D 7C", "6D 7H 9H 9S", leader=0)
    game.play("3D")
    shown = table_state(game.table.pk)
    assert shown.scores(None).final.headline == named(game, "{0} won the game")
    mine = shown.scores(game.user).final
    assert mine.headline == "You won the game"
    assert mine.own == f"You won {mine.lines[0].net} points."
    assert [(line.won, line.place) for line in mine.lines] == [(1, 1), (0, 2), (0, 3), (0, 4)]


def test_the_final_standing_says_that_deals_won_decide_between_equal_results(club):
    game = club(deals=1)
    game.rig("3D", "4D 5C 8C", "5D 7C", "6D 7H 9H 9S", leader=0)
    game.play("3D")
    shown = table_state(game.table.pk)
    assert shown.scores(None).final.tie_note == ""
    seats = [replace(seat, net=5) for seat in shown.snapshot.seats]
    final = final_standing_text(shown.snapshot.session, "x", seats, shown.snapshot.finished)
    assert [line.place for line in final.lines] == [1, 2, 2, 2]
    assert final.tie_note == "Players with the same result are placed by deals won."
    # Nothing decides between them.
    final = final_standing_text(shown.snapshot.session, "x", seats, [])
    assert [line.place for line in final.lines] == [1, 1, 1, 1]
    assert final.tie_note == ""


@pytest.mark.parametrize(
    ("stake", "figures"),
    [(250, ["+5.00", "−2.50", "−2.50", "0.00"]), (300, ["+6", "−3", "−3", "0"])],
)
def test_the_score_sheet_of_players_for_money_has_one_score(club, stake, figures):
    game = club(deals=2)
    facts = table_state(game.table.pk).snapshot
    session = replace(facts.session, currency="HKD", stake_minor=stake)
    nets = (2, -1, -1, 0)
    seats = [replace(seat, net=net) for seat, net in zip(facts.seats, nets, strict=True)]
    deal = SimpleNamespace(number=1, nets=nets, stand_ins=(), winner=0)
    sheet = sheet_of(session, seats, [deal], with_money=True)
    assert [cell.figure for cell in sheet.rows[0].cells] == figures
    assert [total.figure for total in sheet.totals] == figures
    html = partial("games/language/sheet.html", sheet=sheet)
    assert "HKD won or lost in each deal" in html
    assert "+2<" not in html
    points = sheet_of(session, seats, [deal])
    assert [total.figure for total in points.totals] == ["+2", "−1", "−1", "0"]
    assert "Points won or lost" in partial("games/language/sheet.html", sheet=points)


def test_the_result_shows_a_dragon_to_everyone(club):
    game = club(rules="hong_kong")
    dragon = "3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D"
    game.rig("3C 4C", dragon, "3H 4H", "3S 4S")
    result = scores(game).result
    (winner, *others) = result.hands
    assert (winner.seat, winner.cards, winner.how) == (1, [], ["Laid down a dragon."])
    assert [card.code for card in winner.shown] == dragon.split()
    assert not any(hand.laid_down for hand in others)


NAMES = ("Ada", "Bruno", "Mei", "Tomas")


@pytest.fixture(scope="module")
def result() -> Result:
    """The result of a deal that the first player won."""
    hands = list(map(parse_cards, ("3D", "4D 5C", "5D 7C", "6D 7H")))
    state = start_from_hands(RuleSet.make(), hands, leader=0)
    return apply(state, Play(0, parse_cards("3D"))).result


@pytest.mark.parametrize(
    ("changed", "reader", "said"),
    [
        ({}, None, "Ada won the deal"),
        ({}, 0, "You won the deal"),
        ({}, 1, "Ada won the deal"),
        ({"ending": Ending.DRAGON}, 1, "Ada won with a dragon"),
        ({"ending": Ending.DRAGON}, 0, "You won with a dragon"),
        (
            {"ending": Ending.NOBODY_LEADS, "winner": None},
            0,
            "Nobody could lead, so the deal is over",
        ),
    ],
)
def test_the_outcome_of_a_deal_is_said_in_a_heading_and_a_sentence(result, changed, reader, said):
    ended = replace(result, **changed)
    assert score_words.result_headline(ended, NAMES, reader) == said
    assert score_words.result_sentence(ended, NAMES, reader) == f"{said}."


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"ending": Ending.DRAGON, "foul": 3},
            ["A dragon is one card of every rank. It wins the deal at once."],
        ),
        ({"foul": 3}, ["Tomas let Ada play their last card and go out."]),
        ({"foul": 3, "winner": None}, []),
    ],
)
def test_notes_explain_a_special_outcome(result, changed, said):
    rules = RuleSet.make(options={"guard": "pays_all"})
    assert score_words.result_notes(rules, replace(result, **changed), NAMES) == said


@pytest.mark.parametrize(
    ("bombs", "said"),
    [
        (1, "1 bomb was played, so all losses are doubled."),
        (3, "3 bombs were played, so all losses are multiplied by 8."),
    ],
)
def test_notes_count_the_bombs_and_mention_a_cap_that_applied(result, bombs, said):
    rules = RuleSet.make(options={"bomb_doubles": True, "loss_cap": 5})
    left = (0, 0b111, 0b11, 1)
    made = score(rules, Outcome(left, 0, 0, (False,) * 4, out=(0,), bombs=bombs))
    ended = replace(result, score=made)
    assert score_words.result_notes(rules, ended, NAMES) == [
        said, "Losses are capped at 5 card points.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("factor", "reader", "said"),
    [
        (1, None, "Bruno lost 12 points to Mei."),
        (1, 1, "You lost 12 points to Mei."),
        (1, 2, "You won 12 points from Bruno."),
        (3, None, "Bruno lost 12 points to Mei (4 × 3)."),
        (3, 1, "You lost 12 points to Mei (4 × 3)."),
        (3, 2, "You won 12 points from Bruno (4 × 3)."),
    ],
)
def test_a_payment_is_told_to_those_who_make_it_as_theirs(factor, reader, said):
    payment = PointTransfer(1, 2, 12, difference=12 // factor, factor=factor)
    assert score_words.payment_sentence(payment, NAMES, reader) == said


@pytest.mark.parametrize(
    ("net", "said"),
    [(12, "You won 12 points."), (-12, "You lost 12 points."), (0, "You broke even.")],
)
def test_the_reader_is_told_the_own_result(net, said):
    assert score_words.own_result(net, "12 points") == said


def test_the_explanation_mentions_bombs_and_a_cap_that_applied():
    rules = RuleSet.make(options={"bomb_doubles": True, "loss_cap": 10})
    hands = ["9D 9C 9H 9S 3C 4D", "3D 4C 5C", "5D 7C", "6D"]
    state = start_from_hands(rules, list(map(parse_cards, hands)), leader=0)
    for action in (Play(0, parse_cards("9D 9C 9H 9S 3C")), Pass(1), Pass(2), Pass(3)):
        state = apply(state, action)
    result = apply(state, Play(0, parse_cards("4D"))).result
    names = ("Ada", "Bruno", "Mei", "Tomas")
    assert score_words.result_notes(rules, result, names) == [
        "1 bomb was played, so all losses are doubled."
    ]
    told = score_words.score_sentences(result.score.seats[1], names)
    steps = ["3 cards left, worth 3 card points.", "× 2 for 1 bomb."]
    assert told == [*steps, "Total: 6 card points."]

    capped = replace(rules, loss_cap=5)
    scored = score(capped, Outcome((0, 0b111, 0b11, 1), 0, 0, (False,) * 4, out=(0,), bombs=1))
    told = score_words.score_sentences(scored.seats[1], names)
    assert told == [*steps, "Total: 6, capped at 5 card points."]
