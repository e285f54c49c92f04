"""What deals and sessions came to: the score sheet, a deal's result, the final standing."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games import money, texts
from games.models import Deal, Seat, Session, Table
from games.presenter.faces import CardFace, faces
from games.rules.deal import Result
from games.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal on the score sheet."""

    number: int
    points: list[int]
    nets: list[int]
    #: For each seat whether a bot stood in there for a person.
    stand_ins: list[bool]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a session; ``money_totals`` is None where points are only points."""

    names: list[str]
    bots: list[bool]
    rows: list[SheetRow]
    point_totals: list[int]
    net_totals: list[int]
    money_totals: list[str] | None


@dataclass(frozen=True, slots=True)
class HandLeft:
    """What one seat was left with, and what it scored; ``how`` tells why, sentence by sentence."""

    seat: int
    name: str
    is_winner: bool
    cards: list[CardFace]
    points: int
    net: int
    money: str | None
    how: list[str]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal in words and numbers."""

    number: int
    headline: str
    notes: list[str]
    hands: list[HandLeft]
    pairs: list[str]
    replay_url: str


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a session's final standing."""

    place: int
    seat: int
    name: str
    points: int
    net: int
    money: str | None


@dataclass(frozen=True, slots=True)
class Final:
    """How a session ended."""

    headline: str
    places: list[Place]
    session_url: str
    settlement_url: str


def sheet_of(session: Session, seats: Sequence[Seat], deals: Sequence[Deal]) -> Sheet:
    """The score sheet of the deals that have a result."""
    nets = [seat.net for seat in seats]
    return Sheet(
        names=[seat.name for seat in seats],
        bots=[seat.is_bot for seat in seats],
        rows=[
            SheetRow(
                deal.number,
                deal.points,
                deal.nets,
                [seat.number in deal.stand_ins for seat in seats],
            )
            for deal in deals
            if deal.points is not None and deal.nets is not None
        ],
        point_totals=[seat.points for seat in seats],
        net_totals=nets,
        money_totals=[money_of(session, net) or "" for net in nets] if session.currency else None,
    )


def money_of(session: Session, net: int) -> str | None:
    """What the net is worth at the session's stake, or None where points are only points."""
    if not session.currency:
        return None
    return money.amount(net * session.stake_minor, session.currency, sign=True)


def deal_result(
    number: int, rules: RuleSet, result: Result, seats: Sequence[Seat], session: Session
) -> DealResult:
    """A finished deal in words and numbers."""
    names = [seat.name for seat in seats]
    return DealResult(
        number=number,
        headline=texts.result_headline(result, names),
        notes=texts.result_notes(rules, result, names),
        hands=[
            HandLeft(
                seat=seat.number,
                name=seat.name,
                is_winner=seat.number == result.winner,
                cards=faces(result.left[seat.number]),
                points=result.points[seat.number],
                net=result.net[seat.number],
                money=money_of(session, result.net[seat.number]),
                how=texts.score_sentences(result.score.seats[seat.number], names),
            )
            for seat in seats
        ],
        pairs=[texts.payment_sentence(each, names) for each in result.score.transfers],
        replay_url=reverse("replay", args=[session.table.slug, session.number, number]),
    )


def final_of(session: Session, table: Table, seats: Sequence[Seat]) -> Final:
    """The final standing: by points, equal points share a place."""
    best_first = sorted(seats, key=lambda seat: -seat.points)
    places = [
        Place(
            place=1 + sum(other.points > seat.points for other in seats),
            seat=seat.number,
            name=seat.name,
            points=seat.points,
            net=seat.net,
            money=money_of(session, seat.net),
        )
        for seat in best_first
    ]
    winners = [each.name for each in places if each.place == 1]
    if len(winners) == 1:
        headline = _("%(name)s wins the session") % {"name": winners[0]}
    else:
        headline = _("%(names)s share the first place") % {"names": texts.listed(winners)}
    return Final(
        headline=headline,
        places=places,
        session_url=reverse("session", args=[table.slug, session.number]),
        settlement_url=reverse("settlement", args=[table.slug, session.number]),
    )
