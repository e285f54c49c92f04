"""Forms of the organizers' desk."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from accounts.flaws import PersonNameField, ReasonField, RemarkField
from accounts.models import User, distinct_names
from accounts.sorting import sorted_by, sorted_by_name
from games.common import money
from games.common.denials import Denial
from games.common.numbers import listed
from games.tables.max_loss import Cost
from tournaments.clubs import selectors as clubs
from tournaments.events.core import selectors
from tournaments.events.core.denials import EventCode, sentence
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event
from tournaments.events.core.record import EventRecord
from tournaments.events.corrections import penalties, penalty_limits
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.corrections.services import correct_result
from tournaments.events.desk.services import announce, extend_time
from tournaments.events.entries import invitations
from tournaments.events.entries.models import Entry, EntryPenalty
from tournaments.events.entries.services import enter_bot, enter_by_name, remove_entrant
from tournaments.events.rounds import proposal
from tournaments.events.rounds.models import EventTable
from tournaments.events.setup.services import cancel_event
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.services import absent_players, replace_player
from tournaments.events.terms import words
from tournaments.events.terms.selectors import terms_now


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


class AddBotsForm(DeskForm):
    """Form that adds a number of bots to the event, one by one until the first denial."""

    title, button = gettext_lazy("Add bots"), gettext_lazy("Add bots")
    done: Any = gettext_lazy("Bots added.")

    count = forms.IntegerField(
        label=gettext_lazy("Number of bots"), min_value=1, max_value=64, initial=1
    )

    def call_service(self, caller: Caller) -> Answer:
        for _each in range(self.cleaned_data["count"]):
            denied = enter_bot(caller, self.event.pk)
            if denied is not None:
                return denied
        return None


class AddByNameForm(DeskForm):
    """Form that adds a player without an account to an event with real cards."""

    title, button = gettext_lazy("Add a player without an account"), gettext_lazy("Add player")
    done: Any = gettext_lazy("Player added.")

    name = PersonNameField(
        label=gettext_lazy("Name"),
        max_length=Entry._meta.get_field("name").max_length,
        help_text=gettext_lazy("Other players at the table enter this player’s deals."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    answers = forms.BooleanField(required=False)
    #: The terms shown to the organizer, and the accepted loss above the organizer's own limit.
    terms = forms.CharField(required=False, widget=forms.HiddenInput)
    agreed = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        self._shown = words.offer_of(terms_now(event), None)
        if self._shown is None:
            del self.fields["answers"], self.fields["terms"], self.fields["agreed"]
            return
        self.fields["answers"].required = True
        self.fields["answers"].error_messages["required"] = _(
            "A player without an account can’t agree to the stake. Tick this box to take"
            " responsibility for the player’s losses."
        )
        self._show_terms(self._shown)

    def _show_terms(self, offer: words.Offer) -> None:
        """Put the stake and the digest of the terms into the fields that the organizer confirms."""
        words = _("I take responsibility for this player’s losses: %(stake)s, max. loss %(most)s")
        self.fields["answers"].label = words % {"stake": offer.stake, "most": offer.max_loss}
        self.fields["terms"].initial = offer.digest

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return enter_by_name(
            caller,
            self.event.pk,
            said["name"],
            terms=said.get("terms"),
            agreed=Cost.parse(said.get("agreed", "")),
        )

    def add_denial(self, denial: Denial) -> None:
        """Add the denial as an error, and show new terms or the loss limit to be confirmed."""
        self.add_error(None, sentence(denial))
        if denial.code not in (EventCode.TERMS_CHANGED, EventCode.EVENT_ABOVE_LIMIT):
            return
        sent = {name: self.data.get(self.add_prefix(name), "") for name in self.fields}
        if denial.code == EventCode.EVENT_ABOVE_LIMIT:
            self.add_error(
                None, _("To take responsibility for this player anyway, add the player again.")
            )
            sent["agreed"] = str(denial.params["worst"])
        elif offer := words.offer_of(terms_now(self.event), None):
            self._show_terms(offer)
            sent |= {"terms": offer.digest, "answers": ""}
        # The page posts back what it shows.
        self.data = {self.add_prefix(name): value for name, value in sent.items() if value}


class AgreedInPersonForm(DeskForm):
    """Form that records that a member agreed to the terms in person."""

    title, button = gettext_lazy("Agreed in person"), gettext_lazy("Record agreement")
    done = gettext_lazy("Agreement recorded. The member has been notified.")

    entry = forms.ChoiceField(label=gettext_lazy("Player"))
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        now = terms_now(event)
        asked = [
            each
            for each in now.entries
            if each.user_id is not None
            and each.status != Entry.Status.WITHDRAWN
            and (each.status == Entry.Status.INVITED or not now.may_sit(each))
        ]
        self.set_choices(
            "entry",
            [
                (each.number, f"{each.number} · {each.name}")
                for each in sorted_by(asked, lambda each: each.name)
            ],
        )
        self.fields["reason"].help_text = _(
            "The member can then get a seat, but won’t owe anything for losses until they also"
            " accept the terms on the site."
        )

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return invitations.agree_in_person(
            caller, self.event.pk, int(said["entry"]), said["reason"]
        )


class PenaltyForm(PlayerForm):
    """Form that gives an entrant a penalty."""

    title, button = gettext_lazy("Give a penalty"), gettext_lazy("Give penalty")
    done: Any = gettext_lazy("Penalty saved.")

    points = forms.IntegerField(label=gettext_lazy("Points"), min_value=1)
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        most = penalty_limits.highest_penalty(event)
        points = self.fields["points"]
        points.validators.append(MaxValueValidator(most))
        points.widget.attrs["max"] = most
        points.help_text = self._cost_help_text()

    def _cost_help_text(self) -> str:
        """Return a help text on what penalties cost in money; empty without a stake."""
        if not self.event.currency:
            return ""
        limit = penalty_limits.money_penalty_limit(self.event)
        if not limit:
            return _("A penalty costs points in the standings, but no money.")
        most = money.amount(limit * self.event.stake_minor, self.event.currency)
        return _(
            "A penalty costs points in the standings. All of a player’s penalties together can"
            " cost at most %(most)s."
        ) % {"most": most}

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
        self.set_choices(
            "penalty",
            [
                (
                    each.pk,
                    _("%(name)s: %(points)s-point penalty (%(reason)s)")
                    % {"name": each.entry.name, "points": each.points, "reason": each.reason},
                )
                for each in selectors.penalties(event)
            ],
        )

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return penalties.reverse_penalty(
            caller, self.event.pk, int(said["penalty"]), said["reason"]
        )


class ReplaceForm(PlayerForm):
    """Form that lets another user or a bot play for an entrant."""

    #: The choice that stands for a bot.
    BOT: ClassVar[str] = "bot"

    title, button = gettext_lazy("Replace a player"), gettext_lazy("Replace player")

    by = forms.ChoiceField(
        label=gettext_lazy("Substitute"),
        error_messages={"required": gettext_lazy("Choose a substitute.")},
    )
    name = PersonNameField(
        label=gettext_lazy("Name of a substitute without an account"),
        max_length=Entry._meta.get_field("name").max_length,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        self._seated = selectors.seats_in_play(event)
        super().__init__(data, event=event, **options)
        members = sorted_by_name(each.user for each in clubs.members(event.club))
        self._people = {str(each.pk): each for each in members}
        names = distinct_names(members)
        people = [(key, names[each.pk]) for key, each in self._people.items()]
        if event.is_on_paper:
            self.fields["by"].required = False
            self.set_choices("by", [("", _("A player without an account")), *people])
            return
        del self.fields["name"]
        absent = absent_players(event, self._seated)
        if absent is None:
            self.set_choices("by", [(self.BOT, _("A bot")), *people])
            return
        bot = (self.BOT, _("A bot")) if absent else ("", _("Choose a member"))
        self.set_choices("by", [bot, *people])
        self.fields["by"].help_text = self._bot_help_text([each.name for each in absent])

    @staticmethod
    def _bot_help_text(absent: Sequence[str]) -> str:
        """Return the help text on the players whom a bot may replace, given the absent ones."""
        if absent:
            return _("A bot can only play for %(names)s: the other players are here.") % {
                "names": listed(absent)
            }
        return _(
            "All players are here, so you can’t choose a bot. With a stake, a bot can only play for"
            " a player who has been offline for 60 seconds, has run out of time, or hasn’t played"
            " for 3 minutes after a reminder."
        )

    def is_choice(self, entry: Entry) -> bool:
        """Return whether the entry is a choice; this includes one who has left but has a seat."""
        is_seated = any(seat.entry_id == entry.pk for seat in self._seated)
        return is_seated or super().is_choice(entry)

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        substitute = self._people.get(said["by"])
        asked = replace_player(
            caller,
            self.event.pk,
            self.number,
            substitute,
            said["reason"],
            name=said.get("name", ""),
        )
        if isinstance(asked, Substitution):
            words = _("The result counts for %(name)s, so we’ve asked %(name)s to agree first.")
            entry = asked.seat.entry
            self.done = words % {"name": entry.name if entry is not None else ""}
            return None
        if asked is None:
            self.done = self._success_message(substitute)
        return asked

    def _success_message(self, substitute: User | None) -> str:
        """Return the success message, which names both players."""
        said = self.cleaned_data
        by = substitute.shown_name if substitute is not None else said.get("name", "")
        words = (
            _("%(by)s now plays for %(name)s. The result still counts for %(name)s.")
            if by
            else _("A bot now plays for %(name)s. The result still counts for %(name)s.")
        )
        entry = self.event.entries.filter(number=self.number).first()
        return words % {"by": by, "name": entry.name if entry is not None else ""}


class RemovePlayerForm(EntrantForm):
    """Form that removes an entrant from the event."""

    title, button = gettext_lazy("Remove a player"), gettext_lazy("Remove player")
    done: Any = gettext_lazy("Player removed from the event.")

    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        if event.currency and event.status == Event.Status.RUNNING and not event.is_on_paper:
            self.fields["entry"].help_text = _(
                "A player who is here can finish the round. Otherwise, a bot plays on."
            )

    def call_service(self, caller: Caller) -> Answer:
        return remove_entrant(caller, self.event.pk, self.number, self.cleaned_data["reason"])


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


#: Forms of the desk, by the last part of their address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = {
    "bots": AddBotsForm,
    "name": AddByNameForm,
    "in-person": AgreedInPersonForm,
    "cancel": CancelForm,
    "penalty": PenaltyForm,
    "take-back": RemovePenaltyForm,
    "replace": ReplaceForm,
    "take-out": RemovePlayerForm,
    "announce": AnnounceForm,
    "extend": ExtendForm,
    "end": EndForm,
    "end-night": EndNightForm,
}
