"""Lines of the book stand under agreements; results without one wait for their player.

What was settled or under way before goes on under agreements "before agreements existed", which have
neither terms nor a maximum.
"""

from typing import Any

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models

import tournaments.ledger.pending.models


#: Who had won or lost money, or had a seat or an entry where money was played for: user id, name
#: of a player without an account, subject, its primary key, currency.
_PARTIES = (
    """
    SELECT a.user_id, a.name, s.source, COALESCE(s.session_id, s.event), a.currency
    FROM tournaments_settlement s
    JOIN tournaments_posting p ON p.key = s.posting_id OR p.reverses_id = s.posting_id
    JOIN tournaments_postingline l ON l.posting_id = p.key
    JOIN tournaments_account a ON a.id = l.account_id
    WHERE s.source <> 'club' AND a.currency <> '' AND a.kind <> 'house'
    """,
    """
    SELECT c.user_id, '', 'session', n.id, n.currency
    FROM games_seat c JOIN games_session n ON n.id = c.session_id
    WHERE c.user_id IS NOT NULL AND n.currency <> '' AND n.stake_minor > 0
    AND (n.status IN ('waiting', 'running') OR (n.status = 'finished' AND n.is_part IS FALSE
    AND NOT EXISTS (SELECT 1 FROM tournaments_settlement s WHERE s.session_id = n.id)))
    """,
    """
    SELECT e.user_id, CASE WHEN e.user_id IS NULL THEN e.name ELSE '' END, 'event', v.id, v.currency
    FROM tournaments_entry e JOIN tournaments_event v ON v.id = e.event_id
    WHERE e.bot = '' AND v.currency <> '' AND (v.status = 'running' OR (v.status = 'finished'
    AND NOT EXISTS (SELECT 1 FROM tournaments_settlement s WHERE s.event = v.id)))
    """,
    """
    SELECT c.user_id, '', 'event', v.id, v.currency
    FROM games_seat c JOIN games_session n ON n.id = c.session_id
    JOIN tournaments_nighttable t ON t.table_id = n.table_id
    JOIN tournaments_event v ON v.id = t.event_id
    WHERE c.user_id IS NOT NULL AND v.currency <> '' AND (v.status = 'running' OR (
    v.status = 'finished'
    AND NOT EXISTS (SELECT 1 FROM tournaments_settlement s WHERE s.event = v.id)))
    """,
)
_WON_OR_LOST = """
    UPDATE tournaments_postingline SET needs_agreement = TRUE, agreement_id = (
        SELECT g.id FROM tournaments_posting p
        JOIN tournaments_settlement s ON s.posting_id = COALESCE(p.reverses_id, p.key)
        JOIN tournaments_account a ON a.id = tournaments_postingline.account_id
        JOIN games_agreement g ON g.subject = s.source
        AND g.subject_id = COALESCE(s.session_id, s.event)
        WHERE p.key = tournaments_postingline.posting_id AND g.answers_for = a.name
        AND COALESCE(g.user_id, 0) = COALESCE(a.user_id, 0))
    WHERE account_id IN (SELECT a.id FROM tournaments_account a WHERE a.currency <> '' AND a.kind <> 'house')
    AND posting_id IN (
        SELECT key FROM tournaments_posting WHERE kind IN ('settlement', 'reversal'))
"""
_PAID = """
    UPDATE tournaments_postingline SET needs_agreement = TRUE, agreement_id = (
        SELECT b.agreement_id FROM tournaments_postingline b
        WHERE b.account_id = tournaments_postingline.account_id
        AND b.number < tournaments_postingline.number AND b.agreement_id IS NOT NULL
        ORDER BY b.number DESC LIMIT 1)
    WHERE agreement_id IS NULL
    AND account_id IN (SELECT a.id FROM tournaments_account a WHERE a.currency <> '' AND a.kind <> 'house')
"""
#: Nothing else can be missing in a book that the audit finds sound; in any other the upgrade must
#: not stop at it.
_UNKNOWN = """
    SELECT DISTINCT a.user_id, a.name, 'session', 0, a.currency FROM tournaments_postingline l
    JOIN tournaments_account a ON a.id = l.account_id
    WHERE l.agreement_id IS NULL AND a.currency <> '' AND a.kind <> 'house'
"""
_OF_UNKNOWN = """
    UPDATE tournaments_postingline SET agreement_id = (
        SELECT MIN(g.id) FROM games_agreement g
        JOIN tournaments_account a ON a.id = tournaments_postingline.account_id
        WHERE g.subject_id = 0 AND g.currency = a.currency AND g.answers_for = a.name
        AND COALESCE(g.user_id, 0) = COALESCE(a.user_id, 0))
    WHERE needs_agreement IS TRUE AND agreement_id IS NULL
"""


