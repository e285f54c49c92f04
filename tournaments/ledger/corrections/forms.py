"""Form for a corrected result of a session. It validates input; services decide."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.flaws import ReasonField
from games.common.denials import Denial
from games.tables.models import Seat, Session
from tournaments.ledger.corrections.services import MAX_POINTS
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.selectors import nets_by_seat, seats_and_scored_deals


class ResultForm(forms.Form):
    """Form with the corrected points of each seat of a session, and the reason."""

    reason = ReasonField(
        label=gettext_lazy("Reason for the correction"),
        max_length=Settlement.REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Enter a short reason.")},
    )

    def __init__(self, data: Any = None, *, seats: Sequence[Seat], nets: Mapping[int, int]) -> None:
        """Add a field for each seat, filled with its current points.

        :param nets: current points by seat number
        """
        super().__init__(data)
        self.seats, self.nets = seats, nets
        for seat in seats:
            self.fields[f"seat_{seat.number}"] = forms.IntegerField(
                label=seat.name,
                min_value=-MAX_POINTS,
                max_value=MAX_POINTS,
                initial=nets[seat.number],
            )
        self.order_fields([*(f"seat_{seat.number}" for seat in seats), "reason"])

    def clean(self) -> dict[str, Any]:
        """Check that the points sum to zero and differ from the current result."""
        cleaned = super().clean() or {}
        if not self.errors:
            if total := sum(self.corrected_nets(cleaned).values()):
                self.refuse(Denial(LedgerCode.NOT_ZERO, {"sum": total}))
            elif not any(self.differences(cleaned).values()):
                self.refuse(Denial(LedgerCode.SAME_RESULT))
        return cleaned

    def corrected_nets(self, cleaned: Mapping[str, Any] | None = None) -> dict[int, int]:
        """Return the entered points by seat number."""
        said = self.cleaned_data if cleaned is None else cleaned
        return {seat.number: said[f"seat_{seat.number}"] for seat in self.seats}

    def differences(self, cleaned: Mapping[str, Any] | None = None) -> dict[int, int]:
        """Return the entered points less the current ones, by seat number."""
        return {seat: net - self.nets[seat] for seat, net in self.corrected_nets(cleaned).items()}

    def refuse(self, denial: Denial) -> None:
        """Add the denial's message to the reason if it is about it, or else to the whole form."""
        is_reason = denial.code in (LedgerCode.NO_REASON, LedgerCode.WORDING_FLAWED)
        about = "reason" if is_reason else None
        self.add_error(about, denial_text(denial))


def result_form(session: Session, data: Any = None) -> ResultForm:
    """Return the form for correcting the session's result."""
    seats, deals = seats_and_scored_deals(session.pk)
    return ResultForm(data, seats=seats, nets=nets_by_seat(session, seats, deals))
