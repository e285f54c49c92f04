"""Why something cannot be done, as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.rules.combinations import Combination

#: A parameter of a refusal: a seat or number, a card's or kind's name, or cards' names.
Param = str | int | list[str]


class Code(StrEnum):
    """The reasons of refusals, one sentence each; below each its parameters."""

    # ---- whoever asks, whatever is asked
    #: The deal is over.
    DEAL_OVER = "deal_over"
    #: There is no such seat at this table.
    NO_SUCH_SEAT = "no_such_seat"
    #: This is no action.
    UNKNOWN_ACTION = "unknown_action"

    # ---- turn
    #: It is another's turn. ``turn``: whose.
    NOT_YOUR_TURN = "not_your_turn"
    #: You have no cards left.
    SEAT_OUT = "seat_out"
    #: First the exchange has to be completed. ``turn``: who has to give a card.
    EXCHANGE_FIRST = "exchange_first"
    #: You passed and are out of this trick.
    LOCKED_OUT = "locked_out"
    #: Out of turn you can only beat a play that lies on the table. ``turn``: whose turn it is.
    CUT_IN_NOTHING_TO_BEAT = "cut_in_nothing_to_beat"
    #: Out of turn you cannot beat your own play. ``turn``: whose turn it is.
    CUT_IN_OWN_PLAY = "cut_in_own_play"

    # ---- cards
    #: No cards are chosen.
    NO_CARDS = "no_cards"
    #: These are no cards of the pack.
    UNKNOWN_CARDS = "unknown_cards"
    #: You do not hold all of these cards. ``cards``: those you do not hold.
    NOT_HELD = "not_held"

    # ---- combinations
    #: These cards are not a combination. ``count``: how many they are.
    NO_COMBINATION = "no_combination"
    #: At this table three of a rank cannot be played alone.
    TRIPLES_EXCLUDED = "triples_excluded"
    #: At this table flushes cannot be played.
    FLUSHES_EXCLUDED = "flushes_excluded"
    #: At this table this sequence is no straight. ``ranks``: the sequence, as ``QKA23``.
    SEQUENCE_EXCLUDED = "sequence_excluded"
    #: Four of a kind is played with a fifth card.
    FOUR_NEEDS_FIFTH = "four_needs_fifth"
    #: At this table four of a kind is played without a fifth card.
    FOUR_IS_BARE = "four_is_bare"
    #: At this table a straight flush is played with two further cards.
    STRAIGHT_FLUSH_NEEDS_TWO = "straight_flush_needs_two"

    # ---- what lies on the table
    #: The first play must contain a card. ``card``: which.
    MUST_INCLUDE = "must_include"
    #: Play as many cards as the play to beat. ``count``: chosen; ``needed``: those it has.
    WRONG_SIZE = "wrong_size"
    #: This kind cannot beat that kind. ``kind``, ``over``: the kinds.
    KIND_TOO_LOW = "kind_too_low"
    #: At this table this kind beats only its own. ``kind``, ``over``: the kinds.
    KIND_DIFFERS = "kind_differs"
    #: The combination is too low. ``kind``: its kind.
    TOO_LOW = "too_low"

    # ---- duties
    #: The highest card cannot be your last. ``card``: which.
    LAST_TOP_CARD = "last_top_card"
    #: A two cannot be your last card.
    LAST_TWO = "last_two"
    #: A pair of twos cannot be your last play.
    LAST_PAIR_OF_TWOS = "last_pair_of_twos"
    #: The next player has one card: play your highest single card or more cards than one. ``card``:
    #: your highest; ``next``: the next player.
    GUARD_PLAY = "guard_play"
    #: The next player has one card and your highest single card beats: you cannot pass. ``card``:
    #: your highest; ``next``: the next player.
    GUARD_MUST_BEAT = "guard_must_beat"
    #: You can beat the play on the table and so must.
    MUST_BEAT = "must_beat"
    #: You lead and cannot pass.
    MUST_LEAD = "must_lead"

    # ---- redeal and exchange
    #: At this table nobody can ask for a new deal.
    NO_REDEAL = "no_redeal"
    #: A new deal can be asked for only before the first play.
    REDEAL_TOO_LATE = "redeal_too_late"
    #: Your hand has too many points for a new deal. ``points``: how many.
    REDEAL_POINTS = "redeal_points"
    #: Your hand has a jack, queen or king. ``cards``: those.
    REDEAL_FACES = "redeal_faces"
    #: There is no card to be given.
    NO_EXCHANGE = "no_exchange"
    #: Another has to give a card. ``turn``: who.
    NOT_YOUR_EXCHANGE = "not_your_exchange"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something cannot be done."""

    #: Why.
    code: Code
    #: What the sentence needs, as `Code` lists it at each reason.
    params: Mapping[str, Param] = field(default_factory=dict)
    #: What the chosen cards are, where they are a combination.
    combination: Combination | None = None
