"""Views: nothing depends on cards that the viewer may not know."""

from dataclasses import replace
from random import Random

import pytest

from games.rules.cards import cards_of, iter_cards
from games.rules.deal.actions import Give, Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.judge import legal_plays
from games.rules.deal.redeal import who_may_redeal
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import first_dealt, shuffled_pack, start_from_hands
from games.rules.deal.start import start as start_deal
from games.rules.deal.state import Phase, Previous
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from .support import cards, play, played, random_rules, random_start, run


def scrambled(state, seat, random):
    """Return a deal that looks the same to a viewer but differs in everything hidden.

    The cards of the other hands, of the stock and of an unknown leftover change places, and so
    do the pack and the seed from which they come.
    """
    rules = state.rules
    hidden = []
    for other, hand in enumerate(state.hands):
        if other != seat:
            hidden += iter_cards(hand)
    hidden += state.stock
    # A leftover that was taken is in somebody's hand already.
    known = rules.leftover == "lowest_holder" and (rules.leftover_exposed or seat == state.taker)
    apart = 0 if known or state.taker is not None else state.leftover
    hidden += iter_cards(apart)
    random.shuffle(hidden)

    def take(count):
        taken, hidden[:] = hidden[:count], hidden[count:]
        return taken

    hands = tuple(
        hand if other == seat else cards_of(take(hand.bit_count()))
        for other, hand in enumerate(state.hands)
    )
    stock = tuple(take(len(state.stock)))
    leftover = cards_of(take(apart.bit_count())) if apart else state.leftover
    if not known and state.taker is not None:
        # The taker may have played cards of it.
        held = [*iter_cards(hands[state.taker]), *iter_cards(state.played)]
        leftover = cards_of(held[: state.leftover.bit_count()])
    exchange = state.exchange
    if exchange is not None and seat not in (exchange.loser, exchange.winner):
        exchange = exchange._replace(given=random.randrange(52))
    actions = tuple(
        Give(action.seat, random.randrange(52))
        if isinstance(action, Give) and seat not in (exchange.loser, exchange.winner)
        else action
        for action in state.actions
    )
    must_include = state.must_include if seat == state.turn else random.choice((None, 0, 51))
    pack = list(shuffled_pack(str(random.random()), rules.packs))
    cut = len(pack) // 2 - 1
    if state.setup.pack is not None and rules.first_card == "cut":
        # The card in the middle was shown to all.
        shown, place = state.setup.pack[cut], pack.index(state.setup.pack[cut])
        pack[place], pack[cut] = pack[cut], shown
    return state._replace(
        setup=replace(state.setup, pack=tuple(pack), seed="another"),
        hands=hands,
        stock=stock,
        leftover=leftover,
        exchange=exchange,
        actions=actions,
        must_include=must_include,
    )


@pytest.mark.proof
def test_a_view_does_not_depend_on_hidden_cards():
    random = Random(11)
    seen = 0
    count = size("views: random deals")
    for _ in range(count):
        for state in played(random_start(random, random_rules(random)), random):
            if state.over or random.random() < 0.7:
                continue
            for seat in (None, *range(state.rules.players)):
                seen += 1
                assert view(scrambled(state, seat, random), seat) == view(state, seat)
    assert seen > 25 * count


def test_eight_players_with_two_packs_see_no_hidden_cards():
    random = Random(13)
    rules = RuleSet.make("eight_players", {"last_card_call": "two", "guard": "enforced"})
    for number, state in enumerate(played(random_start(random, rules), random)):
        if state.over or number % 9:
            continue
        for seat in (None, *range(8)):
            assert view(scrambled(state, seat, random), seat) == view(state, seat)


def test_scrambling_a_deal_changes_the_hidden_cards():
    """The test above is only meaningful if the two deals differ."""
    random = Random(1)
    state = start_deal(RuleSet.make(), shuffled_pack("v"))
    other = scrambled(state, 2, random)
    assert other.hands[2] == state.hands[2]
    assert all(other.hands[seat] != state.hands[seat] for seat in (0, 1, 3))
    assert view(other, 0) != view(state, 0)


