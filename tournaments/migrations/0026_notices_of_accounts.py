"""Copies notices of events and of the ledger to accounts_notice.

Their tables stay for the previous release, which may still run, without constraints: rows may
outlive the users and events that they name. The next release can drop them.
"""

from datetime import UTC, datetime

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

_COLUMNS = (
    "kind, subject_id, user_id, key, params, created_at, seen_at, mail, mail_at, mail_turn, mail_tries"
)
_ABOUT_TRANSFER = (
    "old.kind IN ('claimed', 'asked', 'confirmed', 'waived', 'disputed', 'resolved', 'withdrawn',"
    " 'reminder')"
)
_COPY_EVENT_NOTICES = f"""
INSERT INTO accounts_notice ({_COLUMNS})
SELECT 'event.' || old.kind, old.event_id, old.user_id, CAST(old.number AS varchar(40)), old.params,
       old.created_at, old.seen_at, old.mail, old.created_at, old.mail_turn, old.mail_tries
FROM tournaments_eventnotice AS old
WHERE old.created_at >= %s AND NOT EXISTS (
    SELECT 1 FROM accounts_notice AS new
    WHERE new.kind = 'event.' || old.kind AND new.subject_id = old.event_id
      AND new.user_id = old.user_id AND new.created_at = old.created_at
      AND new.key = CAST(old.number AS varchar(40))
)
ORDER BY old.id
ON CONFLICT (kind, subject_id, user_id, key) DO UPDATE
SET params = excluded.params, created_at = excluded.created_at, seen_at = excluded.seen_at,
    mail = excluded.mail, mail_at = excluded.mail_at, mail_turn = excluded.mail_turn,
    mail_tries = excluded.mail_tries
"""  # nosec B608  # constants alone
_SUBJECT = f"CASE WHEN {_ABOUT_TRANSFER} THEN old.transfer_id ELSE old.settlement_id END"
_LEDGER_KIND = f"CASE WHEN {_ABOUT_TRANSFER} THEN 'payment.' ELSE 'settlement.' END || old.kind"
_COPY_LEDGER_NOTICES = f"""
INSERT INTO accounts_notice ({_COLUMNS})
SELECT {_LEDGER_KIND}, {_SUBJECT}, old.user_id, NULL, old.params,
       old.created_at, old.seen_at, old.mail, old.created_at, '', 0
FROM tournaments_ledgernotice AS old
WHERE old.created_at >= %s AND {_SUBJECT} IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM accounts_notice AS new
    WHERE new.kind = {_LEDGER_KIND} AND new.subject_id = {_SUBJECT}
      AND new.user_id = old.user_id AND new.created_at = old.created_at
)
ORDER BY old.id
"""  # nosec B608  # constants alone


def copy_notices(connection, since):
    """Copy the notices created since that time, unless copied before; take over their mails."""
    at = connection.ops.adapt_datetimefield_value(since)
    with connection.cursor() as cursor:
        cursor.execute(_COPY_EVENT_NOTICES, [at])
        cursor.execute(_COPY_LEDGER_NOTICES, [at])
        for table in ("tournaments_eventnotice", "tournaments_ledgernotice"):
            cursor.execute(f"UPDATE {table} SET mail = 'none' WHERE mail = 'due'")  # noqa: S608  # nosec B608


def copy_all(apps, schema_editor):
    """Copy all notices."""
    copy_notices(schema_editor.connection, datetime(2000, 1, 1, tzinfo=UTC))


def unconstrained(model, name, to, **more):
    """Return the operation that drops the constraint of a foreign key."""
    field = models.ForeignKey(
        db_constraint=False,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="+",
        to=to,
        **more,
    )
    return migrations.AlterField(model_name=model, name=name, field=field)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0012_notices"),
        ("tournaments", "0025_corrections_above_the_maximum"),
    ]

    operations = [
        unconstrained("eventnotice", "event", "tournaments.event"),
        unconstrained("eventnotice", "user", settings.AUTH_USER_MODEL),
        unconstrained("ledgernotice", "user", settings.AUTH_USER_MODEL),
        unconstrained("ledgernotice", "settlement", "tournaments.settlement"),
        unconstrained("ledgernotice", "transfer", "tournaments.transfer", null=True, blank=True),
        migrations.RunPython(copy_all, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("EventNotice"),
                migrations.DeleteModel("LedgerNotice"),
            ]
        ),
    ]
