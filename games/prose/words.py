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

WORDS: Mapping[str, Mapping[OptionValue, str]] = {
    "players": {
        4: gettext_noop("Four players."),
        3: gettext_noop("Three players."),
        2: gettext_noop("Two players."),
    },
    "hand_size": {
        13: gettext_noop("13 cards are dealt to each."),
        17: gettext_noop("17 cards are dealt to each."),
        21: gettext_noop("21 cards are dealt to each."),
        26: gettext_noop("26 cards are dealt to each: the whole pack."),
    },
    "leftover": {
        "unused": gettext_noop("Cards left over are set aside."),
        "lowest_holder": gettext_noop("The card left over goes to the holder of the lowest card."),
        "stock": gettext_noop("Cards left over make a stock."),
    },
    "leftover_exposed": {
        True: gettext_noop("Everybody sees the card left over."),
        False: gettext_noop("Only its taker sees the card left over."),
    },
    "draw_on_pass": {
        "none": gettext_noop("Nobody draws from a stock."),
        "one": gettext_noop("Whoever passes draws one card from the stock."),
        "as_needed": gettext_noop("Whoever passes draws as many cards as the play to beat has."),
    },
    "stock_recycle": {
        False: gettext_noop("A stock is used once."),
        True: gettext_noop("An empty stock is made anew from completed tricks."),
    },
    "direction": {
        "anticlockwise": gettext_noop("Play goes anticlockwise."),
        "clockwise": gettext_noop("Play goes clockwise."),
        "alternate": gettext_noop("Play goes anticlockwise and clockwise in turn, deal by deal."),
    },
    "first_card": {
        "cut": gettext_noop("A cut decides who is dealt the first card."),
        "next_to_dealer": gettext_noop("The player after the dealer is dealt the first card."),
    },
    "opening_leader": {
        "lowest_card": gettext_noop("The lowest card leads every deal."),
        "winner": gettext_noop("The winner of the deal before leads."),
        "loser": gettext_noop("The loser of the deal before leads."),
    },
    "opening_includes_lowest": {
        True: gettext_noop("The first play must contain the lowest card."),
        False: gettext_noop("The holder of the lowest card may lead anything."),
    },
    "redeal": {
        "none": gettext_noop("Nobody can ask for a new deal."),
        "three_points": gettext_noop("A very low hand may ask for a new deal."),
        "no_faces": gettext_noop("A hand without jack, queen or king may ask for a new deal."),
    },
    "dragon_wins": {
        False: gettext_noop("A dragon is a hand like any other."),
        True: gettext_noop("A dragon (one card of each rank) wins at once."),
    },
    "exchange": {
        False: gettext_noop("No cards are exchanged."),
        True: gettext_noop(
            "The loser of the deal before gives its winner the highest card for another."
        ),
    },
    "suit_order": {
        "SHCD": gettext_noop("Suits rank spades, hearts, clubs, diamonds."),
        "DHSC": gettext_noop("Suits rank diamonds, hearts, spades, clubs."),
        "SHDC": gettext_noop("Suits rank spades, hearts, diamonds, clubs."),
    },
    "triples": {
        True: gettext_noop("Three of a kind can be played alone."),
        False: gettext_noop("Three of a kind cannot be played alone."),
    },
    "flushes": {
        True: gettext_noop("Flushes can be played."),
        False: gettext_noop("There are no flushes."),
    },
    "four_of_a_kind": {
        "with_fifth": gettext_noop("Four of a kind takes a fifth card."),
        "bare": gettext_noop("Four of a kind is played bare and beats only lower fours."),
    },
    "straight_flush_cards": {
        5: gettext_noop("A straight flush has five cards."),
        7: gettext_noop("A straight flush takes two further cards and beats everything."),
    },
    "straights": {
        "ace_both": gettext_noop("The lowest straight is A-2-3-4-5, the highest 10-J-Q-K-A."),
        "no_a2345": gettext_noop("A-2-3-4-5 is no straight."),
        "a2345_top": gettext_noop("The highest straight is A-2-3-4-5, the lowest 2-3-4-5-6."),
        "a2345_23456_top": gettext_noop("The highest straights are A-2-3-4-5, then 2-3-4-5-6."),
        "23456_a2345_top": gettext_noop("The highest straights are 2-3-4-5-6, then A-2-3-4-5."),
        "23456_top_a2345_low": gettext_noop(
            "The highest straight is 2-3-4-5-6, the lowest A-2-3-4-5."
        ),
        "two_high_23456_low": gettext_noop(
            "The highest straight is J-Q-K-A-2, the lowest 2-3-4-5-6."
        ),
        "two_high_23456_second": gettext_noop(
            "The highest straights are J-Q-K-A-2, then 2-3-4-5-6."
        ),
        "natural": gettext_noop("The lowest straight is 3-4-5-6-7, the highest J-Q-K-A-2."),
        "two_by_suit": gettext_noop(
            "Straights with a low two are the highest, by the suit of the two."
        ),
    },
    "flush_order": {
        "suit": gettext_noop("Flushes compare by suit first."),
        "top_card": gettext_noop("Flushes compare by their top card first."),
        "all_cards": gettext_noop("Flushes compare card by card from the top."),
    },
    "five_card_order": {
        "standard": gettext_noop("A straight flush is above four of a kind."),
        "royal_over_quads": gettext_noop("Only 10-J-Q-K-A of one suit is above four of a kind."),
        "quads_top": gettext_noop("Four of a kind is above every straight flush."),
    },
    "cross_kind": {
        True: gettext_noop("A higher kind of five cards beats a lower one."),
        False: gettext_noop("Below four of a kind, five cards beat only their own kind."),
    },
    "honours": {
        "five_card": gettext_noop("Four of a kind and straight flush beat only as many cards."),
        "any": gettext_noop(
            "Four of a kind and straight flush beat singles, pairs and triples too."
        ),
        "any_out_of_turn": gettext_noop(
            "Four of a kind and straight flush beat anything, even out of turn."
        ),
    },
    "bomb_demotes_twos": {
        False: gettext_noop("Twos stay the highest cards."),
        True: gettext_noop("After a four of a kind, twos are the lowest cards."),
    },
    "passing": {
        "may_return": gettext_noop("A pass binds only for that turn."),
        "locked": gettext_noop("Whoever passes is out of the trick."),
        "one_pass_ends": gettext_noop("One pass ends the trick."),
    },
    "top_two_ends_trick": {
        False: gettext_noop("The highest card does not end a trick."),
        True: gettext_noop("The highest card ends the trick at once."),
    },
    "last_card_call": {
        "none": gettext_noop("No last cards are announced."),
        "one": gettext_noop("A player's last card is announced."),
        "two": gettext_noop("A player's last two cards are announced."),
    },
    "guard": {
        "none": gettext_noop("Nobody has to guard against a last card."),
        "enforced": gettext_noop("The player before a last card must play high."),
        "pays_all": gettext_noop("Whoever lets a last card through pays for all."),
        "pays_all_if_preventable": gettext_noop(
            "Whoever lets a last card through that could be stopped pays for all."
        ),
        "deals_next": gettext_noop("Whoever lets a last card through deals the next deal."),
    },
    "going_out": {
        "any": gettext_noop("Any last play is allowed."),
        "not_top_card": gettext_noop("The highest card cannot be the last play."),
        "not_single_two": gettext_noop("A single two cannot be the last play."),
        "not_single_or_pair_of_twos": gettext_noop(
            "A two or a pair of twos cannot be the last play."
        ),
    },
    "play_on": {
        False: gettext_noop("The first player out ends the deal."),
        True: gettext_noop("Play goes on until only one player has cards."),
    },
    "scoring": {
        "cards_left": gettext_noop("Losers count the cards left."),
        "winner_point": gettext_noop("The winner scores one point, the others nothing."),
        "deuces": gettext_noop("The winner scores one point, doubled for each two played last."),
        "placement": gettext_noop("Points go by the order of going out."),
        "indonesian": gettext_noop("The last play and special combinations score too."),
    },
    "unplayed_multiplier": {
        0: gettext_noop("Having played no card has no factor of its own."),
        3: gettext_noop("Whoever has played no card loses triple."),
    },
    "multiply_only_starter": {
        False: gettext_noop("Many cards left are multiplied for everybody."),
        True: gettext_noop("Many cards left are multiplied only for the player who led the deal."),
    },
    "card_values": {
        "one": gettext_noop("Each card left counts 1."),
        "faces": gettext_noop("Face cards left count 2, aces 3, twos 4."),
        "ladder": gettext_noop("Cards left count from 1 for a three to 13 for a two."),
        "twos_five": gettext_noop("A two left counts 5."),
    },
    "double_per_two": {
        False: gettext_noop("Twos left do not double."),
        True: gettext_noop("Each two left doubles the loss."),
    },
    "twos_last_double": {
        False: gettext_noop("Twos played last do not double."),
        True: gettext_noop("A last play of twos doubles all losses."),
    },
    "payment": {
        "difference": gettext_noop("Every two players settle the difference of their points."),
        "winner_takes": gettext_noop("Every loser pays the winner, and no other loser."),
        "count_difference": gettext_noop(
            "Every two players settle the difference of their cards left."
        ),
        "loser_pays": gettext_noop("The biggest loser alone pays the winner one point."),
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
