"""A user's agreements, for the download of their data."""

from typing import Any

from accounts import export
from games.agreements.models import Agreement


def _row_data(row: Agreement) -> dict[str, Any]:
    """Return the exported values of an agreement, by the name of the field in the export."""
    return {
        "number": row.pk,
        "covers": row.subject,
        "covers_number": row.subject_id,
        "answers_for": row.answers_for,
        "terms": row.terms,
        "digest": row.digest,
        "currency": row.currency,
        "max_loss_minor": row.max_loss,
        "given": row.given,
        "given_at": row.given_at,
        "withdrawn_at": row.withdrawn_at,
    }


def provide() -> None:
    """Register agreements in the data export; called when the apps are ready."""
    export.provide(
        "agreements", export.pages(lambda user: Agreement.objects.filter(user=user), _row_data)
    )
