"""The prose: complete for every rule set, and true."""

import pytest

from games.rulebook.prose.chapters import prose
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import Claim
from games.rules.cards import RANKS, parse_cards, rank_of
from games.rules.combinations.kinds import Kind
from games.rules.combinations.sequences import ALL_SEQUENCES, ORDERS
from games.rules.combinations.table import classify
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import score
from tests.games.rulebook.prose.support import check_example, rule_sets
from tests.proofs import size


def examples_of(rules):
    return [
        example
        for chapter in prose(rules)
        for paragraph in chapter.paragraphs
        for example in paragraph.examples
    ]


def text_of(rules, chapter=None):
    return " ".join(
        f"{paragraph.heading}: {paragraph.text}"
        for each in prose(rules)
        if chapter in (None, each.name)
        for paragraph in each.paragraphs
    )


def paragraphs_under(rules, heading):
    """Return the paragraphs under a heading."""
    return [
        paragraph
        for chapter in prose(rules)
        for paragraph in chapter.paragraphs
        if paragraph.heading == heading
    ]


def rules_with(**options):
    return RuleSet.make(options=options)


@pytest.mark.proof
def test_every_rule_set_has_four_chapters_and_true_examples():
    for rules in rule_sets(size("prose: random rules")):
        chapters = prose(rules)
        assert [chapter.name for chapter in chapters] == [
            "deal",
            "combinations",
            "play",
            "scoring",
        ]
        for chapter in chapters:
            for paragraph in chapter.paragraphs:
                assert paragraph.text.strip()
                assert not paragraph.text[0].islower()
                assert "%(" not in paragraph.text
                for example in paragraph.examples:
                    check_example(rules, example)


@pytest.mark.proof
def test_every_worked_score_agrees_with_the_rules():
    for rules in rule_sets(size("prose: random rules")):
        for chapter in prose(rules):
            for paragraph in chapter.paragraphs:
                for worked in paragraph.worked_scores:
                    scored = score(rules, worked.outcome)
                    for line in worked.lines:
                        assert line.points == scored.points[line.seat]
                        assert line.left.as_set == worked.outcome.left[line.seat]
                        if line.net is not None:
                            assert line.net == scored.net[line.seat]
                    if worked.payments:
                        assert len(worked.payments) == len(scored.transfers)
                        assert sum(line.net for line in worked.lines) == 0
                    hands = worked.outcome.left
                    assert all(hand.bit_count() <= rules.hand_size for hand in hands)


@pytest.mark.proof
def test_the_hands_of_a_whole_worked_deal_share_no_card():
    for rules in rule_sets(size("prose: random rules")):
        (payment,) = paragraphs_under(rules, "Who pays whom")
        (whole,) = payment.worked_scores
        assert len(whole.lines) == rules.players
        seen = whole.outcome.last_play
        for hand in whole.outcome.left:
            assert not seen & hand
            seen |= hand


@pytest.mark.parametrize("straights", ORDERS)
def test_straights_are_sorted_in_the_order_of_the_rules(straights):
    found = Examples(rules_with(straights=straights)).sequences
    assert [sorted(together) for together in found] == [
        sorted(together) for together in ORDERS[straights]
    ]


@pytest.mark.parametrize("suit_order", OPTIONS["suit_order"].values)
def test_examples_follow_the_order_of_suits_and_ranks(suit_order):
    examples = Examples(rules_with(suit_order=suit_order))
    assert "".join("DCHS"[suit] for suit in examples.suits) == suit_order
    assert examples.lowest_card == "DCHS".index(suit_order[-1])
    assert [str(rank) for rank in examples.ranks()] == [str(rank) for rank in range(12, -1, -1)]


def test_the_deciding_card_of_a_straight_depends_on_its_rank():
    hong_kong = Examples(rules_with(straights="a2345_23456_top"))
    assert [hong_kong.decider(name) for name in ("A2345", "23456", "TJQKA")] == ["2", "2", "A"]
    basic = Examples(rules_with())
    assert [basic.decider(name) for name in ("A2345", "23456", "34567")] == ["5", "6", "7"]