def agree_before(apps: Any, schema_editor: Any) -> None:
    """Make agreements for what was before there were any, and let the lines point at them."""
    agreement = apps.get_model("games", "Agreement")

    def make(parties: set[tuple[Any, ...]]) -> None:
        agreement.objects.bulk_create(
            (
                agreement(
                    user_id=user,
                    answers_for=name,
                    subject=subject,
                    subject_id=number,
                    currency=currency,
                    given="before",
                )
                for user, name, subject, number, currency in sorted(parties, key=repr)
            ),
            batch_size=1000,
        )

    with schema_editor.connection.cursor() as cursor:
        parties: set[tuple[Any, ...]] = set()
        for query in _PARTIES:
            cursor.execute(query)
            parties.update(cursor.fetchall())
        make(parties)
        cursor.execute(_WON_OR_LOST)
        cursor.execute(_PAID)
        cursor.execute(_UNKNOWN)
        if unknown := set(cursor.fetchall()):
            make(unknown)
            cursor.execute(_OF_UNKNOWN)
        if schema_editor.connection.vendor == "postgresql":
            # What waits for the commit would keep the tables from being altered.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_agreements"),
        ("tournaments", "0018_waiting_list_and_proposals"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PendingResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[("session", "session"), ("event", "event"), ("club", "club")],
                        max_length=7,
                        verbose_name="of",
                    ),
                ),
                (
                    "event",
                    models.PositiveBigIntegerField(blank=True, null=True, verbose_name="event"),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("currency", models.CharField(max_length=3, verbose_name="currency")),
                ("stake_minor", models.PositiveIntegerField(verbose_name="stake per point")),
                ("points", models.IntegerField(verbose_name="points")),
                ("amount", models.BigIntegerField(verbose_name="amount")),
                ("parts", models.JSONField(default=list, verbose_name="parts")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="waits since")),
                (
                    "lapses_at",
                    models.DateTimeField(
                        default=tournaments.ledger.pending.models.lapse_time, verbose_name="lapses"
                    ),
                ),
                (
                    "accepted_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="accepted"),
                ),
                (
                    "declined_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="declined"),
                ),
                ("lapsed_at", models.DateTimeField(blank=True, null=True, verbose_name="lapsed")),
            ],
            options={
                "verbose_name": "result that waits",
                "verbose_name_plural": "results that wait",
                "ordering": ["pk"],
            },
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="posting",
            name="balances",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="settlement",
            name="is_frozen",
        ),
        migrations.RemoveConstraint(
            model_name="settlement",
            name="settlement_is_corrected_with_a_reason",
        ),
        migrations.AddField(
            model_name="postingline",
            name="agreement",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="lines",
                to="games.agreement",
                verbose_name="agreement",
            ),
        ),
        migrations.AddField(
            model_name="postingline",
            name="needs_agreement",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="settlement",
            name="is_acceptance",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, verbose_name="a result accepted"
            ),
        ),
        pgtrigger.migrations.RemoveTrigger(model_name="postingline", name="is_frozen"),
        migrations.RunPython(agree_before, migrations.RunPython.noop),
        pgtrigger.migrations.AddTrigger(
            model_name="postingline",
            trigger=pgtrigger.compiler.Trigger(name='is_frozen', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='cfa755a1bf9d2e0f5ca17c94972f7c2d51fe3743', operation='UPDATE', pgid='pgtrigger_is_frozen_f7c45', table='tournaments_postingline', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="posting",
            trigger=pgtrigger.compiler.Trigger(
                name="balances",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    constraint="CONSTRAINT",
                    func="IF EXISTS (SELECT 1 WHERE (SELECT COUNT(*) FROM tournaments_postingline WHERE posting_id = NEW.key) < 2 OR (SELECT SUM(amount) FROM tournaments_postingline WHERE posting_id = NEW.key) <> 0) THEN RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a posting sums to zero'; END IF;\nIF EXISTS (SELECT 1 FROM tournaments_postingline l JOIN tournaments_account a ON a.id = l.account_id JOIN tournaments_posting p ON p.key = l.posting_id WHERE p.key = NEW.key AND (a.currency <> p.currency OR COALESCE(a.club_id, 0) <> COALESCE(p.club_id, 0))) THEN RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a line belongs to the club and currency of its posting'; END IF;\nIF EXISTS (SELECT 1 FROM tournaments_postingline l LEFT JOIN tournaments_postingline b ON b.account_id = l.account_id AND b.number = l.number - 1 WHERE l.posting_id = NEW.key AND (l.after <> COALESCE(b.after, 0) + l.amount OR (l.number > 1 AND b.id IS NULL))) THEN RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a line goes on from the line before of its account'; END IF;\nIF EXISTS (SELECT 1 FROM tournaments_postingline l JOIN tournaments_account a ON a.id = l.account_id WHERE l.posting_id = NEW.key AND l.needs_agreement <> (a.kind <> 'house' AND a.currency <> '')) THEN RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'a line of money stands under an agreement'; END IF;\nIF EXISTS (SELECT 1 FROM tournaments_postingline l JOIN tournaments_account a ON a.id = l.account_id JOIN games_agreement g ON g.id = l.agreement_id WHERE l.posting_id = NEW.key AND (g.currency <> a.currency OR g.answers_for <> a.name OR (a.user_id IS NOT NULL AND COALESCE(g.user_id, 0) <> a.user_id))) THEN RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'an agreement belongs to the holder of the account'; END IF;\nIF EXISTS (SELECT 1 FROM tournaments_postingline l JOIN games_agreement g ON g.id = l.agreement_id WHERE l.posting_id = NEW.key AND g.max_loss IS NOT NULL AND (SELECT SUM(o.amount) FROM tournaments_postingline o JOIN tournaments_posting p ON p.key = o.posting_id WHERE o.agreement_id = g.id AND p.kind IN ('settlement', 'reversal')) < -g.max_loss) THEN RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = 'nobody loses more than they agreed to'; END IF;\nRETURN NULL;",
                    hash="00379f53ba4e688d01b633aa49d8956a2adb26e5",
                    operation="INSERT",
                    pgid="pgtrigger_balances_d7d85",
                    table="tournaments_posting",
                    timing="DEFERRABLE INITIALLY DEFERRED",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="settlement",
            trigger=pgtrigger.compiler.Trigger(
                name="is_frozen",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition='WHEN (OLD."club_id" IS DISTINCT FROM (NEW."club_id") OR OLD."created_at" IS DISTINCT FROM (NEW."created_at") OR OLD."currency" IS DISTINCT FROM (NEW."currency") OR OLD."event" IS DISTINCT FROM (NEW."event") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."is_acceptance" IS DISTINCT FROM (NEW."is_acceptance") OR OLD."is_carried" IS DISTINCT FROM (NEW."is_carried") OR OLD."is_shortest" IS DISTINCT FROM (NEW."is_shortest") OR OLD."made_by_id" IS DISTINCT FROM (NEW."made_by_id") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."posting_id" IS DISTINCT FROM (NEW."posting_id") OR OLD."reason" IS DISTINCT FROM (NEW."reason") OR OLD."session_id" IS DISTINCT FROM (NEW."session_id") OR OLD."slug" IS DISTINCT FROM (NEW."slug") OR OLD."source" IS DISTINCT FROM (NEW."source") OR OLD."stake_minor" IS DISTINCT FROM (NEW."stake_minor") OR OLD."terms" IS DISTINCT FROM (NEW."terms"))',
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;",
                    hash="45afdc6b1bce2e776236f4713d141bb6bcf6e24b",
                    operation="UPDATE",
                    pgid="pgtrigger_is_frozen_eaef6",
                    table="tournaments_settlement",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="postingline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("agreement__isnull", False), ("needs_agreement", True)),
                    models.Q(("agreement", None), ("needs_agreement", False)),
                    _connector="OR",
                ),
                name="line_of_money_is_agreed_to",
            ),
        ),
        migrations.AddConstraint(
            model_name="settlement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("number", 1),
                    ("source", "club"),
                    ("is_acceptance", True),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="settlement_is_corrected_with_a_reason",
            ),
        ),
        migrations.AddField(
            model_name="pendingresult",
            name="agreement",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="accepted_result",
                to="games.agreement",
            ),
        ),
        migrations.AddField(
            model_name="pendingresult",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pending_results",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(
            model_name="pendingresult",
            name="session",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pending_results",
                to="games.session",
                verbose_name="session",
            ),
        ),
        migrations.AddField(
            model_name="pendingresult",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pending_results",
                to=settings.AUTH_USER_MODEL,
                verbose_name="user",
            ),
        ),
        migrations.AddIndex(
            model_name="pendingresult",
            index=models.Index(
                condition=models.Q(
                    ("accepted_at", None), ("declined_at", None), ("lapsed_at", None)
                ),
                fields=["lapses_at"],
                name="result_waits",
            ),
        ),
        migrations.AddIndex(
            model_name="pendingresult",
            index=models.Index(fields=["user"], name="waiting_result_of_user"),
        ),
        migrations.AddIndex(
            model_name="pendingresult",
            index=models.Index(fields=["club"], name="waiting_result_of_club"),
        ),
        migrations.AddConstraint(
            model_name="pendingresult",
            constraint=models.UniqueConstraint(
                condition=models.Q(("accepted_at", None), ("session__isnull", False)),
                fields=("session", "user"),
                name="session_result_waits_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="pendingresult",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("accepted_at", None), ("event__isnull", False), ("user__isnull", False)
                ),
                fields=("event", "user"),
                name="event_result_waits_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="pendingresult",
            constraint=models.UniqueConstraint(
                condition=models.Q(("accepted_at", None), ("event__isnull", False), ("user", None)),
                fields=("event", "name"),
                name="event_result_by_name_waits_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="pendingresult",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("event", None), ("session__isnull", False), ("source", "session")),
                    models.Q(("event__isnull", False), ("session", None), ("source", "event")),
                    _connector="OR",
                ),
                name="waiting_result_has_a_source",
            ),
        ),
        migrations.AddConstraint(
            model_name="pendingresult",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("accepted_at", None), ("agreement", None)),
                    models.Q(("accepted_at__isnull", False), ("agreement__isnull", False)),
                    _connector="OR",
                ),
                name="accepted_result_has_an_agreement",
            ),
        ),
    ]
