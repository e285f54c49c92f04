"""Explanation of a settlement: what was played, on which terms, and how the list was made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from games.common import money, numbers
from games.language import labels
from games.tables.models import Deal, Seat
from tournaments.ledger.book.models import Payments
from tournaments.ledger.links import event_parts
from tournaments.ledger.settling import selectors
from tournaments.ledger.settling.models import Balance, Settlement
from tournaments.ledger.settling.prize_labels import prizes_label
from tournaments.ledger.settling.selectors import Access
from tournaments.pairing.prizes import PrizeKind


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """Label, page and (name, points) pairs of a deal or of a part of an event."""

    label: str
    #: Empty if it has no page.
    url: str
    nets: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """The results of deals or event parts that make up a settlement's totals."""

    #: Column names, if they are the same in all rows; otherwise empty.
    names: Sequence[str]
    lines: Sequence[PlayedLine]
    #: The page where the reader can review their own plays; empty for a reader who did not play.
    review_url: str = ""


def played_table(settlement: Settlement, access: Access, user: User | None) -> PlayedTable | None:
    """Return the results of the session's deals or the event's parts; None for balances."""
    if settlement.session is not None:
        seats, deals = selectors.seats_and_scored_deals(settlement.session.pk)
        table = _deals_table(settlement, seats, deals, sees_deals=access.sees_deals)
        has_played = user is not None and any(seat.user_id == user.pk for seat in seats)
        if access.sees_deals and deals and has_played:
            url = f"{settlement.session.get_absolute_url()}#deals-title"
            return replace(table, review_url=url)
        return table
    if settlement.event is not None:
        lines = [
            PlayedLine(part.label, part.url, part.nets)
            for part in event_parts(settlement.event, user) or ()
        ]
        heads = [[name for name, _points in line.nets] for line in lines]
        alike = bool(heads) and all(each == heads[0] for each in heads)
        return PlayedTable(heads[0] if alike else (), lines)
    return None


def _deals_table(
    settlement: Settlement, seats: Sequence[Seat], deals: Sequence[Deal], *, sees_deals: bool
) -> PlayedTable:
    """Return the results of the session's deals, with links if the reader sees the deals."""
    assert settlement.session is not None
    names = [seat.name for seat in seats]
    table, number = settlement.session.table.slug, settlement.session.number
    lines = [
        PlayedLine(
            _("Deal %(number)s") % {"number": deal.number},
            reverse("replay", args=[table, number, deal.number]) if sees_deals else "",
            list(zip(names, deal.nets or (), strict=True)),
        )
        for deal in deals
    ]
    return PlayedTable(names, lines)


def explanation_sentences(
    settlement: Settlement, names: Mapping[int, str], *, has_pending: bool
) -> list[str]:
    """Return sentences about who won most and how the payment list was made.

    :param has_pending: whether results wait for their players' answers
    """
    found: list[str] = []
    if settlement.is_charge:
        return [_("This amount was agreed to before it became due.")]
    balances = list(settlement.balances.all())
    top_points = max((each.points for each in balances), default=0)
    if top_points > 0 and (settlement.stake_minor or not settlement.currency):
        winners = [names[each.account_id] for each in balances if each.points == top_points]
        found.append(_winner_sentence(settlement, winners, top_points))
    found += _fee_and_prize_sentences(settlement, balances, names, has_pending=has_pending)
    debts, payments = len(settlement.debts.all()), len(settlement.transfers.all())
    if not settlement.currency:
        found.append(_("Played for points, so there’s nothing to pay."))
    elif settlement.is_carried:
        found.append(
            _(
                "Nothing to pay yet: the club keeps running balances. A payment list will be"
                " created when the club settles them."
            )
        )
    elif not payments and not has_pending:
        found.append(_("Everyone broke even, so no one owes anything."))
    elif payments and settlement.through_club:
        found.append(
            _(
                "Everyone pays the club, and the club pays out. If a player doesn’t pay, the club"
                " bears the loss."
            )
        )
    elif payments:
        found.append(_simplified_sentence(len(balances), debts, payments))
        found.append(
            _("That’s the fewest payments possible.")
            if settlement.is_shortest
            else _("With this many players, a slightly shorter payment list may be possible.")
        )
    return found


def _winner_sentence(settlement: Settlement, names: list[str], points: int) -> str:
    """Return a sentence on the points that the winners won."""
    words = {
        "names": numbers.listed(names),
        "points": money.points(points),
        "stake": money.stake(settlement.stake_minor, settlement.currency),
    }
    if settlement.currency:
        if len(names) == 1:
            return _("%(names)s won %(points)s at %(stake)s.") % words
        return _("%(names)s won %(points)s each at %(stake)s.") % words
    if len(names) == 1:
        return _("%(names)s won %(points)s.") % words
    return _("%(names)s won %(points)s each.") % words


