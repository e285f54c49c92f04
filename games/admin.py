from typing import Any

from django.contrib import admin
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Action, ChatLine, Deal, HouseRules, Report, Seat, Session, Table
from games.rules import record
from games.selectors import deal_state

#: What is secret while a deal runs or is to come; actions for what is given in an exchange.
SECRETS = frozenset({"secret", "start", "words", "next_secret", "next_words", "actions"})


class Discreet:
    """No list can be asked about secrets: who may ask for their first letters soon has them all."""

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        if not SECRETS.isdisjoint(lookup.split(LOOKUP_SEP)):
            return False
        return super().lookup_allowed(lookup, value, request)  # type: ignore[misc, no-any-return]


class ReadOnly(Discreet):
    """What was played is looked at here, never changed."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields  # type: ignore[attr-defined]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "name", "user", "is_bot", "points", "net")
    extra = 0


class SessionInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Session
    fields = ("number", "status", "deals_planned", "started_at", "finished_at")
    show_change_link = True
    extra = 0


class ActionInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Action
    fields = ("number", "text", "by_bot", "at")
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("slug", "host", "phase", "rules_name", "deals_planned", "version", "created_at")
    list_filter = ("phase", "rules_name")
    list_select_related = ("host",)
    search_fields = ("slug", "host__username")
    date_hierarchy = "created_at"
    fields = (
        "slug", "host", "phase", "rules_name", "rules", "deals_planned", "stake_minor", "currency",
        "spectators", "version", "turn", "created_at",
    )  # fmt: skip
    inlines = (SessionInline,)


@admin.register(Session)
class SessionAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("table", "number", "status", "people", "currency", "started_at", "finished_at")
    list_filter = ("status", "currency")
    list_select_related = ("table",)
    search_fields = ("table__slug", "seats__name")
    date_hierarchy = "started_at"
    fields = (
        "table", "number", "status", "rules_name", "rules", "deals_planned", "stake_minor",
        "currency", "started_at", "finished_at",
    )  # fmt: skip
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("seats")

    @admin.display(description=_("players"))
    def people(self, session: Session) -> str:
        return ", ".join(seat.name for seat in session.seats.all())


@admin.register(Deal)
class DealAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Deals; the record, and with it the hands, only of those that are over."""

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
        # What is given in an exchange is nobody else's to know while the deal runs.
        return [] if obj is None or obj.finished_at is None else super().get_inlines(request, obj)

    @admin.display(description=_("record"))
    def the_record(self, deal: Deal) -> str:
        if deal.finished_at is None:
            return str(_("Shown when the deal is over."))
        return record.write(deal_state(deal))


@admin.register(HouseRules)
class HouseRulesAdmin(Discreet, admin.ModelAdmin):  # type: ignore[type-arg]
    """House rules; a name that will not do can be changed here, or all of it deleted."""

    list_display = ("name", "owner", "base", "slug", "created_at", "updated_at")
    list_filter = ("base",)
    list_select_related = ("owner",)
    search_fields = ("name", "slug", "owner__username")
    date_hierarchy = "created_at"
    fields = ("name", "owner", "base", "slug", "options", "created_at", "updated_at")
    readonly_fields = ("owner", "base", "slug", "options", "created_at", "updated_at")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReportInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Report
    fields = ("user", "reported_at")
    extra = 0


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What was said at the tables, also what their hosts have cleared."""

    list_display = ("text", "name", "user", "table", "said_at", "cleared")
    list_filter = ("cleared", ("reports", admin.EmptyFieldListFilter))
    list_select_related = ("user", "session__table")
    search_fields = ("text", "name", "user__username", "session__table__slug")
    date_hierarchy = "said_at"
    fields = ("text", "name", "user", "table", "session", "said_at", "cleared")
    inlines = (ReportInline,)

    @admin.display(description=_("table"), ordering="session__table__slug")
    def table(self, line: ChatLine) -> str:
        return line.session.table.slug if line.session else "–"


@admin.register(Report)
class ReportAdmin(Discreet, admin.ModelAdmin):  # type: ignore[type-arg]
    """Lines that somebody wants looked at; a report that was dealt with is deleted."""

    list_display = ("line_text", "speaker", "table", "user", "reported_at")
    list_select_related = ("user", "line__user", "line__session__table")
    search_fields = ("line__text", "line__name", "line__session__table__slug")
    date_hierarchy = "reported_at"
    fields = ("line", "speaker", "table", "user", "reported_at")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("line"), ordering="line__text")
    def line_text(self, report: Report) -> str:
        return report.line.text

    @admin.display(description=_("speaker"), ordering="line__name")
    def speaker(self, report: Report) -> str:
        account = report.line.user
        return report.line.name if account is None else f"{report.line.name} ({account.username})"

    @admin.display(description=_("table"), ordering="line__session__table__slug")
    def table(self, report: Report) -> str:
        session = report.line.session
        return session.table.slug if session else "–"
