"""The state of a deal."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, NamedTuple

from games.rules.cards import RANK_TWO, Card, Cards, together
from games.rules.combinations import FOURS, Combination, CombinationTable, combination_table
from games.rules.deal.actions import Action, Play
from games.rules.ruleset import RuleSet
from games.rules.scoring import Score, SeatNumber, Special


class Phase(StrEnum):
    """What a deal is about at the moment."""

    #: The winner of the deal before has to give a card back; it is that seat's turn.
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"


class Ending(StrEnum):
    """How a deal ended."""

    #: A player went out; with `play_on` all but one did.
    OUT = "out"
    #: A player was dealt all thirteen ranks.
    DRAGON = "dragon"
    #: No player still in had an allowed play (option `going_out`).
    NOBODY_LEADS = "nobody_leads"
    #: A player showed the hand and asked for a new deal: it does not count at all.
    REDEAL = "redeal"


class Previous(NamedTuple):
    """What the deal before leaves to the next."""

    #: Its winner, or None when nobody won.
    winner: SeatNumber | None
    #: Its loser, or None to have it worked out from the cards left.
    loser: SeatNumber | None
    #: Its cards left, per seat.
    left: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a deal was started from; with the actions it gives the deal again."""

    #: The rule set.
    rules: RuleSet
    #: The number of the deal, from 1.
    number: int = 1
    #: Who deals.
    dealer: SeatNumber = 0
    #: The deal before, or None.
    previous: Previous | None = None
    #: Decides how a recycled stock is shuffled.
    seed: str = ""
    #: The order of all cards, the first on top, or None where hands were given.
    pack: tuple[Card, ...] | None = None
    #: The hands that were given, or None where the pack was.
    hands: tuple[Cards, ...] | None = None
    #: The cards not dealt that were given with hands, the first drawn first.
    leftover: tuple[Card, ...] = ()
    #: The leader that was given with hands, or None.
    leader: SeatNumber | None = None
    # Looked up once, for they are needed at every action.
    #: 1 for anticlockwise play, -1 for clockwise.
    step: int = field(init=False, compare=False, repr=False)
    #: The combinations of the rule set.
    usual: CombinationTable = field(init=False, compare=False, repr=False)
    #: The combinations after the twos have been demoted.
    demoted: CombinationTable = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        rules = self.rules
        object.__setattr__(self, "step", step_of(rules, self.number))
        object.__setattr__(self, "usual", combination_table(rules))
        object.__setattr__(self, "demoted", combination_table(rules, rules.bomb_demotes_twos))

    def __reduce__(self) -> tuple[Any, ...]:
        # Without what was looked up.
        return (Setup, tuple(getattr(self, each.name) for each in fields(self) if each.init))


def step_of(rules: RuleSet, number: int) -> int:
    """Return the way round of the deal with a number: 1 anticlockwise, -1 clockwise."""
    if rules.direction == "alternate":
        return 1 if number % 2 else -1
    return 1 if rules.direction == "anticlockwise" else -1


class Exchange(NamedTuple):
    """The cards that change hands after the deal (option `exchange`)."""

    #: Who gave the highest card.
    loser: SeatNumber
    #: Who gives one back.
    winner: SeatNumber
    #: The loser's card.
    given: Card
    #: The winner's card, or None before it is chosen.
    returned: Card | None = None


class Trick(NamedTuple):
    """The trick that is being played."""

    #: How many actions of the deal came before it.
    start: int = 0
    #: The play to beat, or None on lead.
    top: Combination | None = None
    #: Who made it.
    owner: SeatNumber | None = None
    #: How many passed since.
    passes: int = 0
    #: The seats that are out of the trick, as bits.
    locked: int = 0


class Breach(NamedTuple):
    """A guard has just broken the duty."""

    #: The guard.
    guard: SeatNumber
    #: The next player, who has a single card.
    guarded: SeatNumber
    #: The guard's highest single card at that turn.
    highest: Card


class PlayedSpecial(NamedTuple):
    """A four or straight flush that nobody has beaten so far."""

    seat: SeatNumber
    combination: Combination
    last: bool