FLUSHES = {
    "suit": ("KS TS 8S 5S 3S", "AS JS 9S 6S 4S"),
    "top_card": ("AD JD 9D 6D 4D", "AS TS 7S 5S 3S"),
    "all_cards": ("AD JD 9D 6D 4D", "AD KD 8D 5D 3D"),
}


@pytest.mark.parametrize(("order", "winners"), FLUSHES.items())
def test_the_flush_examples_follow_the_flush_order(order, winners):
    (flushes,) = paragraphs_under(rules_with(flush_order=order), "Flushes")
    *two, _loose = flushes.examples
    assert [example.plays[0].as_set for example in two] == [parse_cards(each) for each in winners]
    assert OPTIONS["flush_order"].values[order].sentence in flushes.text


@pytest.mark.parametrize("straights", ORDERS)
def test_a_suited_sequence_that_is_no_straight_is_shown_as_a_flush(straights):
    rules = rules_with(straights=straights)
    (flushes,) = paragraphs_under(rules, "Flushes")
    (play,) = flushes.examples[-1].plays
    assert classify(rules, play.as_set).kind is Kind.FLUSH
    assert {RANKS[rank_of(card)] for card in play.cards} in [set(each) for each in ALL_SEQUENCES]


def test_the_no_flushes_text_mentions_straight_flushes_only_if_they_exist():
    (seven,) = paragraphs_under(RuleSet.make("seven_card"), "No flushes")
    assert "unless" not in seven.text
    (five,) = paragraphs_under(rules_with(flushes=False), "No flushes")
    assert five.text.endswith("unless they’re a straight flush.")


@pytest.mark.parametrize(("payment", "told"), [("loser_pays", True), ("winner_takes", False)])
def test_the_text_says_when_points_do_not_change_who_pays(payment, told):
    (paragraph,) = paragraphs_under(rules_with(payment=payment), "Who pays whom")
    assert ("They don’t change who pays" in paragraph.text) is told


def test_the_flush_order_is_omitted_if_there_are_no_flushes():
    rules = rules_with(flushes=False, flush_order="all_cards")
    assert not paragraphs_under(rules, "Flushes")
    assert paragraphs_under(rules, "No flushes")


FIVES = [
    ("standard", "four of a kind and a straight flush."),
    ("quads_top", "a straight flush and four of a kind."),
    ("royal_over_quads", "a straight flush, four of a kind and 10‑J‑Q‑K‑A in one suit."),
]


@pytest.mark.parametrize(("order", "ending"), FIVES)
def test_the_text_lists_five_card_kinds_in_order(order, ending):
    (fives,) = paragraphs_under(rules_with(five_card_order=order), "Five cards")
    assert fives.text.endswith("a straight, a flush, a full house, " + ending)


def test_an_example_shows_kinds_that_do_not_beat_each_other():
    (fives,) = paragraphs_under(RuleSet.make("da_lao_er"), "Five cards")
    assert fives.examples[0].claim is Claim.CANNOT_BEAT


def test_bombs_are_explained_only_if_they_beat_other_sizes():
    assert not paragraphs_under(rules_with(), "Bombs")
    (bombs,) = paragraphs_under(rules_with(honours="any"), "Bombs")
    first, *_others = bombs.examples
    assert [play.as_set.bit_count() for play in first.plays] == [5, 1]


def test_examples_show_a_straight_flush_of_seven_cards():
    (flushes,) = paragraphs_under(RuleSet.make("seven_card"), "Straight flushes")
    shown, without, _higher = flushes.examples
    assert len(shown.plays[0].cards) == 7
    assert without.claim is Claim.NO_COMBINATION


def test_low_twos_are_explained_only_if_bombs_demote_them():
    assert not paragraphs_under(rules_with(), "Low twos")
    (demoted,) = paragraphs_under(rules_with(bomb_demotes_twos=True), "Low twos")
    assert "A K Q J 10 9 8 7 6 5 4 3 2 from high to low." in demoted.text


def test_the_highest_card_section_is_omitted_if_bombs_beat_singles():
    assert paragraphs_under(rules_with(top_two_ends_trick=True), "The highest card")
    assert not paragraphs_under(
        rules_with(top_two_ends_trick=True, honours="any"), "The highest card"
    )


