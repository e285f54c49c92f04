"""The bot that searches: legal, deterministic, blind to hidden cards, exact where all are known."""

from math import inf
from random import Random

import pytest

from games.bots import search
from games.bots.endgame import solve
from games.bots.net import Net
from games.bots.search import Searching
from games.bots.search.worlds import Worlds
from games.rules.cards import iter_cards, parse_cards, rank_of, together
from games.rules.deal.actions import Pass, Play
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start, start_from_hands
from games.rules.deal.state import DealState, Phase
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.proofs import size

from ...rules.support import played, random_rules, random_start
from ..support import table_view
from ..test_legal import redeal_hidden_cards

#: Searches a little, and never stops because of the clock.
PLAYER = Searching(seconds=inf, decisions=60)


def decisions(random, rules):
    """Yield the states of a random deal in which a seat has a choice on its turn."""
    for state in played(random_start(random, rules), random):
        if state.phase is Phase.PLAY and view(state, state.turn).open_plays():
            yield state


@pytest.mark.proof
def test_it_plays_legally_and_cannot_see_hidden_cards_under_random_rules():
    random = Random(11)
    count = 0
    while count < size("search: decisions of random rules"):
        for state in decisions(random, random_rules(random)):
            if random.random() < 0.8:
                continue
            seen = view(state, state.turn)
            action = PLAYER.choose(seen)
            assert isinstance(apply(state, action), DealState), (action, state)
            if state.rules.packs == 1 and state.exchange is None and not state.leftover:
                again = view(redeal_hidden_cards(state, random), state.turn)
                assert PLAYER.choose(again) == action
            count += 1


@pytest.mark.parametrize("preset", PRESETS)
def test_worlds_look_to_their_player_as_the_true_deal_does(preset):
    random = Random(preset)
    for state in decisions(random, RuleSet.make(preset)):
        seen = view(state, state.turn)
        (world, *_others) = Worlds(seen).deal(random, 2)
        shown = view(world, state.turn)
        for name in (
            *("hand", "counts", "top", "owner", "trick", "history", "turn", "order", "locked"),
            *("out", "played", "starter", "active", "twos_low", "bombs", "stock_count", "duty"),
            *("may_pass", "must_beat", "must_include", "leader", "leftover_count"),
        ):
            assert getattr(shown, name) == getattr(seen, name), name
        assert shown.open_plays() == seen.open_plays()


def test_worlds_contain_each_hidden_card_once():
    state = start(RuleSet.make("pagat"), shuffled_pack("worlds"))
    worlds = Worlds(view(state, 2))
    random = Random(0)
    one, other = worlds.deal(random, 2)
    assert one.hands[2] == other.hands[2] == state.hands[2]
    assert one.hands != other.hands
    for world in (one, other):
        assert sum(world.hands) == sum(state.hands)


def test_a_player_knows_where_the_cards_of_an_exchange_are():
    rules = RuleSet.make("three_players", {"exchange": True})
    random = Random(1)
    found = 0
    for _ in range(30):
        begun = random_start(random, rules)
        for state in played(begun, random):
            if state.exchange is None or state.over or state.phase is not Phase.PLAY:
                continue
            for seat in {state.exchange.winner, state.exchange.loser}:
                if not state.hands[seat]:
                    continue
                (world, *_others) = Worlds(view(state, seat)).deal(random, 2)
                known, holder = (
                    (state.exchange.given, state.exchange.winner)
                    if seat == state.exchange.loser
                    else (state.exchange.returned, state.exchange.loser)
                )
                assert world.hands[holder] >> known & 1 == state.hands[holder] >> known & 1
                found += 1
    assert found


def test_where_all_cards_are_known_the_best_action_is_read_out():
    rules = RuleSet.make("two_players", {"hand_size": 26})
    different = 0
    for number in range(12):
        pack = shuffled_pack(f"known {number}")
        hands = [sum(1 << card for card in pack[5 * seat : 5 * seat + 5]) for seat in range(2)]
        state = start_from_hands(rules, hands, leader=0)
        gone = sum(1 << card for card in pack[10:])
        state = state._replace(played=gone, active=0b11, starter=0)
        seen = view(state, 0)
        assert Worlds(seen).is_only_one
        nets = {each.action: each.nets[0] for each in solve(state)}
        chosen = PLAYER.choose(seen)
        estimated = Net().choose(seen)
        # Of plays that differ only in suits the bot compares a few.
        assert nets[chosen] >= nets[estimated]
        different += nets[chosen] > nets[estimated]
    assert different


def test_it_takes_what_playouts_show_to_be_better_than_the_network_estimates(monkeypatch):
    seen = table_view("3C 8D 8H KS 2D", "4C 9D TH QS", "5D 7H JC AD", "6S TD QC AH")
    worst = {}

    def add_points(deals, passed, left, playouts):
        worst["action"] = left[-1].action
        for each in left:
            each.points.extend([1000.0 * (each is left[-1])] * len(deals))

    monkeypatch.setattr(search, "_add_points", add_points)
    monkeypatch.setattr(search, "_MARGIN", 100.0)
    assert PLAYER.choose(seen) == worst["action"] != Net().choose(seen)


def test_of_plays_with_the_same_ranks_only_one_is_compared(monkeypatch):
    seen = table_view("3C 3D 8D 8H KS 2D", "4C 9D TH QS", "5D 7H JC AD", "6S TD QC AH")
    compared = []

    def add_points(deals, passed, left, playouts):
        compared.extend(each.action for each in left)
        for each in left:
            each.points.extend([0.0] * len(deals))

    monkeypatch.setattr(search, "_add_points", add_points)
    monkeypatch.setattr(search, "_MARGIN", 100.0)
    PLAYER.choose(seen)
    ranks = [sorted(map(rank_of, iter_cards(each.cards))) for each in compared]
    assert len(ranks) == 4
    assert all(ranks.count(each) == 1 for each in ranks)


def test_the_clock_only_cuts_off():
    seen = table_view("3C 8D 8H KS 2D", "4C 9D TH QS", "5D 7H JC AD", "6S TD QC AH")
    assert isinstance(Searching(seconds=0).choose(seen), Play | Pass)


def test_without_a_network_it_plays_as_the_strong_bot_does(monkeypatch):
    seen = table_view("3C 8D 8H KS 2D", "4C 9D TH QS", "5D 7H JC AD", "6S TD QC AH")
    for module in ("games.bots.search", "games.bots.net"):
        monkeypatch.setattr(f"{module}.network", lambda: None)
    assert PLAYER.choose(seen) == Net().choose(seen)


def test_spectators_have_nothing_to_decide():
    watched = view(start(RuleSet.make("pagat"), shuffled_pack("spectator")), None)
    with pytest.raises(ValueError, match="spectator"):
        PLAYER.choose(watched)
    with pytest.raises(ValueError, match="spectator"):
        Worlds(watched)


def test_a_sure_win_is_played_without_a_search(monkeypatch):
    monkeypatch.setattr(search, "_add_points", None)
    seen = table_view("2S 2H 3D", "4C 5C 6H", "8D 9D TH", "JC QC KH")
    assert PLAYER.choose(seen).cards & together(0, parse_cards("2S 2H"))
