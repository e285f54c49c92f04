"""What somebody sets for themselves: mails about events, and the address of the own calendar."""

from accounts.caller import Caller
from games.common.denials import Denial, DeniedError, answering
from tournaments.events.denials import EventCode
from tournaments.events.models import EventReader, new_calendar_token
from tournaments.events.services.core import Answer, known


@answering
def renew_calendar(caller: Caller) -> EventReader | Denial:
    """Give the person's calendar an address; the one before leads nowhere any more."""
    person = known(caller)
    if person.is_guest:
        raise DeniedError(EventCode.NO_GUESTS)
    made, _new = EventReader.objects.update_or_create(
        user=person, defaults={"calendar_token": new_calendar_token()}
    )
    return made


@answering
def take_mails(caller: Caller, wanted: bool) -> Answer:
    """Let mails about events come, or not."""
    person = known(caller)
    EventReader.objects.update_or_create(user=person, defaults={"takes_mail": wanted})
    return None
