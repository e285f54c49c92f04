"""Events in words: what pages show, ready for templates."""

from tournaments.events.presenter.about import entry_lines, facts, own_part
from tournaments.events.presenter.meetings import line_part, meeting_rows, penalty_lines
from tournaments.events.presenter.outlook import finality, outlook
from tournaments.events.presenter.pages import event_pages
from tournaments.events.presenter.places import standing_lines
from tournaments.events.presenter.printed import (
    FIRST,
    certificate,
    data_links,
    print_links,
    seating_list,
)
from tournaments.events.presenter.record import record_line
from tournaments.events.presenter.steps import course, onwards, round_notes
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.words import FORMATS, when, zone_name, zone_of

__all__ = [
    "FIRST",
    "FORMATS",
    "certificate",
    "course",
    "data_links",
    "entry_lines",
    "event_pages",
    "facts",
    "finality",
    "line_part",
    "meeting_rows",
    "onwards",
    "outlook",
    "own_part",
    "penalty_lines",
    "print_links",
    "record_line",
    "round_notes",
    "round_part",
    "seating_list",
    "standing_lines",
    "when",
    "zone_name",
    "zone_of",
]
