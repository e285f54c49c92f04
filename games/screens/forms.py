"""Forms for opening a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import User
from games.bots.strengths import FOR_MONEY, OFFERED, PLAY_NOW
from games.common import money
from games.common.amount_fields import AmountField, read_amount
from games.language import labels
from games.language.bots import (
    Character,
    bot_label,
    character,
    ratings_note,
    strength_choice,
)
from games.language.refusals import denial_sentence
from games.rulebook import house_rules
from games.rulebook.models import HouseRules
from games.rulebook.prose.origins import preset_origin
from games.rules.ruleset.presets import BASIC_GAME, PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables import clocks
from games.tables.clubs import ClubHouseRules, HostClub
from games.tables.delay import MAX_DELAY, MONEY_DELAY
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.selectors import BotChoices, last_bot_choices

#: The highest stake per point, in whole units of a currency; limits the cost of a typing error.
MAX_STAKE = 9999
MAX_DEALS = 50
MAX_TARGET = 9999
#: Prefix of a club's number in the choices of `joining`.
CLUB_PREFIX: Final = "club-"
#: Prefix of a seat's number, from 1, in the names of the fields for its bot.
BOT_SEAT_PREFIX: Final = "bot_seat_"
#: The presets that are offered first: the best known, and one for each smaller number of players.
FAMILIAR: Final = ("pagat", "hong_kong", "taiwan", "pusoy_dos", "three_players", "two_players")
_PLAYERS = {name: RuleSet.make(name).players for name in PRESETS}
_BY_PLAYERS = (
    (4, gettext_lazy("4 players")),
    (3, gettext_lazy("3 players")),
    (2, gettext_lazy("2 players")),
    (5, gettext_lazy("5 players")),
    (6, gettext_lazy("6 players")),
    (7, gettext_lazy("7 players")),
    (8, gettext_lazy("8 players")),
)


class TableRules(NamedTuple):
    """The chosen rules of a table, their name and, if stored, the most points a deal can cost."""

    rules: RuleSet
    name: str
    #: The most points a seat can lose in a deal, if stored with the rules.
    max_loss: int | None = None


@dataclass(frozen=True, slots=True)
class RulesCard:
    """A choice of rules as a form shows it: value, name, and a line about it."""

    value: str
    name: str
    line: str
    is_chosen: bool
    #: The number of players; None for a choice without fixed rules.
    players: int | None


@dataclass(frozen=True, slots=True)
class RulesCards:
    """All choices of rules: the first ones, and the others in groups with titles."""

    first: Sequence[RulesCard]
    groups: Sequence[tuple[str, Sequence[RulesCard]]]


class RulesForm(forms.Form):
    """The rules of a table with bots: a preset's name, or ``house:`` and the slug of house rules.

    Offers the user's own and their clubs' house rules; accepts any others whose slug the user has.
    """

    rules = forms.CharField(
        label=gettext_lazy("Rules"),
        required=False,
        max_length=80,
        widget=forms.Select,
    )

    def __init__(
        self,
        data: Any = None,
        *,
        reader: User | None,
        preselected: str = "",
        clubs: Sequence[HostClub] = (),
        **options: Any,
    ) -> None:
        """Build the choices of rules; house rules named by the data or `preselected` are added."""
        super().__init__(data, **options)
        value = str(self.data.get("rules", "")) if self.is_bound else preselected
        own = house_rules.own(reader)
        self._house = {kept.choice: kept for kept in own}
        from_other_user = None
        if value.startswith(HouseRules.CHOICE_PREFIX) and value not in self._house:
            from_other_user = house_rules.find(value.removeprefix(HouseRules.CHOICE_PREFIX))
        if from_other_user is not None:
            self._house[from_other_user.choice] = from_other_user
        self._of_clubs = {each.choice: each for club in clubs for each in club.house_rules}
        field = self.fields["rules"]
        is_known = value in PRESETS or value in self._house or value in self._of_clubs
        field.initial = value if is_known else BASIC_GAME
        field.widget.choices = rules_choices(own, from_other_user, clubs)

    @property
    def rules_cards(self) -> RulesCards:
        """The choices of rules as cards.

        First the user's and clubs' house rules, the familiar presets and the chosen one.
        """
        chosen = str(self["rules"].value())
        first: list[RulesCard] = []
        groups: list[tuple[str, list[RulesCard]]] = []
        for title, choices in self.fields["rules"].widget.choices:
            is_group = isinstance(choices, list)
            rest: list[RulesCard] = []
            for value, name in choices if is_group else [(title, choices)]:
                line = preset_origin(value) if value in PRESETS else self.rules_line(value, title)
                card = RulesCard(value, name, line, value == chosen, self._players_of(value))
                is_other = value in PRESETS and value not in FAMILIAR and not card.is_chosen
                (rest if is_other else first).append(card)
            if rest:
                groups.append((title, rest))
        order = {name: place for place, name in enumerate(FAMILIAR)}
        first.sort(key=lambda card: order.get(card.value, -1))
        return RulesCards(first, groups)

    def _players_of(self, value: str) -> int | None:
        """Return the number of players of a choice of rules; None for "any rules"."""
        if value in self._of_clubs:
            return _club_table_rules(self._of_clubs[value]).rules.players
        kept = self._house.get(value)
        return _PLAYERS.get(value) if kept is None else kept.rules.players

    def rules_line(self, value: str, group: str) -> str:
        """Return the line about a choice that is no preset; for house rules, whose they are."""
        return group

    def clean_rules(self) -> TableRules:
        """Return the chosen rules, by default the basic game's; refuse any that no longer exist."""
        value = self.cleaned_data["rules"] or BASIC_GAME
        if value in PRESETS:
            return TableRules(RuleSet.make(value), value)
        if value in self._of_clubs:
            return _club_table_rules(self._of_clubs[value])
        kept = self._house.get(value)
        if kept is None:
            raise ValidationError(_("These rules no longer exist. Choose other rules."))
        return TableRules(kept.rules, kept.name, kept.max_loss)


