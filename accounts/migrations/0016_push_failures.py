from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0015_user_language"),
    ]

    operations = [
        migrations.AddField(
            model_name="pushdevice",
            name="failed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="pushdevice",
            name="failed_days",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
