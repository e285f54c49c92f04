"""Deals with real cards score the same as identical deals played in the app."""

from dataclasses import asdict
from random import Random

import pytest

from games.common.denials import Denial
from games.rules.cards import RANKS, TWOS, iter_cards, rank_of
from games.rules.deal.state import Ending, specials_scored
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.games.rules.support import played, random_rules, random_start
from tests.proofs import size
from tournaments.events.core.denial_texts import sentence
from tournaments.events.paper.deal import (
    PaperCode,
    PaperError,
    WrittenDeal,
    questions,
    ranks_of,
    scored,
    tidy_ranks,
)
from tournaments.events.paper.forms import PaperForm


def written(state):
    """Return the finished deal as users would enter it, with required data only."""
    result, rules = state.result, state.rules
    asked = questions(rules)
    ranks = tuple(
        " ".join(RANKS[rank_of(card)] for card in iter_cards(cards)) for cards in result.left
    )
    seats = range(rules.players)
    return WrittenDeal(
        winner=result.winner,
        left=tuple(cards.bit_count() for cards in result.left) if asked.cards else (),
        ranks=ranks if asked.ranks else (),
        order=result.out if asked.order else (),
        unplayed=(
            frozenset(seat for seat in seats if not state.active >> seat & 1)
            if asked.unplayed
            else frozenset()
        ),
        starter=state.starter if asked.starter else None,
        last_twos=(result.last_play & TWOS).bit_count() if asked.last_twos else 0,
        last_others=not result.last_play or result.last_play & ~TWOS != 0,
        foul=result.foul if asked.foul else None,
        payer=result.score.loser,
        specials=specials_scored(state) if asked.specials else (),
        bombs=state.bombs if asked.bombs else 0,
    )


def deals_of(random, rules_of, count):
    """Return this many deals with a winner, played at random."""
    found = 0
    while found < count:
        *_, state = played(random_start(random, rules_of()), random)
        if state.result.ending is not Ending.REDEAL and state.result.winner is not None:
            found += 1
            yield state


def assert_scored_alike(state):
    deal = written(state)
    found = scored(state.rules, deal)
    assert (found.points, found.net) == (state.result.points, state.result.net), (deal, state.rules)
    assert sum(found.net) == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_a_written_deal_scores_like_the_played_deal_under_each_preset(preset):
    random = Random(preset)
    for state in deals_of(random, lambda: RuleSet.make(preset), 6):
        assert_scored_alike(state)


@pytest.mark.proof
def test_a_written_deal_scores_like_the_played_deal_under_any_rules():
    random = Random("paper")
    for state in deals_of(random, lambda: random_rules(random), size("paper: random deals")):
        assert_scored_alike(state)


def test_the_default_rules_ask_only_for_card_counts():
    asked = asdict(questions(RuleSet.make("pagat")))
    assert [question for question, is_asked in asked.items() if is_asked] == ["cards"]


def test_a_worked_example():
    """pagat: 1 per card, double from ten, triple for thirteen; differences are settled."""
    deal = WrittenDeal(winner=2, left=(3, 10, 0, 13))
    found = scored(RuleSet.make("pagat"), deal)
    assert found.points == (-3, -20, 0, -39)
    assert found.net == (50, -18, 62, -94)


def test_the_loser_alone_pays_and_a_tie_needs_a_named_payer():
    rules = RuleSet.make(options={"payment": "loser_pays"})
    assert scored(rules, WrittenDeal(winner=0, left=(0, 3, 9, 2))).net == (1, 0, -1, 0)
    tied = {"winner": 0, "left": (0, 9, 9, 2)}
    for payer in (1, 2):
        found = scored(rules, WrittenDeal(**tied, payer=payer))
        assert found.loser == payer
    for payer in (None, 3):
        with pytest.raises(PaperError) as caught:
            scored(rules, WrittenDeal(**tied, payer=payer))
        assert (caught.value.code, caught.value.params) == (PaperCode.WHO_PAYS, {"seats": (1, 2)})


def test_the_named_payer_pays_where_the_highest_ranks_are_equal():
    rules = RuleSet.make(options={"payment": "loser_pays", "card_values": "faces"})
    ranks = ("", "K 3", "K 4", "2")
    for payer in (1, 2):
        assert scored(rules, WrittenDeal(winner=0, ranks=ranks, payer=payer)).loser == payer
    assert scored(rules, WrittenDeal(winner=0, ranks=("", "K 3", "A 4", "2"))).loser == 2


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("", ""), ("2 k 10 10, 9", "2KTT9"), ("33", "33"), ("t", "T"),
        ("２ Ｋ", "2K"), ("2、K", "2K"), ("２，Ｋ；１０", "2KT"), ("2\u3000ｋ", "2K"),
        ("Ａ・Ｑ。９", "AQ9"), ("2; K", "2K"), ("2/K", "2K"), ("2-K", "2K"), ("②Ｋ", "2K"),
        ("2\u200bK", "2K"), ("１０", "T"), ("１\u200b0\u00ad J", "JT"), ("J Q K A", "AKQJ"),
        ("J\u3000、 Q，", "QJ"), ("Ｊ～Ｑ＿Ｋ", "KQJ"), ("K+Q&J", "KQJ"), ("2‧K", "2K"),
        ("\u202e2 K\u202c", "2K"), ("⑩", "T"), ("101010", "TTT"),
    ],
)  # fmt: skip
def test_ranks_are_read_in_any_usual_spelling(text, ranks):
    assert ranks_of(text) == ranks