def _club_table_rules(club_rules: ClubHouseRules) -> TableRules:
    """Return the house rules of a club as rules of a table."""
    return TableRules(
        RuleSet.make(options=club_rules.options), club_rules.name, club_rules.max_loss
    )


class StakeFields(forms.Form):
    """Form fields for the stake per point and its currency: both for money, neither for points."""

    stake = AmountField(
        label=gettext_lazy("Stake per point"),
        required=False,
        help_text=gettext_lazy("Leave blank or enter 0 to play for points only."),
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"), required=False, choices=money.stake_choices
    )

    def clean(self) -> dict[str, Any]:
        """Add `stake_minor`, 0 for points; require stake and currency together."""
        cleaned = super().clean() or {}
        minor = 0
        if cleaned.get("stake") and "currency" not in self.errors:
            minor = self._stake_minor(cleaned["stake"], cleaned["currency"])
        if minor and not cleaned["currency"]:
            self.add_error("currency", _("Choose a currency for the stake."))
        elif (
            cleaned.get("currency")
            and not minor
            and "stake" not in self.errors
            and not self.needs_currency(cleaned)
        ):
            self.add_error("stake", _("Enter the stake per point, or choose points only."))
        cleaned["stake_minor"] = minor
        return cleaned

    def needs_currency(self, cleaned: Mapping[str, Any]) -> bool:
        """Return whether a currency is needed even without a stake; forms can override it."""
        return False

    def _stake_minor(self, amount: str, currency: str) -> int:
        """Return the entered stake in minor units; 0, with a form error, if it is invalid.

        If no currency was chosen, 1 stands for an amount that some currency could have.
        """
        max_minor = MAX_STAKE * money.minor_unit(currency)
        try:
            if currency:
                return read_amount(self, "stake", currency, max_minor=max_minor)
            return money.parse(amount, "", max_minor=max_minor)
        except money.AmountError as error:
            # Its precision and maximum depend on the currency.
            if error.depends_on_currency:
                return 1
            self.add_error("stake", money.error_sentence(error))
        except ValidationError as error:
            self.add_error("stake", error)
        return 0


