"""Read-only admin pages of ratings."""

from django.contrib import admin

from games.common.admin import ReadOnly
from tournaments.ratings.models import RatedSession, Rating, RatingChange


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of members' ratings in each family of rules."""

    list_display = ("user", "family", "mu", "sigma", "sessions", "updated_at")
    list_select_related = ("user",)
    list_filter = ("family",)
    search_fields = ("user__username", "user__display_name")
    fields = ("user", "family", "mu", "sigma", "sessions", "updated_at")


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of the changes of ratings by sessions."""

    list_display = ("session", "user", "family", "place", "mu_before", "mu_after")
    list_select_related = ("session__table", "user")
    list_filter = ("family",)
    search_fields = ("user__username", "user__display_name")
    fields = (
        "session", "user", "family", "place",
        "mu_before", "sigma_before", "mu_after", "sigma_after",
    )  # fmt: skip


@admin.register(RatedSession)
class RatedSessionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of finished sessions with the verdict whether they count."""

    list_display = ("session", "verdict", "created_at")
    list_select_related = ("session__table",)
    list_filter = ("verdict",)
    date_hierarchy = "created_at"
    fields = ("session", "verdict", "created_at")
