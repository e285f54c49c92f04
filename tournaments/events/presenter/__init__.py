"""Events in words: what pages show, ready for templates."""

from tournaments.events.presenter.about import OwnPart, entry_lines, facts, own_part
from tournaments.events.presenter.evenness import evenness_of, plans_ahead
from tournaments.events.presenter.hand import fitted, hand_part, seat_changes
from tournaments.events.presenter.live import LiveTable, live_lines, milliseconds
from tournaments.events.presenter.notices import check_in_words, notice_url, notice_words
from tournaments.events.presenter.pages import SharedLink, event_pages, shared_links
from tournaments.events.presenter.places import house_line, lines_of, standing_lines
from tournaments.events.presenter.projector import ProjectorPart, projector_part
from tournaments.events.presenter.record import record_line
from tournaments.events.presenter.steps import course, onwards, round_notes
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.uneven import uneven_part
from tournaments.events.presenter.words import FORMATS, when, zone_name, zone_of

__all__ = [
    "FORMATS",
    "LiveTable",
    "OwnPart",
    "ProjectorPart",
    "SharedLink",
    "check_in_words",
    "course",
    "entry_lines",
    "evenness_of",
    "event_pages",
    "facts",
    "fitted",
    "hand_part",
    "house_line",
    "lines_of",
    "live_lines",
    "milliseconds",
    "notice_url",
    "notice_words",
    "onwards",
    "own_part",
    "plans_ahead",
    "projector_part",
    "record_line",
    "round_notes",
    "round_part",
    "seat_changes",
    "shared_links",
    "standing_lines",
    "uneven_part",
    "when",
    "zone_name",
    "zone_of",
]