def _deals_field(**options: Any) -> forms.IntegerField:
    """Return a form field for the number of deals of a session, initially 5."""
    return forms.IntegerField(
        label=pgettext_lazy("number of deals", "Deals"),
        min_value=1,
        max_value=MAX_DEALS,
        initial=5,
        **options,
    )


def spectator_delay_field() -> forms.IntegerField:
    """Return the field for the spectator delay, in moves; None means the default."""
    return forms.IntegerField(
        label=gettext_lazy("Spectator delay (moves)"),
        required=False,
        min_value=0,
        max_value=MAX_DELAY,
        help_text=format_lazy(
            gettext_lazy(
                "Leave blank for the default: {plays} moves in games for money, none in games for"
                " points."
            ),
            plays=MONEY_DELAY,
        ),
    )


def _joining_choice(joining: Table.Joining) -> tuple[str, Any]:
    """Return a way to join as a form's choice: its value and its label."""
    if joining == Table.Joining.LINK:
        return joining.value, gettext_lazy("Anyone with the link")
    return joining.value, joining.label


def _joining_field(*choices: Table.Joining) -> forms.ChoiceField:
    """Return a form field for who may join a table, with these choices."""
    return forms.ChoiceField(
        label=gettext_lazy("Who can join"),
        choices=[_joining_choice(choice) for choice in choices],
        initial="link",
    )


@dataclass(frozen=True, slots=True)
class StrengthCard:
    """A choice of strength as a form shows it: the character, and whether it is chosen."""

    character: Character
    #: The choice in two words.
    summary: str
    is_chosen: bool


def _strength_field(*more: tuple[str, str], **options: Any) -> forms.ChoiceField:
    """Return a form field for a strength of bots; an unknown one is refused in plain words.

    :param more: choices before the strengths
    """
    return forms.ChoiceField(
        required=False,
        choices=[*more, *(strength_choice(each) for each in OFFERED)],
        error_messages={"invalid_choice": gettext_lazy("Choose a bot strength from the list.")},
        **options,
    )


class PacedTableForm(RulesForm):
    """`RulesForm` with the bots' speed and strength; the defaults are those of the last table."""

    bot_strength = _strength_field(label=gettext_lazy("Bot strength"), initial=PLAY_NOW.value)
    pace = forms.ChoiceField(
        label=gettext_lazy("Bot speed"), choices=Table.Pace.choices, required=False
    )

    def __init__(self, data: Any = None, *, reader: User | None, **options: Any) -> None:
        super().__init__(data, reader=reader, **options)
        self._reader = reader
        if not self.is_bound:
            self.fields["pace"].initial = self._last_choices.pace
            self.fields["bot_strength"].initial = self._last_choices.bot_strength

    @cached_property
    def _last_choices(self) -> BotChoices:
        """The speed and strength of the bots at the user's last table, or the defaults."""
        return last_bot_choices(self._reader) if self._reader else BotChoices()

    @property
    def strength_cards(self) -> list[StrengthCard]:
        """The choices of strength as cards."""
        chosen = str(self["bot_strength"].value() or PLAY_NOW)
        return [
            StrengthCard(character(each), bot_label(each.value), each == chosen) for each in OFFERED
        ]

    @property
    def ratings_note(self) -> str:
        """The meaning of the ratings on the cards; empty without ratings."""
        return ratings_note()

    def clean_pace(self) -> str:
        """Return the chosen bot speed; without a choice, that of the user's last table."""
        return self.cleaned_data["pace"] or self._last_choices.pace

    def clean_bot_strength(self) -> str:
        """Return the chosen strength; without a choice, that of the user's last table."""
        return self.cleaned_data["bot_strength"] or self._last_choices.bot_strength


