"""Deals played with real cards: written down by one, confirmed by another, added up at the end.

Those who play at a table write and confirm its deals. An organizer may do either for any table,
and says why, which everybody reads; what an organizer writes stands at once.
"""

from collections import Counter
from collections.abc import Sequence

from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs.policy import Right, may
from tournaments.events.denials import EventCode
from tournaments.events.models import (
    Event,
    EventRecord,
    EventSeat,
    EventTable,
    PaperDeal,
    PaperDealRecord,
    stored_deal,
    written_deal,
)
from tournaments.events.paper import PaperError, WrittenDeal, scored
from tournaments.events.services.core import (
    Answer,
    EventChanging,
    changing,
    check_organizer,
    role_of,
    said_why,
)
from tournaments.events.services.planned import rules_at
from tournaments.events.services.results import finish_table
from tournaments.events.services.rounds import keep_up
from tournaments.events.services.settlement import results_corrected
from tournaments.events.signals import paper_table_finished

_Deed = EventRecord.Deed
_Step = PaperDealRecord.Step


class _Sheet:
    """A table with real cards while somebody writes; the event's row is held."""

    def __init__(self, event: EventChanging, event_table_id: int, reason: str) -> None:
        """Find the table, and check that the person may write there.

        :param reason: why an organizer does it; empty for those who play there
        :raises DeniedError: there is no such table, or they may not
        """
        assert event.person is not None, "somebody asks for it"
        event.check_status(Event.Status.RUNNING, Event.Status.FINISHED)
        found = event.row.rounds.filter(tables=event_table_id, tables__table=None).first()
        if found is None:
            raise DeniedError(EventCode.NOT_AT_TABLE)
        self.event = event
        self.person: User = event.person
        self.reason = reason
        self.row = EventTable.objects.select_related("round").get(pk=event_table_id)
        self.seats = list(self.row.seats.select_related("entry").order_by("place"))
        if reason:
            check_organizer(self.person, event.row.club_id)
        elif not self.plays():
            runs = may(role_of(self.person, event.row.club_id), Right.RUN_EVENTS)
            raise DeniedError(EventCode.NO_REASON if runs else EventCode.NOT_YOUR_TABLE)
        elif self.row.finished_at is not None:
            raise DeniedError(EventCode.TABLE_DONE)

    def plays(self) -> bool:
        """Return whether the person plays at the table."""
        return any(seat.player_id == self.person.pk for seat in self.seats)

    def deal(self, number: int) -> PaperDeal | None:
        people = ("entered_by", "disputed_by")
        found = self.row.paper_deals.select_related(*people).filter(number=number)
        return found.first()

    def known_deal(self, number: int, version: int) -> PaperDeal:
        """Return the deal as the person has read it.

        :raises DeniedError: it is not written, or was changed since
        """
        deal = self.deal(number)
        if deal is None:
            raise DeniedError(EventCode.NO_SUCH_DEAL)
        if deal.version != version:
            raise _changed(deal)
        return deal

    def nets(self, written: WrittenDeal) -> list[int]:
        """Return what the deal gives each seat.

        :raises DeniedError: it cannot have been so
        """
        try:
            return list(scored(rules_at(self.event.row, len(self.seats)), written).net)
        except PaperError as error:
            code, params = told(error, [seat.player_name for seat in self.seats])
            raise DeniedError(code, **params) from None

    def note(self, deal: PaperDeal, step: PaperDealRecord.Step, deed: EventRecord.Deed) -> None:
        """Append what was done to the deal's record, and to the event's where the desk did it."""
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
        append(deal, step, self.person, self.reason, record)

    def add_up(self) -> None:
        """Let the seats have the sums of the deals that are confirmed."""
        deals = list(self.row.paper_deals.filter(confirmed_at__isnull=False))
        won = Counter(written_deal(each.written).first for each in deals)
        for seat in self.seats:
            seat.net = sum(each.nets[seat.place] for each in deals)
            seat.deals_won, seat.deals_played = won[seat.place], len(deals)
        EventSeat.objects.bulk_update(self.seats, ["net", "deals_won", "deals_played"])

    def finish(self) -> None:
        """Take the table's result; the event goes on as with any other table."""
        self.add_up()
        finish_table(self.row)
        paper_table_finished.send(EventTable, event_table=self.row)

    def go_on(self) -> None:
        """Take the result once all deals stand; a corrected deal changes what was taken."""
        if self.row.finished_at is not None:
            self.add_up()
            results_corrected(self.event, self.reason)
            keep_up(self.event, "result", table=self.row.number, round=self.row.round.number)
        elif self.row.paper_deals.filter(confirmed_at__isnull=False).count() == self.planned:
            self.finish()

    @property
    def planned(self) -> int:
        return self.event.row.deals


def told(error: PaperError, names: Sequence[str]) -> Denial:
    """Return why a deal cannot have been as it was written, with the names of who it is about."""
    params = dict(error.params)
    if isinstance(place := params.get("seat"), int):
        params["name"] = names[place]
    if isinstance(places := params.get("seats"), tuple):
        params["names"] = ", ".join(names[each] for each in places)
    return Denial(error.code, params)


def append(
    deal: PaperDeal,
    step: PaperDealRecord.Step,
    actor: User,
    text: str,
    record: EventRecord | None = None,
) -> None:
    """Append to the deal's record how it stands now."""
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


def _changed(deal: PaperDeal) -> DeniedError:
    return DeniedError(
        EventCode.DEAL_WRITTEN_MEANWHILE, name=deal.entered_by.shown_name, number=deal.number
    )


