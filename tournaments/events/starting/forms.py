"""Form that starts a tournament: who plays, in which format, and how long."""

import secrets
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.flaws import PersonNameField
from accounts.models import User
from games.common.dates import date_format
from games.common.denials import Denial
from games.common.http import OPENING_KEY
from games.common.numbers import whole_number
from games.screens.forms import MAX_DEALS
from tournaments.clubs.member_picker import MembersField, picker_members
from tournaments.clubs.models import Club, Membership, zone_of
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.core.words import FORMATS
from tournaments.events.entries.last_players import last_players, players_of_event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.selectors import busy_seats, names_and_places
from tournaments.events.seasons.selectors import open_season_of, usual_season
from tournaments.events.setup.forms import EventForm
from tournaments.events.setup.prize_fields import initial_money, initial_payments
from tournaments.events.starting.outline import Outline, outline_of
from tournaments.events.starting.plan import DEFAULT_FORMAT, MOST_ROUNDS, Length
from tournaments.pairing import formats
from tournaments.pairing.formats.club_night import ClubNight

#: Value of the choice that sets a number of rounds instead of a time.
ROUNDS: Final = "rounds"
DEFAULT_MINUTES: Final = 120
#: Number of players without an account that one form can add.
MOST_NAMES: Final = 100
#: How far ahead an event is dated that starts at once: an event can't begin in the past.
_MARGIN: Final = timedelta(minutes=1)
#: How far ahead at most an event is dated whose other settings are still to be chosen.
_SOON: Final = timedelta(minutes=45)


