"""Background work: bot turns, next deals, settlements and the sweeps that find what was lost."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(
    [
        "games.tables",
        "tournaments.clubs",
        "tournaments.events",
        "tournaments.ledger",
        "tournaments.ratings",
    ]
)
