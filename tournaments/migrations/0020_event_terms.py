"""Invitations, terms that changed, agreements in person and the bound on penalties."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0019_agreements'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='in_person',
            field=models.DateTimeField(blank=True, null=True, verbose_name='agreed in person'),
        ),
        migrations.AddField(
            model_name='event',
            name='penalty_limit',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='penalties cost at most, in points'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='status',
            field=models.CharField(choices=[('invited', 'invited'), ('entered', 'entered'), ('waiting', 'on the waiting list'), ('here', 'checked in'), ('withdrawn', 'withdrawn')], default='entered', max_length=10, verbose_name='status'),
        ),
        migrations.AlterField(
            model_name='eventnotice',
            name='kind',
            field=models.CharField(choices=[('reminder', 'it begins soon'), ('check-in', 'the check-in has begun'), ('moved-up', 'moved up from the waiting list'), ('new-time', 'it begins at another time'), ('cancelled', 'it is cancelled'), ('announced', 'an announcement'), ('table', 'the table is ready'), ('results', 'the results are out'), ('gone', 'an entrant left the club'), ('visibility', 'who sees the event can be chosen'), ('withdrawn', 'an entry was withdrawn'), ('invited', 'an invitation to an event with a stake'), ('terms', 'the terms have changed'), ('in-person', 'agreed in person')], max_length=10, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='eventrecord',
            name='deed',
            field=models.CharField(choices=[('created', 'made the event'), ('changed', 'changed the event'), ('opened', 'opened it for entries'), ('check-in', 'began the check-in'), ('started', 'started the event'), ('cancelled', 'cancelled the event'), ('finished', 'ended the event'), ('entered', 'entered'), ('moved-up', 'moved up from the waiting list'), ('withdrew', 'withdrew'), ('removed', 'took somebody out'), ('bot', 'entered a bot'), ('seated', 'changed a seating'), ('published', 'published a round'), ('substituted', 'replaced a player'), ('corrected', 'corrected a result'), ('penalty', 'gave a penalty'), ('reversed', 'took a penalty back'), ('announced', 'announced'), ('named', 'entered somebody by name'), ('deal-written', 'wrote a deal down'), ('deal-agreed', 'confirmed a deal'), ('deal-changed', 'corrected a deal'), ('table-closed', 'ended a table early'), ('paused', 'paused all tables'), ('resumed', 'let all tables go on'), ('extended', 'gave more time'), ('anew', 'had a round proposed anew'), ('taken-back', 'took a round back'), ('apart', 'set who is not seated together'), ('together', 'let a pair meet again'), ('uneven', 'chose what is done about players left over'), ('is-here', 'checked somebody in'), ('not-here', 'took a check-in back'), ('committed', 'committed to packs'), ('returned', 'came back'), ('invited', 'invited a member'), ('accepted', 'agreed to the terms'), ('declined', 'declined an invitation'), ('in-person', 'recorded an agreement in person'), ('answers', 'answers for somebody by name')], max_length=12, verbose_name='what'),
        ),
        migrations.CreateModel(
            name='PastTerms',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=32, verbose_name='digest of the terms')),
                ('terms', models.JSONField(verbose_name='terms')),
                ('changed_at', models.DateTimeField(auto_now_add=True, verbose_name='changed')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='past_terms', to='tournaments.event', verbose_name='event')),
            ],
            options={
                'verbose_name': 'past terms of an event',
                'verbose_name_plural': 'past terms of events',
                'constraints': [models.UniqueConstraint(fields=('event', 'digest'), name='past_terms_once')],
            },
        ),
    ]
