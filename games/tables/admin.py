from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.common.admin import ReadOnly
from games.rules import record
from games.tables import seals
from games.tables.models import Action, Deal, Seat, Session, Table
from games.tables.snapshot import deal_state


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only list of a session's seats with their results, on the page of the session."""

    model = Seat
    fields = ("number", "name", "user", "bot", "points", "net")
    extra = 0


class SessionInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only list of a table's sessions, on the page of the table."""

    model = Session
    fields = ("number", "status", "deals_planned", "started_at", "finished_at")
    show_change_link = True
    extra = 0


class ActionInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only list of a deal's actions, on the page of a finished deal."""

    model = Action
    fields = ("number", "text", "by_bot", "at")
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of tables, and a page for each with its terms and sessions."""

    list_display = ("slug", "host", "phase", "rules_name", "deals_planned", "version", "created_at")
    list_filter = ("phase", "rules_name")
    list_select_related = ("host",)
    search_fields = ("slug", "host__username")
    date_hierarchy = "created_at"
    fields = (
        "slug", "host", "phase", "rules_name", "rules", "deals_planned", "stake_minor", "currency",
        "bot_money", "spectators", "spectator_delay", "version", "turn", "created_at",
    )  # fmt: skip
    inlines = (SessionInline,)


@admin.register(Session)
class SessionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of sessions, and a page for each with its terms and seats."""

    list_display = ("table", "number", "status", "people", "currency", "started_at", "finished_at")
    list_filter = ("status", "currency")
    list_select_related = ("table",)
    search_fields = ("table__slug", "seats__name")
    date_hierarchy = "started_at"
    fields = (
        "table", "number", "status", "rules_name", "rules", "deals_planned", "stake_minor",
        "currency", "bot_money", "started_at", "finished_at",
    )  # fmt: skip
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Return the query for sessions with their seats, whose names the list shows."""
        return super().get_queryset(request).prefetch_related("seats")

    @admin.display(description=_("players"))
    def people(self, session: Session) -> str:
        """Return the names of the players, for a column of the list."""
        return ", ".join(seat.name for seat in session.seats.all())


@admin.register(Deal)
class DealAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of deals; only finished deals show their actions, and the record with hands.

    Deals of packs that other tables still play are left out: an administrator may have a seat
    there.
    """

    list_display = ("session", "number", "attempt", "winner", "nets", "started_at", "finished_at")
    list_filter = (("finished_at", admin.EmptyFieldListFilter),)
    list_select_related = ("session__table",)
    search_fields = ("session__table__slug",)
    date_hierarchy = "started_at"
    fields = (
        "session", "number", "attempt", "winner", "points", "nets", "pairs",
        "started_at", "finished_at", "the_record",
    )  # fmt: skip
    inlines = (ActionInline,)

    def get_inlines(self, request: HttpRequest, obj: Deal | None) -> Any:
        """Return the list of actions for a finished deal, and nothing for a running one."""
        # A card given in an exchange is secret while the deal runs.
        return [] if obj is None or obj.finished_at is None else super().get_inlines(request, obj)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Return the query for deals, without sessions whose packs other tables still play."""
        return (
            super().get_queryset(request).exclude(session__in=seals.sealed_sessions().values("pk"))
        )

    @admin.display(description=_("record"))
    def the_record(self, deal: Deal) -> str:
        """Return the record of a finished deal with all hands and actions; a notice for others."""
        if deal.finished_at is None:
            return str(_("Shown once the deal is over."))
        return record.write(deal_state(deal))