@pytest.mark.proof
def test_a_view_allows_exactly_the_legal_actions():
    random = Random(12)
    for _ in range(size("views: random deals")):
        for state in played(random_start(random, random_rules(random)), random):
            for seat in range(state.rules.players):
                seen = view(state, seat)
                assert seen.over == state.over
                assert seen.may_pass == (not isinstance(apply(state, Pass(seat)), Refusal))
                assert seen.may_redeal == (seat in who_may_redeal(state))
                assert seen.must_give == (state.awaits_gift_from == seat)
                plays = seen.open_plays()
                assert seen.may_play == bool(plays)
                if seat == state.turn:
                    assert set(plays) == set(legal_plays(state))
                    assert not seen.may_cut_in
                else:
                    assert seen.may_cut_in == bool(plays)
                for some in random.sample(plays, min(3, len(plays))):
                    assert not isinstance(apply(state, Play(seat, some)), Refusal)


def test_a_spectator_sees_no_hand_until_the_end():
    state = start_deal(RuleSet.make(), shuffled_pack("s"))
    seen = view(state, None)
    assert (seen.hand, seen.hands, seen.result) == (0, None, None)
    assert seen.counts == (13, 13, 13, 13)
    assert not any((seen.may_pass, seen.may_play, seen.may_redeal, seen.must_give))
    *_, over = played(state, Random(1))
    seen = view(over, None)
    assert seen.hands == over.hands
    assert seen.result == over.result


@pytest.mark.parametrize("seat", [4, -1])
def test_a_seat_that_does_not_exist_has_no_view(seat):
    with pytest.raises(IndexError):
        view(start_deal(RuleSet.make(), range(52)), seat)


def deal_of(rules, *texts, **more):
    return start_from_hands(rules, [cards(text) for text in texts], **more)


def test_a_view_shows_the_current_trick_and_clears_it_afterwards():
    state = deal_of(RuleSet.make(), "3D 9D", "4D 9C", "5D 9H", "6D 9S")
    state = run(state, play(0, "3D"), Pass(1), play(2, "5D"))
    seen = view(state, 3)
    assert seen.trick == (play(0, "3D"), Pass(1), play(2, "5D"))
    assert seen.last == (play(0, "3D"), Pass(1), play(2, "5D"), None)
    assert (seen.owner, seen.top.cards, seen.turn) == (2, cards("5D"), 3)
    assert seen.played == cards("3D 5D")
    assert seen.starter == 0
    assert seen.active == (True, False, True, False)
    state = run(state, Pass(3), Pass(0), Pass(1))
    seen = view(state, 3)
    assert (seen.trick, seen.last, seen.on_lead) == ((), (None,) * 4, True)
    assert len(seen.history) == seen.trick_start == 6


def test_only_the_holder_sees_which_card_must_be_played():
    state = deal_of(RuleSet.make("two_players"), "4D 9D", "5D 9C")
    assert view(state, 0).must_include == 4
    assert view(state, 1).must_include is None
    assert view(state, None).must_include is None


@pytest.mark.parametrize(("call", "announced"), [("none", ()), ("one", (1,)), ("two", (1, 2))])
def test_a_view_announces_players_with_one_or_two_cards(call, announced):
    rules = RuleSet.make(options={"last_card_call": call})
    state = deal_of(rules, "3D 9D TD", "4D", "5D 9H", "6D 9S TS")
    assert view(state, None).announced == announced


def test_only_the_guard_sees_the_duty():
    rules = RuleSet.make("hong_kong_street")
    state = deal_of(rules, "4D 9D KD", "5D", "6D 6C", "7D 7C", leader=0)
    duty = view(state, 0).duty
    assert (duty.guarded, duty.highest) == (1, cards("KD").bit_length() - 1)
    assert view(state, 1).duty is None
    assert view(state, None).duty is None


def test_only_a_player_with_a_bomb_can_cut_in():
    four = "5D 5C 5H 5S 9S"
    rules = RuleSet.make(options={"honours": "any_out_of_turn"})
    state = deal_of(rules, "3D TS " + four, "6D 7D", "8D 8C 8H 8S JD QD", "3H 3S", leader=0)
    assert not view(state, 2).may_cut_in
    state = run(state, play(0, "3D"))
    assert [view(state, seat).may_cut_in for seat in (None, 0, 1, 2, 3)] == [
        False,
        False,
        False,
        True,
        False,
    ]
    assert set(view(state, 2).open_plays()) == {cards("8D 8C 8H 8S JD"), cards("8D 8C 8H 8S QD")}
    assert view(state, 0).open_plays() == []


