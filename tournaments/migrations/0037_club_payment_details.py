"""Clubs have payment details of their own, beside users."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0036_member_notes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="payeedetails",
            name="club",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="payee_details",
                to="tournaments.club",
                verbose_name="club",
            ),
        ),
        migrations.AlterField(
            model_name="payeedetails",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="payee_details",
                to=settings.AUTH_USER_MODEL,
                verbose_name="user",
            ),
        ),
        migrations.AddConstraint(
            model_name="payeedetails",
            constraint=models.UniqueConstraint(
                fields=["club", "scheme"], name="payee_club_scheme_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="payeedetails",
            constraint=models.CheckConstraint(
                condition=Q(user=None, club__isnull=False) | Q(user__isnull=False, club=None),
                name="payee_is_a_user_or_a_club",
            ),
        ),
    ]
