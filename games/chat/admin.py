"""Admin pages of chat messages and reports."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.chat.models import ChatLine, Report
from games.common.admin import NoSecretFilters, ReadOnly


class ReportInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only list of a message's reports, on the message's page."""

    model = Report
    fields = ("user", "reported_at")
    extra = 0


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of chat messages, including those cleared by hosts."""

    list_display = ("content", "name", "user", "table", "written_at", "cleared")
    list_filter = ("cleared", ("reports", admin.EmptyFieldListFilter))
    list_select_related = ("user", "session__table")
    search_fields = ("text", "name", "user__username", "session__table__slug")
    date_hierarchy = "written_at"
    fields = ("content", "name", "user", "table", "session", "written_at", "cleared")
    inlines = (ReportInline,)

    @admin.display(description=_("text"), ordering="text")
    def content(self, line: ChatLine) -> str:
        """Return the message's text; for a phrase, in the active language."""
        return line.content

    @admin.display(description=_("table"), ordering="session__table__slug")
    def table(self, line: ChatLine) -> str:
        """Return the slug of the message's table; a dash if its session was deleted."""
        return line.session.table.slug if line.session else "–"


@admin.register(Report)
class ReportAdmin(NoSecretFilters, admin.ModelAdmin):  # type: ignore[type-arg]
    """List of reports of chat messages; a handled report is deleted, none can be changed."""

    list_display = ("line_text", "writer", "table", "user", "reported_at")
    list_select_related = ("user", "line__user", "line__session__table")
    search_fields = ("line__text", "line__name", "line__session__table__slug")
    date_hierarchy = "reported_at"
    fields = ("line", "writer", "table", "user", "reported_at")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: reports are made at the table only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: a report can only be viewed or deleted."""
        return False

    @admin.display(description=_("message"), ordering="line__text")
    def line_text(self, report: Report) -> str:
        """Return the text of the reported message."""
        return report.line.content

    @admin.display(description=_("written by"), ordering="line__name")
    def writer(self, report: Report) -> str:
        """Return the name of the message's writer, with the username if there is an account."""
        account = report.line.user
        return report.line.name if account is None else f"{report.line.name} ({account.username})"

    @admin.display(description=_("table"), ordering="line__session__table__slug")
    def table(self, report: Report) -> str:
        """Return the slug of the message's table; a dash if its session was deleted."""
        session = report.line.session
        return session.table.slug if session else "–"
