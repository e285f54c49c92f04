"""Form for creating, editing or copying an event."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.flaws import ProseField, TitleField
from accounts.models import User
from games.common import money
from games.common.denials import DeniedError
from games.common.languages import paragraph
from games.language import labels
from games.screens.forms import (
    MAX_DEALS,
    RulesForm,
    TableRules,
    initial_stake,
    spectator_delay_field,
)
from games.tables import clocks
from games.tables.delay import default_delay
from tournaments.clubs.models import Club, zone_of
from tournaments.clubs.policy import Role
from tournaments.clubs.provides import host_club
from tournaments.clubs.selectors import role_of
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import format_of, plain_seating_context
from tournaments.events.core.groups_outline import groups_outline
from tournaments.events.core.models import Event
from tournaments.events.seasons.models import Season
from tournaments.events.seasons.selectors import open_seasons
from tournaments.events.seasons.services import check_totals
from tournaments.events.series.models import EventSeries
from tournaments.events.series.selectors import series_of_event
from tournaments.events.series.services import Repetition
from tournaments.events.setup.club_cover import club_covers_link, join_with_link
from tournaments.events.setup.format_fields import FormatFields
from tournaments.events.setup.prize_fields import PrizeFields, initial_money, initial_payments
from tournaments.ledger.book.models import Payments
from tournaments.pairing import formats
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.settings import FormatError

#: The highest limit of players.
MOST_ENTRIES: Final = 400
_MOST_MINUTES: Final = 7 * 24 * 60
#: The choice that keeps the event's rules, even if the house rules have changed since.
_RULES_AS_THEY_ARE: Final = "as-they-are"


def signup_closes_field() -> forms.ChoiceField:
    """Return the field for when sign-up closes."""
    return forms.ChoiceField(
        label=gettext_lazy("Sign-up closes"),
        choices=Event.SignupCloses.choices,
        initial=Event.SignupCloses.FORMAT.value,
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "After sign-up closes, players on the waiting list can still get places that become"
            " free, as long as the format allows it. Club nights stay open until they end."
        ),
    )


class EventForm(PrizeFields, FormatFields, RulesForm):
    """Form with all fields of an event: a new one, or one that is edited or copied."""

    name = TitleField(
        label=gettext_lazy("Name"),
        max_length=Event.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    time = forms.TimeField(
        label=gettext_lazy("Time"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Length in minutes"),
        required=False,
        min_value=15,
        max_value=_MOST_MINUTES,
        initial=180,
        help_text=gettext_lazy("Shown in calendars."),
    )
    description = ProseField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=Event.DESCRIPTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Tell players what to expect."),
    )
    deals = forms.IntegerField(
        label=gettext_lazy("Deals per round"),
        min_value=1,
        max_value=MAX_DEALS,
        initial=4,
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Clock"), choices=clocks.CHOICES, initial="relaxed"
    )
    cards = forms.ChoiceField(
        label=gettext_lazy("Cards"),
        choices=Event.Cards.choices,
        initial=Event.Cards.APP.value,
        required=False,
    )
    entry_limit = forms.IntegerField(
        label=gettext_lazy("Player limit"),
        required=False,
        min_value=2,
        max_value=MOST_ENTRIES,
        help_text=gettext_lazy("Leave blank for no limit. Extra players join a waiting list."),
    )
    signup_closes = signup_closes_field()
    uneven = forms.ChoiceField(
        label=gettext_lazy("If tables don’t fill"),
        choices=[(each.value, each.label) for each in Event.Uneven],
        initial=Event.Uneven.OUT.value,
        help_text=gettext_lazy(
            "At a club night, this setting decides whether bots fill empty seats. Bots in events"
            " play at club strength."
        ),
    )
    sit_out_points = forms.IntegerField(
        label=gettext_lazy("Points for sitting out"),
        min_value=0,
        max_value=Event.MOST_SIT_OUT_POINTS,
        required=False,
        initial=0,
        help_text=gettext_lazy("Points for each round a player sits out, paid by the club."),
    )
    penalty_limit = forms.IntegerField(
        label=gettext_lazy("Penalty limit in points"),
        min_value=0,
        max_value=Event.MOST_PENALTY_LIMIT,
        required=False,
        initial=0,
        help_text=gettext_lazy(
            "The most penalty points that can cost a player money. Enter 0 if penalties only"
            " affect the standings."
        ),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Visible to"),
        choices=Event.Visibility.choices,
        initial=Event.Visibility.MEMBERS.value,
        required=False,
        help_text=gettext_lazy(
            "Only club members can take part. The stake is shown only to members and to players in"
            " the event."
        ),
    )
    spectators = forms.BooleanField(
        label=gettext_lazy("Allow spectators"), required=False, initial=True
    )
    spectator_delay = spectator_delay_field()
    repeats = forms.ChoiceField(
        label=gettext_lazy("Repeats"),
        choices=[("", gettext_lazy("Does not repeat")), *EventSeries.Every.choices],
        required=False,
        help_text=gettext_lazy(
            "The next event is created by itself with the same settings and opened for sign-up, at"
            " the same time of day. With a stake, players agree to it each time."
        ),
    )
    repeats_until = forms.DateField(
        label=gettext_lazy("Last date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Leave blank to repeat it until you stop it."),
    )
    repeats_ahead = forms.IntegerField(
        label=gettext_lazy("Open the next one, in days before it starts"),
        required=False,
        min_value=1,
        max_value=EventSeries.MOST_DAYS_AHEAD,
        help_text=gettext_lazy("Leave blank to open it when the previous event is over."),
    )

    def __init__(
        self, data: Any = None, *, reader: User, club: Club, event: Event | None = None
    ) -> None:
        host = host_club(club)
        self._club, self._event, self._zone = club, event, zone_of(club)
        self._seasons: Mapping[int, Season] = {}
        super().__init__(
            data,
            reader=reader,
            preselected=club.default_rules,
            clubs=[host],
            initial=self.initial_values(club, event),
        )
        if event is not None:
            self._offer_current_rules(event)
        self.add_format_settings()
        self.add_tie_breaks()
        self.fields["payments"].help_text = self._payments_help(role_of(club, reader))

    def _payments_help(self, role: Role | None) -> str:
        """Return what it takes that everyone pays the club, with a link to the club's setting."""
        if "entry_limit" in self.fields:
            bears = _(
                "If everyone pays the club, it bears what a player doesn’t pay. This needs a player"
                " limit, and a club that covers such losses."
            )
        else:
            bears = _(
                "If everyone pays the club, it bears what a player doesn’t pay. This needs a club"
                " that covers such losses."
            )
        if self._club.plays_house:
            limit = money.amount(self._club.house_limit_minor, self._club.house_currency)
            covers = _("Your club covers up to %(limit)s in all.") % {"limit": limit}
        else:
            covers = _("Your club doesn’t cover them: its owner can change that in its settings.")
        return join_with_link(paragraph(bears, covers), club_covers_link(self._club, role))

    def initial_values(self, club: Club, event: Event | None) -> dict[str, Any]:
        """Return the initial values: those of the event; a new one is for points."""
        if event is not None:
            return _initial_values(event, self._zone)
        return initial_payments(club.pk)

    def offer_seasons(self, chosen: int | None) -> None:
        """Add a field for the season to which the event is added, if the club has open ones.

        :param chosen: ID of the season that is selected at first; None for none
        """
        self._seasons = {each.pk: each for each in open_seasons(self._club.pk)}
        if not self._seasons:
            return
        self.fields["season"] = forms.TypedChoiceField(
            label=_("Season"),
            choices=[("", _("No season")), *((pk, each) for pk, each in self._seasons.items())],
            coerce=int,
            empty_value=None,
            required=False,
            initial=chosen,
        )

    def _check_season(self, cleaned: dict[str, Any]) -> None:
        """Add an error if the chosen season adds totals, and this event's can't be added."""
        season = self._seasons.get(cleaned.get("season") or 0)
        if season is None or cleaned.get("format") not in formats.FORMATS:
            return
        settings = self.chosen_settings(cleaned)
        planned = Event(
            name=cleaned.get("name") or _("this event"),
            format=cleaned["format"],
            format_settings=settings,
        )
        try:
            check_totals(season.points, [*season.events.all(), planned])
        except FormatError:
            return  # Another field has the error
        except DeniedError as error:
            self.add_error("season", sentence(error.denial))

    def _offer_current_rules(self, event: Event) -> None:
        """Offer the event's current rules as an unchanged choice, and select it."""
        field = self.fields["rules"]
        label = labels.rules_label(event.rules_name)
        field.initial = self.initial["rules"] = _RULES_AS_THEY_ARE
        field.widget.choices = [
            (_RULES_AS_THEY_ARE, _("%(rules)s (unchanged)") % {"rules": label}),
            *field.widget.choices,
        ]

    def clear_date(self) -> None:
        """Empty the date field: a copy of an event takes place on another day."""
        self.initial.pop("date", None)

    def clear_repetition(self) -> None:
        """Empty the fields of the series: a copy of an event isn't part of it."""
        for name in ("repeats", "repeats_until", "repeats_ahead"):
            self.initial.pop(name, None)

    def clean_rules(self) -> TableRules:
        """Return the chosen rules; the event's own if they are to stay unchanged."""
        if self._event is not None and self.cleaned_data["rules"] == _RULES_AS_THEY_ARE:
            return TableRules(self._event.rule_set, self._event.rules_name)
        return super().clean_rules()

    def clean(self) -> dict[str, Any]:
        """Check the fields against each other, and combine date and time to `starts_at`."""
        cleaned = super().clean() or {}
        chosen = cleaned.get("format")
        if chosen in formats.FORMATS and formats.FORMATS[chosen].same_packs:
            # A spectator of one table could tell another, so the format allows none.
            cleaned["spectators"] = False
        on_paper = cleaned.get("cards") == Event.Cards.PAPER
        if on_paper and cleaned.get("uneven") == Event.Uneven.BOTS:
            self.add_error("uneven", _("Bots can’t play with real cards."))
        if chosen == ClubNight.name:
            self._clean_night(cleaned)
        elif cleaned.get("currency") and cleaned["payments"] == Payments.CLUB:
            self._require_limit(cleaned)
        if chosen == ClubNight.name and cleaned.get("entry_limit") is not None:
            said = _("Leave this empty: any member can join a club night.")
            self.add_error("entry_limit", said)
        day, at = cleaned.get("date"), cleaned.get("time")
        last = cleaned.get("repeats_until")
        if cleaned.get("repeats") and day is not None and last is not None and last < day:
            self.add_error("repeats_until", EventCode.SERIES_ENDS_BEFORE.label)
        if day is not None and at is not None:
            begins = datetime.combine(day, at, self._zone)
            back = begins.astimezone(ZoneInfo("UTC")).astimezone(self._zone)
            if back.replace(tzinfo=None) != begins.replace(tzinfo=None):
                self.add_error("time", _("That time doesn’t exist: the clocks change that day."))
            # The form has no seconds: an unchanged start keeps its seconds.
            known = None if self._event is None else self._event.starts_at
            is_same = known is not None and begins == known.replace(second=0, microsecond=0)
            cleaned["starts_at"] = known if is_same else begins
        self._check_season(cleaned)
        return cleaned

    def _clean_night(self, cleaned: dict[str, Any]) -> None:
        """Refuse a fee and prizes at a club night, whose players pay each other."""
        cleaned["payments"] = Payments.FEWEST
        for name in ("fee", "pot", "prizes_by"):
            if cleaned.get(name):
                self.add_error(name, _("Leave this empty: a club night has no fee and no prizes."))

    def _require_limit(self, cleaned: dict[str, Any]) -> None:
        """Require a player limit if everyone pays the club."""
        if cleaned.get("entry_limit") is None and "entry_limit" not in self.errors:
            self.add_error("entry_limit", EventCode.NO_ENTRY_LIMIT.label)

    def terms(self) -> dict[str, Any]:
        """Return the keyword arguments for the service that stores the event."""
        said = self.cleaned_data
        kept = ("name", "starts_at", "description", "deals", "clock", "entry_limit", "uneven")
        rules, rules_name = said["rules"].rules, said["rules"].name
        return {name: said[name] for name in kept} | {
            "rules": rules,
            "rules_name": rules_name,
            "spectators": said["spectators"],
            "visibility": said["visibility"] or self._default_visibility(),
            "cards": said["cards"] or Event.Cards.APP,
            "sit_out_points": said["sit_out_points"] or 0,
            "penalty_limit": said["penalty_limit"] or 0,
            "signup_closes": said["signup_closes"] or Event.SignupCloses.FORMAT,
            "stake_minor": said["stake_minor"],
            "currency": said["currency"],
            "fee_minor": said["fee_minor"],
            "pot_minor": said["pot_minor"],
            "prizes": said["prizes"],
            "payments": said["payments"],
            "spectator_delay": self._delay(),
            "minutes": said["minutes"] or self.fields["minutes"].initial,
            "format_name": said["format"],
            "format_settings": self.settings_with_tie_breaks(said),
        }

    def repetition(self) -> Repetition | None:
        """Return how the event is to be repeated; None if it is not."""
        said = self.cleaned_data
        if not said["repeats"]:
            return None
        return Repetition(said["repeats"], said["repeats_until"], said["repeats_ahead"])

    def groups_outline(self, players: int) -> str:
        """Return what the settings of groups mean, in sentences; empty if one of them is wrong.

        :param players: the number of players, unless the form limits it
        """
        self.is_valid()
        said = self.cleaned_data
        prefix = f"{Groups.name}-"
        names = [name for name in self.fields if name.startswith(prefix)]
        if not {"rules", *names} <= said.keys():
            return ""
        made = Groups(**{name.removeprefix(prefix): said[name] for name in names})
        uneven = said.get("uneven") or Event.Uneven.OUT
        event = Event(rules=said["rules"].rules.to_options(), uneven=uneven)
        count = said.get("entry_limit") or players
        return groups_outline(made, count, plain_seating_context(event))

    def _default_visibility(self) -> str:
        """Return the visibility that applies if none was chosen."""
        return Event.Visibility.MEMBERS if self._event is None else self._event.visibility

    def _delay(self) -> int:
        """Return the spectator delay; by default the usual one for the stake."""
        said: int | None = self.cleaned_data["spectator_delay"]
        return default_delay(self.cleaned_data.get("stake_minor", 0)) if said is None else said


def _initial_values(event: Event, zone: ZoneInfo) -> dict[str, Any]:
    """Return the initial values of the form for an existing event."""
    begins = event.starts_at.astimezone(zone)
    made = format_of(event)
    # The usual ones are left blank, so that they follow the format.
    is_usual = made.tie_breaks == made.usual_tie_breaks
    tie_breaks = () if is_usual else made.tie_breaks
    same = (
        "name", "description", "deals", "clock", "format", "entry_limit", "signup_closes", "uneven",
        "sit_out_points", "penalty_limit", "spectators", "spectator_delay", "minutes", "visibility",
        "cards",
    )  # fmt: skip
    series = series_of_event(event)
    repetition = (
        {}
        if series is None
        else {
            "repeats": series.every,
            "repeats_until": series.until,
            "repeats_ahead": series.days_ahead,
        }
    )
    return {
        **{name: getattr(event, name) for name in same},
        **repetition,
        **initial_stake(event.stake_minor, event.currency),
        **initial_money(event),
        **{f"{event.format}-{name}": getattr(made, name) for name in made.declared()},
        **{f"tie_break_{number}": name for number, name in enumerate(tie_breaks, 1)},
        "date": begins.date(),
        "time": begins.time(),
    }
