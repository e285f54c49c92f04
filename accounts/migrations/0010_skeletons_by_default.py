from django.db import migrations

# 0007 had no default in the database at first, without which the release before can add nobody.
# SQLite has no two releases at work.
_COLUMNS = ("display_skeleton", "username_skeleton")


def lay(apps, schema_editor):
    """Let both columns be empty where nothing is said, for clubs that had 0007 as it was."""
    if schema_editor.connection.vendor == "postgresql":
        for column in _COLUMNS:
            schema_editor.execute(f"ALTER TABLE accounts_user ALTER COLUMN {column} SET DEFAULT ''")


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0009_sealed_second_factors'),
    ]

    operations = [
        migrations.RunPython(lay, migrations.RunPython.noop, elidable=True),
    ]
