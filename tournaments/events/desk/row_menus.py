"""Menus in the rows of the desk: an organizer's actions about one player or one table."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.events.core.models import Event
from tournaments.events.rounds.tables import RoundPart

#: Action that calls the players of a table.
CALL: Final = "call"
#: Labels of the actions about a player, by the last part of their address; dangerous ones last.
_PLAYER_ACTS: Final = {
    "replace": gettext_noop("Replace player"),
    "penalty": gettext_noop("Give penalty"),
    "in-person": gettext_noop("Record agreement"),
    "skip": gettext_noop("Skip a round"),
    "apart": gettext_noop("Keep apart"),
    "take-out": gettext_noop("Remove player"),
}
_DANGEROUS: Final = "take-out"


@dataclass(frozen=True, slots=True)
class RowAction:
    """An item of a row's menu: a link to the action's page, or a button that acts at once."""

    label: str
    url: str
    is_dangerous: bool = False
    #: For a button, the number of the table that it sends; 0 for a link.
    table: int = 0


def player_actions(event: Event, number: int, acts: Collection[str]) -> tuple[RowAction, ...]:
    """Return those of the named actions that are about a player; none in a closed club.

    :param number: the number of the player's entry
    """
    return tuple(
        RowAction(
            _(label),
            f"{reverse('event_desk_action', args=[event.slug, act])}?entry={number}",
            is_dangerous=act == _DANGEROUS,
        )
        for act, label in _PLAYER_ACTS.items()
        if act in acts and event.club.closed_at is None
    )


def table_actions(event: Event, number: int) -> tuple[RowAction, ...]:
    """Return the actions about a table in play: call its players, and add time if it has a clock.

    In a closed club there are none.

    :param number: table number
    """
    if event.club.closed_at is not None:
        return ()
    call = reverse("event_desk_action", args=[event.slug, CALL])
    found = [RowAction(_("Call players"), call, table=number)]
    if event.clock != "none" and not event.is_on_paper:
        extend = reverse("event_desk_action", args=[event.slug, "extend"])
        found.append(RowAction(_("Add time"), f"{extend}?table={number}"))
    return tuple(found)


def part_with_menus(event: Event, part: RoundPart, acts: Collection[str]) -> RoundPart:
    """Return the round in play with real cards, with the menus of its tables and players."""
    return replace(
        part,
        tables=[
            each
            if each.is_over
            else replace(
                each,
                actions=table_actions(event, each.number),
                seats=[
                    replace(seat, actions=player_actions(event, seat.number, acts))
                    for seat in each.seats
                ],
            )
            for each in part.tables
        ],
    )


def acts_for(
    number: int,
    offered: Iterable[str],
    *,
    seated: Collection[int],
    lacking: Collection[int],
    here: Collection[int],
) -> list[str]:
    """Return the offered actions that apply to the player with this entry number.

    :param seated: numbers of the entrants at tables in play, who can be replaced
    :param lacking: numbers of the entrants who have not agreed to the terms
    :param here: numbers of the entrants who are checked in, who can skip a round
    """
    limited = {"replace": seated, "in-person": lacking, "skip": here}
    return [act for act in offered if act not in limited or number in limited[act]]