def test_an_example_shows_the_forbidden_last_plays():
    (last,) = paragraphs_under(rules_with(going_out="not_single_or_pair_of_twos"), "The last play")
    assert [len(play.cards) for play in last.examples[0].plays] == [1, 1, 2]


def test_many_cards_left_are_explained_only_if_they_count():
    assert paragraphs_under(rules_with(), "Many cards left")
    assert not paragraphs_under(rules_with(scoring="winner_point"), "Many cards left")
    assert not paragraphs_under(rules_with(payment="count_difference"), "Many cards left")


def test_an_example_scores_nine_cards_with_two_twos():
    (twos,) = paragraphs_under(rules_with(double_per_two=True), "Twos left")
    (line,) = twos.worked_scores[0].lines
    assert line.points == -36
    assert line.how == [
        "9 cards left, worth 9 card points.",
        "× 4 for 2 twos left.",
        "Total: 36 card points.",
    ]


def test_the_text_lists_card_values_by_rank():
    text = text_of(rules_with(card_values="faces"))
    assert "Threes to tens count 1, jacks, queens and kings 2, aces 3 and twos 4." in text


def test_the_text_says_what_a_dragon_costs():
    assert "That’s 39 card points each." in text_of(RuleSet.make("hong_kong"))


@pytest.mark.parametrize("redeal", ["three_points", "no_faces"])
@pytest.mark.parametrize(
    ("preset", "options", "said"),
    [
        ("three_players_exchange", {}, "before the exchange and before the leftover cards are"),
        ("three_players_exchange", {"leftover": "unused"}, "as it was dealt, before the exchange."),
        ("three_players", {}, "as it was dealt, before the leftover cards are taken."),
        ("pagat", {}, None),
    ],
)
def test_the_redeal_text_names_the_hand_as_dealt_only_if_hands_change(
    redeal, preset, options, said
):
    text = text_of(RuleSet.make(preset, {"redeal": redeal} | options))
    assert said in text if said else "as it was dealt" not in text


def test_the_text_of_the_basic_game_omits_unused_rules():
    basic = text_of(rules_with())
    for word in ("stock", "dragon", "redeal", "guard", "announces", "exchange"):
        assert word not in basic.lower()


def test_every_preset_has_more_than_ten_examples():
    for name in PRESETS:
        assert len(examples_of(RuleSet.make(name))) > 10


