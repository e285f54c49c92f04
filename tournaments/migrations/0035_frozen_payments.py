"""Settlements keep who pays whom: PostgreSQL refuses to change it, as it does other columns."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0034_treasurers_dues_and_bills")]

    operations = [
        pgtrigger.migrations.RemoveTrigger(model_name="settlement", name="is_frozen"),
        pgtrigger.migrations.AddTrigger(
            model_name="settlement",
            trigger=pgtrigger.compiler.Trigger(
                name="is_frozen",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition='WHEN (OLD."club_id" IS DISTINCT FROM (NEW."club_id") OR OLD."created_at" IS DISTINCT FROM (NEW."created_at") OR OLD."currency" IS DISTINCT FROM (NEW."currency") OR OLD."event" IS DISTINCT FROM (NEW."event") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."is_acceptance" IS DISTINCT FROM (NEW."is_acceptance") OR OLD."is_carried" IS DISTINCT FROM (NEW."is_carried") OR OLD."is_shortest" IS DISTINCT FROM (NEW."is_shortest") OR OLD."made_by_id" IS DISTINCT FROM (NEW."made_by_id") OR OLD."number" IS DISTINCT FROM (NEW."number") OR OLD."posting_id" IS DISTINCT FROM (NEW."posting_id") OR OLD."reason" IS DISTINCT FROM (NEW."reason") OR OLD."session_id" IS DISTINCT FROM (NEW."session_id") OR OLD."slug" IS DISTINCT FROM (NEW."slug") OR OLD."source" IS DISTINCT FROM (NEW."source") OR OLD."stake_minor" IS DISTINCT FROM (NEW."stake_minor") OR OLD."terms" IS DISTINCT FROM (NEW."terms") OR OLD."through_club" IS DISTINCT FROM (NEW."through_club"))',
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;",
                    hash="051f1f1d0dffae7e69140968094aac354275f1ba",
                    operation="UPDATE",
                    pgid="pgtrigger_is_frozen_eaef6",
                    table="tournaments_settlement",
                    when="BEFORE",
                ),
            ),
        ),
    ]
