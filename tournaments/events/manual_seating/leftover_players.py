"""Options for leftover players, when their number doesn't fill the tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.languages import paragraph
from games.common.numbers import listed
from tournaments.events.core.format_input import format_of, plays_same_packs, smaller_rules
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound
from tournaments.pairing.formats.seating_context import SeatingContext, Uneven
from tournaments.pairing.seating.errors import SeatingError
from tournaments.pairing.seating.ways import Way, ways

_Uneven = Event.Uneven


@dataclass(frozen=True, slots=True)
class LeftoverChoice:
    """An option for leftover players."""

    value: str
    title: str
    #: Its effect with the players who are here.
    about: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class LeftoverPart:
    """The question to the organizer about leftover players: a sentence and the options."""

    words: str
    choices: Sequence[LeftoverChoice]


def leftover_part(
    event: Event, entries: Sequence[Entry], newest: EventRound | None
) -> LeftoverPart | None:
    """Return the options for the next round; None if all tables fill or too few players are here.

    Also None if the players can't be seated at all.
    """
    people = _player_count(event, entries, newest)
    choices = leftover_choices(event, people, _coming_round(newest))
    if not choices:
        return None
    size = event.rule_set.players
    words = ngettext(
        "%(people)d players are here: %(left)d too many for tables of %(size)d.",
        "%(people)d players are here: %(left)d too many for tables of %(size)d.",
        people % size,
    ) % {"people": people, "size": size, "left": people % size}
    return LeftoverPart(words, choices)


def leftover_choices(event: Event, people: int, round_number: int = 1) -> list[LeftoverChoice]:
    """Return the options for this many players; empty if all tables fill or no table does.

    If the event's own option isn't possible, the one by which its round is seated is chosen.

    No query: the event need not be stored.
    """
    size = event.rule_set.players
    if people < 2 or people % size == 0:
        return []
    order = list(_Uneven)
    found = leftover_ways(event, people, round_number)
    chosen = event.uneven if event.uneven in dict(found) else _Uneven.OUT
    return sorted(
        (
            LeftoverChoice(
                kind, str(kind.label), _option_description(event, way, kind), kind == chosen
            )
            for kind, way in found
        ),
        key=lambda each: order.index(_Uneven(each.value)),
    )


def leftover_ways(
    event: Event, people: int, round_number: int = 1
) -> list[tuple[Event.Uneven, Way]]:
    """Return the ways to seat this many players, best first, each with its option. No query.

    Each is as the event's format seats the round. An option is left out if it doesn't fit: with
    groups of 4 and 5, no group can have smaller tables.
    """
    size = event.rule_set.players
    # Tables that play the same cards have the same size.
    smaller = not plays_same_packs(event) and smaller_rules(event) is not None
    try:
        found = ways(people, size, smaller=smaller, bots=not event.is_on_paper)
    except SeatingError:
        return []
    made = format_of(event)
    options = [_option_of(way, size) for way in found]
    seated = [
        (option, made.way(people, SeatingContext(size, cast(Uneven, option.value)), round_number))
        for option in options
    ]
    fitting = [
        (option, way)
        for option, way in seated
        if _option_of(way, size) == option and not (option == _Uneven.SMALLER and way.out)
    ]
    return sorted(
        fitting, key=lambda each: (each[0] != _Uneven.SMALLER, each[1].out + each[1].bots)
    )


def _coming_round(newest: EventRound | None) -> int:
    """Return the number of the round that the options are for."""
    if newest is None:
        return 1
    return newest.number + (newest.status == EventRound.Status.FINISHED)


def _player_count(event: Event, entries: Sequence[Entry], newest: EventRound | None) -> int:
    """Return the number of players to seat in the next round; 0 if no round can be proposed."""
    if event.status == Event.Status.CHECK_IN:
        return sum(each.status == Entry.Status.HERE for each in entries)
    if event.status != Event.Status.RUNNING:
        return 0
    if newest is None or newest.status == EventRound.Status.FINISHED:
        # No round is proposed: too few players are here for the chosen option.
        coming = _coming_round(newest)
        here = [each for each in entries if each.status == Entry.Status.HERE and each.left is None]
        return sum(coming not in each.skipped for each in here)
    if newest.status == EventRound.Status.PROPOSED:
        return len(newest.seated.seated) + len(newest.seated.out)
    return 0


def _option_of(way: Way, table_size: int) -> Event.Uneven:
    """Return the option for leftover players that this way of seating belongs to."""
    if way.bots:
        return _Uneven.BOTS
    return _Uneven.SMALLER if min(way.sizes) < table_size else _Uneven.OUT


def _option_description(event: Event, way: Way, option: Event.Uneven) -> str:
    """Return the tables of this way of seating and the option's effect on players."""
    tables = [
        ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
        % {"count": count, "size": size}
        for size, count in way.tables.items()
    ]
    return paragraph(_("%(tables)s.") % {"tables": listed(tables)}, _effect(event, way, option))


def _effect(event: Event, way: Way, option: Event.Uneven) -> str:
    """Return the effect of the option on players, in a sentence."""
    if option == _Uneven.BOTS:
        return ngettext(
            "%(count)d bot plays in each round. Bots’ results don’t count for any player.",
            "%(count)d bots play in each round. Bots’ results don’t count for any player.",
            way.bots,
        ) % {"count": way.bots}
    if option == _Uneven.SMALLER:
        form = smaller_rules(event)
        assert form is not None, "the option has been offered"
        return _(
            "No one sits out. Smaller tables play by the same rules, adapted for %(players)d"
            " players with %(cards)d cards each. Players rotate through the smaller tables."
        ) % {"players": form.players, "cards": form.hand_size}
    if event.sit_out_points:
        words = ngettext(
            "Players take turns: %(count)d player sits out each round and gets %(points)d points"
            " from the club.",
            "Players take turns: %(count)d players sit out each round and get %(points)d points"
            " each from the club.",
            way.out,
        )
    else:
        words = ngettext(
            "Players take turns: %(count)d player sits out each round and gets no points for it.",
            "Players take turns: %(count)d players sit out each round and get no points for it.",
            way.out,
        )
    return words % {"count": way.out, "points": event.sit_out_points}
