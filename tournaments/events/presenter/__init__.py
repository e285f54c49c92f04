"""Events in words: what pages show, ready for templates."""

from tournaments.events.presenter.about import entry_lines, facts, own_part
from tournaments.events.presenter.pages import event_pages
from tournaments.events.presenter.paper import Preview, paper_page, preview_of
from tournaments.events.presenter.places import standing_lines
from tournaments.events.presenter.record import record_line
from tournaments.events.presenter.slips import slips_of
from tournaments.events.presenter.steps import course, onwards, round_notes
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.words import FORMATS, table_url, when, zone_name, zone_of

__all__ = [
    "FORMATS",
    "Preview",
    "course",
    "entry_lines",
    "event_pages",
    "facts",
    "onwards",
    "own_part",
    "paper_page",
    "preview_of",
    "record_line",
    "round_notes",
    "round_part",
    "slips_of",
    "standing_lines",
    "table_url",
    "when",
    "zone_name",
    "zone_of",
]