class SoloTableForm(StakeFields, PacedTableForm):
    """`PacedTableForm` with the number of deals, the stake and the choice "any rules".

    For money, that choice needs an entered maximum loss: without fixed rules and length it can't be
    computed.
    """

    #: The submitted value of the choice "any rules".
    ANY_RULES: ClassVar = "any"

    deals = _deals_field()
    most = forms.CharField(
        label=gettext_lazy("Your maximum loss"),
        required=False,
        max_length=30,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "Your maximum loss in one game. Required if you choose “Any rules” and play for money."
        ),
    )
    field_order = ("rules", "deals", "bot_strength", "pace", "stake", "currency", "most")

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        choices = self.fields["rules"].widget.choices
        self.fields["rules"].widget.choices = [(self.ANY_RULES, _("Any rules")), *choices]

    def rules_line(self, value: str, group: str) -> str:
        """Return the line about a choice that is no preset, such as "any rules"."""
        if value == self.ANY_RULES:
            return _("Join any table that’s waiting for players.")
        return super().rules_line(value, group)

    def clean_rules(self) -> TableRules:
        """Return the chosen rules; for "any rules", those of the basic game."""
        if self.cleaned_data["rules"] == self.ANY_RULES:
            return TableRules(RuleSet.make(BASIC_GAME), BASIC_GAME)
        return super().clean_rules()

    def clean(self) -> dict[str, Any]:
        """Add `most_minor`, the entered maximum loss in minor units; None without one."""
        cleaned = super().clean() or {}
        cleaned["most_minor"] = None
        if cleaned.get("most") and cleaned.get("currency"):
            try:
                cleaned["most_minor"] = money.parse(cleaned["most"], cleaned["currency"])
            except money.AmountError as error:
                self.add_error("most", money.error_sentence(error))
        return cleaned


@dataclass(frozen=True, slots=True)
class OptionField:
    """A collapsed field of a form."""

    field: forms.BoundField

    @property
    def summary(self) -> str:
        """The field's value in words; empty for a blank field or one that isn't checked."""
        value = self.field.value()
        if isinstance(self.field.field, forms.BooleanField):
            return str(self.field.label) if value else ""
        if self.field.name == "bot_strength":
            return bot_label(str(value or PLAY_NOW))
        if isinstance(self.field.field, forms.ChoiceField):
            labels_by_value = {str(key): label for key, label in self.field.field.widget.choices}
            return str(labels_by_value.get(str(value), ""))
        if value in (None, ""):
            return ""
        return _("%(label)s: %(value)s") % {"label": self.field.label, "value": value}


class BotSeat(NamedTuple):
    """A field for the strength of a bot in one seat, and the seat's number from 1."""

    number: int
    field: forms.BoundField


