from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_spectator_delay'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='purpose',
            field=models.CharField(blank=True, choices=[('counts', 'It counts for an event, which has set the terms'), ('late', 'The event is over: what begins or ends now does not count for it')], default='', editable=False, max_length=10, verbose_name='purpose'),
        ),
    ]
