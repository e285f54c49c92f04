from django.db import migrations

from accounts.names import skeleton


def reckon(apps, schema_editor):
    """Reckon what the names of all who are there look like."""
    people = apps.get_model("accounts", "User").objects
    rows = []
    for row in people.only("pk", "username", "display_name").iterator(chunk_size=500):
        row.username_skeleton = skeleton(row.username)
        row.display_skeleton = skeleton(row.display_name)
        rows.append(row)
        if len(rows) == 500:
            people.bulk_update(rows, ["username_skeleton", "display_skeleton"])
            rows.clear()
    people.bulk_update(rows, ["username_skeleton", "display_skeleton"])


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_name_skeletons'),
    ]

    operations = [
        migrations.RunPython(reckon, migrations.RunPython.noop, elidable=True),
    ]