def paragraph_texts(rules: RuleSet) -> str:
    return " ".join(each.text for chapter in prose(rules) for each in chapter.paragraphs)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (RuleSet.make(), "Everyone can see how many cards each player has."),
        (RuleSet.make(), "The player who has won the most points over all deals wins the session."),
        (
            RuleSet.make("guide"),
            "The guard’s duty doesn’t apply to a first play that must include the lowest card.",
        ),
        (
            RuleSet.make(options={"guard": "enforced", "passing": "locked"}),
            "A player who is out of the trick doesn’t count as the next player.",
        ),
        (
            RuleSet.make(options={"guard": "pays_all", "going_out": "not_top_card"}),
            "or isn’t allowed as a last play, you can pass.",
        ),
        (
            RuleSet.make("da_lao_er", {"guard": "pays_all"}),
            "The guard’s duty doesn’t apply when you cut in out of turn.",
        ),
        (RuleSet.make("two_players_stock"), "You also draw when your pass ends a trick."),
        (
            RuleSet.make("three_players_exchange"),
            "The leftover card is taken only after the exchange.",
        ),
        (
            RuleSet.make("two_players", {"hand_size": 21, "dragon_wins": True}),
            "With hands of this size, dragons decide about 24 deals in 100.",
        ),
        (RuleSet.make("classic"), "The winner wins what all the others lose."),
        (
            RuleSet.make(options={"must_beat": True}),
            "If you can beat the play on the table, you must.",
        ),
        (
            RuleSet.make(options={"must_beat": True, "passing": "locked"}),
            "You don’t have to beat your own play.",
        ),
        (
            RuleSet.make(options={"must_beat": True, "going_out": "not_single_two"}),
            "You don’t have to make a last play that isn’t allowed.",
        ),
        (
            RuleSet.make(options={"must_beat": True, "guard": "enforced"}),
            "You don’t have to make a play that the guard isn’t allowed to make (see below).",
        ),
        (RuleSet.make("da_lao_er", {"must_beat": True}), "You don’t have to play out of turn."),
        (
            RuleSet.make(options={"four_of_a_kind": "bare", "two_pairs": True}),
            "It beats only two pairs, whatever their ranks, and a lower four of a kind.",
        ),
        (
            RuleSet.make(options={"cross_kind": False}),
            "The exceptions are four of a kind and straight flushes.",
        ),
        (
            RuleSet.make(options={"cross_kind": False, "four_of_a_kind": "bare"}),
            "The exception is a straight flush.",
        ),
        (
            RuleSet.make("seven_card", {"cross_kind": False}),
            "The exception is four of a kind.",
        ),
        (
            RuleSet.make("two_players_stock", {"going_out": "not_single_two"}),
            "You also draw when your pass ends a trick, but not when you pass the lead.",
        ),
        (
            RuleSet.make("two_players_stock", {"passing": "locked"}),
            "You also draw when your pass ends a trick, but not when you end your own trick.",
        ),
        (
            RuleSet.make("two_players_stock", {"going_out": "not_single_two", "passing": "locked"}),
            "but not when you pass the lead or end your own trick.",
        ),
        (
            RuleSet.make(options={"four_of_a_kind": "either"}),
            "You can play four of a kind without a fifth card.",
        ),
        (
            RuleSet.make(options={"four_of_a_kind": "either", "honours": "any"}),
            "beats any four of a kind without one, whatever their ranks.",
        ),
        (
            RuleSet.make(options={"bomb_doubles": True}),
            "doubles all losses, whether it was beaten or not.",
        ),
        (
            RuleSet.make(options={"bomb_doubles": True, "four_of_a_kind": "bare"}),
            "Every straight flush played in the deal doubles all losses, whether it was beaten or"
            " not. Four of a kind without a fifth card doesn’t.",
        ),
        (
            RuleSet.make("eight_players", {"scoring": "indonesian"}),
            "20 for four of a kind, 40 for a straight flush, 80 for four twos and 80 for five of a"
            " kind.",
        ),
        (
            RuleSet.make(options={"card_values": "twos_five"}),
            "A two counts 5, every other card 1.",
        ),
        (
            RuleSet.make(options={"loss_cap": 20, "guard": "pays_all"}),
            "When a guard pays for everyone, the cap applies to each player’s loss separately.",
        ),
        (
            RuleSet.make(options={"loss_cap": 20}),
            "The cap is applied last, after all multipliers and doublings.",
        ),
        (
            RuleSet.make(
                options={
                    "play_on": True,
                    "scoring": "placement",
                    "placement_points": "2,1,-1,-2",
                    "payment": "points",
                }
            ),
            "Players score 2, 1, −1 and −2 points",
        ),
        (
            RuleSet.make(
                options={
                    "play_on": True,
                    "scoring": "placement",
                    "placement_points": "2,1,-1,-2",
                    "payment": "points",
                    "going_out": "not_single_two",
                }
            ),
            "If a deal ends with several players still in, they share the points for their places.",
        ),
        (
            RuleSet.make(options={"unplayed_multiplier": 7}),
            "card points always count 7 times as much.",
        ),
        (RuleSet.make("eight_players"), "two packs shuffled together (104 cards)"),
        (
            RuleSet.make("eight_players"),
            "If two plays are equal, the one already on the table wins.",
        ),
        (RuleSet.make("five_players"), "2 cards are left over. They go to the player who holds"),
    ],
)
def test_the_text_mentions_easily_forgotten_rules(rules, said):
    assert said in paragraph_texts(rules)


def test_a_worked_score_shows_the_factor_of_the_player_who_led():
    rules = RuleSet.make(options={"multiply_only_starter": True})
    worked = next(
        each
        for chapter in prose(rules)
        for paragraph in chapter.paragraphs
        if paragraph.heading == "Who pays whom"
        for each in paragraph.worked_scores
    )
    assert any(
        "doubled" in step or "× 2 for the number" in step
        for line in worked.lines
        for step in line.how
    )
