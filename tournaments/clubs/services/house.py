"""Activity records of events that can cost the club money."""

from accounts.models import User
from games.tables.max_loss import Cost
from tournaments.clubs.models import ClubRecord


def record_house_event(user: User, club_id: int, event_id: int, name: str, max_loss: Cost) -> None:
    """Record in the club's activity what an event can cost the club, if more than recorded before.

    Bookkeepers see the record on their home page. The caller holds the event's lock. At most two
    queries.

    :param user: the user who created or changed the event
    """
    told = ClubRecord.objects.filter(
        club=club_id, deed=ClubRecord.Deed.HOUSE, params__event=event_id
    )
    costs = [Cost.parse(str(each["worst"])) for each in told.values_list("params", flat=True)]
    if any(each.covers(max_loss) for each in costs if each is not None):
        return
    ClubRecord.objects.create(
        club_id=club_id,
        actor=user,
        deed=ClubRecord.Deed.HOUSE,
        params={"way": "event", "event": event_id, "name": name, "worst": str(max_loss)},
    )
