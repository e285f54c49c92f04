"""What deals and sessions came to: the score sheet, a deal's result, the final standing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.common import money, numbers
from games.language import score_words
from games.language.card_faces import CardFace, faces
from games.language.stake_words import stake_note
from games.rules.deal import Result
from games.rules.ruleset import RuleSet
from games.tables import links, selectors
from games.tables.snapshot import AnyDeal, AnySeat, AnySession


@dataclass(frozen=True, slots=True)
class SheetCell:
    """What one seat made of one deal."""

    points: int
    net: int
    #: Whether a bot stood in for a person.
    stood_in: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal on the score sheet, seat by seat."""

    number: int
    cells: list[SheetCell]


@dataclass(frozen=True, slots=True)
class SheetTotal:
    """What a seat has come to so far; without money where the reader is shown points alone."""

    name: str
    points: int
    net: int
    money: str | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a session; the totals are in the order of the rows' cells."""

    rows: list[SheetRow]
    totals: list[SheetTotal]
    #: Whether the reader is shown money, too.
    for_money: bool
    #: Whether the session counts for money, where that must be said.
    stake_note: str


@dataclass(frozen=True, slots=True)
class HandLeft:
    """What one seat was left with, and what it scored."""

    seat: int
    name: str
    is_winner: bool
    cards: list[CardFace]
    points: int
    net: int
    money: str | None
    #: How the points came about, sentence by sentence.
    how: list[str]


@dataclass(frozen=True, slots=True)
class DealReport:
    """A finished deal in words and numbers."""

    number: int
    headline: str
    notes: list[str]
    hands: list[HandLeft]
    pairs: list[str]
    replay_url: str
    #: Where its replay is shown beside those of other tables, once all of them have played it.
    comparison_url: str = ""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of a session's final standing; the place goes by the net."""

    place: int
    seat: int
    name: str
    points: int
    net: int
    money: str | None


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """How a session ended."""

    headline: str
    lines: list[StandingLine]
    session_url: str
    parts: list[links.PagePart]


def sheet_of(
    session: AnySession,
    seats: Sequence[AnySeat],
    deals: Iterable[AnyDeal],
    *,
    with_money: bool = False,
) -> Sheet:
    """Return the score sheet of the deals that have a result.

    :param with_money: whether its reader is one who is shown amounts (``games.tables.stakes``), as
        for all of this module
    """
    return Sheet(
        rows=[
            SheetRow(
                deal.number,
                [
                    SheetCell(points, net, seat.number in deal.stand_ins)
                    for seat, points, net in zip(seats, deal.points, deal.nets, strict=True)
                ],
            )
            for deal in deals
            if deal.points is not None and deal.nets is not None
        ],
        totals=[
            SheetTotal(seat.name, seat.points, seat.net, _money(session, seat.net, with_money))
            for seat in seats
        ],
        for_money=with_money,
        stake_note=stake_note(session, seats),
    )


def money_of(session: AnySession, net: int) -> str:
    """Return what the net is worth in a session that counts for money."""
    return money.amount(net * session.stake_minor, session.currency, sign=True)


def _money(session: AnySession, net: int, with_money: bool) -> str | None:
    return money_of(session, net) if with_money else None


def deal_report(
    number: int,
    rules: RuleSet,
    result: Result,
    seats: Sequence[AnySeat],
    session: AnySession,
    *,
    with_money: bool = False,
    replay_url: str = "",
    comparison_url: str = "",
) -> DealReport:
    """Return a finished deal in words and numbers.

    :param replay_url: where its replay is; empty where the reader is there already
    :param comparison_url: where it is compared, if other tables play the same packs
    """
    names = [seat.name for seat in seats]
    return DealReport(
        number=number,
        headline=score_words.result_headline(result, names),
        notes=score_words.result_notes(rules, result, names),
        hands=[
            HandLeft(
                seat=seat.number,
                name=seat.name,
                is_winner=seat.number == result.winner,
                cards=faces(result.left[seat.number]),
                points=result.points[seat.number],
                net=result.net[seat.number],
                money=_money(session, result.net[seat.number], with_money),
                how=score_words.score_sentences(result.score.seats[seat.number], names),
            )
            for seat in seats
        ],
        pairs=[score_words.payment_sentence(each, names) for each in result.score.transfers],
        replay_url=replay_url,
        comparison_url=comparison_url,
    )


def final_of(
    session: AnySession,
    slug: str,
    seats: Sequence[AnySeat],
    deals: Iterable[AnyDeal],
    *,
    with_money: bool = False,
) -> FinalStanding:
    """Return the final standing after the session's deals, the first place first.

    :param slug: the one of the session's table
    """
    place_of = selectors.places_of(seats, deals)
    lines = [
        StandingLine(
            place=place_of[seat.number],
            seat=seat.number,
            name=seat.name,
            points=seat.points,
            net=seat.net,
            money=_money(session, seat.net, with_money),
        )
        for seat in sorted(seats, key=lambda seat: place_of[seat.number])
    ]
    winners = [each.name for each in lines if each.place == 1]
    if len(winners) == 1:
        headline = _("%(name)s wins the session") % {"name": winners[0]}
    else:
        headline = _("%(names)s share the first place") % {"names": numbers.listed(winners)}
    return FinalStanding(
        headline=headline,
        lines=lines,
        session_url=links.session_page(slug, session.number),
        parts=links.session_parts(slug, session.number),
    )
