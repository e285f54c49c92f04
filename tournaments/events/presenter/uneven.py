"""What can be done about players whom the size of tables does not divide."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Entry, Event, EventRound
from tournaments.events.seating import SeatingError, Way, ways
from tournaments.events.services.planned import smaller_rules

_Uneven = Event.Uneven


@dataclass(frozen=True, slots=True)
class UnevenChoice:
    """One way in which those left over can play."""

    value: str
    title: str
    #: What it comes to with those who are there.
    about: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class UnevenPart:
    """The ways among which the organizer chooses."""

    words: str
    choices: Sequence[UnevenChoice]


def uneven_part(
    event: Event, entries: Sequence[Entry], newest: EventRound | None
) -> UnevenPart | None:
    """Return what can be chosen for the coming round; None where nobody is left over."""
    people = _people(event, entries, newest)
    size = event.rule_set.players
    if people < 2 or people % size == 0:
        return None
    form = smaller_rules(event)
    try:
        found = ways(people, size, smaller=form is not None, bots=True)
    except SeatingError:
        return None
    choices = []
    for way in found:
        kind = _kind(way, size)
        choices.append(
            UnevenChoice(kind, str(kind.label), _about(event, way, kind), kind == event.uneven)
        )
    order = list(_Uneven)
    choices.sort(key=lambda each: order.index(_Uneven(each.value)))
    words = ngettext(
        "%(people)d are here; at tables of %(size)d there is %(left)d too many.",
        "%(people)d are here; at tables of %(size)d there are %(left)d too many.",
        people % size,
    ) % {"people": people, "size": size, "left": people % size}
    return UnevenPart(words, choices)


def _people(event: Event, entries: Sequence[Entry], newest: EventRound | None) -> int:
    if event.status == Event.Status.CHECK_IN:
        return sum(each.status == Entry.Status.HERE for each in entries)
    if event.status != Event.Status.RUNNING:
        return 0
    if newest is None or newest.status == EventRound.Status.FINISHED:
        # No round is proposed: too few are here for the way that is chosen.
        return sum(each.status == Entry.Status.HERE and each.left is None for each in entries)
    if newest.status == EventRound.Status.PROPOSED:
        return len(newest.seated.seated) + len(newest.seated.out)
    return 0


def _kind(way: Way, size: int) -> Event.Uneven:
    if way.bots:
        return _Uneven.BOTS
    return _Uneven.SMALLER if min(way.sizes) < size else _Uneven.OUT


def _about(event: Event, way: Way, kind: Event.Uneven) -> str:
    tables = _(" and ").join(
        ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
        % {"count": count, "size": size}
        for size, count in way.tables.items()
    )
    return f"{tables}. {_means(event, way, kind)}"


def _means(event: Event, way: Way, kind: Event.Uneven) -> str:
    if kind == _Uneven.BOTS:
        return ngettext(
            "%(count)d bot plays along in each round. What a bot wins or loses counts for nobody.",
            "%(count)d bots play along in each round. What a bot wins or loses counts for nobody.",
            way.bots,
        ) % {"count": way.bots}
    if kind == _Uneven.SMALLER:
        form = smaller_rules(event)
        assert form is not None, "the way has been offered"
        return _(
            "Nobody waits. The smaller ones play the same rules as %(players)d play them,"
            " with %(cards)d cards each; all come there about as often."
        ) % {"players": form.players, "cards": form.hand_size}
    said = ngettext(
        "%(count)d sits out in each round, everybody about as often.",
        "%(count)d sit out in each round, everybody about as often.",
        way.out,
    ) % {"count": way.out}
    if not event.sit_out_points:
        return _("%(said)s They get no points for it.") % {"said": said}
    return _("%(said)s For it they get %(points)d points from the house.") % {
        "said": said,
        "points": event.sit_out_points,
    }
