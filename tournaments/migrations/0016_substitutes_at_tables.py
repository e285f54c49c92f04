from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_declined_invitations'),
    ]

    operations = [
        migrations.AddField(
            model_name='eventseat',
            name='substitutes',
            field=models.JSONField(blank=True, db_default=[], default=list, editable=False),
        ),
    ]
