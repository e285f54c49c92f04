"""The pages that search engines are told of: those that say the same to everybody."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.rules.ruleset import PRESETS
from tournaments.clubs.models import Club
from tournaments.events import access
from tournaments.events.models import Event

#: So many clubs and events of each are listed, the newest first.
MOST = 5000


class Here:
    """The site as the list names it: where it is found from outside."""

    def __init__(self) -> None:
        self.domain = self.name = urlsplit(settings.SITE_URL).netloc


class _Listed(Sitemap):  # type: ignore[type-arg]
    """Pages of this site, by its own address."""

    def get_urls(
        self, page: int | str = 1, site: Any = None, protocol: str | None = None
    ) -> list[dict[str, Any]]:
        """Return them with the address that the settings name, whoever asks."""
        return super().get_urls(page, Here(), urlsplit(settings.SITE_URL).scheme)  # type: ignore[arg-type]


class SitePages(_Listed):
    """Pages that are there in every club."""

    def items(self) -> Sequence[str]:
        """Return their addresses."""
        names = ("home", "lobby", "rules", "clubs", "ratings", "club_roles")
        presets = [reverse("rules_preset", args=[name]) for name in PRESETS]
        return [*map(reverse, names), *presets]

    def location(self, item: Any) -> str:
        """Return the address, which it is."""
        return str(item)


class ListedClubs(_Listed):
    """The clubs that are listed."""

    def items(self) -> QuerySet[Club]:
        """Return them. One query."""
        return Club.objects.filter(is_listed=True, closed_at=None).order_by("-pk")[:MOST]

    def location(self, item: Any) -> str:
        """Return the club's page."""
        return reverse("club", args=[item.slug])


class ListedEvents(_Listed):
    """The published events of those clubs."""

    def items(self) -> QuerySet[Event]:
        """Return them. One query."""
        listed = Event.objects.filter(club__is_listed=True, club__closed_at=None)
        return access.listed(listed, None).order_by("-pk")[:MOST]

    def location(self, item: Any) -> str:
        """Return the event's page."""
        return reverse("event", args=[item.slug])

    def lastmod(self, item: Event) -> datetime:
        """Return when it was last changed."""
        return item.changed_at


@require_safe
@cache_control(public=True, max_age=3600)
def site_map(request: HttpRequest) -> HttpResponse:
    """Send the list."""
    return sitemap(request, {"pages": SitePages, "clubs": ListedClubs, "events": ListedEvents})
