"""Forms about seats: manual seating, pairs kept apart, leftover players."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.caller import Caller
from accounts.sorting import sorted_by
from games.common.numbers import whole_number
from tournaments.clubs.member_picker import MemberField, PickerMember
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.desk.forms import DeskForm, EntrantForm, reason_field
from tournaments.events.manual_seating.models import ApartPair
from tournaments.events.manual_seating.services import (
    choose_leftover,
    keep_apart,
    stop_keeping_apart,
)
from tournaments.events.rounds.models import seating_of, stored_seating
from tournaments.pairing.rounds import Occupant, Seating

#: Maximum number of places to sit out that a form can have.
_MOST_OUT = 400


@dataclass(frozen=True, slots=True)
class ArrangedSeating:
    """A seating posted by an organizer, with the one it was made from, its reason and errors."""

    #: Each table's seats; None for a bot.
    tables: tuple[tuple[Occupant, ...], ...]
    out: tuple[int, ...]
    #: The seating it was made from; None if unreadable.
    made_from: Seating | None
    reason: str
    #: Its errors, in sentences.
    problems: Sequence[str]

    @property
    def seating(self) -> Seating:
        """The posted seating, as services take it; it may be invalid."""
        return Seating(self.tables, tuple(sorted(self.out)))


def seating_text(seating: Seating) -> str:
    """Return the seating as JSON text for a form field."""
    return json.dumps(stored_seating(seating), separators=(",", ":"))


def read_seating(
    data: Mapping[str, Any], proposed: Seating, names: Mapping[int, str]
) -> ArrangedSeating:
    """Return the seating in posted form data, valid or not, with its errors.

    ``seat-1-0`` is the first seat of table 1, ``out-0`` the first sit-out.

    :param proposed: the current seating, which gives the number of seats
    :param names: names of all players who may be seated
    """
    made_from = _parse_original_seating(str(data.get("made_from", "")), names)
    shape = proposed if made_from is None else made_from
    problems: list[str] = []
    if made_from is None:
        problems.append(_("The original seating is missing. Reload the page."))
    tables = tuple(
        tuple(
            _posted_occupant(data, f"seat-{number}-{seat}", names, problems)
            for seat in range(len(table))
        )
        for number, table in enumerate(shape.tables, 1)
    )
    places = [f"out-{place}" for place in range(_MOST_OUT) if f"out-{place}" in data]
    out = [_posted_occupant(data, place, names, problems) for place in places]
    found = ArrangedSeating(
        tables=tables,
        out=tuple(each for each in out if each is not None),
        made_from=made_from,
        reason=" ".join(str(data.get("reason", "")).split())[: EventRecord.TEXT_LENGTH],
        problems=problems,
    )
    problems += _seating_problems(found.seating, shape, names)
    return found


def _parse_original_seating(text: str, names: Mapping[int, str]) -> Seating | None:
    """Return the seating that the organizer edited, from its JSON text; None if invalid.

    :param names: names by entry number; any other entrant makes the text invalid
    """
    try:
        stored = json.loads(text)
        found = seating_of(stored)
        seats = [*(seat for table in found.tables for seat in table), *found.out]
        is_one = all(each is None or each in names for each in seats)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return found if is_one and len(seats) <= 2 * _MOST_OUT else None


def _posted_occupant(
    data: Mapping[str, Any], field_name: str, names: Mapping[int, str], problems: list[str]
) -> Occupant:
    """Return the entry number typed into a seat; None for a bot or an error, which is listed."""
    said = str(data.get(field_name, "")).split("·")[0].strip()
    if field_name not in data:
        problems.append(_("A seat is missing. Reload the page."))
    if not said:
        return None
    number = whole_number(said)
    if number in names:
        return number
    problems.append(_("“%(said)s” isn’t a player in this round.") % {"said": said[:40]})
    return None


def _seating_problems(seating: Seating, expected: Seating, names: Mapping[int, str]) -> list[str]:
    """Return sentences on players with several places or none, and on tables of bots."""
    count = Counter([*seating.seated, *seating.out])
    meant = {*expected.seated, *expected.out}
    wrong = [
        ngettext("%(name)s has %(count)s place.", "%(name)s has %(count)s places.", times)
        % {"name": names[each], "count": times}
        for each, times in sorted(count.items())
        if times > 1
    ]
    wrong += [
        _("%(name)s has no place.") % {"name": names[each]}
        for each in sorted(meant - set(count))
        if each in names
    ]
    wrong += [
        _("Table %(number)s has only bots.") % {"number": number}
        for number, table in enumerate(seating.tables, 1)
        if not any(table)
    ]
    return wrong


class UnevenForm(DeskForm):
    """Form that chooses what happens if tables don't fill."""

    title, button = gettext_lazy("If tables don’t fill"), gettext_lazy("Save choice")
    done = gettext_lazy("Choice saved.")

    uneven = forms.ChoiceField(choices=Event.Uneven.choices)

    def call_service(self, caller: Caller) -> Answer:
        return choose_leftover(caller, self.event.pk, self.cleaned_data["uneven"])


class KeepApartForm(EntrantForm):
    """Form that keeps two players at different tables."""

    title, button = gettext_lazy("Keep two players apart"), gettext_lazy("Keep apart")
    done = gettext_lazy("These players will be kept at different tables.")

    other = MemberField(
        label=gettext_lazy("Other player"),
        error_messages={
            "required": gettext_lazy("Choose the other player."),
            "invalid_choice": gettext_lazy("Choose another player of the event."),
        },
    )
    reason = reason_field(required=False)

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        users = event.entries.filter(user__isnull=False).values_list("number", "user__username")
        usernames = dict(users)
        others = [each for each in self.entries.values() if each != self.entrant]
        other = self.fields["other"]
        assert isinstance(other, MemberField)
        other.offer(
            [
                PickerMember(each.number, each.name, usernames.get(each.number, ""))
                for each in sorted_by(others, lambda each: each.name)
            ]
        )

    @property
    def heading(self) -> str:
        """The heading of its page, with the name of the player."""
        return _("Keep %(name)s and another player apart") % {"name": self.player_name}

    @property
    def consequences(self) -> list[str]:
        return [_("From the next round on, the two players won’t sit at the same table.")]

    def call_service(self, caller: Caller) -> Answer:
        said = self.cleaned_data
        return keep_apart(caller, self.event.pk, self.number, int(said["other"]), said["reason"])


class StopKeepingApartForm(DeskForm):
    """Form that lets two players who were kept apart meet again."""

    title, button = gettext_lazy("Stop keeping players apart"), gettext_lazy("Stop keeping apart")
    done = gettext_lazy("These players can be seated together again.")

    pair = forms.ChoiceField(label=pgettext_lazy("two players", "Pair"))

    def __init__(self, data: Any = None, *, event: Event, **options: Any) -> None:
        super().__init__(data, event=event, **options)
        pairs = ApartPair.objects.filter(event=event).select_related("one", "other")
        named = [(each.pk, f"{each.one.name} – {each.other.name}") for each in pairs]
        self.set_choices("pair", sorted_by(named, lambda each: each[1]))

    def call_service(self, caller: Caller) -> Answer:
        return stop_keeping_apart(caller, self.event.pk, int(self.cleaned_data["pair"]))