#: Chinese numerals are not accepted: some players write eleven and twelve for jack and queen.
TENS = ["十", "十二", "2 十"]


@pytest.mark.parametrize(
    "text", ["X", "２、Ｘ", "1 0", "1、0", "½", "鬼", "2K!", "0", "11", "♠K", "Ⅹ", "\u041a", *TENS]
)
def test_an_invalid_rank_is_named_in_the_error(text):
    with pytest.raises(PaperError) as caught:
        ranks_of(text)
    assert (caught.value.code, caught.value.params) == (PaperCode.NO_RANKS, {"text": text})


def test_ranks_are_normalized():
    assert tidy_ranks("２、k，10 ９") == tidy_ranks("2 K 10 9") == tidy_ranks("2k109") == "2 K 10 9"
    assert tidy_ranks(" half  a pack ") == "half a pack"


def test_the_form_accepts_ranks_from_an_asian_keyboard():
    rules = RuleSet.make(options={"card_values": "faces"})
    sent = {
        "deal": "1", "version": "0", "winner": "0", "ranks-1": "２、Ｋ", "ranks-2": "１０，９；８",
        "ranks-3": "２　３",
    }  # fmt: skip
    form = PaperForm(sent, rules=rules, names=["Mei", "Bo", "Ann", "Kofi"])
    assert form.is_valid(), form.errors
    assert form.written().ranks == ("", "2 K", "10 9 8", "2 3")


WRONG = {
    "the winner has cards": ({"left": (1, 2, 3, 4)}, PaperCode.WINNER_HAS_CARDS),
    "two players have no cards": ({"left": (0, 0, 3, 4)}, PaperCode.NOBODY_LEFT_WITH_NONE),
    "negative number of cards": ({"left": (0, -1, 3, 4)}, PaperCode.NOBODY_LEFT_WITH_NONE),
    "more than were dealt": ({"left": (0, 2, 14, 4)}, PaperCode.TOO_MANY_CARDS),
    "three seats": ({"left": (0, 2, 3)}, PaperCode.NOT_ALL_SEATS),
    "no such seat": ({"winner": 4, "left": (1, 2, 3, 4)}, PaperCode.NOT_ALL_SEATS),
}


@pytest.mark.parametrize(("deal", "code"), WRONG.values(), ids=WRONG)
def test_an_impossible_deal_is_refused(deal, code):
    with pytest.raises(PaperError) as caught:
        scored(RuleSet.make("pagat"), WrittenDeal(**{"winner": 0} | deal))
    assert caught.value.code is code


@pytest.mark.parametrize(
    ("options", "deal", "code"),
    [
        ({"scoring": "placement"}, {"order": (0, 1)}, PaperCode.ORDER_INCOMPLETE),
        ({"scoring": "placement"}, {"order": (0, 1, 1)}, PaperCode.ORDER_INCOMPLETE),
        ({"scoring": "placement"}, {"order": (0, 1, 7)}, PaperCode.ORDER_INCOMPLETE),
        ({"card_values": "faces"}, {"ranks": ("", "X", "2", "3")}, PaperCode.NO_RANKS),
        ({"card_values": "faces"}, {"ranks": ("", "222", "22", "3")}, PaperCode.TOO_MANY_OF_A_RANK),
        (
            {"card_values": "faces"},
            {"ranks": ("", "33333", "2", "3")},
            PaperCode.TOO_MANY_OF_A_RANK,
        ),
        ({"multiply_only_starter": True}, {"left": (0, 9, 2, 3)}, PaperCode.WHO_LED),
        ({"guard": "pays_all"}, {"left": (0, 9, 2, 3), "foul": 0}, PaperCode.WINNER_AS_GUARD),
        ({"scoring": "deuces"}, {"last_twos": 5}, PaperCode.LAST_PLAY),
        ({"scoring": "deuces"}, {"last_twos": 0, "last_others": False}, PaperCode.LAST_PLAY),
        (
            {"card_values": "faces", "twos_last_double": True},
            {"ranks": ("", "22", "2", "3"), "last_twos": 2},
            PaperCode.LAST_PLAY,
        ),
    ],
)
def test_a_deal_that_is_impossible_under_its_rules_is_refused(options, deal, code):
    rules = RuleSet.make(options={"play_on": options.get("scoring") == "placement", **options})
    with pytest.raises(PaperError) as caught:
        scored(rules, WrittenDeal(**{"winner": 0} | deal))
    assert caught.value.code is code


# --- Five to eight, and two packs


def with_options(players, packs, **options):
    on = options.get("scoring") == "placement"
    return RuleSet.make(options={"players": players, "packs": packs, "play_on": on, **options})


