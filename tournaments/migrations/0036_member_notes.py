"""Organizers' notes on members."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_frozen_payments")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="note",
            field=models.TextField(
                blank=True, db_default="", default="", max_length=500, verbose_name="note"
            ),
        ),
    ]
