"""Forms of the desk that correct results, and give and remove penalties."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.caller import Caller
from games.common import money
from games.common.languages import paragraph
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.corrections.services import correct_result
from tournaments.events.desk.forms import DeskForm, PlayerForm, reason_field
from tournaments.events.rounds.models import EventTable
from tournaments.events.terms.selectors import highest_penalty, money_penalty_limit


class PenaltyForm(PlayerForm):
    """Form that gives an entrant a penalty."""

    title, button = gettext_lazy("Give a penalty"), gettext_lazy("Give penalty")
    done: Any = gettext_lazy("Penalty saved.")

    @property
    def heading(self) -> str:
        return _("Give %(name)s a penalty") % {"name": self.player_name}

    points = forms.IntegerField(label=pgettext_lazy("number of points", "Points"), min_value=1)
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        most = highest_penalty(event)
        points = self.fields["points"]
        points.validators.append(MaxValueValidator(most))
        points.widget.attrs["max"] = most
        points.help_text = self._cost_help_text()

    def _cost_help_text(self) -> str:
        """Return a help text on what a penalty costs: points, and with a stake maybe money."""
        points = _("Taken off the player’s total.")
        if not self.event.stake_minor:
            return points
        limit = money_penalty_limit(self.event)
        if not limit:
            return paragraph(points, _("A penalty costs no money."))
        most = money.amount(limit * self.event.stake_minor, self.event.currency)
        words = _("All of a player’s penalties together can cost at most %(most)s.")
        return paragraph(points, words % {"most": most})

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return penalties.give_penalty(
            caller, self.event.pk, self.number, said["points"], said["reason"]
        )


class RemovePenaltyForm(DeskForm):
    """Form that removes a penalty."""

    title, button = gettext_lazy("Remove a penalty"), gettext_lazy("Remove penalty")
    done: Any = gettext_lazy("Penalty removed.")

    penalty = forms.ChoiceField(label=gettext_lazy("Penalty"))
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        self.in_force = penalties.penalties_in_force(event)
        self.set_choices(
            "penalty",
            [
                (
                    each.pk,
                    _("%(name)s: %(points)s-point penalty (%(reason)s)")
                    % {"name": each.entry.name, "points": each.points, "reason": each.reason},
                )
                for each in self.in_force
            ],
        )

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return penalties.reverse_penalty(
            caller, self.event.pk, int(said["penalty"]), said["reason"]
        )


class CorrectForm(DeskForm):
    """Form that corrects the net points of a table's seats, or proposes their correction."""

    done: Any = gettext_lazy("Result corrected. Standings updated; seating unchanged.")

    def __init__(self, data: Any = None, *, event: Event, table: EventTable) -> None:
        super().__init__(data, event=event)
        self._table = table
        self._places = []
        for seat in table.seats.select_related("entry").order_by("place"):
            self._places.append(seat.place)
            self.fields[f"net-{seat.place}"] = forms.IntegerField(
                label=_("A bot") if seat.entry is None else seat.entry.name,
                min_value=-99999,
                max_value=99999,
                initial=seat.net,
            )
        self.fields["reason"] = reason_field()

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        nets = {place: said[f"net-{place}"] for place in self._places}
        made = correct_result(caller, self.event.pk, self._table.pk, nets, said["reason"])
        if isinstance(made, EventCorrection):
            self.done = _("Correction proposed. The people who have to confirm it were notified.")
            return None
        return made
