from django.db import migrations, models

import accounts.usernames
from accounts.names import skeleton

_COLUMNS = {"username_skeleton": "username", "display_skeleton": "display_name"}


def recompute(apps, schema_editor):
    """Store what names look like without characters of which nothing is seen, which counted."""
    people = apps.get_model("accounts", "User").objects
    rows = []
    for row in people.only("pk", *_COLUMNS, *_COLUMNS.values()).iterator(chunk_size=500):
        looks = {column: skeleton(getattr(row, name)) for column, name in _COLUMNS.items()}
        if any(getattr(row, column) != mark for column, mark in looks.items()):
            for column, mark in looks.items():
                setattr(row, column, mark)
            rows.append(row)
    people.bulk_update(rows, list(_COLUMNS), batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_skeletons_by_default")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "A user with that username already exists."},
                help_text="Letters, digits and . - _ +, without blanks and without @.",
                max_length=150,
                unique=True,
                validators=[accounts.usernames.UsernameValidator()],
                verbose_name="username",
            ),
        ),
        migrations.RunPython(recompute, migrations.RunPython.noop, elidable=True),
    ]
