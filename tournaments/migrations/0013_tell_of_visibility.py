"""Tell organizers once that they can choose who sees the events that are not over."""

from typing import Any

from django.db import migrations


def tell(apps: Any, schema_editor: Any) -> None:
    def model(name: str) -> Any:
        return apps.get_model("tournaments", name).objects

    going_on = model("Event").exclude(status__in=("finished", "cancelled"))
    events = list(going_on.filter(club__closed_at=None).values_list("pk", "club"))
    organizers: dict[int, list[int]] = {}
    members = model("Membership").filter(
        role__in=("owner", "organizer"), club__in={club for _event, club in events}
    )
    for club, user in members.values_list("club", "user"):
        organizers.setdefault(club, []).append(user)
    notice = apps.get_model("tournaments", "EventNotice")
    notice.objects.bulk_create(
        [
            notice(event_id=event, user_id=user, kind="visibility", mail="none")
            for event, club in events
            for user in organizers.get(club, ())
        ],
        ignore_conflicts=True,
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_club_as_the_house")]

    operations = [migrations.RunPython(tell, migrations.RunPython.noop)]
