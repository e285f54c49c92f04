from django.db import migrations, models

from accounts.sorting import STORED_LENGTH, stored_sort_key


def fill(apps, schema_editor):
    """Store the place of each club's name in lists."""
    clubs = apps.get_model("tournaments", "Club").objects
    rows = []
    for row in clubs.only("pk", "name").iterator(chunk_size=500):
        row.name_key = stored_sort_key(row.name)
        rows.append(row)
    clubs.bulk_update(rows, ["name_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_substitutes_at_tables")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="name_key",
            field=models.CharField(
                db_default="", default="", editable=False, max_length=STORED_LENGTH
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
