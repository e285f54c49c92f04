"""Settlements in the administration."""

from django.contrib import admin

from games.common.admin import ReadOnly
from tournaments.ledger.models import Balance, Debt, Settlement, Transfer


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
