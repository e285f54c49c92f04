"""A table with real cards during a change to its deals, and the sums of its deals."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Final, Self

from django.dispatch import Signal
from django.utils import timezone

from accounts.models import User
from games.common.denials import Denial, DeniedError
from tournaments.clubs.policy import Right, may
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import rules_at
from tournaments.events.core.locking import LockedEvent, check_organizer
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.limits import check_agreed, check_not_final
from tournaments.events.paper.deal import PaperError, WrittenDeal, scored
from tournaments.events.paper.models import PaperDeal, PaperDealRecord, written_deal
from tournaments.events.rounds.models import EventSeat, EventTable
from tournaments.events.rounds.proposal import update_proposed_round
from tournaments.events.rounds.results import finish_table
from tournaments.events.settling.services import results_corrected
from tournaments.events.settling.winnings import points_so_far

#: Sent when the last deal of a table with real cards is confirmed; argument ``event_table``.
paper_table_finished = Signal()


#: In an event with a stake, how long players can dispute a deal entered by an organizer.
DAY: Final = timedelta(hours=24)
_Deed = EventRecord.Deed
_Step = PaperDealRecord.Step


class Sheet:
    """A table with real cards while its deals are changed; the event's row is locked."""

    def __init__(
        self, event: LockedEvent, row: EventTable, seats: Sequence[EventSeat], reason: str
    ) -> None:
        """Take a table with its seats in order.

        :param reason: an organizer's reason; empty for players of the table
        """
        self.event = event
        self.person: User = event.actor
        self.reason = reason
        self.row = row
        self.seats = list(seats)

    @classmethod
    def opened(cls, event: LockedEvent, event_table_id: int, reason: str) -> Self:
        """Return the sheet of a table, by primary key.

        Raise `DeniedError` if there is none, or the user may not change its deals.

        :param reason: an organizer's reason; empty for players of the table
        :raises DeniedError: there is no such table, or the user may not
        """
        event.check_status(*Event.STARTED_STATUSES)
        found = event.row.rounds.filter(tables=event_table_id, tables__table=None).first()
        if found is None:
            raise DeniedError(EventCode.NOT_AT_TABLE)
        row = EventTable.objects.select_related("round").get(pk=event_table_id)
        seats = row.seats.select_related("entry", "result_of").order_by("place")
        sheet = cls(event, row, list(seats), reason)
        if reason:
            check_organizer(sheet.person, event.row.club_id)
            check_not_final(event.row)
        elif not sheet.is_player():
            runs = may(role_of(event.row.club_id, sheet.person), Right.RUN_EVENTS)
            raise DeniedError(EventCode.NO_REASON if runs else EventCode.NOT_YOUR_TABLE)
        elif row.finished_at is not None:
            raise DeniedError(EventCode.TABLE_DONE)
        return sheet

    @property
    def is_closed(self) -> bool:
        """Return whether the table or its event is over, so that it takes no new deals."""
        return self.row.finished_at is not None or self.event.row.finished_at is not None

    def is_player(self) -> bool:
        """Return whether the acting user is playing at the table."""
        return any(seat.player_id == self.person.pk for seat in self.seats)

    def other_players(self, user_id: int) -> list[int]:
        """Return the user IDs of the table's players, except one."""
        people = [seat.player_id for seat in self.seats if seat.player_id is not None]
        return [each for each in people if each != user_id]

    def deal(self, number: int) -> PaperDeal | None:
        """Return the deal with this number at the table, or None if it was not entered."""
        people = ("entered_by", "disputed_by")
        found = self.row.paper_deals.select_related(*people).filter(number=number)
        return found.first()

    def deal_in_version(self, number: int, version: int) -> PaperDeal:
        """Return the deal; raise `DeniedError` if it is missing or in another version."""
        deal = self.deal(number)
        if deal is None:
            raise DeniedError(EventCode.NO_SUCH_DEAL)
        if deal.version != version:
            raise deal_changed_error(deal)
        return deal

    def nets(self, written: WrittenDeal) -> list[int]:
        """Return the net points by seat of an entered deal; raise `DeniedError` for a wrong one."""
        try:
            return list(scored(rules_at(self.event.row, len(self.seats)), written).net)
        except PaperError as error:
            code, params = denial_of_paper_error(error, [seat.player_name for seat in self.seats])
            raise DeniedError(code, **params) from None

    def note(self, deal: PaperDeal, step: PaperDealRecord.Step, deed: EventRecord.Deed) -> None:
        """Append to the deal's history and, for actions of organizers, to the event's log."""
        record = None
        if self.reason:
            record = EventRecord.objects.create(
                event=self.event.row,
                actor=self.person,
                deed=deed,
                text=self.reason,
                params={
                    "round": self.row.round.number,
                    "table": self.row.number,
                    "deal": deal.number,
                },
            )
        append_to_deal_history(deal, step, self.person, self.reason, record)

    def store_sums(self) -> None:
        """Store the sums of the confirmed deals as the seats' results."""
        deals = list(self.row.paper_deals.filter(confirmed_at__isnull=False))
        won = Counter(written_deal(each.written).first for each in deals)
        for seat in self.seats:
            seat.net = sum(each.nets[seat.place] for each in deals)
            seat.deals_won, seat.deals_played = won[seat.place], len(deals)
        EventSeat.objects.bulk_update(self.seats, ["net", "deals_won", "deals_played"])

    def finish(self) -> None:
        """Store the result, finish the table, and its round if it is the last, and signal that."""
        self.store_sums()
        finish_table(self.row)
        paper_table_finished.send(EventTable, event_table=self.row)

    def update_result(self) -> None:
        """Finish the table once all its deals are confirmed; update a finished one's result.

        :raises DeniedError: a player would lose more than their agreed maximum
        """
        if self.row.finished_at is not None:
            before = points_so_far(self.event.row) if self.event.row.currency else {}
            self.store_sums()
            if self.event.row.currency:
                check_agreed(self.event.row, before, points_so_far(self.event.row))
            results_corrected(self.event, self.reason)
            update_proposed_round(
                self.event, "result", table=self.row.number, round=self.row.round.number
            )
        elif self.row.paper_deals.filter(confirmed_at__isnull=False).count() == self.deals_planned:
            self.finish()

    @property
    def deals_planned(self) -> int:
        """Number of deals that the table plays."""
        return self.event.row.deals


