"""Fees of events and recorded cash are kinds of a club's activity."""

from django.db import migrations, models

DEEDS = [
    ("founded", "created the club"),
    ("changed", "changed the club"),
    ("closed", "closed the club"),
    ("invited", "created an invitation"),
    ("revoked", "revoked an invitation"),
    ("joined", "joined the club"),
    ("declined", "declined a join request"),
    ("left", "left the club"),
    ("removed", "removed a member"),
    ("role", "changed a role"),
    ("handed", "transferred the club"),
    ("news", "posted news"),
    ("news-anew", "edited news"),
    ("no-news", "deleted news"),
    ("rules", "added house rules"),
    ("no-rules", "removed house rules"),
    ("house", "opened a table played for club money"),
    ("dues", "set the dues"),
    ("no-dues", "ended the dues"),
    ("payee", "changed the club’s payment details"),
    ("no-payee", "removed payment details of the club"),
    ("fee", "set the entry fee of an event"),
    ("no-fee", "removed the entry fee of an event"),
    ("cash", "recorded a cash payment"),
    ("no-cash", "withdrew a recorded payment"),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0038_club_currency_without_stake")]

    operations = [
        migrations.AlterField(
            model_name="clubrecord",
            name="deed",
            field=models.CharField(choices=DEEDS, max_length=10, verbose_name="action"),
        ),
    ]
