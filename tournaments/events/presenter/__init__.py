"""Texts and view data of event pages, ready for templates."""

from tournaments.events.presenter.about import OwnPart, entry_lines, facts, own_part
from tournaments.events.presenter.asked import (
    AskedLine,
    asked_lines,
    correction_part,
    substitution_part,
)
from tournaments.events.presenter.evenness import evenness_of, plans_ahead
from tournaments.events.presenter.hand import fitted, hand_part, seat_changes
from tournaments.events.presenter.live import LiveTable, live_lines, milliseconds
from tournaments.events.presenter.meetings import line_part, meeting_rows, penalty_lines
from tournaments.events.presenter.night import (
    coming_part,
    night_lines,
    night_part,
    night_people,
    own_night_part,
)
from tournaments.events.presenter.notices import (
    check_in_words,
    notice_link,
    notice_url,
    notice_words,
)
from tournaments.events.presenter.outlook import finality, outlook
from tournaments.events.presenter.pages import SharedLink, event_pages, shared_links
from tournaments.events.presenter.paper import Preview, paper_page, preview_of
from tournaments.events.presenter.places import house_line, lines_of, standing_lines
from tournaments.events.presenter.printed import (
    FIRST,
    certificate,
    data_links,
    print_links,
    seating_list,
)
from tournaments.events.presenter.projector import ProjectorPart, projector_part
from tournaments.events.presenter.proposal import proposal_changes
from tournaments.events.presenter.questions import closing_question, leaving_question
from tournaments.events.presenter.record import DeedLine, record_line
from tournaments.events.presenter.season import (
    events_to_choose,
    season_about,
    season_columns,
    season_deed,
    season_event_lines,
    season_places,
    season_summary,
)
from tournaments.events.presenter.settled import (
    SettledPart,
    event_parts,
    settled_events,
    settled_part,
)
from tournaments.events.presenter.slips import slips_of
from tournaments.events.presenter.steps import course, onwards, round_notes
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.terms import Offer, TermLine, in_short, offer_of, term_lines
from tournaments.events.presenter.uneven import uneven_part
from tournaments.events.presenter.words import FORMATS, own_when, table_url, when, zone_name

__all__ = [
    "FIRST",
    "FORMATS",
    "AskedLine",
    "DeedLine",
    "LiveTable",
    "Offer",
    "OwnPart",
    "Preview",
    "ProjectorPart",
    "SettledPart",
    "SharedLink",
    "TermLine",
    "asked_lines",
    "certificate",
    "check_in_words",
    "closing_question",
    "coming_part",
    "correction_part",
    "course",
    "data_links",
    "entry_lines",
    "evenness_of",
    "event_pages",
    "event_parts",
    "events_to_choose",
    "facts",
    "finality",
    "fitted",
    "hand_part",
    "house_line",
    "in_short",
    "leaving_question",
    "line_part",
    "lines_of",
    "live_lines",
    "meeting_rows",
    "milliseconds",
    "night_lines",
    "night_part",
    "night_people",
    "notice_link",
    "notice_url",
    "notice_words",
    "offer_of",
    "onwards",
    "outlook",
    "own_night_part",
    "own_part",
    "own_when",
    "paper_page",
    "penalty_lines",
    "plans_ahead",
    "preview_of",
    "print_links",
    "projector_part",
    "proposal_changes",
    "record_line",
    "round_notes",
    "round_part",
    "season_about",
    "season_columns",
    "season_deed",
    "season_event_lines",
    "season_places",
    "season_summary",
    "seat_changes",
    "seating_list",
    "settled_events",
    "settled_part",
    "shared_links",
    "slips_of",
    "standing_lines",
    "substitution_part",
    "table_url",
    "term_lines",
    "uneven_part",
    "when",
    "zone_name",
]
