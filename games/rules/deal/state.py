"""The state of a deal."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, NamedTuple

from games.rules.cards import RANK_TWO, Card, Cards, together
from games.rules.combinations.kinds import FOURS, Combination
from games.rules.combinations.table import CombinationTable, combination_table
from games.rules.deal.actions import Action, Play
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Score, SeatNumber, Special


class Phase(StrEnum):
    """Phase of a deal: the exchange of cards, play, or over."""

    #: The winner of the deal before has to give a card back and is the seat to act.
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


class Ending(StrEnum):
    """The ways in which a deal can end."""

    #: A player went out; with `play_on` all but one did.
    OUT = "out"
    #: A player was dealt all thirteen ranks.
    DRAGON = "dragon"
    #: No player with cards had an allowed play (option `going_out`).
    NOBODY_LEADS = "nobody_leads"
    #: A player asked for a redeal; the deal does not count.
    REDEAL = "redeal"


class Previous(NamedTuple):
    """The winner, loser and cards left of a deal, on which the next deal depends."""

    #: Its winner, or None.
    winner: SeatNumber | None
    #: Its loser, or None to derive it from the cards left.
    loser: SeatNumber | None
    #: Its cards left, per seat.
    left: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """The starting data of a deal; together with the actions it reproduces the deal."""

    #: The rule set.
    rules: RuleSet
    #: The number of the deal, from 1.
    number: int = 1
    #: The dealer.
    dealer: SeatNumber = 0
    #: The outcome of the deal before, or None.
    previous: Previous | None = None
    #: Determines how a recycled stock is shuffled.
    seed: str = ""
    #: All cards in order, the top card first, or None if hands were given.
    pack: tuple[Card, ...] | None = None
    #: The given hands, or None if the pack was given.
    hands: tuple[Cards, ...] | None = None
    #: The given cards that were not dealt, the next to be drawn first.
    leftover: tuple[Card, ...] = ()
    #: The given leader, or None.
    leader: SeatNumber | None = None
    # Derived once, because every action needs them.
    #: 1 for anticlockwise play, -1 for clockwise.
    step: int = field(init=False, compare=False, repr=False)
    #: The combinations of the rule set.
    usual: CombinationTable = field(init=False, compare=False, repr=False)
    #: The combinations after the twos have been demoted.
    demoted: CombinationTable = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Derive the direction and the combination tables from the rule set."""
        rules = self.rules
        object.__setattr__(self, "step", step_of(rules, self.number))
        object.__setattr__(self, "usual", combination_table(rules))
        object.__setattr__(self, "demoted", combination_table(rules, rules.bomb_demotes_twos))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the derived fields."""
        # Without the derived fields.
        return (Setup, tuple(getattr(self, each.name) for each in fields(self) if each.init))


def step_of(rules: RuleSet, number: int) -> int:
    """Return the direction of the deal with a number: 1 anticlockwise, -1 clockwise."""
    if rules.direction == "alternate":
        return 1 if number % 2 else -1
    return 1 if rules.direction == "anticlockwise" else -1


class Exchange(NamedTuple):
    """The cards that the previous loser and winner exchange after dealing (option `exchange`)."""

    #: The seat that gave its highest card.
    loser: SeatNumber
    #: The seat that gives a card back.
    winner: SeatNumber
    #: The loser's card.
    given: Card
    #: The winner's card, or None until it is chosen.
    returned: Card | None = None


class Trick(NamedTuple):
    """The current trick: the play to beat, who made it, passes since, and seats out of it."""

    #: The number of actions of the deal before it.
    start: int = 0
    #: The play to beat, or None on lead.
    top: Combination | None = None
    #: The seat that made this play.
    owner: SeatNumber | None = None
    #: The number of passes since then.
    passes: int = 0
    #: The seats that are out of the trick, as bits.
    locked: int = 0


class Breach(NamedTuple):
    """A breach of the guard's duty by the last action.

    The guard acts right before a player with a single card left (option `guard`).
    """

    #: The guard.
    guard: SeatNumber
    #: The next player, who has a single card.
    guarded: SeatNumber
    #: The guard's highest single card at that turn.
    highest: Card


class PlayedSpecial(NamedTuple):
    """A four, five or straight flush not beaten so far, who played it, and whether as last play."""

    seat: SeatNumber
    combination: Combination
    last: bool


class Draw(NamedTuple):
    """Cards that a passing player drew from the stock."""

    #: The index of the pass among the actions.
    place: int
    #: The number of cards, at least 1.
    size: int
    #: Whether the stock ran out and a new one was shuffled for this draw.
    is_recycled: bool


@dataclass(frozen=True, slots=True)
class Result:
    """Outcome of a deal: its ending, winner, loser, order of going out, cards left and score."""

    #: The way in which the deal ended.
    ending: Ending
    #: The first player to go out, or None.
    winner: SeatNumber | None
    #: The loser for `opening_leader`, or None without a winner.
    loser: SeatNumber | None
    #: The seats in the order of going out.
    out: tuple[SeatNumber, ...]
    #: The cards left, per seat.
    left: tuple[Cards, ...]
    #: The winner's last play.
    last_play: Cards
    #: The guard who broke the duty and let the next player win, or None.
    foul: SeatNumber | None
    #: The seat that asked for a redeal, or None.
    asked_by: SeatNumber | None
    #: Points and nets, with their calculation.
    score: Score
    #: The hand of a dragon, laid down for everyone to see, or 0.
    laid_down: Cards = 0

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat, in seat order."""
        return self.score.points

    @property
    def net(self) -> tuple[int, ...]:
        """The points that each seat wins or pays; the sum is 0."""
        return self.score.net