@pytest.mark.parametrize(
    "options",
    [
        {"card_values": "faces"},
        {"card_values": "faces", "payment": "loser_pays"},
        {"payment": "loser_pays", "direction": "clockwise"},
        {"scoring": "deuces"},
        {"double_per_two": True, "twos_last_double": True, "going_out": "any"},
        {"scoring": "indonesian", "card_values": "twos_five"},
        {"scoring": "placement"},
        {"bomb_doubles": True, "loss_cap": 60},
    ],
    ids="-".join,
)
@pytest.mark.parametrize(("players", "packs"), [(5, 1), (6, 1), (8, 1), (5, 2), (7, 2), (8, 2)])
def test_a_written_deal_of_five_to_eight_players_scores_like_the_played_deal(
    options, players, packs
):
    rules = with_options(players, packs, **options)
    for state in deals_of(Random(f"{players}/{packs}/{options}"), lambda: rules, 2):
        assert_scored_alike(state)


TWO_PACKS = {"players": 8, "packs": 2}


def test_two_packs_have_eight_cards_of_a_rank():
    rules = RuleSet.make(options={**TWO_PACKS, "card_values": "faces"})
    ranks = ["", "33333", "333", "2", "2", "2", "2", "2"]
    assert sum(scored(rules, WrittenDeal(winner=0, ranks=tuple(ranks))).net) == 0
    for more in ("3333", "333 3"):
        ranks[2] = more
        with pytest.raises(PaperError) as caught:
            scored(rules, WrittenDeal(winner=0, ranks=tuple(ranks)))
        assert caught.value.code is PaperCode.TOO_MANY_OF_A_RANK
        assert caught.value.params == {"rank": "3", "most": 8}


def test_the_cards_left_can_exceed_one_pack_but_not_reach_two():
    stock = {"players": 7, "packs": 2, "leftover": "stock", "draw_on_pass": "one"}
    rules = RuleSet.make(options=stock)
    assert sum(scored(rules, WrittenDeal(0, (0, 15, 15, 15, 15, 15, 15))).net) == 0
    with pytest.raises(PaperError) as caught:
        scored(rules, WrittenDeal(0, (0, 20, 20, 20, 20, 20, 4)))
    assert (caught.value.code, caught.value.params) == (
        PaperCode.MORE_THAN_ALL_CARDS,
        {"packs": 2},
    )


@pytest.mark.parametrize("payer", range(1, 8))
@pytest.mark.parametrize("values", ["one", "faces"])
def test_the_named_payer_pays_where_all_losers_are_tied(payer, values):
    """Also if another player holds the other copy of the highest card."""
    rules = RuleSet.make(options={**TWO_PACKS, "payment": "loser_pays", "card_values": values})
    ranks, left = ("", *["K 3"] * 7), (0, *[2] * 7)
    deal = WrittenDeal(0, *((left,) if values == "one" else ((), ranks)), payer=payer)
    found = scored(rules, deal)
    assert found.loser == payer
    assert found.net == tuple({0: 1, payer: -1}.get(seat, 0) for seat in range(8))


@pytest.mark.parametrize("payer", [3, 5])
def test_the_named_one_of_two_players_with_the_same_highest_card_pays(payer):
    rules = RuleSet.make(options={**TWO_PACKS, "payment": "loser_pays", "card_values": "faces"})
    # One of them has seven kings, so both hold one of the highest suit.
    ranks = {3: "KKKKKKK", 5: "K333333"}
    held = tuple(ranks.get(seat, "4" if seat else "") for seat in range(8))
    assert scored(rules, WrittenDeal(0, ranks=held, payer=payer)).loser == payer


@pytest.mark.parametrize(
    ("options", "twos", "can_be"),
    [
        (TWO_PACKS, 5, True),
        (TWO_PACKS, 6, False),
        ({**TWO_PACKS, "four_of_a_kind": "bare"}, 5, False),
        ({"players": 8}, 5, False),
        ({"players": 8}, 4, True),
    ],
)
def test_a_last_play_has_no_more_twos_than_a_combination_can_hold(options, twos, can_be):
    rules = RuleSet.make(options={**options, "scoring": "deuces"})
    deal = WrittenDeal(winner=0, last_twos=twos, last_others=False)
    if can_be:
        assert scored(rules, deal).points[0] == 2**twos
        return
    with pytest.raises(PaperError) as caught:
        scored(rules, deal)
    assert caught.value.code is PaperCode.LAST_PLAY


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        (PaperCode.MORE_THAN_ALL_CARDS, {"packs": 1}, "more cards than there are in 1 pack."),
        (PaperCode.MORE_THAN_ALL_CARDS, {"packs": 2}, "more cards than there are in 2 packs."),
        (PaperCode.TOO_MANY_OF_A_RANK, {"rank": "2", "most": 8}, "only 8 cards of each rank"),
    ],
)
def test_the_error_depends_on_the_number_of_packs(code, params, said):
    assert said in sentence(Denial(code, params))
