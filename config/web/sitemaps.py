"""The sitemap: public pages, which are the same for all visitors."""

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

from games.rules.ruleset.presets import PRESETS
from tournaments.clubs.models import Club
from tournaments.events.core import access
from tournaments.events.core.models import Event

#: Maximum number of clubs and of events listed, newest first.
MAX_ITEMS = 5000


class PublicSite:
    """The site's public address, in the form that Django's sitemaps need."""

    def __init__(self) -> None:
        self.domain = self.name = urlsplit(settings.SITE_URL).netloc


class _Listed(Sitemap):  # type: ignore[type-arg]
    """Base of sitemap sections: addresses start with the public address in the settings."""

    def get_urls(
        self, page: int | str = 1, site: Any = None, protocol: str | None = None
    ) -> list[dict[str, Any]]:
        """Return the entries with the site's public address, for every requested host."""
        return super().get_urls(page, PublicSite(), urlsplit(settings.SITE_URL).scheme)  # type: ignore[arg-type]


class SitePages(_Listed):
    """Sitemap section of pages that every installation has."""

    def items(self) -> Sequence[str]:
        """Return the addresses of pages that every installation has."""
        names = ("home", "lobby", "rules", "clubs", "ratings", "club_roles")
        presets = [reverse("rules_preset", args=[name]) for name in PRESETS]
        return [*map(reverse, names), *presets]

    def location(self, item: Any) -> str:
        """Return the item itself, which is an address."""
        return str(item)


class ListedClubs(_Listed):
    """Sitemap section of the pages of listed clubs."""

    def items(self) -> QuerySet[Club]:
        """Return the query for the listed clubs, newest first."""
        return Club.objects.filter(is_listed=True, closed_at=None).order_by("-pk")[:MAX_ITEMS]

    def location(self, item: Any) -> str:
        """Return the club's page."""
        return reverse("club", args=[item.slug])


class ListedEvents(_Listed):
    """Sitemap section of the published events of listed clubs."""

    def items(self) -> QuerySet[Event]:
        """Return the query for the published events of listed clubs, newest first."""
        listed = Event.objects.filter(club__is_listed=True, club__closed_at=None)
        return access.listed(listed, None).order_by("-pk")[:MAX_ITEMS]

    def location(self, item: Any) -> str:
        """Return the event's page."""
        return reverse("event", args=[item.slug])

    def lastmod(self, item: Event) -> datetime:
        """Return the time of the event's last change."""
        return item.changed_at


@require_safe
@cache_control(public=True, max_age=3600)
def site_map(request: HttpRequest) -> HttpResponse:
    """Return the sitemap."""
    return sitemap(request, {"pages": SitePages, "clubs": ListedClubs, "events": ListedEvents})
