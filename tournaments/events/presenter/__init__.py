"""Events in words: what pages show, ready for templates."""

from tournaments.events.presenter.about import OwnPart, entry_lines, facts, own_part
from tournaments.events.presenter.hall import HallPart, hall_part
from tournaments.events.presenter.live import LiveTable, live_lines, milliseconds
from tournaments.events.presenter.pages import SharedLink, event_pages, shared_links
from tournaments.events.presenter.places import lines_of, standing_lines
from tournaments.events.presenter.record import record_line
from tournaments.events.presenter.steps import course, onwards, round_notes
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.words import FORMATS, when, zone_name, zone_of

__all__ = [
    "FORMATS",
    "HallPart",
    "LiveTable",
    "OwnPart",
    "SharedLink",
    "course",
    "entry_lines",
    "event_pages",
    "facts",
    "hall_part",
    "lines_of",
    "live_lines",
    "milliseconds",
    "onwards",
    "own_part",
    "record_line",
    "round_notes",
    "round_part",
    "shared_links",
    "standing_lines",
    "when",
    "zone_name",
    "zone_of",
]