class DealState(NamedTuple):
    """A deal after some number of actions. Immutable; `apply` returns the next state.

    It contains the cards of all players: `games.rules.view.view` returns what a viewer may see.
    """

    #: The starting data of the deal.
    setup: Setup
    #: Its phase.
    phase: Phase
    #: The cards in hand, per seat.
    hands: tuple[Cards, ...]
    #: The seat to act, or None if the deal is over.
    turn: SeatNumber | None = None
    #: The current trick.
    trick: Trick = Trick()
    #: The seats without cards, in the order of going out.
    out: tuple[SeatNumber, ...] = ()
    #: The seat that leads the deal, or None until it is known.
    leader: SeatNumber | None = None
    #: The card that the first play must contain, or None.
    must_include: Card | None = None
    #: The cards that were not dealt, unless they form a stock.
    leftover: Cards = 0
    #: The seat that took the leftover, or None.
    taker: SeatNumber | None = None
    #: The cards to draw from, the next first.
    stock: tuple[Card, ...] = ()
    #: The number of times that a new stock was shuffled.
    recycles: int = 0
    #: The cards that changed hands after the deal, or None.
    exchange: Exchange | None = None
    #: The cards on the table, so all that were played except those shuffled into a new stock.
    played: Cards = 0
    #: The seats that have played a card, as bits.
    active: int = 0
    #: The seat that made the first play, or None before it.
    starter: SeatNumber | None = None
    #: The winner's last play, or 0.
    last_play: Cards = 0
    #: Whether a four, or five of a kind, has demoted the twos.
    twos_low: bool = False
    #: The number of honours played: four of a kind with its fifth card, straight flush and five of
    #: a kind.
    bombs: int = 0
    #: The breach of the guard's duty by the last action, or None.
    breach: Breach | None = None
    #: The fours, straight flushes and fives that have not been beaten.
    specials: tuple[PlayedSpecial, ...] = ()
    #: The indices of actions that were plays out of turn.
    cut_ins: tuple[int, ...] = ()
    #: The indices of actions that passed the lead on.
    lead_passes: tuple[int, ...] = ()
    #: The indices of passes that ended the trick immediately: over the player's own play, or if one
    #: pass ends it.
    trick_ends: tuple[int, ...] = ()
    #: The draws of passing players, in order.
    draws: tuple[Draw, ...] = ()
    #: Every action of the deal so far.
    actions: tuple[Action, ...] = ()
    #: The result, or None while the deal goes on.
    result: Result | None = None

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.setup.rules

    @property
    def over(self) -> bool:
        """Return whether the deal is over."""
        return self.result is not None

    @property
    def on_lead(self) -> bool:
        """Return whether the seat to act leads."""
        return self.phase is Phase.PLAY and self.trick.top is None

    @property
    def combination_table(self) -> CombinationTable:
        """The combinations of the rule set, with twos demoted if they are now."""
        return self.setup.demoted if self.twos_low else self.setup.usual

    @property
    def trick_cards(self) -> Cards:
        """All cards that were played in the current trick."""
        cards = 0
        for action in self.actions[self.trick.start :]:
            if isinstance(action, Play):
                cards = together(cards, action.cards)
        return cards

    @property
    def awaits_gift_from(self) -> SeatNumber | None:
        """The seat that has to give a card back, or None."""
        return self.turn if self.phase is Phase.EXCHANGE else None


def next_in(
    hands: tuple[Cards, ...], seat: SeatNumber, step: int, locked: int = 0
) -> SeatNumber | None:
    """Return the next seat after `seat` that has cards and is not locked out, or None.

    :param step: 1 for anticlockwise play, -1 for clockwise
    :param locked: the seats that are out of the trick, as bits
    """
    players = len(hands)
    following = (seat + step) % players
    while following != seat:
        if hands[following] and not locked >> following & 1:
            return following
        following = (following + step) % players
    return None


def specials_scored(state: DealState) -> tuple[Special, ...]:
    """Return the fours, fives and straight flushes that were not beaten, for scoring."""
    return tuple(
        Special(
            seat,
            combination.kind,
            last,
            combination.kind in FOURS and combination.rank == RANK_TWO,
        )
        for seat, combination, last in state.specials
    )
