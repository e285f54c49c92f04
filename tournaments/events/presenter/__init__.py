"""Events in words: what pages show, ready for templates."""

from tournaments.events.presenter.about import OwnPart, entry_lines, facts, own_part
from tournaments.events.presenter.live import LiveTable, live_lines, milliseconds
from tournaments.events.presenter.pages import SharedLink, event_pages, shared_links
from tournaments.events.presenter.places import lines_of, standing_lines
from tournaments.events.presenter.projector import ProjectorPart, projector_part
from tournaments.events.presenter.record import record_line
from tournaments.events.presenter.steps import course, onwards, round_notes
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.words import FORMATS, when, zone_name, zone_of

__all__ = [
    "FORMATS",
    "LiveTable",
    "OwnPart",
    "ProjectorPart",
    "SharedLink",
    "course",
    "entry_lines",
    "event_pages",
    "facts",
    "lines_of",
    "live_lines",
    "milliseconds",
    "onwards",
    "own_part",
    "projector_part",
    "record_line",
    "round_notes",
    "round_part",
    "shared_links",
    "standing_lines",
    "when",
    "zone_name",
    "zone_of",
]
