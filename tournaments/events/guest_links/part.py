"""The guest link as organizers see it on the event's page."""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.events.core.models import Event
from tournaments.events.guest_links.models import GuestLink
from tournaments.events.guest_links.services import why_no_guest_link


@dataclass(frozen=True, slots=True)
class GuestLinkPart:
    """The event's guest link, or the offer to create one."""

    #: Full address; empty if there is no open link.
    address: str


def guest_link_part(event: Event, full_url: Callable[[str], str]) -> GuestLinkPart | None:
    """Return the guest link for an organizer; None if guests can't sign up. At most one query.

    :param full_url: makes a path a full address
    """
    is_over = event.status in Event.OVER_STATUSES or event.club.closed_at is not None
    if is_over or why_no_guest_link(event):
        return None
    found = GuestLink.objects.filter(event=event).first()
    return GuestLinkPart("" if found is None else full_url(found.get_absolute_url()))
