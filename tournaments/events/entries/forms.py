"""Forms of the desk that add and remove entrants."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from accounts.flaws import PersonNameField
from games.common.denials import Denial
from games.tables.max_loss import Cost
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import next_round_to_skip
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event
from tournaments.events.desk.forms import DeskForm, EntrantForm, reason_field
from tournaments.events.entries import invitations
from tournaments.events.entries.leaving import remove_entrant
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter_bot, enter_by_name
from tournaments.events.entries.skipping import set_skip
from tournaments.events.rounds.models import EventRound
from tournaments.events.terms import words
from tournaments.events.terms.selectors import TermsNow, terms_now


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


class AgreedInPersonForm(EntrantForm):
    """Form that records that a member agreed to the terms in person."""

    title, button = gettext_lazy("Agreed in person"), gettext_lazy("Record agreement")
    done = gettext_lazy("Agreement recorded. The member has been notified.")

    reason = reason_field()

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        self._terms = terms_now(event)
        super().__init__(data, event=event, **options)

    def is_choice(self, entry: Entry) -> bool:
        """Return whether the entry is a member's who hasn't agreed to the current terms."""
        return super().is_choice(entry) and lacks_agreement(self._terms, entry)

    @property
    def heading(self) -> str:
        return _("%(name)s agreed in person") % {"name": self.player_name}

    @property
    def consequences(self) -> list[str]:
        words = _(
            "%(name)s can then get a seat, but won’t owe anything for losses until %(name)s also"
            " accepts the terms on the site."
        )
        return [words % {"name": self.player_name}]

    def call_service(self, caller: Caller) -> Answer:
        return invitations.agree_in_person(
            caller, self.event.pk, self.number, self.cleaned_data["reason"]
        )


def lacks_agreement(terms: TermsNow, entry: Entry) -> bool:
    """Return whether the entry is a member's who is invited or hasn't agreed to the terms."""
    if entry.user_id is None or entry.status == Entry.Status.WITHDRAWN:
        return False
    return entry.status == Entry.Status.INVITED or not terms.may_sit(entry)


class RemovePlayerForm(EntrantForm):
    """Form that removes an entrant from the event."""

    is_dangerous = True
    title, button = gettext_lazy("Remove a player"), gettext_lazy("Remove player")
    done: Any = gettext_lazy("Player removed from the event.")

    reason = reason_field()

    @property
    def heading(self) -> str:
        return _("Remove %(name)s from the event") % {"name": self.player_name}

    @property
    def consequences(self) -> list[str]:
        named = {"name": self.player_name}
        if self.event.status != Event.Status.RUNNING:
            return [_("%(name)s loses the place in the event, but can sign up again.") % named]
        said = [
            _(
                "%(name)s gets no more seats in this event and can’t rejoin. Earlier results still"
                " count."
            )
            % named
        ]
        if self.event.is_on_paper:
            return said
        if self.event.currency:
            words = _(
                "If %(name)s is here, %(name)s can finish the round. Otherwise, a bot plays on."
            )
        else:
            words = _("If %(name)s is at a table, a bot finishes the round.")
        return [*said, words % named]

    def call_service(self, caller: Caller) -> Answer:
        return remove_entrant(caller, self.event.pk, self.number, self.cleaned_data["reason"])


class SkipRoundForm(EntrantForm):
    """Form that lets an entrant skip the next round, or play it after all."""

    title, button = gettext_lazy("Skip a round"), gettext_lazy("Save choice")

    skips = forms.ChoiceField(
        label=gettext_lazy("Next round"),
        choices=[
            ("1", gettext_lazy("Skips it, then gets a seat again")),
            ("0", gettext_lazy("Plays it")),
        ],
        help_text=gettext_lazy(
            "A skipped round scores no points, and the player doesn’t count as sitting out."
        ),
    )
    round = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        self._coming = _coming_round(event)
        super().__init__(data, event=event, **options)
        self.fields["round"].initial = self._coming
        if self._coming is not None:
            words = _("Round %(round)s") % {"round": self._coming}
            self.fields["skips"].label = words

    def is_choice(self, entry: Entry) -> bool:
        """Return whether the entry is a choice: checked in, while a round can be skipped."""
        return self._coming is not None and entry.status == Entry.Status.HERE and not entry.bot

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        skips = said["skips"] == "1"
        name = self.event.entries.values_list("name", flat=True).get(number=self.number)
        words = (
            _("%(name)s skips round %(round)s.") if skips else _("%(name)s plays round %(round)s.")
        )
        self.done = words % {"name": name, "round": said["round"]}
        return set_skip(caller, self.event.pk, self.number, said["round"], skips=skips)


def _coming_round(event: Event) -> int | None:
    """Return the number of the next round if it can be skipped; None if not.

    Two queries while the event is running.
    """
    if event.status != Event.Status.RUNNING:
        return None
    rounds = event.rounds.exclude(status=EventRound.Status.PROPOSED)
    return next_round_to_skip(event, list(event.entries.all()), list(rounds))
