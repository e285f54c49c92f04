"""Texts and view data of event pages, ready for templates."""

from tournaments.events.presenter.activity import ActivityLine, activity_line
from tournaments.events.presenter.balance import balance_of, plans_ahead
from tournaments.events.presenter.club_night import (
    coming_part,
    night_lines,
    night_part,
    night_people,
    own_night_part,
)
from tournaments.events.presenter.confirmations import closing_question, leaving_question
from tournaments.events.presenter.cross_table import cross_table_rows, line_part, penalty_lines
from tournaments.events.presenter.leftover_players import leftover_part
from tournaments.events.presenter.live import LiveTable, live_tables, milliseconds
from tournaments.events.presenter.manual_seating import (
    fit_seating,
    manual_seating_part,
    seat_changes,
)
from tournaments.events.presenter.notices import (
    check_in_words,
    notice_link,
    notice_url,
    notice_words,
)
from tournaments.events.presenter.open_questions import (
    QuestionLink,
    correction_part,
    question_links,
    substitution_part,
)
from tournaments.events.presenter.overview import OwnPart, entry_lines, facts, own_part
from tournaments.events.presenter.pages import SharedLink, event_pages, shared_links
from tournaments.events.presenter.paper import Preview, paper_page, preview_of
from tournaments.events.presenter.printouts import (
    FIRST,
    certificate,
    data_links,
    print_links,
    seating_list,
)
from tournaments.events.presenter.projector import ProjectorPart, projector_part
from tournaments.events.presenter.proposal import proposal_changes
from tournaments.events.presenter.season import (
    events_to_choose,
    season_about,
    season_activity_line,
    season_columns,
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
from tournaments.events.presenter.stages import event_stages, next_step, round_notes
from tournaments.events.presenter.standings import house_line, lines_of, standing_lines
from tournaments.events.presenter.tables import round_part
from tournaments.events.presenter.terms import Offer, TermLine, offer_of, term_lines, terms_summary
from tournaments.events.presenter.title_race import finality, title_race_of
from tournaments.events.presenter.words import FORMATS, table_url, when, when_for_reader, zone_name

__all__ = [
    "FIRST",
    "FORMATS",
    "ActivityLine",
    "LiveTable",
    "Offer",
    "OwnPart",
    "Preview",
    "ProjectorPart",
    "QuestionLink",
    "SettledPart",
    "SharedLink",
    "TermLine",
    "activity_line",
    "balance_of",
    "certificate",
    "check_in_words",
    "closing_question",
    "coming_part",
    "correction_part",
    "cross_table_rows",
    "data_links",
    "entry_lines",
    "event_pages",
    "event_parts",
    "event_stages",
    "events_to_choose",
    "facts",
    "finality",
    "fit_seating",
    "house_line",
    "leaving_question",
    "leftover_part",
    "line_part",
    "lines_of",
    "live_tables",
    "manual_seating_part",
    "milliseconds",
    "next_step",
    "night_lines",
    "night_part",
    "night_people",
    "notice_link",
    "notice_url",
    "notice_words",
    "offer_of",
    "own_night_part",
    "own_part",
    "paper_page",
    "penalty_lines",
    "plans_ahead",
    "preview_of",
    "print_links",
    "projector_part",
    "proposal_changes",
    "question_links",
    "round_notes",
    "round_part",
    "season_about",
    "season_activity_line",
    "season_columns",
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
    "terms_summary",
    "title_race_of",
    "when",
    "when_for_reader",
    "zone_name",
]
