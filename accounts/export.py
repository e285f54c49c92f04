"""All that the club keeps of a person, as one JSON document, written page by page.

This room lies under all others and knows none of them; each brings its parts.
"""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, QuerySet

from accounts.models import Block, Follow, StakeLimit, User

#: So many rows are read at once: whoever has played for years costs no more memory than others.
PAGE = 500


class ExportPage(NamedTuple):
    """Some rows of a part."""

    rows: list[dict[str, Any]]
    #: The number after which the next page begins; None where this is the last one.
    after: int | None


#: Gives the rows of a part that come after a number, 0 being the first.
ExportPart = Callable[[User, int], ExportPage]

_parts: dict[str, ExportPart] = {}


def provide(name: str, part: ExportPart) -> None:
    """Let the document have this part, under this name."""
    _parts[name] = part


def pages(
    rows: Callable[[User], "QuerySet[Any]"], told: Callable[[Any], dict[str, Any]]
) -> ExportPart:
    """Return a part of rows, ordered by their numbers.

    :param told: what is said of a row
    """

    def part(user: User, after: int) -> ExportPage:
        found: list[Model] = list(rows(user).filter(pk__gt=after).order_by("pk")[:PAGE])
        is_last = len(found) < PAGE
        return ExportPage([told(row) for row in found], None if is_last else found[-1].pk)

    return part


async def document(user: User) -> AsyncIterator[str]:
    """Write the document."""
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
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    told = {
        "username": user.username,
        "display_name": user.display_name,
        "picture": user.picture,
        "email": user.email,
        "email_addresses": [
            {"address": each.email, "is_confirmed": each.verified} for each in addresses
        ],
        "time_zone": user.time_zone,
        "page_for": user.page_for,
        "online_for": user.online_for,
        "joined_at": user.date_joined,
        "signed_in_at": user.last_login,
        "seen_at": user.seen_at,
    }
    return ExportPage([told], None)


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
