"""Worked examples of good play, one for each principle.

All cards that nobody at these tables holds were played before, so that a bot that counts knows
which cards are out against it.
"""

import pytest

from games.bots import bot, decide
from games.rules.cards import parse_card, parse_cards
from games.rules.deal.actions import Give, Redeal
from games.rules.deal.start import start_from_hands
from games.rules.deal.state import Exchange, Phase
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

from ..support import bot_move, in_card_order, table_view

#: Two hands of thirteen cards for rivals whose cards do not matter.
FULL = ("7C 8C 9C TC JC QC KC AC 2C 3D 4C 5D 6D", "7H 8H 9H TH JH QH KH AH 2H 3H 4H 5H 6H")


class TestFollowing:
    def test_plays_a_lone_card_and_keeps_the_pair_together(self):
        rivals = ("4D 7S 8H TD QC", "6D 8C TH QS KH", "7D 9C JC QD AD")
        found = bot_move(rivals[0], "5D 5C 9H KD AC 2S", *rivals[1:], plays=["4D"])
        assert found == "play 9H"

    def test_plays_a_lone_card_and_keeps_the_straight_together(self):
        mine = "5C 6C 7S 8D 9D JS 3S 3C AD AS 2D 2S"
        found = bot_move("4D 5S TS", mine, *FULL, plays=["4D"])
        assert found == "play JS"

    def test_keeps_the_two_for_later(self):
        rivals = ("8D 3S 4C 4H 6D 9C", "3D 6H 7C JC QD AD", "3H 7H 8S JD QC AC")
        found = bot_move(rivals[0], "5H 9H TS 2S KD KC", *rivals[1:], plays=["8D"])
        assert found in ("play 9H", "play TS")

    def test_passes_rather_than_break_a_full_house(self):
        mine = "3C 3S 4S 5S QD QS TD TS JD JS 9D 9S 8S"
        found = bot_move("KD AS 5C", mine, *FULL, plays=["KD"])
        assert found == "pass"


class TestLeading:
    def test_leads_the_lowest_card(self):
        assert bot_move("4D 9H KS 2S", "5C 8D JD QH", "6D 7S TC QC", "7H 8S TD KD") == "play 4D"

    def test_leads_five_low_cards_before_a_single(self):
        rivals = ("5D 8D JD QH 3S 3H", "6D 7S TC QC 3D 9S", "7H 8H TD KD 9D AS")
        lead = bot_move("4D 5C 6H 7C 8S JC TS", *rivals)
        assert lead == "play " + in_card_order("4D 5C 6H 7C 8S")

    def test_leads_a_straight_if_rivals_have_too_few_cards_to_beat_it(self):
        """Players with three cards have no five: the straight keeps the lead, and the last goes."""
        lead = bot_move("3D 4D 5C 6H 7D 8S", "8D JD QH", "7S TC QC", "TD KD AS")
        assert lead in (
            "play " + in_card_order("4D 5C 6H 7D 8S"),
            "play " + in_card_order("3D 4D 5C 6H 7D"),
        )

    def test_leads_low_if_the_highest_card_can_regain_the_lead(self):
        """The ace of spades wins the next single, whatever it is; then the king is the last."""
        assert bot_move("3D AS KS", "AD QH JC 9C", "KD QD TC 9D", "KH QC TD 8C") == "play 3D"

    def test_passes_the_lead_without_a_legal_play(self):
        rules = RuleSet.make("pagat", {"going_out": "not_single_two"})
        assert bot_move("2S", "3D 4D", "5D 6D", "7D 8D", rules=rules) == "pass"

    def test_plays_a_two_early_if_it_cannot_be_the_last_card(self):
        rules = RuleSet.make("pagat", {"going_out": "not_single_two"})
        assert bot_move("2S 9D", "3D 4D", "5D 6D", "7D 8D", rules=rules) == "play 2S"


class TestBlocking:
    def test_leads_a_pair_if_the_next_player_has_one_card(self):
        assert bot_move("4D 4H 7C 9S", "QH", "5C 8D TC", "6D 8H KC") == "play 4D 4H"

    def test_leads_the_highest_single_if_the_next_player_has_one_card(self):
        assert bot_move("4D 7C 9S AD", "AS", "5C 8D TC", "6D 8H KC") == "play AD"

    def test_beats_with_the_highest_card_if_the_next_player_has_one_card(self):
        assert bot_move("4D 7C 9S", "7D 9C AS", "KD", "6D 8H QC", plays=["4D"]) == "play AS"

    def test_takes_the_trick_from_a_player_who_would_go_out_on_the_next_lead(self):
        rivals = ("QH 3D", "4C 7C 2S 5D 5H", "6C 8D 9C 9D", "6D 8H 9H TD")
        assert bot_move(*rivals, plays=["QH"]) == "play 2S"

    def test_leads_a_size_with_which_no_rival_can_go_out(self):
        """All others have two cards, mostly pairs by what is live: a triple lets nobody out."""
        lead = bot_move("4D 4H 4S KS AD 2S", "QH QS", "KC KH", "AC AH")
        assert lead == "play 4D 4H 4S"


