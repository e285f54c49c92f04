from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_max_loss_of_rules'),
    ]

    operations = [
        migrations.AddField(
            model_name='invitation',
            name='declined_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='declined'),
        ),
    ]
