"""Refusals: reasons why the rules do not allow an action."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.rules.combinations.kinds import Combination

#: A parameter of a refusal: a seat or number, the name of a card or kind, or a list of cards.
Param = str | int | list[str]


class Code(StrEnum):
    """Reasons for refusals, each with one sentence and its parameters."""

    # ---- any action
    #: The deal is over.
    DEAL_OVER = "deal_over"
    #: There is no such seat at this table.
    NO_SUCH_SEAT = "no_such_seat"
    #: This is not an action.
    UNKNOWN_ACTION = "unknown_action"

    # ---- turn
    #: It is another player's turn. ``turn``: the seat to act.
    NOT_YOUR_TURN = "not_your_turn"
    #: You have no cards left.
    SEAT_OUT = "seat_out"
    #: The exchange has to be completed first. ``turn``: the seat that has to give a card.
    EXCHANGE_FIRST = "exchange_first"
    #: You passed and are out of this trick.
    LOCKED_OUT = "locked_out"
    #: Out of turn you can only beat a play on the table. ``turn``: the seat to act.
    CUT_IN_NOTHING_TO_BEAT = "cut_in_nothing_to_beat"
    #: Out of turn you can't beat your own play. ``turn``: the seat to act.
    CUT_IN_OWN_PLAY = "cut_in_own_play"

    # ---- cards
    #: No cards are selected.
    NO_CARDS = "no_cards"
    #: These cards are not in the pack.
    UNKNOWN_CARDS = "unknown_cards"
    #: You do not hold all of these cards. ``cards``: the missing cards.
    NOT_HELD = "not_held"

    # ---- combinations
    #: These cards are not a valid combination. ``count``: their number.
    NO_COMBINATION = "no_combination"
    #: At this table you can't play three of a kind on its own.
    TRIPLES_EXCLUDED = "triples_excluded"
    #: At this table you can't play two pairs together.
    TWO_PAIRS_EXCLUDED = "two_pairs_excluded"
    #: At this table there are no flushes.
    FLUSHES_EXCLUDED = "flushes_excluded"
    #: At this table this sequence isn't a straight. ``ranks``: the sequence, as ``QKA23``.
    SEQUENCE_EXCLUDED = "sequence_excluded"
    #: Four of a kind is played with a fifth card.
    FOUR_NEEDS_FIFTH = "four_needs_fifth"
    #: At this table four of a kind is played without a fifth card.
    FOUR_IS_BARE = "four_is_bare"
    #: At this table a straight flush is played with two further cards.
    STRAIGHT_FLUSH_NEEDS_TWO = "straight_flush_needs_two"

    # ---- the play on the table
    #: The first play must include a card. ``card``: the card.
    MUST_INCLUDE = "must_include"
    #: Play as many cards as the play to beat. ``count``: selected; ``needed``: in that play.
    WRONG_SIZE = "wrong_size"
    #: This kind can't beat that kind. ``kind``, ``over``: the kinds.
    KIND_TOO_LOW = "kind_too_low"
    #: At this table this kind only beats its own. ``kind``, ``over``: the kinds.
    KIND_DIFFERS = "kind_differs"
    #: The combination is too low. ``kind``: its kind.
    TOO_LOW = "too_low"

    # ---- duties
    #: The highest card can't be your last play. ``card``: the card.
    LAST_TOP_CARD = "last_top_card"
    #: A single two can't be your last play.
    LAST_TWO = "last_two"
    #: A pair of twos can't be your last play.
    LAST_PAIR_OF_TWOS = "last_pair_of_twos"
    #: The next player has one card: play your highest single card or more than one card. ``card``:
    #: your highest; ``next``: the next player.
    GUARD_PLAY = "guard_play"
    #: The next player has one card and your highest single card beats the play: you can't pass.
    #: ``card``: your highest; ``next``: the next player.
    GUARD_MUST_BEAT = "guard_must_beat"
    #: You can beat the play on the table, so you must.
    MUST_BEAT = "must_beat"
    #: You can't pass when you lead.
    MUST_LEAD = "must_lead"

    # ---- redeal and exchange
    #: At this table players can't ask for a redeal.
    NO_REDEAL = "no_redeal"
    #: You can ask for a redeal only before the first play.
    REDEAL_TOO_LATE = "redeal_too_late"
    #: Your hand has too many points for a redeal. ``points``: their number.
    REDEAL_POINTS = "redeal_points"
    #: Your hand has a jack, queen or king. ``cards``: these cards.
    REDEAL_FACES = "redeal_faces"
    #: There is no card to give.
    NO_EXCHANGE = "no_exchange"
    #: Another player has to give a card. ``turn``: the seat.
    NOT_YOUR_EXCHANGE = "not_your_exchange"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An action that the rules do not allow, with the reason."""

    #: The reason.
    code: Code
    #: The parameters of the sentence, as listed in `Code`.
    params: Mapping[str, Param] = field(default_factory=dict)
    #: The combination of the selected cards, if they are one.
    combination: Combination | None = None
