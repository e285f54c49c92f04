"""Read-only administration of agreements."""

from django.contrib import admin

from games.agreements.models import Agreement
from games.common.admin import ReadOnly


@admin.register(Agreement)
class AgreementAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of all agreements, including withdrawn ones."""

    list_display = (
        "pk", "user", "answers_for", "subject", "subject_id", "currency", "max_loss", "given",
        "given_at", "withdrawn_at",
    )  # fmt: skip
    list_filter = ("subject", "given", "currency")
    list_select_related = ("user",)
    search_fields = ("user__username", "digest")
    date_hierarchy = "given_at"
    fields = (
        "user", "answers_for", "subject", "subject_id", "currency", "max_loss", "terms", "digest",
        "given", "given_at", "withdrawn_at",
    )  # fmt: skip
