"""Base of the forms of the organizers' desk, and the forms for the event as a whole."""

from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from accounts.flaws import ReasonField, RemarkField
from games.common.denials import Denial
from tournaments.events.core import selectors
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.core.words import when
from tournaments.events.corrections.models import EntryPenalty
from tournaments.events.desk.services import announce, extend_time
from tournaments.events.entries.models import Entry
from tournaments.events.rounds import proposal
from tournaments.events.rounds.models import EventTable
from tournaments.events.rounds.publication import undo_round
from tournaments.events.setup.services import cancel_event
from tournaments.events.starting.services import may_undo_start, start_with_entrants, undo_start

#: Who reads the reason of an action about a player or a table, and of one about the whole event.
FOR_CONCERNED: Final = gettext_lazy("Only the players concerned and organizers see the reason.")
FOR_ENTRANTS: Final = gettext_lazy("Everyone who takes part sees the reason.")


def reason_field(*, required: bool = True, readers: Any = FOR_CONCERNED) -> forms.CharField:
    """Return a field for the reason of an organizer's action; if not required, for a remark.

    :param readers: who can read the reason, in a sentence
    """
    field = ReasonField if required else RemarkField
    return field(
        label=gettext_lazy("Reason (required)") if required else gettext_lazy("Reason"),
        required=required,
        max_length=EntryPenalty.REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=readers,
    )


class DeskForm(forms.Form):
    """Base of the forms of the desk; `call_service` performs the organizer's action."""

    title: ClassVar[Any] = ""
    button: ClassVar[Any] = ""
    #: Whether it has a page of its own instead of a place on the desk.
    has_page: ClassVar[bool] = False
    #: Whether its page has to warn: the action can hardly be undone.
    is_dangerous: ClassVar[bool] = False
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
    def heading(self) -> str:
        """The heading of its page."""
        return str(self.title)

    @property
    def consequences(self) -> list[str]:
        """Sentences on what the action does, for its page."""
        return []

    @property
    def obstacle(self) -> Denial | None:
        """Why the action is no longer possible; its page is not shown then."""
        return None

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
    """Base of desk forms about one entrant who has not withdrawn; each has a page of its own."""

    has_page = True

    entry = forms.ChoiceField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        found = [each for each in selectors.entries(event) if self.is_choice(each)]
        self.entries = {str(each.number): each for each in found}
        self.set_choices("entry", [(number, each.name) for number, each in self.entries.items()])

    def is_choice(self, entry: Entry) -> bool:
        """Return whether the form can be about this entry."""
        return entry.status != Entry.Status.WITHDRAWN

    @property
    def entrant(self) -> Entry | None:
        """The entry that the form is about; None if the form can't be about it."""
        return self.entries.get(str(self["entry"].value()))

    @property
    def player_name(self) -> str:
        """The name of the entrant."""
        return "" if self.entrant is None else self.entrant.name

    @property
    def number(self) -> int:
        """The number of the entry that was sent."""
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

    has_page = is_dangerous = True
    title, button = gettext_lazy("Cancel event"), gettext_lazy("Cancel event")
    done: Any = gettext_lazy("Event cancelled.")

    reason = reason_field(readers=FOR_ENTRANTS)

    def call_service(self, caller: Caller) -> Answer:
        return cancel_event(caller, self.event.pk, self.cleaned_data["reason"])

    @property
    def consequences(self) -> list[str]:
        if self.event.status == Event.Status.DRAFT:
            return [_("The draft disappears from the club’s lists. Members haven’t seen it.")]
        return [
            _("The event won’t take place. Everyone who signed up is told your reason."),
            _("A cancelled event can’t be reopened."),
        ]


class EndForm(DeskForm):
    """Form that ends the event before its last round."""

    has_page = is_dangerous = True
    title, button = gettext_lazy("End event early"), gettext_lazy("End event")
    done: Any = gettext_lazy("Event ended. All finished rounds count.")

    reason = reason_field(readers=FOR_ENTRANTS)

    def call_service(self, caller: Caller) -> Answer:
        return proposal.end_event(caller, self.event.pk, self.cleaned_data["reason"])

    @property
    def consequences(self) -> list[str]:
        said = [_("No more rounds will be played. All finished rounds count.")]
        if self.event.currency:
            said.append(_("The results are settled right away."))
        return [*said, _("An event that has ended can’t be continued.")]


