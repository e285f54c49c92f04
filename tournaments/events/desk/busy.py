"""The desk's warning of players of the proposed round who still sit at another table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from tournaments.events.core.denial_texts import place_of_table
from tournaments.events.core.format_input import format_of
from tournaments.events.core.models import Event
from tournaments.events.desk.row_menus import RowAction, player_actions
from tournaments.events.rounds.selectors import BusyPlayer


@dataclass(frozen=True, slots=True)
class BusyLine:
    """A player at another table, in texts: the table, and what organizers can do."""

    name: str
    #: Empty if the table isn't the club's.
    place: str
    #: The table on the desk of its event; empty if it isn't the club's.
    url: str
    actions: Sequence[RowAction]


def busy_lines(event: Event, busy: Sequence[BusyPlayer]) -> list[BusyLine]:
    """Return the players at other tables as lines, in the reader's language. No query."""
    acts = {"take-out"}
    if format_of(event).rounds_can_be_skipped:
        acts.add("skip")
    return [_busy_line(event, each, acts) for each in busy]


def _busy_line(event: Event, player: BusyPlayer, acts: set[str]) -> BusyLine:
    """Return the player as a line, with those actions that are named."""
    actions = player_actions(event, player.entry_number, acts)
    if not player.event_slug:
        return BusyLine(player.name, "", "", actions)
    desk = reverse("event_desk", args=[player.event_slug])
    return BusyLine(
        player.name,
        place_of_table(player.event_name, player.round_number, player.table_number),
        f"{desk}#desk-table-{player.table_pk}",
        actions,
    )
