"""The form of the desk that replaces a player."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from accounts.flaws import PersonNameField
from accounts.models import User
from tournaments.clubs.member_picker import MemberField, picker_members
from tournaments.clubs.models import Membership
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

    by = MemberField(
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
        by = self.fields["by"]
        assert isinstance(by, MemberField)
        members = picker_members(event.club, self._obstacles())
        if event.is_on_paper:
            by.required = False
            by.offer(members, [("", _("A player without an account"))])
            return
        del self.fields["name"]
        absent = absent_players(event, self._seated)
        if absent is None or self.entrant in absent:
            by.offer(members, [(self.BOT, _("A bot"))])
            return
        by.offer(members)
        by.help_text = _(
            "%(name)s is here, so you can’t choose a bot. With a stake, a bot can only play for a"
            " player who has been offline for 60 seconds, has run out of time, or hasn’t played for"
            " 3 minutes after a reminder."
        ) % {"name": self.player_name}

    def _obstacles(self) -> dict[int, str]:
        """Return why members can't be substitutes, by account number: they play already."""
        members = Membership.objects.filter(club=self.event.club_id).values("user")
        busy = selectors.busy_players(members, self.event)
        found = dict.fromkeys(busy, _("playing at another table"))
        said = _("playing at table %(number)s")
        tables = selectors.tables_of_players(self.event)
        return found | {user: said % {"number": number} for user, number in tables.items()}

    @property
    def heading(self) -> str:
        """The heading of its page, with the name of the player."""
        return _("Replace %(name)s") % {"name": self.player_name}

    @property
    def consequences(self) -> list[str]:
        """Sentences on whose result it is, and on who has to agree."""
        said = [_("The result still counts for %(name)s.") % {"name": self.player_name}]
        if self.event.currency and self.entrant is not None and self.entrant.user_id is not None:
            words = _("With a stake, %(name)s has to agree to another player first.")
            said.append(words % {"name": self.player_name})
        return said

    def is_choice(self, entry: Entry) -> bool:
        """Return whether the entry is a choice; this includes one who has left but has a seat."""
        is_seated = any(seat.entry_id == entry.pk for seat in self._seated)
        return is_seated or super().is_choice(entry)

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        by = said["by"]
        substitute = User.objects.get(pk=by) if by.isdecimal() else None
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
        if entry is not None and substitute is not None and substitute.pk == entry.user_id:
            return _("%(name)s plays again.") % {"name": entry.name}
        return words % {"by": by, "name": entry.name if entry is not None else ""}