class Draw(NamedTuple):
    """What a pass drew from the stock."""

    #: Which of the actions it was, counted from 0.
    place: int
    #: How many cards came, at least one.
    size: int
    #: Whether the stock had run out, so that a new one was shuffled for it.
    is_anew: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended and what it gave."""

    #: How it ended.
    ending: Ending
    #: The first to be out, or None.
    winner: SeatNumber | None
    #: The loser as `opening_leader` knows one, or None where nobody won.
    loser: SeatNumber | None
    #: The seats in the order of going out.
    out: tuple[SeatNumber, ...]
    #: The cards left, per seat.
    left: tuple[Cards, ...]
    #: The winner's last play.
    last_play: Cards
    #: The guard who broke the duty and let the next player win, or None.
    foul: SeatNumber | None
    #: Who asked for a new deal, or None.
    asked_by: SeatNumber | None
    #: Points, nets and how they came about.
    score: Score
    #: The hand of a dragon, which is laid down for all to see, or 0.
    laid_down: Cards = 0

    @property
    def points(self) -> tuple[int, ...]:
        """The points, per seat."""
        return self.score.points

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat wins or pays, in points; the sum is 0."""
        return self.score.net


class DealState(NamedTuple):
    """A deal at one moment. Nothing ever changes in it; `apply` gives the next one.

    It holds everybody's secrets: what one viewer may know of it is `games.rules.view.view`.
    """

    #: What the deal was started from.
    setup: Setup
    #: What it is about.
    phase: Phase
    #: The cards in hand, per seat.
    hands: tuple[Cards, ...]
    #: The seat to act, or None when the deal is over.
    turn: SeatNumber | None = None
    #: The trick that is being played.
    trick: Trick = Trick()
    #: The seats without cards, in the order of going out.
    out: tuple[SeatNumber, ...] = ()
    #: Who leads the deal, or None while that is not known.
    leader: SeatNumber | None = None
    #: The card that the first play must contain, or None.
    must_include: Card | None = None
    #: The cards that were not dealt and are no stock.
    leftover: Cards = 0
    #: Who took the leftover, or None.
    taker: SeatNumber | None = None
    #: The cards to draw from, the next first.
    stock: tuple[Card, ...] = ()
    #: How often a new stock was shuffled.
    recycles: int = 0
    #: The cards that changed hands after the deal, or None.
    exchange: Exchange | None = None
    #: The cards that were played and lie there, so not those of a new stock.
    played: Cards = 0
    #: The seats that have played a card, as bits.
    active: int = 0
    #: Who made the first play, or None before it.
    starter: SeatNumber | None = None
    #: The winner's last play, or 0.
    last_play: Cards = 0
    #: Whether a four, or five of a kind, has demoted the twos.
    twos_low: bool = False
    #: How many honours were played: four of a kind with its fifth card, straight flushes, and
    #: five of a kind.
    bombs: int = 0
    #: The guard's duty was broken by the last action, or None.
    breach: Breach | None = None
    #: The fours, straight flushes and fives that are not beaten.
    specials: tuple[PlayedSpecial, ...] = ()
    #: Which of the actions were plays out of turn, counted from 0.
    cut_ins: tuple[int, ...] = ()
    #: Which of them passed the lead on.
    lead_passes: tuple[int, ...] = ()
    #: Which of them were passes that ended the trick at once: over the own play, or where one pass
    #: ends it.
    trick_ends: tuple[int, ...] = ()
    #: What passes drew, in order.
    draws: tuple[Draw, ...] = ()
    #: Every action of the deal so far.
    actions: tuple[Action, ...] = ()
    #: How it ended, or None while it goes on.
    result: Result | None = None

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.setup.rules

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self.result is not None

    @property
    def on_lead(self) -> bool:
        """Whether the seat to act leads."""
        return self.phase is Phase.PLAY and self.trick.top is None

    @property
    def combination_table(self) -> CombinationTable:
        """The combinations of the rule set, with twos demoted where they are."""
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
    """Return the next seat after one that has cards and is not locked out, or None.

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
    """Return the special combinations that were not beaten, as scoring knows them."""
    return tuple(
        Special(
            seat,
            combination.kind,
            last,
            combination.kind in FOURS and combination.rank == RANK_TWO,
        )
        for seat, combination, last in state.specials
    )