class EndNightForm(EndForm):
    """Form that ends the club night."""

    title, button = gettext_lazy("End club night"), gettext_lazy("End club night")
    done: Any = gettext_lazy("Club night ended. All finished sessions count.")

    reason = RemarkField(
        label=gettext_lazy("Note (optional)"),
        required=False,
        max_length=EntryPenalty.REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @property
    def consequences(self) -> list[str]:
        return [
            _("Unfinished sessions won’t count, but players can finish them."),
            _("A club night that has ended can’t be continued."),
        ]


class ExtendForm(DeskForm):
    """Form that adds time for the players on turn, at one table or at all."""

    has_page = True
    title, button = gettext_lazy("Add time at all tables"), gettext_lazy("Add time")

    table = forms.ChoiceField(required=False, widget=forms.HiddenInput)
    seconds = forms.IntegerField(
        label=gettext_lazy("Seconds to add"), min_value=5, max_value=900, initial=60
    )
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        tables = EventTable.objects.filter(round__event=event, finished_at=None)
        numbers = tables.order_by("number").values_list("number", flat=True)
        self.set_choices("table", [("", ""), *((each, str(each)) for each in numbers)])

    @property
    def heading(self) -> str:
        """The heading of its page, with the table's number."""
        number = self["table"].value()
        return _("Add time at table %(number)s") % {"number": number} if number else str(self.title)

    @property
    def consequences(self) -> list[str]:
        return [_("The player on turn gets more time for this turn.")]

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


def _latest_undo(event: Event) -> str:
    """Return until when a round or the start of the event can be undone, as a sentence."""
    if event.is_on_paper:
        return _("This is only possible until the first deal is entered.")
    return _("This is only possible until the first card is played.")


class UndoRoundForm(DeskForm):
    """Form that undoes a published round before a card is played."""

    has_page = is_dangerous = True
    title, button = gettext_lazy("Undo this round"), gettext_lazy("Undo round")
    done = gettext_lazy("Round undone. Its tables are closed. Review the new seating.")

    reason = reason_field(readers=FOR_ENTRANTS)

    @property
    def consequences(self) -> list[str]:
        return [
            _("The tables of this round are closed, and you can change its seating again."),
            _latest_undo(self.event),
        ]

    def call_service(self, caller: Caller) -> Answer:
        return undo_round(caller, self.event.pk, self.cleaned_data["reason"])


class StartEarlyForm(DeskForm):
    """Question whether to start an event long before its planned time."""

    has_page = True
    title, button = gettext_lazy("Start the event now"), gettext_lazy("Start now")
    done = gettext_lazy("Event started. All tables have started.")

    @property
    def consequences(self) -> list[str]:
        return [
            _("This event is planned for %(when)s. Start it now?") % {"when": when(self.event)},
            _("Round 1 is published at once, without check-in."),
        ]

    def call_service(self, caller: Caller) -> Answer:
        return start_with_entrants(caller, self.event.pk)


class UndoStartForm(DeskForm):
    """Question whether to undo the start of the event."""

    has_page = is_dangerous = True
    title, button = gettext_lazy("Undo the start"), gettext_lazy("Undo start")
    done = gettext_lazy("Start undone. The players are still checked in.")

    @property
    def obstacle(self) -> Denial | None:
        if may_undo_start(self.event):
            return None
        is_running = self.event.status == Event.Status.RUNNING
        return Denial(EventCode.START_PLAYED if is_running else EventCode.NOT_NOW)

    @property
    def consequences(self) -> list[str]:
        return [
            _("The tables are closed, and the event goes back to check-in."),
            _("The players stay checked in."),
            _latest_undo(self.event),
        ]

    def call_service(self, caller: Caller) -> Answer:
        return undo_start(caller, self.event.pk)