class TestRunningOut:
    def test_plays_bosses_first_and_the_weak_card_last(self):
        hands = ("3D AS KS", "9S QH JC 9C", "JH QD TC 9D", "JS QC TD 8C")
        assert bot_move(*hands) in ("play AS", "play KS")
        again = bot_move(*hands, plays=["AS", "", "", ""])
        assert again == "play KS"

    def test_keeps_a_pair_for_the_last_play(self):
        hands = ("4S 4H AS 2D", "AD QH JC 9C", "KD QD TC 9D", "KH QC TD 8C")
        assert bot_move(*hands) in ("play AS", "play 2D")

    def test_takes_the_lead_to_go_out_with_the_next_play(self):
        hands = ("9D 3S 5H", "3D AS 7S 7H", "KD QD TC 4D", "KH QC TD 8C")
        assert bot_move(*hands, plays=["9D"]) == "play AS"

    def test_leads_a_straight_that_rivals_with_four_cards_cannot_beat(self):
        hands = ("3D 5D 6C 7H 8D 9C", "AD QH JC 4C", "KD QD TC 9D", "KH QC TD 8C")
        assert bot_move(*hands) == "play " + in_card_order("5D 6C 7H 8D 9C")

    def test_plays_the_last_combination_whatever_it_is(self):
        assert bot_move("5D", "2D 2C", "AS AH", "KD KS") == "play 5D"
        assert bot_move("2S 2H", "3D 3C", "AS AH", "KD KS") == "play 2H 2S"

    def test_keeps_twos_for_a_last_play_that_counts_more_with_them(self):
        rules = RuleSet.make("pusoy_dos")
        hands = ("2D 2H AD", "7C 8D 9C KD", "3H 6D QD TC", "3C 6C QC 8C")
        assert bot_move(*hands, rules=rules) == "play AD"


class TestDumping:
    HAND = "3D 4D 5H 6S 8H 8D 9S TC JH JC QD KC KH"

    def test_breaks_a_pair_to_play_one_of_thirteen_cards(self):
        """All thirteen cards left count three times: anything goes to have but twelve."""
        found = bot_move("QS 9H", self.HAND, "7C 2S", "AS AD", plays=["QS"])
        assert found in ("play KC", "play KH")


class TestHouseRules:
    @pytest.mark.parametrize("guard", ["pays_all", "pays_all_if_preventable", "deals_next"])
    def test_keeps_the_duty_of_the_guard(self, guard):
        rules = RuleSet.make("pagat", {"guard": guard})
        hands = ("4D 7C 9S", "7D 9C 2S AS", "KD", "6D 8H QC")
        assert bot_move(*hands, plays=["4D"], rules=rules) == "play 2S"

    def test_passes_on_its_own_play_to_lead_again(self):
        rules = RuleSet.make("pagat", {"passing": "locked"})
        hands = ("4D 7C 9S KD", "7D 9C", "TD 3H", "6D 8H")
        assert bot_move(*hands, plays=["9S", "", "TD", "", "KD", ""], rules=rules) == "pass"

    def test_beats_its_own_play_to_go_out(self):
        rules = RuleSet.make("pagat", {"passing": "locked"})
        hands = ("QD KD", "7D 9C", "TD 3H", "6D 8H")
        assert bot_move(*hands, plays=["QD", "", "", ""], rules=rules) == "play KD"

    def test_gives_back_a_low_card_that_no_combination_needs(self):
        rules = RuleSet.make("three_players_exchange")
        hands = ("3D 4D 4H 9S 9H KD KS", "5D 5H 6C", "7D 8D TC JC QD 2S")
        state = start_from_hands(rules, [parse_cards(hand) for hand in hands])
        asked = state._replace(
            phase=Phase.EXCHANGE, turn=0, exchange=Exchange(2, 0, parse_card("KS"))
        )
        assert decide(bot(), view(asked, 0)) == Give(0, parse_card("3D"))

    def test_asks_for_a_redeal_only_with_a_hopeless_hand(self):
        rules = RuleSet.make("wikipedia")
        rest = (*FULL, "2D 2S AD AS")
        bad = "3C 4D 4S 6C 6S 7D 8D 8S 9D 9S TD JD TS"
        good = "3C 4D 5C 6C 7D 8D TD TS 9D 9S JD JS QD"
        assert decide(bot(), table_view(bad, *rest, rules=rules)) == Redeal(0)
        assert decide(bot(), table_view(good, *rest, rules=rules)) != Redeal(0)


class TestCuttingIn:
    RULES = RuleSet.make("da_lao_er")

    def test_does_not_cut_in_without_need(self):
        hands = ("4D 5C 6H 7H 9D TD JC", "8C 8D 9H TC", "QD QC QH QS 3D 5S 6D", "AH KC 4S 6C 7C")
        assert not bot_move(*hands, plays=["4D"], rules=self.RULES, seat=2)

    def test_cuts_in_to_go_out(self):
        hands = ("4D 5C 6H 7H 9D TD JC", "8C 8D 9H TC", "QD QC QH QS 3D", "AH KC 4S 6C 7C")
        found = bot_move(*hands, plays=["4D"], rules=self.RULES, seat=2)
        assert found == "play " + in_card_order("QD QC QH QS 3D")

    def test_cuts_in_to_stop_a_player_from_going_out(self):
        hands = ("KD 5C", "8C 8D 9H TC", "QD QC QH QS 3D 5S 6D", "AH KC 4S 6C 7C")
        assert bot_move(*hands, plays=["KD"], rules=self.RULES, seat=2).startswith("play")