def test_only_players_locked_out_of_the_trick_may_not_cut_in():
    rules = RuleSet.make(options={"honours": "any_out_of_turn", "passing": "locked"})
    state = deal_of(rules, "6D 7D", "8D 8C 8H 8S JD", "3D TS", "9D 9C 9H 9S QD", leader=2)
    state = run(state, play(2, "3D"), Pass(3))
    assert [view(state, seat).may_cut_in for seat in range(4)] == [False, True, False, False]


@pytest.mark.parametrize(("exposed", "known"), [(True, True), (False, False)])
def test_only_the_taker_sees_a_leftover_dealt_face_down(exposed, known):
    rules = RuleSet.make("three_players", {"leftover_exposed": exposed})
    state = start_deal(rules, shuffled_pack("l"))
    for seat in (None, 0, 1, 2):
        seen = view(state, seat)
        assert (seen.leftover_count, seen.taker) == (1, state.taker)
        knows = known or seat == state.taker
        assert seen.leftover == (state.leftover if knows else 0)


def test_an_unused_leftover_is_hidden_from_everyone():
    state = start_deal(RuleSet.make("two_players"), shuffled_pack("u"))
    assert state.leftover.bit_count() == 18
    assert all(view(state, seat).leftover == 0 for seat in (None, 0, 1))


def test_only_the_two_players_involved_see_the_exchanged_cards():
    rules = RuleSet.make("three_players_exchange")
    state = start_deal(rules, shuffled_pack("e"), number=2, previous=Previous(1, 2, (1, 0, 2)))
    assert state.phase is Phase.EXCHANGE
    state = run(state, Give(1, state.exchange.given))
    for seat in (None, 0):
        seen = view(state, seat)
        assert seen.exchange is None
        assert seen.exchanging == (2, 1)
        assert seen.history == ()
    assert view(state, 1).exchange == view(state, 2).exchange == state.exchange


def test_everyone_sees_the_cut_card_if_it_decides_the_first_card():
    for preset, shows in (("pagat", True), ("hong_kong_street", False)):
        state = start_deal(RuleSet.make(preset), shuffled_pack("c"), dealer=2)
        pack, step = state.setup.pack, state.setup.step
        for seat in (None, 0, 3):
            seen = view(state, seat)
            assert seen.cut == (pack[25] if shows else None)
            assert seen.first_dealt == (first_dealt(state.rules, pack, 2, step) if shows else None)
    given = deal_of(RuleSet.make(), "3D", "4D", "5D", "6D")
    assert (view(given, None).cut, view(given, None).first_dealt) == (None, None)


@pytest.mark.parametrize(
    ("number", "drawn", "opens"), [(1, True, False), (2, False, False), (11, True, True)]
)
def test_a_view_says_whether_a_round_begins_and_the_dealer_is_drawn(number, drawn, opens):
    previous = None if number == 1 else Previous(1, None, (1, 0, 0, 0))
    state = start_deal(
        RuleSet.make("indonesia"), shuffled_pack("r"), number=number, previous=previous
    )
    seen = view(state, None)
    assert (seen.dealer_is_drawn, seen.opens_round) == (drawn, opens)


def test_everyone_sees_how_many_cards_each_pass_drew():
    rules = RuleSet.make("two_players_stock")
    deck = [cards(text).bit_length() - 1 for text in ("9H", "9S", "TH")]
    state = deal_of(rules, "3D 3C 8D 8C JD", "4D 5C 6C KD KC", leftover=deck)
    state = run(state, play(0, "3D 3C"), Pass(1))
    assert view(state, None).draws == ((1, 2, False),)
    state = run(state, play(0, "8D 8C"), Pass(1))
    assert view(state, 0).draws == ((1, 2, False), (3, 2, True))


def test_a_dragon_is_laid_down_face_up():
    rules = RuleSet.make("hong_kong")
    dragon = cards("3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD 2D")
    state = start_from_hands(rules, [cards("3C"), dragon, cards("3H"), cards("3S")])
    assert state.result.laid_down == dragon
    assert state.result.left[1] == 0
