"""The form of the desk that replaces a player."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from accounts.flaws import PersonNameField
from accounts.models import User, distinct_names
from accounts.sorting import sorted_by_name
from games.common.numbers import listed
from tournaments.clubs import selectors as clubs
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event
from tournaments.events.desk.forms import PlayerForm, reason_field
from tournaments.events.entries.models import Entry
from tournaments.events.rounds import selectors
from tournaments.events.substitutes.models import Substitution
from tournaments.events.substitutes.services import absent_players, replace_player


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
