"""Entry fee, prizes and payments of an event, in words."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.common import money, numbers
from games.common.languages import paragraph
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.ledger.book.models import Payments
from tournaments.ledger.settling.prize_labels import prizes_label
from tournaments.pairing.prizes import WHOLE, PrizeKind

#: Number of players in the example of a pot before the first sign-up.
EXAMPLE_PLAYERS = 8


def stake_and_fee(stake_minor: int, fee_minor: int, currency: str) -> str:
    """Return stake and entry fee as a label, such as "HK$1 a point, entry fee HK$20"."""
    if not fee_minor:
        return money.stake(stake_minor, currency)
    fee = _("entry fee %(amount)s") % {"amount": money.amount(fee_minor, currency)}
    if not stake_minor:
        return fee
    return _("%(stake)s, %(fee)s") % {"stake": money.stake(stake_minor, currency), "fee": fee}


def price_sentence(stake_minor: int, fee_minor: int, currency: str) -> str:
    """Return what a player would play for as a sentence: the stake, only a fee, or points."""
    if stake_minor:
        price = stake_and_fee(stake_minor, fee_minor, currency)
        return _("You’d play for %(stake)s.") % {"stake": price}
    if fee_minor:
        return _("The entry fee is %(fee)s.") % {"fee": money.amount(fee_minor, currency)}
    return _("You’d play for points.")


def payments_label(payments: str) -> str:
    """Return who pays whom as a sentence without a full stop; empty for the fewest payments."""
    return str(Payments.CLUB.label) if payments == Payments.CLUB else ""


def fee_sentence(event: Event) -> str:
    """Return the entry fee and when it is due, in sentences; empty without a fee."""
    return _("Entry fee: %(fee)s") % {"fee": fee_fact(event)} if event.fee_minor else ""


def fee_fact(event: Event) -> str:
    """Return the entry fee and when it is due, as the value of a fact; empty without a fee."""
    if not event.fee_minor:
        return ""
    said = _(
        "%(fee)s, owed to the club once your first round starts. Until then, withdrawing costs"
        " nothing."
    )
    return said % {"fee": money.amount(event.fee_minor, event.currency)}


def players_in_pot(entries: Iterable[Entry]) -> int:
    """Return the number of players whose fees are or will be in the pot. No query."""
    return sum(
        not each.bot and (each.status in Entry.PLACED_STATUSES or each.left is not None)
        for each in entries
    )


def pot_sentences(event: Event, players: int) -> str:
    """Return the pot and the prizes for this many players, in sentences; empty without prizes.

    :param players: 0 for an example
    """
    table = event.prize_table
    if table is None:
        return ""
    count = players or event.entry_limit or EXAMPLE_PLAYERS
    pot = event.pot_of(count)
    prizes = table.of_places(pot)
    said = [_pot_sentence(event, count), _pays_sentence(prizes, event.currency)]
    if kept := pot - sum(prizes):
        keeps = _("The club keeps %(amount)s of it.")
        said.append(keeps % {"amount": money.amount(kept, event.currency)})
    if event.fee_minor and not players:
        said.insert(0, _("Example:"))
    return paragraph(*said)


def _pot_sentence(event: Event, count: int) -> str:
    """Return the pot with this many players, and where it comes from, as a sentence."""
    words = {
        "count": count,
        "fees": money.amount(event.fee_minor * count, event.currency),
        "added": money.amount(event.pot_minor, event.currency),
        "pot": money.amount(event.pot_of(count), event.currency),
    }
    if not event.fee_minor:
        said = _("The pot is %(pot)s from the club.")
    elif event.pot_minor:
        said = ngettext(
            "The pot is %(pot)s: the entry fee of %(count)d player, %(fees)s, and %(added)s from"
            " the club.",
            "The pot is %(pot)s: the entry fees of %(count)d players, %(fees)s, and %(added)s from"
            " the club.",
            count,
        )
    else:
        said = ngettext(
            "The pot is %(pot)s: the entry fee of %(count)d player.",
            "The pot is %(pot)s: the entry fees of %(count)d players.",
            count,
        )
    return said % words


def _pays_sentence(prizes: Sequence[int], currency: str) -> str:
    """Return the prizes in money, by place, as a sentence."""
    found = [
        pgettext("ordinal place", "%(place)s %(prize)s")
        % {"place": numbers.ordinal(place), "prize": money.amount(prize, currency)}
        for place, prize in enumerate(prizes, 1)
    ]
    return _("It pays %(prizes)s.") % {"prizes": numbers.listed(found)}


def shares_sentences(event: Event) -> str:
    """Return the prizes by place and what the club keeps, in sentences; empty without prizes."""
    table = event.prize_table
    if table is None:
        return ""
    label = prizes_label(event.prizes, event.currency)
    if table.kind is PrizeKind.SHARE:
        said = _("%(prizes)s of the pot.") % {"prizes": label}
        if kept := WHOLE - sum(table.places):
            kept_sentence = _("The club keeps the other %(share)s%%.") % {"share": kept}
            return paragraph(said, kept_sentence)
        return said
    if not event.fee_minor:
        return label
    shrinking = _(
        "%(prizes)s. If the pot is smaller, all prizes shrink in proportion. If it’s larger, the"
        " club keeps the rest."
    )
    return shrinking % {"prizes": label}


def tie_sentences(event: Event) -> str:
    """Return how ties and rounding change prizes, in sentences; empty without prizes."""
    if not event.prizes:
        return ""
    said = _(
        "Tied players share the prizes of their places equally. Prizes are rounded down to"
        " %(unit)s, and the club keeps what’s left over."
    ) % {"unit": money.amount(1, event.currency)}
    if event.is_on_paper:
        return said
    return paragraph(said, _("Bots pay no fee and win no prizes; the players behind them move up."))


def payments_sentence(event: Event) -> str:
    """Return who pays whom, in sentences; empty for the fewest payments."""
    if not event.pays_club:
        return ""
    return _(
        "Everyone pays the club, and the club pays out. If a player doesn’t pay, the club bears the"
        " loss."
    )


def money_lines(event: Event, players: int) -> list[str]:
    """Return fee, prizes and payments of an event, each as a line of sentences; may be empty.

    :param players: number of players in the pot; 0 for an example
    """
    lines = [fee_sentence(event), payments_sentence(event)]
    if event.prizes:
        shares = _("Prizes: %(shares)s") % {"shares": shares_sentences(event)}
        lines[1:1] = [paragraph(shares, pot_sentences(event, players)), tie_sentences(event)]
    return [*filter(None, lines)]
