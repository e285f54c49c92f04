"""Work out what the deals of each seat came to so far, and when it was over, from what is stored.

The former in one statement, since there may be millions of deals: the nets of a deal are a list by
seat.
"""

from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery

_NET = {
    "sqlite": "json_extract(d.nets, '$[' || s.number || ']')",
    "postgresql": "(d.nets ->> (s.number)::integer)::integer",
}


def fill(apps: Any, schema_editor: Any) -> None:
    net = _NET[schema_editor.connection.vendor]
    schema_editor.execute(
        "UPDATE games_seat SET deals_played = sums.played, deals_won = sums.won,"  # nosec B608  # of the text above
        " best_net = sums.best, worst_net = sums.worst FROM ("
        " SELECT s.id AS id, COUNT(*) AS played,"
        " SUM(CASE WHEN d.winner = s.number THEN 1 ELSE 0 END) AS won,"
        f" MAX({net}) AS best, MIN({net}) AS worst"
        " FROM games_seat s JOIN games_deal d ON d.session_id = s.session_id"
        # Nothing was stored as JSON's own null; a deal without a result has none at all.
        " WHERE d.nets IS NOT NULL GROUP BY s.id"
        ") AS sums WHERE sums.id = games_seat.id"
    )
    session = apps.get_model("games", "Session").objects.filter(pk=OuterRef("session"))
    apps.get_model("games", "Seat").objects.filter(session__finished_at__isnull=False).update(
        over_at=Subquery(session.values("finished_at"))
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0013_marks_and_sums")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