def denial_of_paper_error(error: PaperError, names: Sequence[str]) -> Denial:
    """Return the denial for an impossible deal, naming the players in its seats."""
    params = dict(error.params)
    if isinstance(place := params.get("seat"), int):
        params["name"] = names[place]
    if isinstance(places := params.get("seats"), tuple):
        params["names"] = tuple(names[each] for each in places)
    return Denial(error.code, params)


def append_to_deal_history(
    deal: PaperDeal,
    step: PaperDealRecord.Step,
    actor: User,
    text: str,
    record: EventRecord | None = None,
) -> None:
    """Append the deal's new state to its history."""
    PaperDealRecord.objects.create(
        deal=deal,
        step=step,
        actor=actor,
        text=text[: PaperDealRecord.TEXT_LENGTH],
        version=deal.version,
        written=deal.written,
        nets=deal.nets,
        record=record,
    )


def deal_changed_error(deal: PaperDeal) -> DeniedError:
    """Return the denial for a deal that another user has changed in the meantime."""
    return DeniedError(
        EventCode.DEAL_WRITTEN_MEANWHILE, name=deal.entered_by.shown_name, number=deal.number
    )


def rewrite_deal(sheet: Sheet, deal: PaperDeal, stored: dict[str, object], nets: list[int]) -> None:
    """Store an organizer's correction of a confirmed deal; a result already taken is updated."""
    now = timezone.now()
    deal.version += 1
    deal.written, deal.nets = stored, nets
    deal.entered_by, deal.entered_at = sheet.person, now
    deal.confirmed_by, deal.confirmed_at = sheet.person, now
    deal.disputed_by, deal.stands_at = None, None
    deal.save()
    sheet.note(deal, _Step.CORRECTED, _Deed.DEAL_CHANGED)
    sheet.update_result()
