from django.contrib import admin

from games.admin import ReadOnly
from tournaments.models import (
    Balance,
    Debt,
    RatedSession,
    Rating,
    RatingChange,
    Settlement,
    Transfer,
)


class BalanceInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Balance
    fields = ("seat", "points", "amount")
    extra = 0


class DebtInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Debt
    fields = ("payer", "payee", "amount")
    extra = 0


class TransferInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Transfer
    fields = ("payer", "payee", "amount")
    extra = 0


@admin.register(Settlement)
class SettlementAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("session", "stake_minor", "currency", "created_at")
    list_select_related = ("session__table",)
    date_hierarchy = "created_at"
    fields = ("session", "stake_minor", "currency", "created_at")
    inlines = (BalanceInline, DebtInline, TransferInline)


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("user", "family", "mu", "sigma", "sessions", "updated_at")
    list_select_related = ("user",)
    list_filter = ("family",)
    search_fields = ("user__username", "user__display_name")
    fields = ("user", "family", "mu", "sigma", "sessions", "updated_at")


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
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
    list_display = ("session", "verdict", "created_at")
    list_select_related = ("session__table",)
    list_filter = ("verdict",)
    date_hierarchy = "created_at"
    fields = ("session", "verdict", "created_at")
