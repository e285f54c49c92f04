"""Agreements of users to terms for money."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_max_loss_of_rules'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Agreement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('answers_for', models.CharField(blank=True, max_length=40, verbose_name='answers for')),
                ('subject', models.CharField(choices=[('session', 'session'), ('event', 'event')], max_length=10, verbose_name='covers')),
                ('subject_id', models.PositiveBigIntegerField(verbose_name='number')),
                ('terms', models.JSONField(default=dict, verbose_name='terms')),
                ('digest', models.CharField(blank=True, max_length=32, verbose_name='digest of the terms')),
                ('currency', models.CharField(max_length=3, verbose_name='currency')),
                ('max_loss', models.PositiveBigIntegerField(null=True, verbose_name='maximum loss')),
                ('given', models.CharField(choices=[('opened', 'opened the table'), ('sat', 'took a seat'), ('ready', 'said yes to a further session'), ('sign-up', 'signed up'), ('invited', 'accepted an invitation'), ('check-in', 'checked in'), ('change', 'accepted changed terms'), ('result', 'accepted a result'), ('answers', 'answers for a player without an account'), ('before', 'before agreements existed')], max_length=10, verbose_name='given by')),
                ('given_at', models.DateTimeField(auto_now_add=True, verbose_name='given')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='agreements', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name': 'agreement',
                'verbose_name_plural': 'agreements',
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['subject', 'subject_id'], name='agreement_subject')],
                'constraints': [models.CheckConstraint(condition=models.Q(('given', 'before'), models.Q(('max_loss__isnull', False), ('user__isnull', False)), _connector='OR'), name='agreement_has_user_and_maximum'), models.CheckConstraint(condition=models.Q(('currency', ''), _negated=True), name='agreement_is_about_money')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='agreement',
            trigger=pgtrigger.compiler.Trigger(name='stays', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;", hash='14f7df09df8f526d65e91e113f14ff253e08ae63', operation='DELETE', pgid='pgtrigger_stays_f18a2', table='games_agreement', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='agreement',
            trigger=pgtrigger.compiler.Trigger(name='is_frozen', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."answers_for" IS DISTINCT FROM (NEW."answers_for") OR OLD."currency" IS DISTINCT FROM (NEW."currency") OR OLD."digest" IS DISTINCT FROM (NEW."digest") OR OLD."given" IS DISTINCT FROM (NEW."given") OR OLD."given_at" IS DISTINCT FROM (NEW."given_at") OR OLD."id" IS DISTINCT FROM (NEW."id") OR OLD."max_loss" IS DISTINCT FROM (NEW."max_loss") OR OLD."subject" IS DISTINCT FROM (NEW."subject") OR OLD."subject_id" IS DISTINCT FROM (NEW."subject_id") OR OLD."terms" IS DISTINCT FROM (NEW."terms") OR OLD."user_id" IS DISTINCT FROM (NEW."user_id"))', func="RAISE EXCEPTION 'pgtrigger: Cannot update rows from % table', TG_TABLE_NAME;", hash='3e67b734840d7d405aaa20c54f9c026b7dc06d50', operation='UPDATE', pgid='pgtrigger_is_frozen_ed737', table='games_agreement', when='BEFORE')),
        ),
    ]
