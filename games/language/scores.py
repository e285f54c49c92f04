"""What deals and sessions came to: the score sheet, a deal's result, the final standing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.common import money, numbers
from games.common.languages import gettext as _
from games.language import score_words
from games.language.card_faces import CardFace, faces, left_faces
from games.language.stake_words import stake_note
from games.rules.deal import Result
from games.rules.ruleset import RuleSet
from games.tables import links, selectors
from games.tables.snapshot import AnyDeal, AnySeat, AnySession
from games.tables.stakes import SessionTerms


class Figures:
    """What somebody won, first in money where the reader is shown money."""

    __slots__ = ()
    net: int
    money: str | None

    @property
    def won_figure(self) -> str:
        """The one figure that leads."""
        return self.money or numbers.signed(self.net)

    @property
    def in_points(self) -> str:
        """What the figure is in points, where it is money."""
        return money.points(self.net, sign=True) if self.money else ""


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
class HandLeft(Figures):
    """What one seat was left with, and what that won or cost it."""

    seat: int
    name: str
    picture: str
    is_winner: bool
    #: The cards left.
    cards: list[CardFace]
    #: The dragon that was laid down, if it was this seat's.
    laid_down: list[CardFace]
    points: int
    net: int
    money: str | None
    #: How the points came about, sentence by sentence.
    how: list[str]

    @property
    def shown(self) -> list[CardFace]:
        """The cards that lie there: those left, or a dragon."""
        return self.laid_down or self.cards


@dataclass(frozen=True, slots=True)
class DealReport:
    """A finished deal in words and numbers."""

    number: int
    headline: str
    #: What it won or cost the reader, in a sentence; nothing for who did not play.
    own: str
    notes: list[str]
    #: The winner's first, then who won most.
    hands: list[HandLeft]
    #: Whether the points tell more than the number of cards left.
    has_points: bool
    pairs: list[str]
    replay_url: str
    #: Where its replay is shown beside those of other tables, once all of them have played it.
    comparison_url: str = ""


@dataclass(frozen=True, slots=True)
class StandingLine(Figures):
    """One line of a session's final standing; the place goes by the net."""

    place: int
    seat: int
    name: str
    picture: str
    #: How many deals the seat won.
    won: int
    points: int
    net: int
    money: str | None
    #: The page of the player; empty where there is none, or it is not named here.
    url: str = ""


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """How a session ended."""

    headline: str
    #: What it won or cost the reader, in a sentence; nothing for who did not play.
    own: str
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


def money_of(session: SessionTerms, net: int) -> str:
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
    reader: int | None = None,
    replay_url: str = "",
    comparison_url: str = "",
) -> DealReport:
    """Return a finished deal in words and numbers.

    :param reader: the seat of whoever reads it, who is "you"; as for all of this module
    :param replay_url: where its replay is; empty where the reader is there already
    :param comparison_url: where it is compared, if other tables play the same packs
    """
    names = [seat.name for seat in seats]
    hands = [
        HandLeft(
            seat=seat.number,
            name=seat.name,
            picture=seat.picture,
            is_winner=seat.number == result.winner,
            cards=left_faces(rules, result.left[seat.number]),
            laid_down=faces(result.laid_down) if seat.number == result.winner else [],
            points=result.points[seat.number],
            net=result.net[seat.number],
            money=_money(session, result.net[seat.number], with_money),
            how=score_words.score_sentences(
                result.score.seats[seat.number], names, is_dragon=bool(result.laid_down)
            ),
        )
        for seat in seats
    ]
    return DealReport(
        number=number,
        headline=score_words.result_headline(result, names, reader),
        own="" if reader is None else _own(session, result.net[reader], with_money),
        notes=score_words.result_notes(rules, result, names),
        hands=sorted(hands, key=lambda hand: (not hand.is_winner, -hand.net, hand.seat)),
        has_points=any(hand.points != -len(hand.cards) for hand in hands),
        pairs=[
            score_words.payment_sentence(each, names, reader) for each in result.score.transfers
        ],
        replay_url=replay_url,
        comparison_url=comparison_url,
    )


def _own(session: AnySession, net: int, with_money: bool, *, is_over: bool = False) -> str:
    amount = (
        money.amount(abs(net) * session.stake_minor, session.currency)
        if with_money
        else money.points(abs(net))
    )
    return score_words.own_result(net, amount, is_over=is_over)


def final_of(
    session: AnySession,
    slug: str,
    seats: Sequence[AnySeat],
    deals: Iterable[AnyDeal],
    *,
    with_money: bool = False,
    reader: int | None = None,
    pages: Mapping[int, str] | None = None,
) -> FinalStanding:
    """Return the final standing after the session's deals, the first place first.

    :param slug: the one of the session's table
    :param pages: the pages of the players, by seat
    """
    deals = list(deals)
    place_of, won = selectors.places_of(seats, deals), Counter(deal.winner for deal in deals)
    lines = [
        StandingLine(
            place=place_of[seat.number],
            seat=seat.number,
            name=seat.name,
            picture=seat.picture,
            won=won[seat.number],
            points=seat.points,
            net=seat.net,
            money=_money(session, seat.net, with_money),
            url=(pages or {}).get(seat.number, ""),
        )
        for seat in sorted(seats, key=lambda seat: place_of[seat.number])
    ]
    own = next((line for line in lines if line.seat == reader), None)
    return FinalStanding(
        headline=_session_headline([line for line in lines if line.place == 1], own),
        own="" if own is None else _own(session, own.net, with_money, is_over=True),
        lines=lines,
        session_url=links.session_page(slug, session.number),
        parts=links.session_parts(slug, session.number),
    )


def _session_headline(winners: Sequence[StandingLine], own: StandingLine | None) -> str:
    names = [each.name for each in winners if each is not own]
    if own is None or own.place != 1:
        if len(names) == 1:
            return _("%(name)s wins the session") % {"name": names[0]}
        return _("%(names)s share the first place") % {"names": numbers.listed(names)}
    if not names:
        return _("You win the session")
    return _("You share the first place with %(names)s") % {"names": numbers.listed(names)}
