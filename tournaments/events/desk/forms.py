"""Base of the forms of the organizers' desk, and the forms for the event as a whole."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from accounts.flaws import ReasonField, RemarkField
from accounts.sorting import sorted_by
from games.common.denials import Denial
from tournaments.events.core import selectors
from tournaments.events.core.denials import sentence
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.desk.services import announce, extend_time
from tournaments.events.entries.models import Entry
from tournaments.events.rounds import proposal
from tournaments.events.rounds.models import EventTable
from tournaments.events.rounds.publication import undo_round
from tournaments.events.setup.services import cancel_event


def reason_field(*, required: bool = True) -> forms.CharField:
    """Return a field for the reason of an organizer's action; if not required, for a remark."""
    field = ReasonField if required else RemarkField
    return field(
        label=gettext_lazy("Reason"),
        required=required,
        max_length=EntryPenalty.REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DeskForm(forms.Form):
    """Base of the forms of the desk; `call_service` performs the organizer's action."""

    title: ClassVar[Any] = ""
    button: ClassVar[Any] = ""
    #: The success message; ``call_service`` may replace it.
    done: Any = ""

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, **options)
        self.event = event

    def set_choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        """Set the choices of the choice field with this name."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def has_choices(self) -> bool:
        """Return whether every choice field has choices."""
        return all(
            field.choices for field in self.fields.values() if isinstance(field, forms.ChoiceField)
        )

    def call_service(self, caller: Caller) -> Answer:
        """Call the service with the valid data of the form; return a denial or None."""
        raise NotImplementedError

    def add_denial(self, denial: Denial) -> None:
        """Add the service's denial as an error; ``self.event`` must be refreshed."""
        self.add_error(None, sentence(denial))


class EntrantForm(DeskForm):
    """Base of desk forms about one entrant, chosen from those who have not withdrawn."""

    entry = forms.ChoiceField(label=gettext_lazy("Player"))

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        entries = sorted_by(selectors.entries(event), lambda each: each.name)
        self.set_choices(
            "entry",
            [
                (each.number, f"{each.number} · {each.name}")
                for each in entries
                if self.is_choice(each)
            ],
        )

    def is_choice(self, entry: Entry) -> bool:
        """Return whether the form offers this entry as a choice."""
        return entry.status != Entry.Status.WITHDRAWN

    @property
    def number(self) -> int:
        """The number of the chosen entry."""
        return int(self.cleaned_data["entry"])


class PlayerForm(EntrantForm):
    """Base of desk forms about one entrant, without members who are only invited."""

    def is_choice(self, entry: Entry) -> bool:
        """Return whether the entry is a choice: neither withdrawn nor a member only invited."""
        is_invited = entry.status == Entry.Status.INVITED and entry.left is None
        return super().is_choice(entry) and not is_invited


class AnnounceForm(DeskForm):
    """Form that posts an announcement."""

    title, button = gettext_lazy("Post an announcement"), gettext_lazy("Post announcement")
    done: Any = gettext_lazy("Announcement posted.")

    text = ReasonField(
        label=gettext_lazy("Announcement"),
        max_length=EventRecord.TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def call_service(self, caller: Caller) -> Answer:
        return announce(caller, self.event.pk, self.cleaned_data["text"])


class CancelForm(DeskForm):
    """Form that cancels the event."""

    title, button = gettext_lazy("Cancel event"), gettext_lazy("Cancel event")
    done: Any = gettext_lazy("Event cancelled.")

    reason = reason_field()

    def call_service(self, caller: Caller) -> Answer:
        return cancel_event(caller, self.event.pk, self.cleaned_data["reason"])


class EndForm(DeskForm):
    """Form that ends the event before its last round."""

    title, button = gettext_lazy("End event early"), gettext_lazy("End event")
    done: Any = gettext_lazy("Event ended. All finished rounds count.")

    reason = reason_field()

    def call_service(self, caller: Caller) -> Answer:
        return proposal.end_event(caller, self.event.pk, self.cleaned_data["reason"])


class EndNightForm(EndForm):
    """Form that ends the club night."""

    title, button = gettext_lazy("End club night"), gettext_lazy("End club night")
    done: Any = gettext_lazy("Club night ended. All finished sessions count.")

    reason = RemarkField(
        label=gettext_lazy("Note (optional)"),
        required=False,
        max_length=EntryPenalty.REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Unfinished sessions won’t count, but players can finish them."),
    )


class ExtendForm(DeskForm):
    """Form that adds time for the players on turn, at one table or at all."""

    title, button = gettext_lazy("Add time"), gettext_lazy("Add time")

    table = forms.ChoiceField(label=gettext_lazy("Table"), required=False)
    seconds = forms.IntegerField(
        label=gettext_lazy("Seconds to add"), min_value=5, max_value=900, initial=60
    )
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        tables = EventTable.objects.filter(round__event=event, finished_at=None)
        numbers = tables.order_by("number").values_list("number", flat=True)
        named = [(each, _("Table %(number)s") % {"number": each}) for each in numbers]
        self.set_choices("table", [("", _("All tables")), *named] if named else [])

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        number = int(said["table"]) if said["table"] else None
        words = (
            _("%(seconds)s seconds added at all tables.")
            if number is None
            else _("%(seconds)s seconds added at table %(table)s.")
        )
        self.done = words % {"seconds": said["seconds"], "table": number}
        return extend_time(caller, self.event.pk, said["seconds"], said["reason"], number=number)


class UndoRoundForm(DeskForm):
    """Form that undoes a published round before a card is played."""

    title, button = gettext_lazy("Undo this round"), gettext_lazy("Undo round")
    done = gettext_lazy("Round undone. Its tables are closed. Review the new seating.")

    reason = reason_field()

    def call_service(self, caller: Caller) -> Answer:
        return undo_round(caller, self.event.pk, self.cleaned_data["reason"])
