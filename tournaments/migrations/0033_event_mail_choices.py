"""Takes over that users turned mails about events off; the next release can drop the column."""

from django.db import migrations

#: The groups of notices about events.
_GROUPS = (
    "event-new", "event-place", "event-soon", "event-changes", "event-substitute", "event-results",
    "event-terms", "event-penalties", "event-organizing",
)  # fmt: skip


def copy_choices(apps, schema_editor):
    """Store that these users see notices about events on the site only."""
    readers = apps.get_model("tournaments", "EventReader").objects.filter(takes_mail=False)
    preferences = apps.get_model("accounts", "NoticePreferences")
    preferences.objects.bulk_create(
        (
            preferences(user_id=user_id, choices=dict.fromkeys(_GROUPS, "here"))
            for user_id in readers.values_list("user", flat=True).iterator()
        ),
        batch_size=500,
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_notice_preferences"),
        ("tournaments", "0032_more_payment_methods"),
    ]

    operations = [migrations.RunPython(copy_choices, migrations.RunPython.noop)]
