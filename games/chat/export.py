"""What chats give somebody who wants all that is kept of them: their lines, and whom they mute."""

from typing import Any

from accounts import export
from games.chat.models import ChatLine, Mute


def _line(line: ChatLine) -> dict[str, Any]:
    table = "" if line.session is None else line.session.table.slug
    return {"table": table, "written_at": line.written_at, "text": line.content}


def provide() -> None:
    """Provide it; called when the apps are ready."""
    export.provide(
        "chat_lines",
        export.pages(
            lambda user: ChatLine.objects.filter(user=user).select_related("session__table"),
            _line,
        ),
    )
    export.provide(
        "muted",
        export.pages(
            lambda user: Mute.objects.filter(user=user).select_related("muted"),
            lambda row: {"name": row.muted.shown_name},
        ),
    )
