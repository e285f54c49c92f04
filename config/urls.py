"""Root URLs of the site."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import include, path

_log_in_bulk = admin.ModelAdmin.log_deletions


def _log_each(self: Any, request: HttpRequest, queryset: Iterable[Any]) -> None:
    """Log each deletion in the admin on its own, so that the security log has it."""
    for each in queryset:
        _log_in_bulk(self, request, [each])  # type: ignore[arg-type]


admin.ModelAdmin.log_deletions = _log_each  # type: ignore[method-assign,assignment]

handler500 = "config.web.pages.server_error"

urlpatterns = [
    path("", include("config.web.urls")),
    path("", include("games.screens.urls")),
    path("learn/", include("games.lessons.urls")),
    path("puzzles/", include("games.puzzles.urls")),
    path("rules/", include("games.rulebook.urls")),
    path("clubs/", include("tournaments.clubs.urls")),
    path("clubs/", include("tournaments.events.calendar.urls")),
    path("clubs/", include("tournaments.ledger.accounts.urls")),
    path("clubs/", include("tournaments.ledger.treasurer.urls")),
    path("clubs/", include("tournaments.ledger.dues.urls")),
    path("clubs/", include("tournaments.ledger.bills.urls")),
    path("events/", include("tournaments.events.urls")),
    path("seasons/", include("tournaments.events.seasons.urls")),
    path("settlements/", include("tournaments.ledger.settling.urls")),
    path("agreements/", include("tournaments.ledger.agreements.urls")),
    path("agreements/results/", include("tournaments.ledger.pending.urls")),
    path("statements/", include("tournaments.ledger.statements.urls")),
    path("payments/", include("tournaments.ledger.payees.urls")),
    path("payments/", include("tournaments.ledger.payments.urls")),
    path("ratings/", include("tournaments.ratings.urls")),
    path("", include("tournaments.people.urls")),
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
]
