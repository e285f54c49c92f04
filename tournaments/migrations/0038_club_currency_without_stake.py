"""A club can have a currency without a stake."""

from django.db import migrations, models
from django.db.models import Q

NAME = "club_stake_has_a_currency"


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0037_club_payment_details")]

    operations = [
        migrations.RemoveConstraint(model_name="club", name=NAME),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(condition=Q(stake_minor=0) | ~Q(currency=""), name=NAME),
        ),
    ]