@answering
def write_deal(
    caller: Caller,
    event_id: int,
    event_table_id: int,
    number: int,
    written: WrittenDeal,
    *,
    version: int = 0,
    reason: str = "",
) -> Answer:
    """Write a deal down, or write down otherwise what is there.

    Two people who write the same independently have confirmed each other.

    :param version: of the deal that is written anew; 0 for one that is not there yet
    :param reason: why an organizer does it; empty for those who play at the table
    """
    reason = said_why(reason) if reason else ""
    with changing(event_id, caller) as event:
        sheet = _Sheet(event, event_table_id, reason)
        _check_number(sheet, number)
        nets, stored = sheet.nets(written), stored_deal(written)
        deal = sheet.deal(number)
        if deal is None:
            deal = PaperDeal(event_table=sheet.row, number=number, version=0)
        elif deal.version != version and not reason and deal.written == stored:
            _write_alike(sheet, deal)
            return None
        elif deal.version != version:
            raise _changed(deal)
        elif deal.is_confirmed and not reason:
            raise DeniedError(EventCode.DEAL_CONFIRMED)
        _write(sheet, deal, stored, nets)
        sheet.go_on()
    return None


def _check_number(sheet: _Sheet, number: int) -> None:
    if not 1 <= number <= sheet.planned:
        raise DeniedError(EventCode.NO_FURTHER_DEAL, deals=sheet.planned)
    coming = sheet.row.paper_deals.count() + 1
    if number > coming:
        raise DeniedError(EventCode.NEXT_DEAL_FIRST, next=coming)


def _write_alike(sheet: _Sheet, deal: PaperDeal) -> None:
    """Let what two have written alike be confirmed; pressed twice by one, it is written once."""
    if deal.is_confirmed or deal.entered_by_id == sheet.person.pk:
        sheet.event.is_unchanged = True
        return
    _confirm(sheet, deal)
    sheet.go_on()


def _write(sheet: _Sheet, deal: PaperDeal, stored: dict[str, object], nets: list[int]) -> None:
    was_there = deal.pk is not None
    now = timezone.now()
    deal.version += 1
    deal.written, deal.nets = stored, nets
    deal.entered_by, deal.entered_at = sheet.person, now
    deal.disputed_by = None
    deal.confirmed_by = sheet.person if sheet.reason else None
    deal.confirmed_at = now if sheet.reason else None
    deal.save()
    if sheet.reason and was_there:
        sheet.note(deal, _Step.CORRECTED, _Deed.DEAL_CHANGED)
    else:
        sheet.note(deal, _Step.WRITTEN, _Deed.DEAL_WRITTEN)


@answering
def confirm_deal(
    caller: Caller,
    event_id: int,
    event_table_id: int,
    number: int,
    *,
    version: int,
    reason: str = "",
) -> Answer:
    """Confirm what somebody else has written; twice is once.

    :param version: of the deal as the person has read it
    :param reason: why an organizer does it; empty for those who play at the table
    """
    reason = said_why(reason) if reason else ""
    with changing(event_id, caller) as event:
        sheet = _Sheet(event, event_table_id, reason)
        deal = sheet.known_deal(number, version)
        if deal.is_confirmed:
            event.is_unchanged = True
            return None
        if not reason:
            _check_confirmer(sheet, deal)
        _confirm(sheet, deal)
        sheet.go_on()
    return None


def _check_confirmer(sheet: _Sheet, deal: PaperDeal) -> None:
    if deal.entered_by_id == sheet.person.pk:
        raise DeniedError(EventCode.OWN_DEAL)
    # Who objected may think better of it.
    if deal.disputed_by is not None and deal.disputed_by_id != sheet.person.pk:
        raise DeniedError(EventCode.DEAL_DISPUTED, name=deal.disputed_by.shown_name)


def _confirm(sheet: _Sheet, deal: PaperDeal) -> None:
    deal.confirmed_by, deal.confirmed_at = sheet.person, timezone.now()
    deal.disputed_by = None
    deal.save(update_fields=["confirmed_by", "confirmed_at", "disputed_by"])
    sheet.note(deal, _Step.CONFIRMED, _Deed.DEAL_AGREED)


@answering
def dispute_deal(
    caller: Caller, event_id: int, event_table_id: int, number: int, *, version: int, text: str
) -> Answer:
    """Say that what somebody has written is wrong, and what; it has to be written anew."""
    text = said_why(text)
    with changing(event_id, caller) as event:
        sheet = _Sheet(event, event_table_id, "")
        deal = sheet.known_deal(number, version)
        if deal.is_confirmed:
            raise DeniedError(EventCode.DEAL_CONFIRMED)
        deal.disputed_by = sheet.person
        deal.save(update_fields=["disputed_by"])
        append(deal, _Step.DISPUTED, sheet.person, text)
    return None


@answering
def close_table(caller: Caller, event_id: int, event_table_id: int, reason: str) -> Answer:
    """End a table before its last deal, and say why; the deals that are confirmed count."""
    reason = said_why(reason)
    with changing(event_id, caller, organizer=True) as event:
        sheet = _Sheet(event, event_table_id, reason)
        if sheet.row.finished_at is not None:
            raise DeniedError(EventCode.TABLE_DONE)
        open_deals = sheet.row.paper_deals.filter(confirmed_at=None)
        if waiting := list(open_deals.values_list("number", flat=True)):
            raise DeniedError(EventCode.DEALS_UNCONFIRMED, deals=", ".join(map(str, waiting)))
        event.note(
            _Deed.TABLE_CLOSED, text=reason, round=sheet.row.round.number, table=sheet.row.number
        )
        sheet.finish()
    return None
