"""Clear the marks of what is settled and rated already, so that no sweep looks at it again."""

from typing import Any

from django.db import migrations
from django.db.models import Exists, OuterRef, Q


def clear(apps: Any, schema_editor: Any) -> None:
    def model(name: str, app: str = "tournaments") -> Any:
        return apps.get_model(app, name).objects

    over = model("Session", "games").filter(status="finished")
    settled = Exists(model("Settlement").filter(session=OuterRef("pk")))
    counted = Exists(model("NightSession").filter(session=OuterRef("pk")))
    taken = Exists(
        model("EventTable").filter(table=OuterRef("table"), finished_at__isnull=False)
    )
    alone, part = Q(is_part=False), Q(is_part=True)
    over.filter(Q(alone, settled) | Q(part, counted) | Q(part, taken)).update(
        awaits_settlement=False
    )
    rated = Exists(model("RatedSession").filter(session=OuterRef("pk")))
    over.filter(rated).update(awaits_rating=False)
    events = model("Settlement").filter(source="event", event__isnull=False)
    model("Event").filter(status="finished", pk__in=events.values("event")).update(
        awaits_settlement=False
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_fill_sums"),
        ("tournaments", "0010_marks_and_rating_order"),
    ]

    operations = [migrations.RunPython(clear, migrations.RunPython.noop)]
