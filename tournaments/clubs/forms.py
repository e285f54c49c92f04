"""Forms of clubs. They check what is typed; services decide."""

from collections.abc import Mapping
from datetime import time
from typing import Any, cast

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from accounts.flaws import ProseField, RemarkField, TitleField
from accounts.zones import zone_choices
from games.common import money
from games.common.amount_fields import AmountField, read_amount
from games.common.dates import time_format
from games.screens.forms import MAX_STAKE, StakeFields, initial_stake, rules_choices
from games.tables.clubs import HostClub
from tournaments.clubs.models import Club, Invitation, JoinRequest, Membership, News, Picture
from tournaments.clubs.services.club import ClubTerms
from tournaments.clubs.services.invitations import FEWEST_DAYS, MOST_DAYS, USUAL_DAYS

#: Highest limit that a club can set on what it may owe, in whole units of its currency.
HIGHEST_HOUSE_LIMIT = 10_000_000


def _house_currency_choices() -> money.Choices:
    """Return the currencies in which a club can pay for bots, with an empty choice first."""
    return [("", pgettext("no currency", "None")), *money.currency_choices()]


class ClubForm(StakeFields):
    """Form for the settings of a club, filled in by its owner."""

    name = TitleField(
        label=gettext_lazy("Name"),
        max_length=Club.NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    picture = forms.ChoiceField(
        label=pgettext_lazy("a club", "Picture"),
        choices=Picture.choices,
        initial=Picture.SPADE.value,
        widget=forms.RadioSelect,
    )
    description = ProseField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=Club.DESCRIPTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Say who you are, when you play and what newcomers should know."),
    )
    place = RemarkField(
        label=gettext_lazy("Location"),
        required=False,
        max_length=Club.PLACE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("A town or venue. Leave blank if you only play online."),
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"))
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    default_rules = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        help_text=gettext_lazy("The default for new tables. You can change it for each table."),
    )
    plays_house = forms.BooleanField(
        label=gettext_lazy("The club covers losses of bots and events"),
        required=False,
        help_text=gettext_lazy(
            "The owner and organizers can open tables and run events where the club receives what"
            " bots win and pays what they lose. In events, the club also pays for the points that"
            " players get for sitting out, can add to the prizes, and can bear what players don’t"
            " pay."
        ),
    )
    house_currency = forms.ChoiceField(
        label=gettext_lazy("Currency the club covers"),
        required=False,
        choices=_house_currency_choices,
    )
    house_stake = AmountField(label=gettext_lazy("Maximum stake per point"), required=False)
    house_limit = AmountField(
        label=gettext_lazy("Limit on what the club may owe"),
        required=False,
        help_text=gettext_lazy(
            "Includes what the club already owes and what it could still lose at open tables and in"
            " events in progress."
        ),
    )
    takes_requests = forms.BooleanField(
        label=gettext_lazy("Allow join requests"), required=False, initial=True
    )
    is_listed = forms.BooleanField(
        label=gettext_lazy("Show in the list of clubs"), required=False, initial=True
    )

    def __init__(self, data: Any = None, *, club: HostClub | None = None, **options: Any) -> None:
        """Set the choices of time zones and of rules, with the house rules of `club`."""
        super().__init__(data, **options)
        self._set_choices("time_zone", zone_choices())
        self._set_choices("default_rules", rules_choices([], None, [club] if club else []))
        self.fields["time_zone"].help_text = _(
            "If you change the time zone, upcoming events keep their time of day: %(time)s stays"
            " %(time)s. Organizers and players who signed up will be notified."
        ) % {"time": time_format(time(19))}
        self.fields["currency"].help_text = _(
            "Also suggested for dues and bills. You can choose it without a stake."
        )

    def needs_currency(self, cleaned: Mapping[str, Any]) -> bool:
        """Return True: a club can have a currency without a stake."""
        return True

    def _set_choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        """Set the choices of the field with this name."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Check the amounts up to which the club pays for bots; store them in minor units."""
        cleaned = super().clean()
        currency = cleaned.get("house_currency") or ""
        maximums = {"house_stake": MAX_STAKE, "house_limit": HIGHEST_HOUSE_LIMIT}
        for name, max_units in maximums.items():
            cleaned[f"{name}_minor"] = self._house_amount(name, currency, max_units)
        wants_house = cleaned.get("plays_house") or any(map(cleaned.get, maximums))
        if wants_house and not currency and "house_currency" not in self.errors:
            self.add_error(
                "house_currency", _("Choose the currency in which the club covers losses.")
            )
        return cleaned

    def _house_amount(self, name: str, currency: str, max_units: int) -> int:
        """Return the amount typed in a bot money field, in minor units; 0 if none or invalid."""
        minor, text = 0, self.cleaned_data.get(name)
        if text and currency:
            max_minor = max_units * money.minor_unit(currency)
            try:
                minor = read_amount(self, name, currency, max_minor=max_minor)
            except forms.ValidationError as error:
                self.add_error(name, error)
                return 0
        if currency and not minor and self.cleaned_data.get("plays_house"):
            self.add_error(name, _("Enter an amount above 0."))
        return minor

    def terms(self) -> ClubTerms:
        """Return the cleaned settings as arguments of `services.create` and `services.change`."""
        terms = dict(self.cleaned_data)
        for name in ("stake", "house_stake", "house_limit"):
            terms.pop(name, None)
        return cast("ClubTerms", terms)