class OpenTableForm(PacedTableForm):
    """A table that waits for players: rules, length, clock and who may join."""

    deals = _deals_field(required=False)
    target = forms.IntegerField(
        label=gettext_lazy("Target score"),
        required=False,
        min_value=1,
        max_value=MAX_TARGET,
        help_text=format_lazy(
            gettext_lazy(
                "The game also ends when a player has won or lost this many points in total. To"
                " play only to the target, leave “Deals” blank: the game then ends after {most}"
                " deals at the latest."
            ),
            most=MAX_DEALS,
        ),
    )
    clock = forms.ChoiceField(label=gettext_lazy("Clock"), choices=clocks.CHOICES, initial="none")
    joining = _joining_field(Table.Joining.ANYONE, Table.Joining.LINK)
    seating = forms.ChoiceField(
        label=gettext_lazy("Seats"), choices=Table.Seating.choices, initial="drawn"
    )
    bots = forms.BooleanField(
        label=gettext_lazy("Fill empty seats with bots"), required=False, initial=True
    )
    advice = forms.BooleanField(
        label=gettext_lazy("Hints suggest the best play"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "In games for points that don’t count for ratings. Otherwise, hints only list possible"
            " plays."
        ),
    )
    spectators = forms.BooleanField(
        label=gettext_lazy("Allow spectators"), required=False, initial=True
    )
    field_order = (
        "rules", "deals", "target", "stake", "currency", "clock", "joining", "seating", "bots",
        "bot_strength", "pace", "advice", "spectators",
    )  # fmt: skip

    #: The fields that matter less, which the page collapses.
    MORE: ClassVar = (
        "clock", "joining", "seating", "bots", "bot_strength", "pace", "target", "advice",
        "spectators", "spectator_delay", "bot_money",
    )  # fmt: skip
    #: The numbers of the seats that can have a bot of another strength, from 1; the host has the
    #: first seat.
    BOT_SEATS: ClassVar = range(2, max(_PLAYERS.values()) + 1)

    def __init__(self, data: Any = None, **options: Any) -> None:
        """Add a field for the strength of a bot in each seat but the host's."""
        super().__init__(data, **options)
        same = ("", _("Like the others"))
        for number in self.BOT_SEATS:
            label = _("Seat %(number)s") % {"number": number}
            self.fields[f"{BOT_SEAT_PREFIX}{number}"] = _strength_field(same, label=label)

    @property
    def bot_seats(self) -> list[BotSeat]:
        """The fields for bots in single seats."""
        return [BotSeat(number, self[f"{BOT_SEAT_PREFIX}{number}"]) for number in self.BOT_SEATS]

    @property
    def has_bot_seats(self) -> bool:
        """Return whether a bot in a single seat has a strength of its own, or a faulty one."""
        return any(each.field.value() or each.field.errors for each in self.bot_seats)

    @property
    def more_options(self) -> list[OptionField]:
        """The collapsed fields, each with its value in words."""
        return [OptionField(self[name]) for name in self.MORE if name in self.fields]

    @property
    def has_faulty_option(self) -> bool:
        """Return whether a collapsed field has an error."""
        return any(
            field.errors
            for field in (
                *(option.field for option in self.more_options),
                *(seat.field for seat in self.bot_seats),
            )
        )

    def clean(self) -> dict[str, Any]:
        """Require a number of deals or a target; with a target alone, set deals to `MAX_DEALS`."""
        cleaned = super().clean() or {}
        if cleaned.get("deals") is None and "deals" not in self.errors:
            if cleaned.get("target") is None:
                self.add_error("deals", _("Enter a number of deals or a target score."))
            cleaned["deals"] = MAX_DEALS
        return cleaned

    def terms(self) -> dict[str, Any]:
        """Return the keyword arguments for ``services.open_table``."""
        cleaned = dict(self.cleaned_data)
        chosen: TableRules = cleaned.pop("rules")
        cleaned.pop("stake", None)
        in_seats = {number: cleaned.pop(f"{BOT_SEAT_PREFIX}{number}") for number in self.BOT_SEATS}
        return {
            "rules": chosen.rules,
            "rules_name": chosen.name,
            "max_loss": chosen.max_loss,
            "deals_planned": cleaned.pop("deals"),
            # Stored by the seat's number from 0, as text.
            "seat_strengths": {
                str(number - 1): strength
                for number, strength in in_seats.items()
                if strength and number <= chosen.rules.players
            },
            **cleaned,
        }


