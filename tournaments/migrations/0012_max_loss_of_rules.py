from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0011_clear_marks'),
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
