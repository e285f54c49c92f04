"""The score sheet and results of a table, as an audience reads them."""

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from django.urls import reverse

from games.common.languages import reader_language
from games.language.scores import (
    DealReport,
    FinalStandingText,
    Sheet,
    deal_report,
    final_standing_text,
    sheet_of,
)
from games.rules.view import View, view
from games.screens.table.board import Countdown, countdown_to
from games.screens.table.stable import StableFacts
from games.tables import links
from games.tables.models import Table
from games.tables.snapshot import SeatFacts, Snapshot, deal_key


class Reader(NamedTuple):
    """Viewers who get identical scores."""

    #: Whether they may see amounts (``games.tables.stakes``).
    with_money: bool
    #: Their seat, which results address as "you"; None for others, and while a deal is running.
    seat: int | None


class Scores(NamedTuple):
    """The score sheet, the results of the last deal and session, and the time to the next deal."""

    sheet: Sheet
    result: DealReport | None = None
    final: FinalStandingText | None = None
    next_deal: Countdown | None = None


def scores_of(snapshot: Snapshot, stable: StableFacts, reader: Reader) -> Scores:
    """Return the scores in the reader's language."""
    if snapshot.newest is None:
        return Scores(sheet_of(snapshot.session, snapshot.seats, ()))
    table = snapshot.table
    is_over, is_between = table.phase == Table.Phase.FINISHED, table.phase == Table.Phase.BETWEEN
    return Scores(
        _sheet(snapshot, stable, reader.with_money),
        _result(snapshot, view(snapshot.state, None), stable, reader.with_money, reader.seat),
        _final(snapshot, reader.with_money, reader.seat) if is_over else None,
        countdown_to(table.due_at if is_between and not table.paused_at else None),
    )


def _sheet(snapshot: Snapshot, stable: StableFacts, with_money: bool) -> Sheet:
    """Return the score sheet; the same object during a deal."""
    session, seats, finished = snapshot.session, snapshot.seats, snapshot.finished
    key = "sheet", reader_language(), with_money

    def unchanged_or_new_sheet() -> Sheet:
        """Return the latest sheet if made from equal values, or else a new one."""
        inputs = session, _score_fields(seats), finished
        make = functools.partial(sheet_of, session, seats, finished, with_money=with_money)
        return stable.while_same(key, inputs, make)

    return stable.once(key, unchanged_or_new_sheet)


def _score_fields(seats: Sequence[SeatFacts]) -> tuple[SeatFacts, ...]:
    """Return the seats without readiness and clock data, which scores don't depend on."""
    return tuple(replace(seat, ready=False, bank_ms=0, timeouts=0) for seat in seats)


def _result(
    snapshot: Snapshot, seen: View, stable: StableFacts, with_money: bool, reader: int | None
) -> DealReport | None:
    """Return the report of a finished deal, the same object until the next; None during play."""
    result = seen.result
    if result is None:
        return None
    session, seats, number = snapshot.session, snapshot.seats, snapshot.deal.number
    packs, place = snapshot.table.same_packs, [snapshot.table.slug, session.number, number]
    # A lesson has no page and appears in no list. If other tables have the same packs, the deal has
    # no page before all of them have played it, and this table can't know when.
    has_page = not snapshot.table.lesson and not packs
    return stable.while_same(
        ("result", reader_language(), with_money, reader),
        (deal_key(snapshot.setting), session, _score_fields(seats), packs),
        lambda: deal_report(
            number,
            seen.rules,
            result,
            seats,
            session,
            with_money=with_money,
            reader=reader,
            comparison_url=links.comparison_page(packs) if packs else "",
            is_sealed=bool(packs),
            replay_url=reverse("replay", args=place) if has_page else "",
            review_url=reverse("deal_review", args=place)
            if has_page and reader is not None
            else "",
        ),
    )


def _final(snapshot: Snapshot, with_money: bool, reader: int | None) -> FinalStandingText:
    """Return the final standing, without links to pages if the session has none."""
    table, rows = snapshot.table, (snapshot.seats, snapshot.finished)
    final = final_standing_text(
        snapshot.session, table.slug, *rows, with_money=with_money, reader=reader
    )
    # Without a page of the session there are no pages of its parts. A lesson never has one.
    return replace(final, parts=[]) if table.same_packs or table.lesson else final
