"""Administration of house rules."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.common.admin import NoSecretFilters
from games.rulebook.models import HouseRules


@admin.register(HouseRules)
class HouseRulesAdmin(NoSecretFilters, admin.ModelAdmin):  # type: ignore[type-arg]
    """List of house rules; only the name can be changed, and none can be added."""

    list_display = ("name", "owner", "base", "slug", "created_at", "updated_at")
    list_filter = ("base",)
    list_select_related = ("owner",)
    search_fields = ("name", "slug", "owner__username")
    date_hierarchy = "created_at"
    fields = ("name", "owner", "base", "slug", "options", "created_at", "updated_at")
    readonly_fields = ("owner", "base", "slug", "options", "created_at", "updated_at")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: house rules are only made in the editor."""
        return False
