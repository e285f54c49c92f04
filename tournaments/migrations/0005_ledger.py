"""The book: accounts of people and postings take the place of settlements of seats.

What was settled before follows from the deals, and is settled anew by the sweep; but not one by one
what was played for an event.
"""

from django.db import migrations


def mark_what_counted_for_events(apps, schema_editor):
    Session = apps.get_model("games", "Session")
    finished = Session.objects.filter(status="finished")
    finished.filter(table__is_arranged=True).update(is_part=True)
    # Those of a night that runs are counted yet.
    finished.filter(table__purpose="counts").update(is_part=True)
    counted = apps.get_model("tournaments", "NightSession").objects.values("session")
    Session.objects.filter(pk__in=counted).update(is_part=True)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_evenings"),
        ("games", "0007_settled_with_others"),
    ]

    operations = [
        migrations.RunPython(mark_what_counted_for_events, migrations.RunPython.noop),
        migrations.DeleteModel("Transfer"),
        migrations.DeleteModel("Debt"),
        migrations.DeleteModel("Balance"),
        migrations.DeleteModel("Settlement"),
    ]
