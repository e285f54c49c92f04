"""Creating, renewing and closing an event's guest link, and signing up with it."""

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from tournaments.clubs.models import new_token
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, locked_event
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.entries.names import EntrantNames
from tournaments.events.entries.signing_up import check_sign_up_open, sign_up
from tournaments.events.guest_links.models import GuestLink
from tournaments.events.terms.selectors import is_for_money

_Deed = EventRecord.Deed


def why_no_guest_link(event: Event) -> EventCode | None:
    """Return why guests can't sign up for this kind of event; None if they can. No query."""
    if is_for_money(event):
        return EventCode.NO_GUESTS_FOR_MONEY
    if event.is_on_paper:
        return EventCode.NO_GUESTS_ON_PAPER
    return None


@answering
def renew_guest_link(caller: Caller, event_id: int) -> Answer:
    """Create the event's guest link, or give it a new address: the old one stops working."""
    with locked_event(event_id, caller, organizer=True) as event:
        event.check_status(*Event.UPCOMING_STATUSES, Event.Status.RUNNING)
        if code := why_no_guest_link(event.row):
            raise DeniedError(code)
        GuestLink.objects.update_or_create(event=event.row, defaults={"token": new_token()})
        event.note(_Deed.GUEST_LINK)
    return None


@answering
def close_guest_link(caller: Caller, event_id: int) -> Answer:
    """Close the event's guest link; guests who have signed up stay. Repeating is harmless."""
    with locked_event(event_id, caller, organizer=True) as event:
        deleted, _by_model = GuestLink.objects.filter(event=event.row).delete()
        if deleted:
            event.note(_Deed.NO_GUEST_LINK)
        event.is_unchanged = not deleted
    return None


@answering
def enter_by_link(caller: Caller, event_id: int, token: str) -> Answer:
    """Sign the caller up with the event's guest link, or for its waiting list.

    Members of the club sign up on the event's page instead. An entrant whom an organizer removed
    can't return.
    """
    with locked_event(event_id, caller) as event:
        row, person = event.row, event.actor
        if not GuestLink.objects.filter(event=row, token=token).exists():
            raise DeniedError(EventCode.GUEST_LINK_CLOSED)
        if code := why_no_guest_link(row):
            raise DeniedError(code)
        check_sign_up_open(event)
        if role_of(row.club_id, person) is not None:
            raise DeniedError(EventCode.MEMBERS_USE_PAGE)
        mine = row.entries.filter(user=person).first()
        if mine is not None and mine.status != Entry.Status.WITHDRAWN:
            raise DeniedError(EventCode.ENTERED_ALREADY)
        names = EntrantNames(row)
        if mine is None:
            mine = Entry(event=row, user=person, name=names.of_member(person))
            mine.number = event.next_number()
        elif _is_removed(mine):
            raise DeniedError(EventCode.GUEST_REMOVED)
        elif mine.left is not None:
            # As for members: missed rounds can't be made up.
            raise DeniedError(EventCode.WITHDRAWN_ALREADY)
        mine.by_link = True
        names.store()
        sign_up(event, mine)
        event.note(_Deed.ENTERED, mine)
    return None


def _is_removed(entry: Entry) -> bool:
    """Return whether the entry was last ended by an organizer. One query."""
    ends = EventRecord.objects.filter(entry=entry, deed__in=(_Deed.WITHDREW, _Deed.REMOVED))
    newest = ends.order_by("-pk").values_list("deed", flat=True).first()
    return newest == _Deed.REMOVED


def why_not_open(event: Event, link: GuestLink | None) -> Denial | None:
    """Return why the link's page offers no sign-up: closed link, kind of event, or event over."""
    if link is None:
        return Denial(EventCode.GUEST_LINK_CLOSED)
    if code := why_no_guest_link(event):
        return Denial(code)
    if event.status in Event.OVER_STATUSES or event.club.closed_at is not None:
        return Denial(EventCode.OVER)
    return Denial(EventCode.NOT_OPEN) if event.status == Event.Status.DRAFT else None
