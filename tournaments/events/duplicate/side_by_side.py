"""Replays of two tables with the same cards, side by side and stepped through together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common.languages import paragraph
from games.common.numbers import whole_number
from games.language.seats import SeatView, ToBeat
from games.replays import presenter as replays
from games.replays.presenter import ReplaySeat
from games.tables.history import FinishedDeal, finished_deal
from tournaments.events.core.words import signed
from tournaments.events.duplicate.selectors import SameRound, SameTable


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table that can be chosen for a side."""

    number: int
    is_shown: bool


@dataclass(frozen=True, slots=True)
class SideBySideSeat:
    """A seat of one table at the current step, with its hand face up."""

    number: int
    view: SeatView
    hand: Sequence[SafeString]
    looks: str
    is_own: bool
    #: Its net points, once the deal has ended at this table.
    net: str


@dataclass(frozen=True, slots=True)
class SideBySideTable:
    """One side: a table at the current step, or at its last step if that came earlier."""

    #: "left" or "right", as in the address, and its label.
    side: str
    label: str
    number: int
    #: The action that led to the step.
    sentence: str
    to_beat: ToBeat | None
    seats: Sequence[SideBySideSeat]
    is_over: bool
    headline: str
    replay_url: str
    choices: Sequence[TableChoice]


@dataclass(frozen=True, slots=True)
class SideBySidePage:
    """Content of the page with two replays side by side."""

    round: int
    deal: int
    step: int
    last: int
    sides: Sequence[SideBySideTable]
    #: Addresses of other steps; empty if there is none.
    first: str
    back: str
    forward: str
    end: str
    address: str
    compare_url: str

    @property
    def said(self) -> str:
        """The step at both tables, for screen readers."""
        where = _("Step %(step)s of %(last)s.") % {"step": self.step, "last": self.last}
        told = [
            _("Table %(table)s: %(sentence)s") % {"table": each.number, "sentence": each.sentence}
            for each in self.sides
        ]
        return paragraph(where, *told)


def side_by_side_page(
    played: SameRound, deal_number: int, query: Mapping[str, str], own_number: int
) -> SideBySidePage | None:
    """Return two tables side by side; None until all tables have finished the deal.

    Also None if there is no such deal. Parameters that are missing or invalid fall back to the
    first valid value. Ten more queries.

    :param query: left, right and step, from the query string
    :param own_number: the number of the reader's entry, 0 for none; left defaults to their table
    """
    if played.seal.holds(deal_number):
        return None
    tables = {each.number: each for each in played.tables if deal_number in each.deals}
    if not tables:
        return None
    left, right = _chosen_tables(list(tables.values()), query, own_number)
    found = {number: _finished_deal(tables[number], deal_number) for number in {left, right}}
    last = max(len(each.actions) for each in found.values())
    step = _allowed_number(query.get("step"), range(last + 1), 0)
    address = reverse(
        "event_side_by_side", args=[played.event.slug, played.row.number, deal_number]
    )

    def step_url(target_step: int) -> str:
        """Return the address of this page at another step."""
        return f"{address}?{urlencode({'left': left, 'right': right, 'step': target_step})}"

    return SideBySidePage(
        round=played.row.number,
        deal=deal_number,
        step=step,
        last=last,
        sides=[
            _table_at_step(
                side,
                tables[number],
                found[number],
                step,
                own_number=own_number,
                numbers=list(tables),
            )
            for side, number in (("left", left), ("right", right))
        ],
        first=step_url(0) if step else "",
        back=step_url(step - 1) if step else "",
        forward=step_url(step + 1) if step < last else "",
        end=step_url(last) if step < last else "",
        address=address,
        compare_url=reverse("event_compare", args=[played.event.slug, played.row.number]),
    )


def _chosen_tables(
    tables: Sequence[SameTable], query: Mapping[str, str], own_number: int
) -> tuple[int, int]:
    """Return the numbers of the tables to show: as requested, or the reader's own and another."""
    numbers = [each.number for each in tables]
    mine = [
        each.number
        for each in tables
        if own_number and any(seat.entry and seat.entry.number == own_number for seat in each.seats)
    ]
    left = _allowed_number(query.get("left"), numbers, (mine or numbers)[0])
    other = next((number for number in numbers if number != left), left)
    return left, _allowed_number(query.get("right"), numbers, other)


def _finished_deal(played: SameTable, deal_number: int) -> FinishedDeal:
    """Return the finished deal of this number at the table."""
    found = finished_deal(played.table.slug, 1, deal_number, None)
    assert found is not None, "the deal is not held back"
    return found


def _table_at_step(
    side: str,
    table: SameTable,
    finished: FinishedDeal,
    step: int,
    *,
    own_number: int,
    numbers: Sequence[int],
) -> SideBySideTable:
    """Return a table at the step, or at its last one; `numbers` are the tables to choose from."""
    shown_step = min(step, len(finished.actions))
    lines = replays.lines_of(finished)
    shown = replays.step_of(finished, shown_step, 0, lines)
    is_over = shown_step == len(finished.actions)
    return SideBySideTable(
        side=side,
        label=pgettext("on the left side", "Left table")
        if side == "left"
        else pgettext("on the right side", "Right table"),
        number=table.number,
        sentence=lines[shown_step - 1].sentence if shown_step else _("The cards have been dealt."),
        to_beat=shown.to_beat,
        seats=sorted(
            (
                _seat_at_step(each, table, finished, own_number, is_over=is_over)
                for each in shown.seats
            ),
            key=lambda each: each.number,
        ),
        is_over=is_over,
        headline=shown.result.headline if shown.result else "",
        replay_url=f"{replays.addresses(finished)['url']}?step={shown_step}",
        choices=[TableChoice(number, number == table.number) for number in numbers],
    )


def _seat_at_step(
    seat: ReplaySeat, table: SameTable, finished: FinishedDeal, own_number: int, *, is_over: bool
) -> SideBySideSeat:
    """Return a seat of the table with its hand face up."""
    place = seat.view.number
    entry = table.seats[place].entry
    return SideBySideSeat(
        number=place + 1,
        view=seat.view,
        hand=seat.hand,
        looks=seat.css_classes,
        is_own=entry is not None and entry.number == own_number,
        net=signed(finished.deal.nets[place]) if is_over and finished.deal.nets else "",
    )


def _allowed_number(text: str | None, allowed: Sequence[int], default: int) -> int:
    """Return the text as a number if it is allowed, otherwise the default."""
    number = whole_number(text)
    return number if number is not None and number in allowed else default
