"""The state of a deal."""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, NamedTuple

from games.rules.cards import RANK_TWO, Card, Cards
from games.rules.combinations import FOURS, Book, Combination, book
from games.rules.deal.actions import Action, Play
from games.rules.ruleset import RuleSet
from games.rules.scoring import Score, Seat, Special


class Phase(StrEnum):
    """What a deal is about at the moment."""

    EXCHANGE = "exchange"
    """The winner of the deal before has to give a card back; it is that seat's turn."""
    PLAY = "play"
    OVER = "over"


class Ending(StrEnum):
    """How a deal ended."""

    OUT = "out"
    """A player went out; with `play_on` all but one did."""
    DRAGON = "dragon"
    """A player was dealt all thirteen ranks."""
    NOBODY_LEADS = "nobody_leads"
    """No player still in had an allowed play (option `going_out`)."""
    REDEAL = "redeal"
    """A player showed the hand and asked for a new deal: it does not count at all."""


class Previous(NamedTuple):
    """What the deal before leaves to the next.

    :ivar winner: its winner, or None when nobody won
    :ivar loser: its loser, or None to have it worked out from the cards left
    :ivar left: its cards left, per seat
    """

    winner: Seat | None
    loser: Seat | None
    left: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a deal was started from; with the actions it gives the deal again.

    :ivar rules: the rule set
    :ivar number: of the deal, from 1
    :ivar dealer: who deals
    :ivar previous: the deal before, or None
    :ivar seed: decides how a recycled stock is shuffled
    :ivar pack: the order of all cards, the first on top, or None where hands were given
    :ivar hands: the hands that were given, or None where the pack was
    :ivar leftover: the cards not dealt that were given with hands, the first drawn first
    :ivar leader: the leader that was given with hands, or None
    :ivar step: 1 for anticlockwise play, -1 for clockwise
    :ivar usual: the tables of the rule set
    :ivar demoted: the same after a four has demoted the twos
    """

    rules: RuleSet
    number: int = 1
    dealer: Seat = 0
    previous: Previous | None = None
    seed: str = ""
    pack: tuple[Card, ...] | None = None
    hands: tuple[Cards, ...] | None = None
    leftover: tuple[Card, ...] = ()
    leader: Seat | None = None
    # Looked up once, for they are needed at every action.
    step: int = field(init=False, compare=False, repr=False)
    usual: Book = field(init=False, compare=False, repr=False)
    demoted: Book = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        rules = self.rules
        object.__setattr__(self, "step", step_of(rules, self.number))
        object.__setattr__(self, "usual", book(rules))
        object.__setattr__(self, "demoted", book(rules, rules.bomb_demotes_twos))

    def __reduce__(self) -> tuple[Any, ...]:
        # Without what was looked up.
        return (Setup, tuple(getattr(self, each.name) for each in fields(self) if each.init))


def step_of(rules: RuleSet, number: int) -> int:
    """Return the way round of the deal with a number: 1 anticlockwise, -1 clockwise."""
    if rules.direction == "alternate":
        return 1 if number % 2 else -1
    return 1 if rules.direction == "anticlockwise" else -1


class Exchange(NamedTuple):
    """The cards that change hands after the deal (option `exchange`).

    :ivar loser: who gave the highest card
    :ivar winner: who gives one back
    :ivar given: the loser's card
    :ivar returned: the winner's card, or None before it is chosen
    """

    loser: Seat
    winner: Seat
    given: Card
    returned: Card | None = None


class Trick(NamedTuple):
    """The trick that is being played.

    :ivar start: how many actions of the deal came before it
    :ivar top: the play to beat, or None on lead
    :ivar owner: who made it
    :ivar passes: how many passed since
    :ivar locked: the seats that are out of the trick, as bits
    """

    start: int = 0
    top: Combination | None = None
    owner: Seat | None = None
    passes: int = 0
    locked: int = 0


class Breach(NamedTuple):
    """A guard has just broken the duty.

    :ivar guard: who
    :ivar guarded: the next player, who has a single card
    :ivar highest: the guard's highest single card at that turn
    """

    guard: Seat
    guarded: Seat
    highest: Card


class PlayedSpecial(NamedTuple):
    """A four or straight flush that nobody has beaten so far."""

    seat: Seat
    combination: Combination
    last: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended and what it gave.

    :ivar ending: how it ended
    :ivar winner: the first to be out, or None
    :ivar loser: the loser as `opening_leader` knows one, or None where nobody won
    :ivar out: the seats in the order of going out
    :ivar left: the cards left, per seat
    :ivar last_play: the winner's last play
    :ivar foul: the guard who broke the duty and let the next player win, or None
    :ivar asked_by: who asked for a new deal, or None
    :ivar score: points, nets and how they came about
    """

    ending: Ending
    winner: Seat | None
    loser: Seat | None
    out: tuple[Seat, ...]
    left: tuple[Cards, ...]
    last_play: Cards
    foul: Seat | None
    asked_by: Seat | None
    score: Score

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

    :ivar setup: what the deal was started from
    :ivar phase: what it is about
    :ivar hands: the cards in hand, per seat
    :ivar turn: the seat to act, or None when the deal is over
    :ivar trick: the trick that is being played
    :ivar out: the seats without cards, in the order of going out
    :ivar leader: who leads the deal, or None while that is not known
    :ivar must_include: the card that the first play must contain, or None
    :ivar leftover: the cards that were not dealt and are no stock
    :ivar taker: who took the leftover, or None
    :ivar stock: the cards to draw from, the next first
    :ivar recycles: how often a new stock was shuffled
    :ivar exchange: the cards that changed hands after the deal, or None
    :ivar played: the cards that were played and lie there, so not those of a new stock
    :ivar active: the seats that have played a card, as bits
    :ivar starter: who made the first play, or None before it
    :ivar last_play: the winner's last play, or 0
    :ivar twos_low: whether a four has demoted the twos
    :ivar breach: the guard's duty was broken by the last action, or None
    :ivar specials: the fours and straight flushes that are not beaten
    :ivar cut_ins: which of the actions were plays out of turn, counted from 0
    :ivar lead_passes: which of them passed the lead on
    :ivar trick_ends: which of them were passes that ended the trick at once: over the own play,
        or where one pass ends it
    :ivar actions: every action of the deal so far
    :ivar result: how it ended, or None while it goes on
    """

    setup: Setup
    phase: Phase
    hands: tuple[Cards, ...]
    turn: Seat | None = None
    trick: Trick = Trick()
    out: tuple[Seat, ...] = ()
    leader: Seat | None = None
    must_include: Card | None = None
    leftover: Cards = 0
    taker: Seat | None = None
    stock: tuple[Card, ...] = ()
    recycles: int = 0
    exchange: Exchange | None = None
    played: Cards = 0
    active: int = 0
    starter: Seat | None = None
    last_play: Cards = 0
    twos_low: bool = False
    breach: Breach | None = None
    specials: tuple[PlayedSpecial, ...] = ()
    cut_ins: tuple[int, ...] = ()
    lead_passes: tuple[int, ...] = ()
    trick_ends: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()
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
    def book(self) -> Book:
        """The tables of the rule set, in the order that is in force."""
        return self.setup.demoted if self.twos_low else self.setup.usual

    @property
    def trick_cards(self) -> Cards:
        """All cards that were played in the current trick."""
        cards = 0
        for action in self.actions[self.trick.start :]:
            if isinstance(action, Play):
                cards |= action.cards
        return cards

    @property
    def awaits_gift_from(self) -> Seat | None:
        """The seat that has to give a card back, or None."""
        return self.turn if self.phase is Phase.EXCHANGE else None

    @property
    def may_redeal(self) -> tuple[Seat, ...]:
        """The seats that may ask for a new deal now; the first play ends their chance."""
        from games.rules.deal.redeal import redeal_refusal

        return tuple(seat for seat in range(len(self.hands)) if redeal_refusal(self, seat) is None)


_FIELDS = DealState._fields


def changed(state: DealState, **changes: Any) -> DealState:
    """Return a deal with some fields changed, as `_replace` does in less time.

    Names are not looked at again: every action goes through here.
    """
    return tuple.__new__(DealState, map(changes.get, _FIELDS, state))


def next_in(hands: tuple[Cards, ...], seat: Seat, step: int, locked: int = 0) -> Seat | None:
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
