"""Score sheet, deal result and final standing.

Each shows one figure per player: what was won or lost, in points or money.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import pgettext

from games.common import money, numbers
from games.common.languages import gettext as _
from games.language import score_words
from games.language.bots import bot_label
from games.language.card_faces import CardFace, faces, left_faces
from games.language.stake_words import stake_note
from games.rules.deal.state import Result
from games.rules.ruleset.rule_set import RuleSet
from games.tables import links, selectors
from games.tables.snapshot import AnyDeal, AnySeat, AnySession
from games.tables.stakes import SessionTerms


class NetFigures:
    """A player's net as shown: in money if the reader may see money, else in points."""

    __slots__ = ()
    net: int
    money: str | None

    @property
    def net_figure(self) -> str:
        """The net with its sign: as money if the reader sees money, otherwise in points."""
        return self.money or numbers.signed(self.net)


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A seat's result in one deal, as shown: an amount without its currency, or points."""

    net: int
    figure: str
    #: Whether a bot stood in for the player.
    stood_in: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal on the score sheet, seat by seat."""

    number: int
    cells: list[SheetCell]


@dataclass(frozen=True, slots=True)
class SheetTotal:
    """A seat's total so far, as shown; ``money`` is None for a reader who sees only points."""

    name: str
    net: int
    figure: str
    money: str | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures of a session's score sheet: a row for each finished deal, a total for each seat.

    Totals are in the same seat order as the cells of a row.
    """

    rows: list[SheetRow]
    totals: list[SheetTotal]
    #: Currency of the figures; empty for points.
    currency: str
    #: Sentence on whether the session counts for money; empty if the stake says so.
    stake_note: str


@dataclass(frozen=True, slots=True)
class FinalHand(NetFigures):
    """A seat's cards at the end of a deal, and what the seat won or lost."""

    seat: int
    name: str
    picture: str
    #: What a bot is called beside its name, such as "Club bot"; empty for a user.
    bot: str
    is_winner: bool
    #: The cards left.
    cards: list[CardFace]
    #: The dragon, if this seat laid one down.
    laid_down: list[CardFace]
    #: Card points, for the explanation only.
    points: int
    net: int
    money: str | None
    #: How the card points were counted, one sentence per step.
    how: list[str]

    @property
    def shown(self) -> list[CardFace]:
        """The cards to draw: those left, or the dragon."""
        return self.laid_down or self.cards


@dataclass(frozen=True, slots=True)
class DealReport:
    """Finished texts and figures about a deal that is over: headline, notes, hands and payments."""

    number: int
    headline: str
    #: "You lost 12 points."; empty for a reader who did not play.
    own: str
    notes: list[str]
    #: The winner's first, then by net, highest first.
    hands: list[FinalHand]
    #: Each player's card points, in the order of the hands.
    card_points: list[str]
    #: What each player lost to another, one sentence per pair.
    pairs: list[str]
    replay_url: str
    #: Page that compares the deal with other tables, open once all of them have played it.
    comparison_url: str = ""
    #: Whether other tables may still play the same cards, so that the table doesn't lay them open.
    is_sealed: bool = False
    #: The page where the reader reviews their own plays; empty for a reader who did not play.
    review_url: str = ""


@dataclass(frozen=True, slots=True)
class StandingLine(NetFigures):
    """One line of a session's final standing, placed by net."""

    place: int
    seat: int
    name: str
    picture: str
    #: What a bot is called beside its name, such as "Club bot"; empty for a user.
    bot: str
    #: How many deals the seat won.
    won: int
    net: int
    money: str | None
    #: The player's page; empty if there is none or the page is not linked here.
    url: str = ""


@dataclass(frozen=True, slots=True)
class FinalStandingText:
    """Headline, own result, one line per seat and links: a session's final standing as shown."""

    headline: str
    #: "You lost 12 points."; empty for a reader who did not play.
    own: str
    lines: list[StandingLine]
    #: How equal results were placed; empty unless some have different places.
    tie_note: str
    session_url: str
    parts: list[links.PagePart]


def sheet_of(
    session: AnySession,
    seats: Sequence[AnySeat],
    deals: Iterable[AnyDeal],
    *,
    with_money: bool = False,
) -> Sheet:
    """Return the score sheet: a row for each deal that has a result, and each seat's total so far.

    :param with_money: whether the reader may see amounts (``games.tables.stakes``); likewise in
        this whole module
    """
    currency, stake = (session.currency, session.stake_minor) if with_money else ("", 1)

    def figure(net: int) -> str:
        """Return the net without its currency, which the heading has, or in points."""
        return money.figure(net * stake, currency, step=stake)

    return Sheet(
        rows=[
            SheetRow(
                deal.number,
                [
                    SheetCell(net, figure(net), seat.number in deal.stand_ins)
                    for seat, net in zip(seats, deal.nets, strict=True)
                ],
            )
            for deal in deals
            if deal.nets is not None
        ],
        totals=[
            SheetTotal(
                seat.name,
                seat.net,
                figure(seat.net),
                _money_if_shown(session, seat.net, with_money),
            )
            for seat in seats
        ],
        currency=currency,
        stake_note=stake_note(session, seats),
    )