class StakedTableForm(StakeFields, OpenTableForm):
    """`OpenTableForm` for members: also for money, and for the members of one of the user's clubs.

    Without a club, the choice of members and the field about the bots' money are left out.
    """

    spectator_delay = spectator_delay_field()
    bot_money = forms.ChoiceField(
        label=gettext_lazy("Bots at a club table"),
        choices=Table.BotMoney.choices,
        initial=Table.BotMoney.POINTS,
        required=False,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "Applies only to club tables with a stake. If you’re alone with bots, you always play"
            " for points. If the club pays, bots play at casual or club strength."
        ),
    )

    def __init__(self, data: Any = None, *, clubs: Sequence[HostClub] = (), **options: Any) -> None:
        super().__init__(data, clubs=clubs, **options)
        if not clubs:
            del self.fields["bot_money"]
        self._clubs = {f"{CLUB_PREFIX}{club.number}": club for club in clubs}
        joining = self.fields["joining"]
        assert isinstance(joining, forms.ChoiceField)
        joining.choices = [
            _joining_choice(Table.Joining.ANYONE),
            *(
                (choice, _("Members of %(club)s") % {"club": club.name})
                for choice, club in self._clubs.items()
            ),
            _joining_choice(Table.Joining.LINK),
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse strengths that bots may not have where the club pays for them."""
        cleaned = super().clean() or {}
        is_house = cleaned.get("bot_money") == Table.BotMoney.HOUSE
        if not is_house or cleaned.get("joining") not in self._clubs or not cleaned["stake_minor"]:
            return cleaned
        if not self.data.get("bot_strength") and cleaned.get("bot_strength") not in FOR_MONEY:
            # The strength of the last table was not chosen for this one.
            cleaned["bot_strength"] = PLAY_NOW.value
        names = ["bot_strength", *(each.field.name for each in self.bot_seats)]
        for name in names:
            if cleaned.get(name) and cleaned[name] not in FOR_MONEY:
                self.add_error(name, denial_sentence(TableCode.HOUSE_STRENGTH))
        return cleaned

    def terms(self) -> dict[str, Any]:
        """Return the keyword arguments for ``services.open_table``, with those of a chosen club.

        A blank spectator delay is left out, so that the service uses its default.
        """
        terms = super().terms()
        if terms["spectator_delay"] is None:
            # The service knows the default for the stake.
            del terms["spectator_delay"]
        bot_money = terms.pop("bot_money", "")
        club = self._clubs.get(terms["joining"])
        if club is not None:
            terms |= {"joining": Table.Joining.MEMBERS, "club": club.number}
            if bot_money and terms["currency"]:
                terms["bot_money"] = bot_money
        return terms


def initial_for_club(club: HostClub) -> dict[str, Any]:
    """Return initial values of `StakedTableForm` for a table of the club: joining and stake."""
    # Without a stake, a table has no currency either.
    stake = initial_stake(club.stake_minor, club.currency) if club.stake_minor else {}
    return {"joining": f"{CLUB_PREFIX}{club.number}", **stake}


def initial_stake(stake_minor: int, currency: str) -> dict[str, Any]:
    """Return the initial values of `StakeFields` by field name; empty without a currency."""
    if not currency:
        return {}
    stake = {"stake": money.typed(stake_minor, currency)} if stake_minor else {}
    return {**stake, "currency": currency}


def rules_choices(
    own: list[HouseRules], from_other_user: HouseRules | None, clubs: Sequence[HostClub]
) -> list[tuple[Any, Any]]:
    """Return a form's choices of rules, in groups: house rules by owner, then presets by players.

    Each group is its label and its choices, as values and labels; empty groups are left out.

    :param own: the user's house rules
    :param from_other_user: house rules whose address the user got from their owner
    :param clubs: the clubs whose house rules are offered
    """
    groups: list[tuple[Any, Any]] = []
    if own:
        groups.append((_("Your house rules"), [(kept.choice, kept.name) for kept in own]))
    groups += [
        (
            _("%(club)s house rules") % {"club": club.name},
            [(kept.choice, kept.name) for kept in club.house_rules],
        )
        for club in clubs
        if club.house_rules
    ]
    if from_other_user is not None:
        label = _("%(owner)s’s house rules") % {"owner": from_other_user.owner.shown_name}
        groups.append((label, [(from_other_user.choice, from_other_user.name)]))
    for players, title in _BY_PLAYERS:
        names = [name for name in PRESETS if _PLAYERS[name] == players]
        if names:
            groups.append((title, [(name, labels.rules_label(name)) for name in names]))
    return groups
