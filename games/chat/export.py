"""Chat data in a user's data export: messages written and players muted."""

from typing import Any

from accounts import export
from games.chat.models import ChatLine, Mute


def _line_data(line: ChatLine) -> dict[str, Any]:
    """Return the exported values of a message, by the name of the field in the export."""
    table = "" if line.session is None else line.session.table.slug
    return {"table": table, "written_at": line.written_at, "text": line.content}


def provide() -> None:
    """Register the chat's parts of the data export; called when the apps are ready."""
    export.provide(
        "chat_lines",
        export.pages(
            lambda user: ChatLine.objects.filter(user=user).select_related("session__table"),
            _line_data,
        ),
    )
    export.provide(
        "muted",
        export.pages(
            lambda user: Mute.objects.filter(user=user).select_related("muted"),
            lambda row: {"name": row.muted.shown_name},
        ),
    )
