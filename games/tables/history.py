"""Finished deals with everything that replays and shuffle checks show.

A deal is public once it has its result, even while its session continues. A running deal is not
returned, nor are the cards of a deal that was replaced by a redeal. If several tables play the same
packs, a deal is available once all tables have played it, and the secret of the packs once they
have played all deals (``games.tables.seals``).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F

from accounts.models import User
from games.rules import record
from games.rules.cards import Card, Cards
from games.rules.deal import apply, refusals, state
from games.rules.deal.actions import parse_action
from games.rules.deal.leader import draws_dealer
from games.rules.deal.start import hands_of_pack
from games.rules.scoring import SeatNumber
from games.tables import seals, selectors, shuffle
from games.tables.models import Action, Deal, Seat, Session, Table


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """An attempt at the deal that ended with a redeal: its number from 1, and who asked."""

    attempt: int
    asked_by: SeatNumber


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal with a result; ``states`` are its start and the state after each action."""

    table: Table
    session: Session
    deal: Deal
    seats: tuple[Seat, ...]
    actions: tuple[Action, ...]
    states: tuple[state.DealState, ...]
    thrown_in: tuple[ThrownIn, ...]
    #: Whether other tables still play packs from the same secret.
    is_secret_kept: bool = False

    @property
    def names(self) -> list[str]:
        """The names at the table, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def final(self) -> state.DealState:
        """The state at the end of the deal."""
        return self.states[-1]

    @property
    def setup(self) -> state.Setup:
        """The setup that the deal started from: rules, pack and dealer."""
        return self.final.setup

    @property
    def words(self) -> dict[int, str]:
        """The words that players added to the shuffle, by seat number."""
        return {int(seat): word for seat, word in self.deal.words.items()}

    @property
    def shuffle_id(self) -> str:
        """The name that the pack was shuffled with, unique for the deal or the shared pack."""
        return self.deal.shuffle_name or self._shuffle_id_of(self.deal.attempt)

    @property
    def is_shuffle_checkable(self) -> bool:
        """Return whether the shuffle can be checked: the pack's secret is public."""
        if self.is_secret_kept:
            return False
        return self.deal.pack_source != Deal.PackSource.GIVEN and bool(self.deal.secret)

    @property
    def own_shuffle_id(self) -> str:
        """The name that the shuffle has if the pack was shuffled for this attempt alone."""
        return self._shuffle_id_of(self.deal.attempt)

    @property
    def dealer_id(self) -> str:
        """The name that the dealer is drawn with: that of the deal's first attempt."""
        return self._shuffle_id_of(1)

    def _shuffle_id_of(self, attempt: int) -> str:
        """Return the name of the shuffle for that attempt at the deal."""
        return shuffle.deal_id(self.table.slug, self.session.number, self.deal.number, attempt)

    @property
    def dealer_is_drawn(self) -> bool:
        """Return whether the dealer is drawn, not given by an earlier deal or a prepared pack."""
        number = self.deal.number
        if self.deal.pack_source != Deal.PackSource.OWN:
            return False
        return draws_dealer(self.setup.rules, number)

    @property
    def dealt(self) -> tuple[tuple[Cards, ...], tuple[Card, ...]]:
        """The hands as dealt, before any exchange, and the leftover cards."""
        setup = self.setup
        if setup.pack is None:
            return setup.hands or (), setup.leftover
        return hands_of_pack(setup.rules, setup.pack, setup.dealer, setup.step)


def finished_deal(
    slug: str, session_number: int, number: int, user: User | None
) -> FinishedDeal | None:
    """Return the deal if it is over and the user may see it; otherwise None.

    No user may see it while other tables still have to play its pack.

    Three queries; two more if several tables play the same packs.
    """
    table = selectors.table_to_review(slug, session_number, user, deal=number)
    if table is None:
        return None
    # One row for each attempt and seat, so that seats need no separate query.
    rows = list(
        Deal.objects.filter(session__table=table, session__number=session_number, number=number)
        .select_related("session")
        .annotate(
            seat_number=F("session__seats__number"),
            seat_name=F("session__seats__name"),
            seat_bot=F("session__seats__bot"),
            seat_picture=F("session__seats__picture"),
            seat_user=F("session__seats__user"),
        )
        .order_by("attempt", "seat_number")
    )
    deal = rows[-1] if rows else None
    if deal is None or deal.nets is None:
        return None
    session = deal.session
    session.table = table
    seats = tuple(
        Seat(
            session=session,
            number=row.seat_number,
            name=row.seat_name,
            bot=row.seat_bot,
            picture=row.seat_picture,
            user_id=row.seat_user,
        )
        for row in rows
        if row.pk == deal.pk
    )
    actions = Action.objects.filter(deal__in={row.pk for row in rows}).order_by(
        "deal__attempt", "number"
    )
    by_attempt: dict[int, list[Action]] = {row.pk: [] for row in rows}
    for action in actions:
        by_attempt[action.deal_id].append(action)
    own = by_attempt.pop(deal.pk)
    return FinishedDeal(
        table=table,
        session=session,
        deal=deal,
        seats=seats,
        actions=tuple(own),
        states=tuple(states_of(deal, own)),
        thrown_in=tuple(
            ThrownIn(attempt, parse_action(shown[-1].text).seat)
            for attempt, shown in enumerate(by_attempt.values(), 1)
        ),
        is_secret_kept=not seals.seal_of(table).is_broken,
    )


def states_of(deal: Deal, actions: Iterable[Action]) -> list[state.DealState]:
    """Return the state at the start of the deal and after each of these actions, in order.

    :raises RuntimeError: the rules refuse an action
    """
    states = [record.replay(deal.start)]
    for action in actions:
        after = apply.apply(states[-1], parse_action(action.text))
        if isinstance(after, refusals.Refusal):
            raise RuntimeError(f"deal {deal.pk}: {action.text!r} is refused: {after}")
        states.append(after)
    return states
