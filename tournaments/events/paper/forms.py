"""The form for a deal played with real cards; it asks only what the rules need."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.flaws import ReasonField
from games.common.numbers import listed
from games.language.labels import kind_label
from games.rules.combinations.kinds import Kind
from games.rules.max_loss import has_five_of_a_kind, max_bombs
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SPECIAL_POINTS, Special
from tournaments.events.paper.deal import (
    WrittenDeal,
    max_cards_in_hand,
    max_last_twos,
    questions,
    tidy_ranks,
)
from tournaments.events.paper.models import PaperDealRecord, stored_deal

#: Up to this many cards there is a button for each number; beyond, the number is typed.
MOST_BUTTONS: Final = 18
#: Number of special combinations that can be entered for a deal, per pack.
SPECIALS: Final = 4
_ALL_TWOS: Final = "twos"


class PaperForm(forms.Form):
    """Form for a deal with real cards; the service checks whether the deal is possible."""

    deal = forms.IntegerField(min_value=1, max_value=32767, widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)
    #: Digest of the deal whose score was shown.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any = None,
        *,
        rules: RuleSet,
        names: Sequence[str],
        written: WrittenDeal | None = None,
        says_why: bool = False,
        reason: str = "",
        **options: Any,
    ) -> None:
        """Create the fields that the rules need.

        :param names: names of the players, by seat
        :param written: the deal as entered before, if it is being changed
        :param says_why: whether to ask for a reason, as an organizer enters the deal
        """
        super().__init__(data, **options)
        self.rules, self.names = rules, names
        self._asked = questions(rules)
        self._add_deal_fields(written)
        if says_why:
            self.fields["reason"] = ReasonField(
                label=_("Reason for entering this deal as an organizer"),
                max_length=PaperDealRecord.TEXT_LENGTH,
                initial=reason,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def _add_deal_fields(self, deal: WrittenDeal | None) -> None:
        """Add all fields that the rules need, filled with the deal entered before."""
        asked, seats = self._asked, range(len(self.names))
        if asked.order:
            self._add_place_fields(deal)
        else:
            self._add_radio_field(
                "winner", _("Who won?"), self._seat_choices(), deal and deal.winner
            )
        if asked.ranks:
            for seat in seats:
                self._add_text_field(f"ranks-{seat}", seat, deal.ranks[seat] if deal else "")
        elif asked.cards:
            self._add_count_fields(deal)
        if asked.unplayed:
            self.fields["unplayed"] = forms.MultipleChoiceField(
                label=_("Who played no cards?"),
                choices=self._seat_choices(),
                required=False,
                initial=sorted(deal.unplayed) if deal else [],
                widget=forms.CheckboxSelectMultiple,
            )
        if asked.starter:
            self._add_radio_field(
                "starter", _("Who started the deal?"), self._seat_choices(), deal and deal.starter
            )
        if asked.last_twos:
            twos = [(count, str(count)) for count in range(max_last_twos(self.rules) + 1)]
            label = _("How many twos were in the winner’s last play?")
            self._add_radio_field("last_twos", label, twos, deal.last_twos if deal else 0)
            self.fields["last_others"] = forms.BooleanField(
                label=_("The last play also included other cards"),
                required=False,
                initial=deal.last_others if deal else True,
            )
        if asked.bombs:
            counts = [(count, str(count)) for count in range(max_bombs(self.rules) + 1)]
            label = _("How many bombs were played, including beaten ones?")
            self._add_radio_field("bombs", label, counts, deal.bombs if deal else 0)
        nobody = ("", pgettext("which guard", "No one"))
        if asked.foul:
            label = _("Which guard let the winner go out?")
            self._add_radio_field(
                "foul", label, [nobody, *self._seat_choices()], deal and deal.foul
            )
        if self.rules.payment == "loser_pays":
            label = _("If players tie for the most cards, who pays?")
            unsaid = ("", _("No tie"))
            self._add_radio_field(
                "payer", label, [unsaid, *self._seat_choices()], deal and deal.payer
            )
        if asked.specials:
            self._add_special_fields(deal)

    def _seat_choices(self) -> list[tuple[int, str]]:
        """Return the players as choices: seat number and name."""
        return list(enumerate(self.names))

    def _add_radio_field(
        self, name: str, label: str, choices: Sequence[tuple[Any, str]], initial: Any
    ) -> None:
        """Add an optional field of radio buttons; None selects the empty choice, if one exists."""
        has_none = any(value == "" for value, _label in choices)
        self.fields[name] = forms.ChoiceField(
            label=label,
            choices=choices,
            required=False,
            initial="" if has_none and initial is None else initial,
            widget=forms.RadioSelect,
        )

    def _add_text_field(self, name: str, seat: int, initial: str) -> None:
        """Add a text field with the name of the seat's player as label."""
        self.fields[name] = forms.CharField(
            label=self.names[seat],
            required=False,
            max_length=120,
            initial=initial,
            widget=forms.TextInput(
                attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
            ),
        )

    def _add_place_fields(self, deal: WrittenDeal | None) -> None:
        """Add a field per player for the place in which they went out."""
        last = len(self.names)
        places = [(place, str(place)) for place in range(1, last + 1)]
        for seat, name in enumerate(self.names):
            known: int | None = None
            if deal is not None:
                known = deal.order.index(seat) + 1 if seat in deal.order else last
            self._add_radio_field(f"place-{seat}", name, places, known)

    def _add_count_fields(self, deal: WrittenDeal | None) -> None:
        """Add a field per player for the number of cards left."""
        most = max_cards_in_hand(self.rules)
        for seat, name in enumerate(self.names):
            known = deal.left[seat] or None if deal else None
            if most <= MOST_BUTTONS:
                counts = [(count, str(count)) for count in range(1, most + 1)]
                self._add_radio_field(f"left-{seat}", name, counts, known)
            else:
                self.fields[f"left-{seat}"] = forms.IntegerField(
                    label=name,
                    required=False,
                    min_value=1,
                    max_value=most,
                    initial=known,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )

    def _add_special_fields(self, deal: WrittenDeal | None) -> None:
        """Add fields for unbeaten special combinations: player, kind and last play."""
        kinds = [
            (kind.value, kind_label(kind))
            for kind in SPECIAL_POINTS
            if kind is not Kind.FIVE_OF_A_KIND or has_five_of_a_kind(self.rules)
        ]
        kinds.append((_ALL_TWOS, _("four twos")))
        for number in range(SPECIALS * self.rules.packs):
            known = deal.specials[number] if deal and number < len(deal.specials) else None
            kind = "" if known is None else _ALL_TWOS if known.all_twos else known.kind.value
            self.fields[f"special-{number}-seat"] = forms.ChoiceField(
                label=_("Player"),
                required=False,
                choices=[("", "–"), *self._seat_choices()],
                initial="" if known is None else known.seat,
            )
            self.fields[f"special-{number}-kind"] = forms.ChoiceField(
                label=_("Combination"),
                required=False,
                choices=[("", "–"), *kinds],
                initial=kind,
            )
            self.fields[f"special-{number}-last"] = forms.BooleanField(
                label=_("Last play"),
                required=False,
                initial=known is not None and known.last,
            )

    #: Keys for entering ranks, highest first.
    rank_keys = ("2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")

    # --- Fields, by the parts of the page

    @property
    def places(self) -> list[forms.BoundField]:
        """Fields for the place in which each player went out."""
        return self._fields_with_prefix("place-")

    @property
    def counts(self) -> list[forms.BoundField]:
        """Fields for the number of cards each player has left."""
        return self._fields_with_prefix("left-")

    @property
    def has_buttons(self) -> bool:
        """Return whether numbers of cards are buttons rather than typed."""
        return max_cards_in_hand(self.rules) <= MOST_BUTTONS

    @property
    def ranks(self) -> list[forms.BoundField]:
        """Fields for the ranks each player has left."""
        return self._fields_with_prefix("ranks-")

    @property
    def choices(self) -> list[forms.BoundField]:
        """Fields shown as buttons, without the winner, places and cards left."""
        names = ("unplayed", "starter", "last_twos", "bombs", "foul", "payer")
        return [self[name] for name in names if name in self.fields]

    @property
    def specials(self) -> list[list[forms.BoundField]]:
        """Fields for the unbeaten special combinations: each line has player, kind, last play."""
        found = self._fields_with_prefix("special-")
        return [found[start : start + 3] for start in range(0, len(found), 3)]

    def _fields_with_prefix(self, prefix: str) -> list[forms.BoundField]:
        """Return the fields whose names have this prefix."""
        return [self[name] for name in self.fields if name.startswith(prefix)]

    # --- Input

    def clean(self) -> dict[str, Any]:
        """Require the winner and each loser's cards left, as far as the rules ask for them."""
        cleaned = super().clean() or {}
        if self.errors.keys() & {"deal", "version"}:
            self.add_error(None, _("We can’t tell which deal this is. Reload the page."))
        if not self._asked.order and cleaned.get("winner", "") == "":
            self.add_error("winner", _("Choose who won."))
        missing = [
            name
            for seat, name in enumerate(self.names)
            if self._asked.cards
            and str(seat) != cleaned.get("winner")
            and self._lacks_cards_left(seat)
        ]
        if missing and not self.errors:
            said = _("Enter the cards left for %(names)s.")
            self.add_error(None, said % {"names": listed(missing)})
        return cleaned

    def _lacks_cards_left(self, seat: int) -> bool:
        """Return whether the cards left of a seat were not entered."""
        name = f"ranks-{seat}" if self._asked.ranks else f"left-{seat}"
        return name not in self.errors and self.cleaned_data.get(name) in ("", None)

    def written(self) -> WrittenDeal:
        """Return the deal in the valid form; cards left entered for the winner are ignored."""
        said, asked = self.cleaned_data, self._asked
        order = self._order_of_going_out() if asked.order else ()
        winner = order[0] if asked.order and order else int(said.get("winner") or 0)
        seats = range(len(self.names))
        left = [0 if seat == winner else int(said.get(f"left-{seat}") or 0) for seat in seats]
        ranks = ["" if seat == winner else said.get(f"ranks-{seat}", "") for seat in seats]
        return WrittenDeal(
            winner=winner,
            left=tuple(left) if asked.cards and not asked.ranks else (),
            ranks=tuple(map(tidy_ranks, ranks)) if asked.ranks else (),
            order=order,
            unplayed=frozenset(map(int, said.get("unplayed", ()))),
            starter=self._chosen_seat("starter"),
            last_twos=int(said.get("last_twos") or 0),
            last_others=said.get("last_others", True),
            bombs=int(said.get("bombs") or 0),
            foul=self._chosen_seat("foul"),
            payer=self._chosen_seat("payer"),
            specials=tuple(self._entered_specials()),
        )

    def _chosen_seat(self, name: str) -> int | None:
        """Return the seat number, from 0, chosen in a field; None if none was."""
        found = self.cleaned_data.get(name, "")
        return None if found == "" else int(found)

    def _order_of_going_out(self) -> tuple[int, ...]:
        """Return the seats in order of going out; empty if a place is missing or taken twice."""
        said = [self.cleaned_data.get(f"place-{seat}", "") for seat in range(len(self.names))]
        places = {place: seat for seat, place in enumerate(said) if place}
        if len(places) < len(self.names):
            return ()
        return tuple(places[place] for place in sorted(places, key=int))

    def _entered_specials(self) -> list[Special]:
        """Return the special combinations as entered, without incomplete lines."""
        found = []
        for number in range(SPECIALS * self.rules.packs):
            seat = self._chosen_seat(f"special-{number}-seat")
            kind = self.cleaned_data.get(f"special-{number}-kind", "")
            if seat is None or not kind:
                continue
            twos = kind == _ALL_TWOS
            last = self.cleaned_data[f"special-{number}-last"]
            found.append(Special(seat, Kind.FOUR_OF_A_KIND if twos else Kind(kind), last, twos))
        return found

    def digest(self) -> str:
        """Return a digest, 16 hex digits, of the deal as entered."""
        text = json.dumps(stored_deal(self.written()), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
