"""Read-only admin pages of clubs; only services change clubs."""

from django.contrib import admin

from games.common.admin import ReadOnly
from tournaments.clubs.models import Club, ClubRecord, Membership


class MembershipInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only list of a club's members with their roles, on the club's admin page."""

    model = Membership
    fields = ("user", "role", "joined_at")
    extra = 0


@admin.register(Club)
class ClubAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of clubs, with their settings and members."""

    list_display = ("name", "place", "created_at", "closed_at")
    search_fields = ("name", "slug", "place")
    date_hierarchy = "created_at"
    fields = (
        "slug", "name", "picture", "description", "place", "time_zone", "language",
        "default_rules", "stake_minor", "currency", "takes_requests", "is_listed", "created_at",
        "closed_at",
    )  # fmt: skip
    inlines = (MembershipInline,)


@admin.register(ClubRecord)
class ClubRecordAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of the entries of all clubs' activity logs."""

    list_display = ("club", "at", "actor", "deed", "subject")
    list_select_related = ("club", "actor", "subject")
    list_filter = ("deed",)
    search_fields = ("club__name", "actor__username")
    fields = ("club", "at", "actor", "deed", "subject", "params")
