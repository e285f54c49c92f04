"""What an organizer decides at the desk."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from accounts.flaws import PersonNameField, ReasonField, RemarkField
from accounts.models import told_apart
from accounts.sorting import by_name, sorted_by
from games.common import money
from games.common.denials import Denial
from games.common.numbers import listed
from games.tables.max_loss import Cost
from tournaments.clubs import selectors as clubs
from tournaments.events import presenter, selectors, services
from tournaments.events.denials import EventCode, sentence
from tournaments.events.models import (
    Entry,
    EntryPenalty,
    Event,
    EventCorrection,
    EventRecord,
    EventTable,
    Substitution,
)
from tournaments.events.services import Answer


def reason_field(*, required: bool = True) -> forms.CharField:
    """Return a field for a reason."""
    field = ReasonField if required else RemarkField
    return field(
        label=gettext_lazy("Why"),
        required=required,
        max_length=EntryPenalty.REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DeskForm(forms.Form):
    """Something that the organizer decides: its fields, and the service that does it."""

    title: ClassVar[Any] = ""
    button: ClassVar[Any] = ""
    #: What is said when it was done; a form may find that less was done.
    done: Any = ""

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, **options)
        self.event = event

    def offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def is_of_use(self) -> bool:
        """Whether there is anything that could be chosen."""
        return all(
            field.choices for field in self.fields.values() if isinstance(field, forms.ChoiceField)
        )

    def do(self, caller: Caller) -> Answer:
        """Let the service do it."""
        raise NotImplementedError

    def refused(self, denial: Denial) -> None:
        """Say why the service did not do it; the event is as it is now."""
        self.add_error(None, sentence(denial))


class AboutEntry(DeskForm):
    """Something that is decided about an entrant."""

    entry = forms.ChoiceField(label=gettext_lazy("Who"))

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        entries = sorted_by(selectors.entries(event), lambda each: each.name)
        self.offer(
            "entry",
            [
                (each.number, f"{each.number} · {each.name}")
                for each in entries
                if self.offers(each)
            ],
        )

    def offers(self, entry: Entry) -> bool:
        """Return whether the entrant can be chosen."""
        return entry.status != Entry.Status.WITHDRAWN

    @property
    def number(self) -> int:
        """The number of the entry."""
        return int(self.cleaned_data["entry"])


class AboutPlayer(AboutEntry):
    """Something that is decided about an entrant who plays, or has played."""

    def offers(self, entry: Entry) -> bool:
        """Return whether the entrant can be chosen: not a member who is only invited."""
        is_invited = entry.status == Entry.Status.INVITED and entry.left is None
        return super().offers(entry) and not is_invited


class BotsForm(DeskForm):
    """Bots take part."""

    title, button = gettext_lazy("Bots"), gettext_lazy("Add bots")
    done: Any = gettext_lazy("The bots are in.")

    count = forms.IntegerField(label=gettext_lazy("How many"), min_value=1, max_value=64, initial=1)

    def do(self, caller: Caller) -> Answer:
        for _each in range(self.cleaned_data["count"]):
            denied = services.enter_bot(caller, self.event.pk)
            if denied is not None:
                return denied
        return None


class NameForm(DeskForm):
    """Somebody without an account takes part with real cards."""

    title, button = gettext_lazy("Enter by name"), gettext_lazy("Enter them")
    done: Any = gettext_lazy("They are on the list.")

    name = PersonNameField(
        label=gettext_lazy("Name"),
        max_length=Entry._meta.get_field("name").max_length,
        help_text=gettext_lazy("For people without an account. Others write their deals down."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    answers = forms.BooleanField(required=False)
    #: The terms that the organizer was shown, and the loss above their own limit that they accept.
    terms = forms.CharField(required=False, widget=forms.HiddenInput)
    agreed = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        self._shown = presenter.offer_of(services.terms_now(event), None)
        if self._shown is None:
            del self.fields["answers"], self.fields["terms"], self.fields["agreed"]
            return
        self.fields["answers"].required = True
        self.fields["answers"].error_messages["required"] = _(
            "Without an account they cannot agree themselves: enter them only if you answer for"
            " them."
        )
        self._show(self._shown)

    def _show(self, offer: presenter.Offer) -> None:
        words = _("I answer for what this player loses: %(stake)s, at most %(most)s")
        self.fields["answers"].label = words % {"stake": offer.stake, "most": offer.most}
        self.fields["terms"].initial = offer.digest

    def do(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return services.enter_by_name(
            caller,
            self.event.pk,
            said["name"],
            terms=said.get("terms"),
            agreed=Cost.parse(said.get("agreed", "")),
        )

    def refused(self, denial: Denial) -> None:
        self.add_error(None, sentence(denial))
        if denial.code not in (EventCode.TERMS_CHANGED, EventCode.EVENT_ABOVE_LIMIT):
            return
        sent = {name: self.data.get(self.add_prefix(name), "") for name in self.fields}
        if denial.code == EventCode.EVENT_ABOVE_LIMIT:
            self.add_error(None, _("Enter them once more to answer for them all the same."))
            sent["agreed"] = str(denial.params["worst"])
        elif offer := presenter.offer_of(services.terms_now(self.event), None):
            self._show(offer)
            sent |= {"terms": offer.digest, "answers": ""}
        # The page sends back what it shows.
        self.data = {self.add_prefix(name): value for name, value in sent.items() if value}


class InPersonForm(DeskForm):
    """A member agreed in the room, without a phone."""

    title, button = gettext_lazy("Agreed in person"), gettext_lazy("Record the agreement")
    done = gettext_lazy("It is recorded, and the member is told.")

    entry = forms.ChoiceField(label=gettext_lazy("Who"))
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        now = services.terms_now(event)
        asked = [
            each
            for each in now.entries
            if each.user_id is not None
            and each.status != Entry.Status.WITHDRAWN
            and (each.status == Entry.Status.INVITED or not now.may_sit(each))
        ]
        self.offer(
            "entry",
            [
                (each.number, f"{each.number} · {each.name}")
                for each in sorted_by(asked, lambda each: each.name)
            ],
        )
        self.fields["reason"].help_text = _(
            "They can be seated then. What they lose is owed only once they accept it themselves."
        )

    def do(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return services.agree_in_person(caller, self.event.pk, int(said["entry"]), said["reason"])


class PenaltyForm(AboutPlayer):
    """An entrant loses points."""

    title, button = gettext_lazy("Penalty"), gettext_lazy("Give the penalty")
    done: Any = gettext_lazy("The penalty stands.")

    points = forms.IntegerField(label=gettext_lazy("Points"), min_value=1)
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        most = services.highest_penalty(event)
        points = self.fields["points"]
        points.validators.append(MaxValueValidator(most))
        points.widget.attrs["max"] = most
        points.help_text = self._cost()

    def _cost(self) -> str:
        """Return how much of penalties costs money, in an event with a stake."""
        if not self.event.currency:
            return ""
        limit = services.money_penalty_limit(self.event)
        if not limit:
            return _("It costs points in the standings, and no money.")
        most = money.amount(limit * self.event.stake_minor, self.event.currency)
        return _(
            "It costs points in the standings. In money all penalties of a player together cost at"
            " most %(most)s."
        ) % {"most": most}

    def do(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return services.give_penalty(
            caller, self.event.pk, self.number, said["points"], said["reason"]
        )


class TakeBackForm(DeskForm):
    """A penalty holds no longer."""

    title, button = gettext_lazy("Take a penalty back"), gettext_lazy("Take it back")
    done: Any = gettext_lazy("The penalty is taken back.")

    penalty = forms.ChoiceField(label=gettext_lazy("Which"))
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        self.offer(
            "penalty",
            [
                (
                    each.pk,
                    _("%(name)s: %(points)s points, %(reason)s")
                    % {"name": each.entry.name, "points": each.points, "reason": each.reason},
                )
                for each in selectors.penalties(event)
            ],
        )

    def do(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return services.reverse_penalty(caller, self.event.pk, int(said["penalty"]), said["reason"])


class ReplaceForm(AboutPlayer):
    """Another user plays on for an entrant, or a bot."""

    #: What stands for a bot among those who could play on.
    BOT: ClassVar[str] = "bot"

    title, button = gettext_lazy("Replace a player"), gettext_lazy("Replace")
    done: Any = gettext_lazy("The seat has another player. The result stays the entrant's.")

    by = forms.ChoiceField(
        label=gettext_lazy("By whom"),
        error_messages={"required": gettext_lazy("Choose who plays on.")},
    )
    name = PersonNameField(
        label=gettext_lazy("What they are called, without an account"),
        max_length=Entry._meta.get_field("name").max_length,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        self._seated = selectors.seats_in_play(event)
        super().__init__(data, event=event, **options)
        members = by_name(each.user for each in clubs.members(event.club))
        self._people = {str(each.pk): each for each in members}
        names = told_apart(members)
        people = [(key, names[each.pk]) for key, each in self._people.items()]
        if event.is_on_paper:
            self.fields["by"].required = False
            self.offer("by", [("", _("Somebody without an account")), *people])
            return
        del self.fields["name"]
        absent = services.absent_players(event, self._seated)
        if absent is None:
            self.offer("by", [(self.BOT, _("A bot")), *people])
            return
        bot = (self.BOT, _("A bot")) if absent else ("", _("Choose a member"))
        self.offer("by", [bot, *people])
        self.fields["by"].help_text = self._bot_words([each.name for each in absent])

    @staticmethod
    def _bot_words(absent: Sequence[str]) -> str:
        """Return for whom a bot can play where there is a stake, or why for nobody."""
        if absent:
            return _("A bot can play for %(names)s only: the other players are here.") % {
                "names": listed(absent)
            }
        return _(
            "A bot is not among them, because all players are here. With a stake it can play only"
            " for a player who has had no page open for 60 seconds, has let the clock run out, or"
            " has not played for 3 minutes after a reminder."
        )

    def offers(self, entry: Entry) -> bool:
        """Return whether the entrant can be chosen; also one who left, but sits at a table."""
        is_seated = any(seat.entry_id == entry.pk for seat in self._seated)
        return is_seated or super().offers(entry)

    def do(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        substitute = self._people.get(said["by"])
        asked = services.replace_player(
            caller,
            self.event.pk,
            self.number,
            substitute,
            said["reason"],
            name=said.get("name", ""),
        )
        if isinstance(asked, Substitution):
            self.done = _("%(name)s is asked first, because the result is theirs.") % {
                "name": asked.seat.entry.name if asked.seat.entry is not None else ""
            }
            return None
        return asked


class TakeOutForm(AboutEntry):
    """An entrant takes part no longer."""

    title, button = gettext_lazy("Take somebody out"), gettext_lazy("Take out")
    done: Any = gettext_lazy("They no longer take part.")

    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        if event.currency and event.status == Event.Status.RUNNING and not event.is_on_paper:
            self.fields["entry"].help_text = _(
                "A player who is here plays the table to its end. A bot plays on for one who is"
                " not."
            )

    def do(self, caller: Caller) -> Answer:
        return services.take_out(caller, self.event.pk, self.number, self.cleaned_data["reason"])


class AnnounceForm(DeskForm):
    """Everybody is told something."""

    title, button = gettext_lazy("Announcement"), gettext_lazy("Announce")
    done: Any = gettext_lazy("Everybody can read it now.")

    text = ReasonField(
        label=gettext_lazy("What everybody should know"),
        max_length=EventRecord.TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def do(self, caller: Caller) -> Answer:
        return services.announce(caller, self.event.pk, self.cleaned_data["text"])


class CancelForm(DeskForm):
    """The event does not take place."""

    title, button = gettext_lazy("Call it off"), gettext_lazy("Cancel the event")
    done: Any = gettext_lazy("The event is cancelled.")

    reason = reason_field()

    def do(self, caller: Caller) -> Answer:
        return services.cancel(caller, self.event.pk, self.cleaned_data["reason"])


class EndForm(DeskForm):
    """The event ends before its last round."""

    title, button = gettext_lazy("End it now"), gettext_lazy("End the event")
    done: Any = gettext_lazy("The event has ended; what was played counts.")

    reason = reason_field()

    def do(self, caller: Caller) -> Answer:
        return services.end(caller, self.event.pk, self.cleaned_data["reason"])


class EndNightForm(EndForm):
    """A club night is over."""

    title, button = gettext_lazy("End the night"), gettext_lazy("End the night")
    done: Any = gettext_lazy("The night is over; all sessions that were finished count.")

    reason = RemarkField(
        label=gettext_lazy("A word about it"),
        required=False,
        max_length=EntryPenalty.REASON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "Sessions that are not finished now do not count; people can play them out."
        ),
    )


class CorrectForm(DeskForm):
    """A table's result, as it should have been."""

    done: Any = gettext_lazy("The result is corrected. The seating stands; the standings change.")

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

    def do(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        nets = {place: said[f"net-{place}"] for place in self._places}
        made = services.correct_result(caller, self.event.pk, self._table.pk, nets, said["reason"])
        if isinstance(made, EventCorrection):
            self.done = _("The correction is proposed, and those who have to answer it are told.")
            return None
        return made


class ExtendForm(DeskForm):
    """Who is on turn has more time."""

    title, button = gettext_lazy("More time"), gettext_lazy("Give more time")
    done: Any = gettext_lazy("There is more time now.")

    table = forms.ChoiceField(label=gettext_lazy("Where"), required=False)
    seconds = forms.IntegerField(
        label=gettext_lazy("Seconds more"), min_value=5, max_value=900, initial=60
    )
    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        tables = EventTable.objects.filter(round__event=event, finished_at=None)
        numbers = tables.order_by("number").values_list("number", flat=True)
        named = [(each, _("Table %(number)s") % {"number": each}) for each in numbers]
        self.offer("table", [("", _("All tables")), *named] if named else [])

    def do(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        number = int(said["table"]) if said["table"] else None
        return services.extend_time(
            caller, self.event.pk, said["seconds"], said["reason"], number=number
        )


#: What is filled in at the desk, by the last part of its address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = {
    "bots": BotsForm,
    "name": NameForm,
    "in-person": InPersonForm,
    "cancel": CancelForm,
    "penalty": PenaltyForm,
    "take-back": TakeBackForm,
    "replace": ReplaceForm,
    "take-out": TakeOutForm,
    "announce": AnnounceForm,
    "extend": ExtendForm,
    "end": EndForm,
    "end-night": EndNightForm,
}
