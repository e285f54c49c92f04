"""Each value of each option in one short sentence, as what sets a game apart from the basic one."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.prose.scoring import factors_text
from games.prose.sequences import unbroken
from games.rules.ruleset import OPTIONS
from games.rules.ruleset.options import (
    MULTIPLIER_LIST,
    WHOLE_NUMBER,
    OptionValue,
    parse_multipliers,
)

N = gettext_noop

WORDS: Mapping[str, Mapping[OptionValue, str]] = {
    "players": {
        4: N("Four players."),
        3: N("Three players."),
        2: N("Two players."),
    },
    "hand_size": {
        13: N("13 cards are dealt to each."),
        17: N("17 cards are dealt to each."),
        21: N("21 cards are dealt to each."),
        26: N("26 cards are dealt to each: the whole pack."),
    },
    "leftover": {
        "unused": N("Cards left over are set aside."),
        "lowest_holder": N("The card left over goes to the holder of the lowest card."),
        "stock": N("Cards left over make a stock."),
    },
    "leftover_exposed": {
        True: N("Everybody sees the card left over."),
        False: N("Only its taker sees the card left over."),
    },
    "draw_on_pass": {
        "none": N("Nobody draws from a stock."),
        "one": N("Whoever passes draws one card from the stock."),
        "as_needed": N("Whoever passes draws as many cards as the play to beat has."),
    },
    "stock_recycle": {
        False: N("A stock is used once."),
        True: N("An empty stock is made anew from completed tricks."),
    },
    "direction": {
        "anticlockwise": N("Play goes anticlockwise."),
        "clockwise": N("Play goes clockwise."),
        "alternate": N("Play goes anticlockwise and clockwise in turn, deal by deal."),
    },
    "first_card": {
        "cut": N("A cut decides who is dealt the first card."),
        "next_to_dealer": N("The player after the dealer is dealt the first card."),
    },
    "opening_leader": {
        "lowest_card": N("The lowest card leads every deal."),
        "winner": N("The winner of the deal before leads."),
        "loser": N("The loser of the deal before leads."),
    },
    "opening_includes_lowest": {
        True: N("The first play must contain the lowest card."),
        False: N("The holder of the lowest card may lead anything."),
    },
    "redeal": {
        "none": N("Nobody can ask for a new deal."),
        "three_points": N("A very low hand may ask for a new deal."),
        "no_faces": N("A hand without jack, queen or king may ask for a new deal."),
    },
    "dragon_wins": {
        False: N("A dragon is a hand like any other."),
        True: N("A dragon (one card of each rank) wins at once."),
    },
    "exchange": {
        False: N("No cards are exchanged."),
        True: N("The loser of the deal before gives its winner the highest card for another."),
    },
    "suit_order": {
        "SHCD": N("Suits rank spades, hearts, clubs, diamonds."),
        "DHSC": N("Suits rank diamonds, hearts, spades, clubs."),
        "SHDC": N("Suits rank spades, hearts, diamonds, clubs."),
    },
    "triples": {
        True: N("Three of a kind can be played alone."),
        False: N("Three of a kind cannot be played alone."),
    },
    "flushes": {
        True: N("Flushes can be played."),
        False: N("There are no flushes."),
    },
    "four_of_a_kind": {
        "with_fifth": N("Four of a kind takes a fifth card."),
        "bare": N("Four of a kind is played bare and beats only lower fours."),
    },
    "straight_flush_cards": {
        5: N("A straight flush has five cards."),
        7: N("A straight flush takes two further cards and beats everything."),
    },
    "straights": {
        "ace_both": N("The lowest straight is A-2-3-4-5, the highest 10-J-Q-K-A."),
        "no_a2345": N("A-2-3-4-5 is no straight."),
        "a2345_top": N("The highest straight is A-2-3-4-5, the lowest 2-3-4-5-6."),
        "a2345_23456_top": N("The highest straights are A-2-3-4-5, then 2-3-4-5-6."),
        "23456_a2345_top": N("The highest straights are 2-3-4-5-6, then A-2-3-4-5."),
        "23456_top_a2345_low": N("The highest straight is 2-3-4-5-6, the lowest A-2-3-4-5."),
        "two_high_23456_low": N("The highest straight is J-Q-K-A-2, the lowest 2-3-4-5-6."),
        "two_high_23456_second": N("The highest straights are J-Q-K-A-2, then 2-3-4-5-6."),
        "natural": N("The lowest straight is 3-4-5-6-7, the highest J-Q-K-A-2."),
        "two_by_suit": N("Straights with a low two are the highest, by the suit of the two."),
    },
    "flush_order": {
        "suit": N("Flushes compare by suit first."),
        "top_card": N("Flushes compare by their top card first."),
        "all_cards": N("Flushes compare card by card from the top."),
    },
    "five_card_order": {
        "standard": N("A straight flush is above four of a kind."),
        "royal_over_quads": N("Only 10-J-Q-K-A of one suit is above four of a kind."),
        "quads_top": N("Four of a kind is above every straight flush."),
    },
    "cross_kind": {
        True: N("A higher kind of five cards beats a lower one."),
        False: N("Below four of a kind, five cards beat only their own kind."),
    },
    "honours": {
        "five_card": N("Four of a kind and straight flush beat only as many cards."),
        "any": N("Four of a kind and straight flush beat singles, pairs and triples too."),
        "any_out_of_turn": N("Four of a kind and straight flush beat anything, even out of turn."),
    },
    "bomb_demotes_twos": {
        False: N("Twos stay the highest cards."),
        True: N("After a four of a kind, twos are the lowest cards."),
    },
    "passing": {
        "may_return": N("A pass binds only for that turn."),
        "locked": N("Whoever passes is out of the trick."),
        "one_pass_ends": N("One pass ends the trick."),
    },
    "top_two_ends_trick": {
        False: N("The highest card does not end a trick."),
        True: N("The highest card ends the trick at once."),
    },
    "last_card_call": {
        "none": N("No last cards are announced."),
        "one": N("A player's last card is announced."),
        "two": N("A player's last two cards are announced."),
    },
    "guard": {
        "none": N("Nobody has to guard against a last card."),
        "enforced": N("The player before a last card must play high."),
        "pays_all": N("Whoever lets a last card through pays for all."),
        "pays_all_if_preventable": N(
            "Whoever lets a last card through that could be stopped pays for all."
        ),
        "deals_next": N("Whoever lets a last card through deals the next deal."),
    },
    "going_out": {
        "any": N("Any last play is allowed."),
        "not_top_card": N("The highest card cannot be the last play."),
        "not_single_two": N("A single two cannot be the last play."),
        "not_single_or_pair_of_twos": N("A two or a pair of twos cannot be the last play."),
    },
    "play_on": {
        False: N("The first player out ends the deal."),
        True: N("Play goes on until only one player has cards."),
    },
    "scoring": {
        "cards_left": N("Losers count the cards left."),
        "winner_point": N("The winner scores one point, the others nothing."),
        "deuces": N("The winner scores one point, doubled for each two played last."),
        "placement": N("Points go by the order of going out."),
        "indonesian": N("The last play and special combinations score too."),
    },
    "unplayed_multiplier": {
        0: N("Having played no card has no factor of its own."),
        3: N("Whoever has played no card loses triple."),
    },
    "multiply_only_starter": {
        False: N("Many cards left are multiplied for everybody."),
        True: N("Many cards left are multiplied only for the player who led the deal."),
    },
    "card_values": {
        "one": N("Each card left counts 1."),
        "faces": N("Face cards left count 2, aces 3, twos 4."),
        "ladder": N("Cards left count from 1 for a three to 13 for a two."),
        "twos_five": N("A two left counts 5."),
    },
    "double_per_two": {
        False: N("Twos left do not double."),
        True: N("Each two left doubles the loss."),
    },
    "twos_last_double": {
        False: N("Twos played last do not double."),
        True: N("A last play of twos doubles all losses."),
    },
    "payment": {
        "difference": N("Every two players settle the difference of their points."),
        "winner_takes": N("Every loser pays the winner, and no other loser."),
        "count_difference": N("Every two players settle the difference of their cards left."),
        "loser_pays": N("The biggest loser alone pays the winner one point."),
    },
}
"""By option and value, for the options that are a choice."""


def option_sentence(name: str, value: OptionValue) -> str:
    """Return what a value of an option comes to, in one short sentence.

    :raises KeyError: when there is no such option or value
    """
    kind = OPTIONS[name].kind
    if kind == MULTIPLIER_LIST:
        factors = factors_text(parse_multipliers(str(value)))
        if not factors:
            return _("Losses are never multiplied.")
        return _("Many cards left count %(factors)s.") % {"factors": factors}
    if kind == WHOLE_NUMBER:
        if not value:
            return _("There are no rounds.")
        return ngettext(
            "The lowest card leads again after every deal.",
            "The lowest card leads again after every %(count)d deals.",
            int(value),
        ) % {"count": int(value)}
    return unbroken(_(WORDS[name][value]))
