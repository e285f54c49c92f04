"""Events in words: what pages show, ready for templates."""

from tournaments.events.presenter.about import entry_lines, facts, own_part
from tournaments.events.presenter.notices import check_in_words, notice_url, notice_words
from tournaments.events.presenter.pages import event_pages
from tournaments.events.presenter.places import standing_lines
from tournaments.events.presenter.record import record_line
from tournaments.events.presenter.steps import course, onwards, round_notes
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.words import FORMATS, when, zone_name, zone_of

__all__ = [
    "FORMATS",
    "check_in_words",
    "course",
    "entry_lines",
    "event_pages",
    "facts",
    "notice_url",
    "notice_words",
    "onwards",
    "own_part",
    "record_line",
    "round_notes",
    "round_part",
    "standing_lines",
    "when",
    "zone_name",
    "zone_of",
]