class NamesField(forms.CharField):
    """Field for names of players without an account, one a line; its value is a list of names."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> Any:
        """Return the names, without empty lines."""
        lines = str(super().to_python(value) or "").splitlines()
        return [name for line in lines if (name := " ".join(line.split()))]

    def validate(self, value: Any) -> None:
        """Raise the error of each name that isn't allowed, or for too many names.

        :raises ValidationError: a name is not allowed, or there are too many
        """
        super().validate(value)
        if len(value) > MOST_NAMES:
            words = ngettext(
                "Enter at most %(count)d name.", "Enter at most %(count)d names.", MOST_NAMES
            )
            raise ValidationError(words % {"count": MOST_NAMES})
        name_field = PersonNameField(max_length=Entry.NAME_LENGTH)
        errors = []
        for name in value:
            try:
                name_field.clean(name)
            except ValidationError as error:
                errors += [
                    _("“%(name)s”: %(error)s") % {"name": name, "error": each}
                    for each in error.messages
                ]
        if errors:
            raise ValidationError(errors)


class StartForm(EventForm):
    """Form of the page "Start a tournament"; the fields of a new event that it lacks are given.

    Rounds and deals follow from the answers (`starting.plan`); its stake is empty even if the club
    has one.
    """

    # An event that starts now has none of these questions.
    date: Any = None
    time: Any = None
    minutes: Any = None
    description: Any = None
    entry_limit: Any = None
    signup_closes: Any = None
    sit_out_points: Any = None
    penalty_limit: Any = None
    spectators: Any = None
    spectator_delay: Any = None
    repeats: Any = None
    repeats_until: Any = None
    repeats_ahead: Any = None

    members = MembersField(label=gettext_lazy("Members"), required=False)
    names = NamesField(
        label=gettext_lazy("Players without an account"),
        required=False,
        max_length=5000,
        help_text=gettext_lazy("One name per line. Others at the table enter their deals."),
    )
    length = forms.ChoiceField(
        label=gettext_lazy("How long?"),
        choices=[
            ("60", gettext_lazy("1 hour")),
            ("90", gettext_lazy("1½ hours")),
            ("120", gettext_lazy("2 hours")),
            ("180", gettext_lazy("3 hours")),
            (ROUNDS, gettext_lazy("Number of rounds")),
        ],
        initial=str(DEFAULT_MINUTES),
        required=False,
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=pgettext_lazy("of an event", "Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=5,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    deals = forms.IntegerField(
        label=gettext_lazy("Deals per round"),
        required=False,
        min_value=1,
        max_value=MAX_DEALS,
        help_text=gettext_lazy("Leave blank to fit the time."),
    )
    uneven = forms.ChoiceField(
        label=gettext_lazy("If tables don’t fill"),
        choices=[("", ""), *((each.value, each.label) for each in Event.Uneven)],
        required=False,
    )
    starts_when_accepted = forms.BooleanField(
        label=gettext_lazy("Start as soon as all have accepted"), required=False
    )
    form_key = forms.RegexField(OPENING_KEY, required=False, widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, reader: User, club: Club, event: Event | None = None
    ) -> None:
        self._club = club
        #: The event as planned from the answers; None if they can't be read.
        self.outline: Outline | None = None
        last = last_players(club)
        self._last = last if event is None else players_of_event(event)
        super().__init__(data, reader=reader, club=club, event=event)
        self.offer_seasons(usual_season(club.pk) if event is None else open_season_of(event))
        self.fields["name"].required = False
        kinds = self.fields["format"]
        assert isinstance(kinds, forms.ChoiceField)
        kinds.choices = [
            (name, words.title) for name, words in FORMATS.items() if name != ClubNight.name
        ]
        members = self.fields["members"]
        assert isinstance(members, MembersField)
        members_of_club = Membership.objects.filter(club=club).values("user")
        self._busy = {each.user_id: each for each in busy_seats(members_of_club, club_id=club.pk)}
        # With real cards, members at tables in the app can be chosen all the same.
        notes = dict.fromkeys(self._busy, _("at a table"))
        members.offer(picker_members(club, notes=notes), last.members)
        self.fields["names"].widget.attrs |= {
            "rows": 4, "autocomplete": "off", "data-last-names": "\n".join(last.names),
        }  # fmt: skip

    def initial_values(self, club: Club, event: Event | None) -> dict[str, Any]:
        """Return the initial values: no stake, and the cards of the last event, or a copy's own."""
        values: dict[str, Any] = {
            "form_key": secrets.token_urlsafe(16),
            "name": self.default_name,
            "cards": self._last.cards or Event.Cards.APP,
        }
        if event is None:
            return values | initial_payments(club.pk)
        copied = super().initial_values(club, event)
        rounds = event.format_settings.get("rounds")
        return {
            **{
                name: copied[name]
                for name in copied
                if name in self.base_fields or name.startswith("tie_break_")
            },
            **initial_money(event),
            **values,
            "members": self._last.members,
            "names": "\n".join(self._last.names),
            **({"length": ROUNDS, "rounds": rounds} if rounds else {}),
        }

    def add_format_settings(self) -> None:
        """Add no fields: the settings follow from the answers."""

    def initial_data(self) -> dict[str, Any]:
        """Return the initial values as data of a form, so that they can be checked."""
        return {each.html_name: each.value() for each in self if each.value() not in (None, "")}

    def clean(self) -> dict[str, Any]:
        """Check the answers together, and set `outline` and the values without a question."""
        is_paper = self.cleaned_data.get("cards") == Event.Cards.PAPER
        if is_paper and self.cleaned_data.get("uneven") == Event.Uneven.BOTS:
            # Chosen before the cards, and no longer offered.
            self.cleaned_data["uneven"] = ""
        cleaned = super().clean()
        if not cleaned.get("name") and "name" not in self.errors:
            cleaned["name"] = self.default_name
        if not is_paper:
            cleaned["names"] = []
        if "rules" not in cleaned or {"members", "names"} & set(self.errors):
            return cleaned
        outline = self._make_outline(cleaned)
        self.outline = outline
        if outline.plan is None:
            self.add_error("members", outline.problem)
        elif cleaned.get("format", "") not in ("", outline.event.format):
            title = FORMATS[cleaned["format"]].title
            words = _("This number of players can’t play this format: %(format)s.")
            self.add_error("format", words % {"format": title})
        if outline.is_for_money and cleaned["names"]:
            self.add_error("names", EventCode.NAMES_FOR_MONEY.label)
        if outline.plan is not None:
            cleaned |= self._preset_values(outline)
            self._check_season(cleaned)
        return cleaned

    def _make_outline(self, cleaned: dict[str, Any]) -> Outline:
        """Return the outline of the event with these answers."""
        is_timed = cleaned.get("length") != ROUNDS
        length = Length(
            minutes=int(cleaned.get("length") or DEFAULT_MINUTES) if is_timed else DEFAULT_MINUTES,
            rounds=None if is_timed else cleaned.get("rounds") or self.fields["rounds"].initial,
            deals=cleaned.get("deals"),
        )
        return outline_of(
            self._club,
            len(cleaned.get("members", ())) + len(cleaned["names"]),
            rules=cleaned["rules"].rules,
            rules_name=cleaned["rules"].name,
            length=length,
            format_name=cleaned.get("format") or DEFAULT_FORMAT,
            uneven=cleaned.get("uneven", ""),
            cards=cleaned.get("cards") or Event.Cards.APP,
            clock=cleaned.get("clock") or self.fields["clock"].initial,
            **self._money_values(cleaned),
        )

    def _money_values(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """Return stake, fee, prizes and payments as fields of an event; none without a currency."""
        if not cleaned.get("currency"):
            return {"stake_minor": 0, "currency": ""}
        names = ("stake_minor", "currency", "fee_minor", "pot_minor", "prizes", "payments")
        return {name: cleaned[name] for name in names}

    def limit_of_pot(self, cleaned: Mapping[str, Any]) -> int | None:
        """Return the number of chosen players."""
        return len(cleaned.get("members", ())) + len(cleaned.get("names", ()))

    def _require_limit(self, cleaned: dict[str, Any]) -> None:
        """Require nothing: the chosen players are the limit."""

    def _preset_values(self, outline: Outline) -> dict[str, Any]:
        """Return values for the fields of `EventForm` that this form has no question for."""
        assert outline.plan is not None
        plan = outline.plan
        return {
            "starts_at": timezone.now() + _MARGIN,
            "minutes": max(plan.minutes, 15),
            "description": "",
            "entry_limit": outline.players if outline.event.pays_club else None,
            "signup_closes": Event.SignupCloses.FORMAT.value,
            "sit_out_points": 0,
            "penalty_limit": 0,
            "spectators": not formats.FORMATS[plan.format_name].same_packs,
            "spectator_delay": None,
            "deals": plan.deals,
            "uneven": outline.event.uneven,
            "format": plan.format_name,
            **{f"{plan.format_name}-{name}": value for name, value in plan.settings.items()},
        }

    def chosen_members(self) -> list[int]:
        """Return the account numbers of the chosen members, valid or not yet."""
        values = self["members"].value() or ()
        return [number for each in values if (number := whole_number(each, 12))]

    @property
    def busy_sentence(self) -> str:
        """Return which chosen members are at other tables, in sentences; empty if none must wait.

        None must wait with real cards, or with a stake, where the event starts later.
        """
        if self["cards"].value() == Event.Cards.PAPER or self["currency"].value():
            return ""
        busy = [self._busy[each] for each in self.chosen_members() if each in self._busy]
        if not busy:
            return ""
        return sentence(Denial(EventCode.PLAYS_ELSEWHERE, names_and_places(busy)))

    def values_for_all_settings(self, names: Collection[str]) -> dict[str, Any]:
        """Return the answers so far as initial values of the form with all settings.

        What this form has no question for follows from the plan, if there is one.

        :param names: names of the other form's fields
        """
        self.is_valid()
        said = {name: self[name].value() for name in self.fields if name in names}
        soon = timezone.localtime(timezone.now() + _SOON, zone_of(self._club))
        starts_at = soon.replace(minute=30 if soon.minute >= 30 else 0)
        planned: dict[str, Any] = {"date": starts_at.date(), "time": starts_at.time()}
        if self.outline is not None and self.outline.plan is not None:
            planned |= self._preset_values(self.outline)
        return {
            **{name: value for name, value in planned.items() if name in names},
            **{name: value for name, value in said.items() if value not in (None, "")},
        }

    @property
    def default_name(self) -> str:
        """The name of an event that was given none, with today's date in the club's time zone."""
        today = date_format(timezone.localtime(timezone.now(), zone_of(self._club)), "DATE_FORMAT")
        name = _("Tournament, %(date)s") % {"date": today}
        same = Event.objects.filter(club=self._club, name__startswith=name).count()
        if not same:
            return name
        return _("%(name)s (%(number)d)") % {"name": name, "number": same + 1}
