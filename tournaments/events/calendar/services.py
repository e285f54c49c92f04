"""Users' own settings for events: e-mails, and the address of their calendar."""

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer, require_user
from tournaments.events.notices.models import EventReader, new_calendar_token


@answering
def renew_calendar(caller: Caller) -> EventReader | Denial:
    """Create a new address for the caller's calendar; the previous one stops working.

    Denied to guests.
    """
    person = require_user(caller)
    if person.is_guest:
        raise DeniedError(EventCode.NO_GUESTS)
    made, _new = EventReader.objects.update_or_create(
        user=person, defaults={"calendar_token": new_calendar_token()}
    )
    return made


@answering
def set_event_mails(caller: Caller, enabled: bool) -> Answer:
    """Turn e-mails about events on or off for the caller."""
    person = require_user(caller)
    EventReader.objects.update_or_create(user=person, defaults={"takes_mail": enabled})
    return None
