from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_tell_of_visibility'),
    ]

    operations = [
        migrations.AddField(
            model_name='clubrules',
            name='max_loss',
            field=models.PositiveBigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='max_loss',
            field=models.PositiveBigIntegerField(blank=True, editable=False, null=True),
        ),
    ]
