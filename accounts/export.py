"""Export of all data stored about a user, as one JSON document, streamed page by page.

This app is the lowest layer and imports no other; the others register their parts with `provide`.
"""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, QuerySet

from accounts.models import Block, Follow, StakeLimit, User
from accounts.notices.models import Notice, NoticePreferences
from accounts.notices.push.models import PushDevice

#: Rows read per query, so that long histories don't take more memory.
PAGE_ROWS = 500


class ExportPage(NamedTuple):
    """Some rows of a part of the export, each with its values by field name."""

    rows: list[dict[str, Any]]
    #: The last key of this page, after which the next page begins; None for the last page.
    after: int | None


#: Returns the page of a part that follows a key; 0 for the first page.
ExportPart = Callable[[User, int], ExportPage]

_parts: dict[str, ExportPart] = {}


def provide(name: str, part: ExportPart) -> None:
    """Register a part of the export under this name."""
    _parts[name] = part


def pages(
    rows: Callable[[User], "QuerySet[Any]"], as_dict: Callable[[Any], dict[str, Any]]
) -> ExportPart:
    """Return a part of the export: a function that returns a query's rows page by page.

    The rows are in the order of their primary keys.

    :param rows: returns the query for a user's rows
    :param as_dict: returns the exported fields of a row
    """

    def page_after(user: User, after: int) -> ExportPage:
        """Return the user's rows with keys above `after`, at most one page."""
        found: list[Model] = list(rows(user).filter(pk__gt=after).order_by("pk")[:PAGE_ROWS])
        is_last = len(found) < PAGE_ROWS
        return ExportPage([as_dict(row) for row in found], None if is_last else found[-1].pk)

    return page_after


async def document(user: User) -> AsyncIterator[str]:
    """Yield the JSON document with all parts of the user's export, piece by piece."""
    yield "{"
    for number, (name, part) in enumerate(_parts.items()):
        yield f"{',' if number else ''}\n{json.dumps(name)}: ["
        after: int | None = 0
        separator = "\n"
        while after is not None:
            page = await sync_to_async(part)(user, after)
            for row in page.rows:
                yield separator + json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
                separator = ",\n"
            after = page.after
        yield "\n]"
    yield "\n}\n"


def _profile(user: User, after: int) -> ExportPage:
    """Return the single page with the user's account data."""
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    fields = {
        "username": user.username,
        "display_name": user.display_name,
        "picture": user.picture,
        "email": user.email,
        "email_addresses": [
            {"address": each.email, "is_confirmed": each.verified} for each in addresses
        ],
        "time_zone": user.time_zone,
        "language": user.language,
        "last_language": user.last_language,
        "page_for": user.page_for,
        "online_for": user.online_for,
        "joined_at": user.date_joined,
        "signed_in_at": user.last_login,
        "seen_at": user.seen_at,
    }
    return ExportPage([fields], None)


provide("profile", _profile)
provide(
    "stake_limits",
    pages(
        lambda user: StakeLimit.objects.filter(person=user),
        lambda row: {"currency": row.currency, "most_minor": row.most_minor},
    ),
)
provide(
    "following",
    pages(
        lambda user: Follow.objects.filter(person=user).select_related("other"),
        lambda row: {"name": row.other.shown_name, "since": row.created_at},
    ),
)
provide(
    "followers",
    pages(
        lambda user: Follow.objects.filter(other=user).select_related("person"),
        lambda row: {"name": row.person.shown_name, "since": row.created_at},
    ),
)
provide(
    "blocked",
    pages(
        lambda user: Block.objects.filter(person=user).select_related("other"),
        lambda row: {"name": row.other.shown_name, "since": row.created_at},
    ),
)
provide(
    "notices",
    pages(
        lambda user: Notice.objects.filter(user=user),
        lambda row: {
            "kind": row.kind,
            "details": row.params,
            "created_at": row.created_at,
            "seen_at": row.seen_at,
        },
    ),
)
provide(
    "notification_settings",
    pages(
        lambda user: NoticePreferences.objects.filter(user=user),
        lambda row: {"choices": row.choices},
    ),
)
provide(
    "push_devices",
    pages(
        lambda user: PushDevice.objects.filter(user=user),
        lambda row: {
            "browser": row.user_agent,
            # Not the whole address: it is enough to send a message.
            "push_service": urlsplit(row.endpoint).hostname,
            "time_zone": row.time_zone,
            "muted": row.muted,
            "shows_details": row.shows_details,
            "quiet_from": row.quiet_from,
            "quiet_until": row.quiet_until,
            "added_at": row.created_at,
        },
    ),
)