def money_of(session: SessionTerms, net: int) -> str:
    """Return the net as an amount of money with its sign, for a session that counts for money."""
    return money.amount(net * session.stake_minor, session.currency, sign=True)


def _money_if_shown(session: AnySession, net: int, with_money: bool) -> str | None:
    """Return the net as an amount of money, or None if the reader sees only points."""
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
    is_sealed: bool = False,
    review_url: str = "",
) -> DealReport:
    """Return the report of a finished deal; `own` is empty without a `reader`, a seat number.

    :param reader: the reader's seat, addressed as "you"; likewise in this whole module
    :param replay_url: the page of its replay; empty on that page itself
    :param comparison_url: the page that compares it with other tables that play the same packs
    :param is_sealed: whether other tables may still play the same cards
    :param review_url: the page of the reader's review; empty on pages with a button for it
    """
    names = [seat.name for seat in seats]
    hands = [
        FinalHand(
            seat=seat.number,
            name=seat.name,
            picture=seat.picture,
            bot=bot_label(seat.bot),
            is_winner=seat.number == result.winner,
            cards=left_faces(rules, result.left[seat.number]),
            laid_down=faces(result.laid_down) if seat.number == result.winner else [],
            points=result.points[seat.number],
            net=result.net[seat.number],
            money=_money_if_shown(session, result.net[seat.number], with_money),
            how=score_words.score_sentences(
                result.score.seats[seat.number], names, is_dragon=bool(result.laid_down)
            ),
        )
        for seat in seats
    ]
    hands.sort(key=lambda hand: (not hand.is_winner, -hand.net, hand.seat))
    return DealReport(
        number=number,
        headline=score_words.result_headline(result, names, reader),
        own="" if reader is None else _own_result(session, result.net[reader], with_money),
        notes=score_words.result_notes(rules, result, names),
        hands=hands,
        card_points=[score_words.card_points_line(hand.name, hand.points) for hand in hands],
        pairs=[
            score_words.payment_sentence(each, names, reader) for each in result.score.transfers
        ],
        replay_url=replay_url,
        comparison_url=comparison_url,
        is_sealed=is_sealed,
        review_url=review_url,
    )


def _own_result(session: AnySession, net: int, with_money: bool) -> str:
    """Return the reader's result as a sentence, in money or in points."""
    amount = (
        money.amount(abs(net) * session.stake_minor, session.currency)
        if with_money
        else money.points(abs(net))
    )
    return score_words.own_result(net, amount)


def final_standing_text(
    session: AnySession,
    slug: str,
    seats: Sequence[AnySeat],
    deals: Iterable[AnyDeal],
    *,
    with_money: bool = False,
    reader: int | None = None,
    pages: Mapping[int, str] | None = None,
) -> FinalStandingText:
    """Return the headline, lines and links of a session's final standing, first place first.

    :param slug: the slug of the session's table
    :param pages: the players' pages by seat
    """
    deals = list(deals)
    place_of, won = selectors.places_of(seats, deals), Counter(deal.winner for deal in deals)
    lines = [
        StandingLine(
            place=place_of[seat.number],
            seat=seat.number,
            name=seat.name,
            picture=seat.picture,
            bot=bot_label(seat.bot),
            won=won[seat.number],
            net=seat.net,
            money=_money_if_shown(session, seat.net, with_money),
            url=(pages or {}).get(seat.number, ""),
        )
        for seat in sorted(seats, key=lambda seat: place_of[seat.number])
    ]
    own = next((line for line in lines if line.seat == reader), None)
    return FinalStandingText(
        headline=_session_headline([line for line in lines if line.place == 1], own),
        own="" if own is None else _own_result(session, own.net, with_money),
        lines=lines,
        tie_note=_tie_note(lines),
        session_url=reverse("session", args=[slug, session.number]),
        # A player alone with bots has nothing to settle.
        parts=links.session_parts(slug, session.number) if _has_two_people(seats) else [],
    )


def _tie_note(lines: Sequence[StandingLine]) -> str:
    """Return how equal results were placed; empty unless some have different places."""
    places_by_net: dict[int, set[int]] = {}
    for line in lines:
        places_by_net.setdefault(line.net, set()).add(line.place)
    if all(len(places) == 1 for places in places_by_net.values()):
        return ""
    return _("Players with the same result are placed by deals won.")


def _has_two_people(seats: Sequence[AnySeat]) -> bool:
    """Return whether at least two seats belong to users."""
    return sum(seat.user_id is not None for seat in seats) > 1


def _session_headline(winners: Sequence[StandingLine], own: StandingLine | None) -> str:
    """Return the headline of a session with the winners, of whom one may be the reader."""
    names = [each.name for each in winners if each is not own]
    if own is None or own.place != 1:
        if len(names) == 1:
            return _("%(name)s won the game") % {"name": names[0]}
        return _("%(names)s tied for first place") % {"names": numbers.listed(names)}
    if not names:
        return _("You won the game")
    said = (
        _("You tied with %(names)s for first place")
        if len(names) > 1
        else pgettext("one player", "You tied with %(names)s for first place")
    )
    return said % {"names": numbers.listed(names)}
