from django.db import migrations

from accounts.sorting import stored_sort_key


def fill(apps, schema_editor):
    """Store the place of each club's name again: more letters are sorted as others now."""
    clubs = apps.get_model("tournaments", "Club").objects
    rows = []
    for row in clubs.only("pk", "name", "name_key").iterator(chunk_size=500):
        key = stored_sort_key(row.name)
        if row.name_key != key:
            row.name_key = key
            rows.append(row)
    clubs.bulk_update(rows, ["name_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_corrections_and_substitutes")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