def _fee_and_prize_sentences(
    settlement: Settlement,
    balances: Sequence[Balance],
    names: Mapping[int, str],
    *,
    has_pending: bool,
) -> list[str]:
    """Return sentences on the entry fees, the pot and the prizes; none without them.

    :param has_pending: whether results wait, so that the pot contains more than the fees settled
    """

    def amount(minor: int) -> str:
        """Return the amount as text."""
        return money.amount(minor, settlement.currency)

    found = []
    fees = [each.fee for each in balances if each.fee > 0]
    if fees:
        words = (
            _("1 player owes the club the entry fee of %(fee)s.")
            if len(fees) == 1
            else ngettext(
                "%(count)d player owes the club the entry fee of %(fee)s, %(sum)s in all.",
                "%(count)d players owe the club the entry fee of %(fee)s each, %(sum)s in all.",
                len(fees),
            )
        )
        found.append(
            words % {"count": len(fees), "fee": amount(max(fees)), "sum": amount(sum(fees))}
        )
    ranked = sorted(balances, key=lambda each: -each.prize)
    prizes = [
        _("%(name)s %(prize)s") % {"name": names[each.account_id], "prize": amount(each.prize)}
        for each in ranked
        if each.prize > 0
    ]
    if prizes:
        pot = sum(fees) + (settlement.terms.get("pot_minor") or 0)
        words = (
            _("Prizes: %(prizes)s.")
            if has_pending
            else _("Prizes from the pot of %(pot)s: %(prizes)s.")
        )
        found.append(words % {"pot": amount(pot), "prizes": numbers.listed(prizes)})
    return found


def _simplified_sentence(balances: int, debts: int, payments: int) -> str:
    """Return a sentence on how many payments settle the debts or balances."""
    if not debts:
        return ngettext(
            "%(balances)d balances are settled by %(payments)d payment.",
            "%(balances)d balances are settled by %(payments)d payments.",
            payments,
        ) % {"balances": balances, "payments": payments}
    if debts <= payments:
        return ngettext(
            "%(payments)d payment settles everything.",
            "%(payments)d payments settle everything.",
            payments,
        ) % {"payments": payments}
    return ngettext(
        "%(debts)d debts are simplified to %(payments)d payment.",
        "%(debts)d debts are simplified to %(payments)d payments.",
        payments,
    ) % {"debts": debts, "payments": payments}


def _prizes_term(prizes: Mapping[str, Sequence[int]], currency: str) -> str:
    """Return the agreed prizes by place, as shares of the pot or as amounts."""
    label = prizes_label(prizes, currency)
    if PrizeKind.SHARE in prizes:
        return _("%(prizes)s of the pot") % {"prizes": label}
    return label


def term_lines(settlement: Settlement) -> list[tuple[str, str]]:
    """Return the agreed terms stored with the settlement as (label, text)."""
    terms, found = settlement.terms, []
    if rules := terms.get("rules_name"):
        found.append((_("Rules"), labels.rules_label(rules)))
    if deals := terms.get("deals"):
        is_event = settlement.source == Settlement.Source.EVENT
        words = numbers.unsigned(deals)
        rounds = terms.get("rounds")
        if rounds and settlement.source == Settlement.Source.EVENT:
            words = ngettext(
                "%(deals)s in %(count)d round", "%(deals)s in each of %(count)d rounds", rounds
            ) % {"deals": labels.deals_label(deals), "count": rounds}
        if (done := terms.get("played")) is not None and done != deals:
            words = _("%(deals)s (%(played)s played)") % {
                "deals": words,
                "played": numbers.unsigned(done),
            }
        found.append(
            (_("Deals per round") if is_event else pgettext("number of deals", "Deals"), words)
        )
    if target := terms.get("target"):
        found.append((_("Target score"), money.points(target)))
    if settlement.is_of_game:
        stake = money.stake(terms.get("stake_minor") or 0, terms.get("currency") or "")
        found.append((_("Stake"), stake))
        for name, label in (("fee_minor", _("Entry fee")), ("pot_minor", _("Added by the club"))):
            if amount := terms.get(name):
                found.append((label, money.amount(amount, terms["currency"])))
        if prizes := terms.get("prizes"):
            found.append((_("Prizes"), _prizes_term(prizes, terms["currency"])))
        if settlement.through_club:
            found.append((_("Payments"), str(Payments.CLUB.label)))
        if terms.get("currency") and not settlement.currency:
            found.append((_("Settled in"), _("Points, because bots played")))
    return found
