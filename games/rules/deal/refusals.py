"""Why something cannot be done, as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.rules.combinations import Combination

Param = str | int | list[str]
"""A parameter of a refusal: a seat or number, a card's or kind's name, or cards' names."""


class Code(StrEnum):
    """The reasons of refusals, one sentence each; below each its parameters."""

    # ---- whoever asks, whatever is asked
    DEAL_OVER = "deal_over"
    """The deal is over."""
    NO_SUCH_SEAT = "no_such_seat"
    """There is no such seat at this table."""
    UNKNOWN_ACTION = "unknown_action"
    """This is no action."""

    # ---- turn
    NOT_YOUR_TURN = "not_your_turn"
    """It is another's turn. ``turn``: whose."""
    SEAT_OUT = "seat_out"
    """You have no cards left."""
    EXCHANGE_FIRST = "exchange_first"
    """First the exchange has to be completed. ``turn``: who has to give a card."""
    LOCKED_OUT = "locked_out"
    """You passed and are out of this trick."""
    CUT_IN_NOTHING_TO_BEAT = "cut_in_nothing_to_beat"
    """Out of turn you can only beat a play that lies on the table. ``turn``: whose turn it is."""
    CUT_IN_OWN_PLAY = "cut_in_own_play"
    """Out of turn you cannot beat your own play. ``turn``: whose turn it is."""

    # ---- cards
    NO_CARDS = "no_cards"
    """No cards are chosen."""
    UNKNOWN_CARDS = "unknown_cards"
    """These are no cards of the pack."""
    NOT_HELD = "not_held"
    """You do not hold all of these cards. ``cards``: those you do not hold."""

    # ---- combinations
    NO_COMBINATION = "no_combination"
    """These cards are no combination. ``count``: how many they are."""
    TRIPLES_EXCLUDED = "triples_excluded"
    """At this table three of a rank cannot be played alone."""
    FLUSHES_EXCLUDED = "flushes_excluded"
    """At this table flushes cannot be played."""
    SEQUENCE_EXCLUDED = "sequence_excluded"
    """At this table this sequence is no straight. ``ranks``: the sequence, as ``QKA23``."""
    FOUR_NEEDS_FIFTH = "four_needs_fifth"
    """Four of a kind is played with a fifth card."""
    FOUR_IS_BARE = "four_is_bare"
    """At this table four of a kind is played without a fifth card."""
    STRAIGHT_FLUSH_NEEDS_TWO = "straight_flush_needs_two"
    """At this table a straight flush is played with two further cards."""

    # ---- what lies on the table
    MUST_INCLUDE = "must_include"
    """The first play must contain a card. ``card``: which."""
    WRONG_SIZE = "wrong_size"
    """Play as many cards as the play to beat. ``count``: chosen; ``needed``: those it has."""
    KIND_TOO_LOW = "kind_too_low"
    """This kind cannot beat that kind. ``kind``, ``over``: the kinds."""
    KIND_DIFFERS = "kind_differs"
    """At this table this kind beats only its own. ``kind``, ``over``: the kinds."""
    TOO_LOW = "too_low"
    """The combination is too low. ``kind``: its kind."""

    # ---- duties
    LAST_TOP_CARD = "last_top_card"
    """The highest card cannot be your last. ``card``: which."""
    LAST_TWO = "last_two"
    """A two cannot be your last card."""
    LAST_PAIR_OF_TWOS = "last_pair_of_twos"
    """A pair of twos cannot be your last play."""
    GUARD_PLAY = "guard_play"
    """The next player has one card: play your highest single card or more cards than one.
    ``card``: your highest; ``next``: the next player."""
    GUARD_MUST_BEAT = "guard_must_beat"
    """The next player has one card and your highest single card beats: you cannot pass.
    ``card``: your highest; ``next``: the next player."""
    MUST_LEAD = "must_lead"
    """You lead and cannot pass."""

    # ---- redeal and exchange
    NO_REDEAL = "no_redeal"
    """At this table nobody can ask for a new deal."""
    REDEAL_TOO_LATE = "redeal_too_late"
    """A new deal can be asked for only before the first play."""
    REDEAL_POINTS = "redeal_points"
    """Your hand has too many points for a new deal. ``points``: how many."""
    REDEAL_FACES = "redeal_faces"
    """Your hand has a jack, queen or king. ``cards``: those."""
    NO_EXCHANGE = "no_exchange"
    """There is no card to be given."""
    NOT_YOUR_EXCHANGE = "not_your_exchange"
    """Another has to give a card. ``turn``: who."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something cannot be done.

    :ivar code: why
    :ivar params: what the sentence needs, as `Code` lists it at each reason
    :ivar combination: what the chosen cards are, where they are a combination
    """

    code: Code
    params: Mapping[str, Param] = field(default_factory=dict)
    combination: Combination | None = None
