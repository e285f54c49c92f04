"""Events in words: what pages show, ready for templates."""

from tournaments.events.presenter.about import entry_lines, facts, own_part
from tournaments.events.presenter.night import (
    coming_part,
    night_lines,
    night_part,
    night_people,
    own_night_part,
)
from tournaments.events.presenter.pages import event_pages
from tournaments.events.presenter.places import standing_lines
from tournaments.events.presenter.record import record_line
from tournaments.events.presenter.season import (
    events_to_choose,
    season_about,
    season_columns,
    season_deed,
    season_event_lines,
    season_places,
    season_summary,
)
from tournaments.events.presenter.steps import course, onwards, round_notes
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.words import FORMATS, when, zone_name, zone_of

__all__ = [
    "FORMATS",
    "coming_part",
    "course",
    "entry_lines",
    "event_pages",
    "events_to_choose",
    "facts",
    "night_lines",
    "night_part",
    "night_people",
    "onwards",
    "own_night_part",
    "own_part",
    "record_line",
    "round_notes",
    "round_part",
    "season_about",
    "season_columns",
    "season_deed",
    "season_event_lines",
    "season_places",
    "season_summary",
    "standing_lines",
    "when",
    "zone_name",
    "zone_of",
]