def new_club_form(data: Any = None) -> ClubForm:
    """Return the form that creates a club in the reader's time zone, bound to `data` if any."""
    zone = timezone.get_current_timezone_name()
    if zone not in dict(zone_choices()):
        zone = settings.TIME_ZONE
    return ClubForm(data, initial={"time_zone": zone, "default_rules": "pagat"})


def settings_form(club: Club, host: HostClub, data: Any = None) -> ClubForm:
    """Return the form that changes the club's settings, filled with its current values."""
    names = (
        "name", "picture", "description", "place", "time_zone", "language", "default_rules",
        "takes_requests", "is_listed", "plays_house", "house_currency",
    )  # fmt: skip
    initial = {name: getattr(club, name) for name in names}
    initial |= initial_stake(club.stake_minor, club.currency)
    if club.house_currency:
        bounds = {"house_stake": club.house_stake_minor, "house_limit": club.house_limit_minor}
        initial |= {name: money.typed(each, club.house_currency) for name, each in bounds.items()}
    return ClubForm(data, club=host, initial=initial)


class LinkForm(forms.Form):
    """Form for an invitation by link: number of uses and days."""

    most_uses = forms.IntegerField(
        label=gettext_lazy("Number of uses"),
        min_value=1,
        max_value=Invitation.MOST_USES,
        initial=10,
    )
    days = forms.IntegerField(
        label=gettext_lazy("Valid for (days)"),
        min_value=FEWEST_DAYS,
        max_value=MOST_DAYS,
        initial=USUAL_DAYS,
    )


class InviteeForm(forms.Form):
    """Form for an invitation by username or display name."""

    username = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        help_text=gettext_lazy("The player’s display name or username."),
    )


class MailForm(forms.Form):
    """Form for an invitation by email."""

    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class NoteForm(forms.Form):
    """Form for the organizers' note on a member."""

    note = ProseField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=Membership.NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "Only organizers see the note. The member gets it with their data if they ask for it."
        ),
    )


class AskForm(forms.Form):
    """Form for a request to join a club, with an optional message."""

    words = RemarkField(
        label=gettext_lazy("About you"),
        required=False,
        max_length=JoinRequest.WORDS_LENGTH,
    )


class NewsForm(forms.Form):
    """Form for a news post: title and message."""

    title = TitleField(label=gettext_lazy("Title"), max_length=News.TITLE_LENGTH)
    text = ProseField(
        label=gettext_lazy("Message"),
        max_length=News.TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
