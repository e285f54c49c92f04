"""Read-only admin pages of the ledger."""

from django.contrib import admin

from games.common.admin import ReadOnly
from tournaments.ledger.audit.models import AuditRun
from tournaments.ledger.book.models import Posting, PostingLine
from tournaments.ledger.payments.models import Payment, PaymentRecord
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer


class BalanceInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows of accounts' points and amounts, on a settlement's page."""

    model = Balance
    fields = ("account", "name", "points", "amount")
    extra = 0


class DebtInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows of what one player lost to another, on a settlement's page."""

    model = Debt
    fields = ("payer", "payee", "amount")
    extra = 0


class TransferInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows of due payments and their open amounts, on a settlement's page."""

    model = Transfer
    fields = ("payer", "payee", "amount", "open_amount")
    extra = 0


@admin.register(Settlement)
class SettlementAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of settlements, each with its balances, debts and due payments."""

    list_display = ("slug", "source", "session", "event", "club", "currency", "created_at")
    list_select_related = ("session__table", "club")
    date_hierarchy = "created_at"
    fields = (
        "slug", "source", "session", "event", "club", "number", "stake_minor", "currency", "terms",
        "posting", "is_carried", "reason", "made_by", "created_at",
    )  # fmt: skip
    inlines = (BalanceInline, DebtInline, TransferInline)


class PostingLineInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows of accounts, amounts and new balances, on a posting's page."""

    model = PostingLine
    fields = ("account", "amount", "number", "after")
    extra = 0


@admin.register(Posting)
class PostingAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of postings, each with its lines."""

    list_display = ("key", "kind", "club", "currency", "at")
    list_select_related = ("club",)
    date_hierarchy = "at"
    fields = ("key", "kind", "club", "currency", "reverses", "made_by", "at")
    inlines = (PostingLineInline,)


class PaymentRecordInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Read-only rows of a payment's status changes, on the payment's page."""

    model = PaymentRecord
    fields = ("actor", "status", "text", "at")
    extra = 0


@admin.register(Payment)
class PaymentAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of payments and waivers, each with its history."""

    list_display = ("pk", "transfer", "kind", "amount", "status", "claimed_at")
    fields = (
        "transfer", "kind", "amount", "paid_on", "way", "remark", "status", "claimed_by",
        "claimed_at", "posting",
    )  # fmt: skip
    inlines = (PaymentRecordInline,)


@admin.register(PendingResult)
class PendingResultAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of results that no agreement covered, with their answers."""

    list_display = (
        "pk", "source", "session", "event", "club", "name", "currency", "amount", "created_at",
        "accepted_at", "declined_at", "lapsed_at",
    )  # fmt: skip
    list_filter = ("source", "currency")
    list_select_related = ("session__table", "club")
    search_fields = ("user__username", "name")
    date_hierarchy = "created_at"
    fields = (
        "source", "session", "event", "club", "user", "name", "currency", "stake_minor", "points",
        "amount", "parts", "created_at", "lapses_at", "accepted_at", "declined_at", "lapsed_at",
        "agreement",
    )  # fmt: skip


@admin.register(AuditRun)
class AuditRunAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of audits, each with the faults found."""

    list_display = ("began_at", "ended_at", "settlements", "postings")
    fields = ("began_at", "ended_at", "settlements", "postings", "faults")
