"""Order of waiting lists, the end of sign-up, and what a proposed round was made from."""

from typing import Any

from django.db import migrations, models


def number_waiting(apps: Any, schema_editor: Any) -> None:
    """Number those who wait by their latest entry, which the event's record has."""
    entries = apps.get_model("tournaments", "Entry").objects
    records = apps.get_model("tournaments", "EventRecord").objects
    waiting = list(entries.filter(status="waiting").order_by("event", "number"))
    entered = records.filter(
        entry__in=[each.pk for each in waiting], deed__in=("entered", "named", "bot")
    )
    latest = dict(entered.order_by("pk").values_list("entry", "pk"))
    waiting.sort(key=lambda each: (each.event_id, latest.get(each.pk, 0), each.number))
    last: dict[int, int] = {}
    for each in waiting:
        last[each.event_id] = each.waiting_number = last.get(each.event_id, 0) + 1
    entries.bulk_update(waiting, ["waiting_number"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_club_name_keys")]

    operations = [
        migrations.AddField(
            "entry",
            "waiting_number",
            models.PositiveIntegerField(null=True, verbose_name="place in the order of waiting"),
        ),
        migrations.AddField(
            "entry",
            "waits_here",
            models.BooleanField(
                db_default=False, default=False, verbose_name="waits and is there"
            ),
        ),
        migrations.AddField(
            "event",
            "signup_closes",
            models.CharField(
                choices=[
                    ("start", "At the start: nobody joins later."),
                    ("first_round", "When the first round ends: latecomers join for round 2."),
                    ("half", "At half of the rounds: latecomers miss no more than half of them."),
                    (
                        "format",
                        "As the format allows: a knock-out lets nobody join after the start of"
                        " round 1, groups until half of the group rounds, all others until half of"
                        " the rounds.",
                    ),
                ],
                db_default="format",
                default="format",
                max_length=12,
                verbose_name="sign-up closes",
            ),
        ),
        migrations.AddField(
            "eventround",
            "drawn",
            models.JSONField(editable=False, null=True, verbose_name="seating by the format"),
        ),
        migrations.AddField(
            "eventround",
            "facts",
            models.CharField(db_default="", default="", editable=False, max_length=64),
        ),
        migrations.AddField(
            "eventround",
            "changes",
            models.JSONField(editable=False, null=True, verbose_name="changes of the proposal"),
        ),
        migrations.RunPython(number_waiting, migrations.RunPython.noop),
    ]
