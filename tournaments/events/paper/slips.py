"""Printable slips for tables with real cards, one for each table, to be filled in by hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.common.qr_codes import qr_code
from games.rules.ruleset.rule_set import RuleSet
from tournaments.events.core.models import Event
from tournaments.events.paper.deal import questions
from tournaments.events.rounds.models import EventRound, EventTable

#: Maximum number of names that fit side by side on half a sheet.
_MOST_IN_A5: Final = 4


@dataclass(frozen=True, slots=True)
class Slip:
    """The form of one table, printed for players to write down the result of each deal."""

    table: int
    #: Players in the order of the columns.
    names: Sequence[str]
    #: The names in the order of play.
    order: str
    deals: Sequence[int]
    #: Further columns to fill in.
    more: Sequence[str]
    address: str
    #: QR code that opens the score sheet.
    code: SafeString


@dataclass(frozen=True, slots=True)
class SlipSheet:
    """The slips of a round, with a hint for filling them in."""

    round: int
    #: Whether each slip takes a landscape A4 sheet: more than four names don't fit on A5.
    is_wide: bool
    hint: str
    slips: Sequence[Slip]


def slips_of(event: Event, row: EventRound, full_url: Callable[[str], str]) -> SlipSheet:
    """Return the paper slips of a round, whose tables and seats must be fetched. No query.

    :param full_url: makes a path a full address
    """
    extra_columns = _extra_columns(event.rule_set)
    tables = [each for each in row.tables.all() if each.table_id is None]
    return SlipSheet(
        round=row.number,
        is_wide=event.rule_set.players > _MOST_IN_A5,
        hint=_filling_hint(event.rule_set),
        slips=[_slip_of(event, each, extra_columns, full_url) for each in tables],
    )


def _slip_of(
    event: Event, row: EventTable, extra_columns: Sequence[str], full_url: Callable[[str], str]
) -> Slip:
    """Return the slip of a table, with a QR code that opens its score sheet."""
    names = [seat.player_name for seat in row.seats.all()]
    shown = names[::-1] if event.rule_set.direction == "clockwise" else names
    address = full_url(reverse("event_paper", args=[event.slug, row.pk]))
    return Slip(
        table=row.number,
        names=names,
        order=" → ".join(shown),
        deals=range(1, event.deals + 1),
        more=extra_columns,
        address=address,
        code=qr_code(address),
    )


def _filling_hint(rules: RuleSet) -> str:
    """Return how to fill in the boxes of a slip under these rules."""
    asked = questions(rules)
    if asked.order:
        return _("In each box, write the player’s finishing place.")
    if asked.ranks:
        return _(
            "In each box, write the ranks of the cards left, such as 2 K 10 9, or a tick for the"
            " winner."
        )
    if asked.cards:
        return _("In each box, write the number of cards left (0 for the winner).")
    return _("Tick the winner’s box.")


def _extra_columns(rules: RuleSet) -> list[str]:
    """Return the labels of the columns that these rules need besides the players' boxes."""
    asked = questions(rules)
    columns = {
        _("No cards played"): asked.unplayed,
        _("Starter"): asked.starter,
        _("Twos in last play"): asked.last_twos,
        _("Bombs"): asked.bombs,
        _("Guard at fault"): asked.foul,
        _("Special combinations"): asked.specials,
    }
    return [label for label, is_asked in columns.items() if is_asked]
