"""The parts of the desk: what each shows, and the forms that are available now."""

from typing import Any, Final

from django.utils import timezone

from tournaments.events.club_nights import club_night
from tournaments.events.core import selectors
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.corrections.forms import PenaltyForm, RemovePenaltyForm
from tournaments.events.corrections.services import open_corrections
from tournaments.events.desk import proposal, stages
from tournaments.events.desk.forms import (
    AnnounceForm,
    CancelForm,
    DeskForm,
    EndForm,
    EndNightForm,
    ExtendForm,
    UndoRoundForm,
)
from tournaments.events.duplicate.packs_page import coming_words
from tournaments.events.entries.forms import (
    AddBotsForm,
    AddByNameForm,
    AgreedInPersonForm,
    RemovePlayerForm,
    SkipRoundForm,
)
from tournaments.events.entries.models import Entry
from tournaments.events.event_page import overview
from tournaments.events.event_page.open_questions import question_links
from tournaments.events.manual_seating import balance, leftover_players
from tournaments.events.manual_seating.forms import KeepApartForm, StopKeepingApartForm, UnevenForm
from tournaments.events.round_clock.forms import ClockMinutesForm
from tournaments.events.round_clock.part import clock_part, read_clock
from tournaments.events.rounds import tables
from tournaments.events.rounds.models import EventRound
from tournaments.events.starting.desk_part import start_part
from tournaments.events.starting.services import may_undo_start
from tournaments.events.substitutes.forms import ReplaceForm
from tournaments.events.terms.selectors import terms_now
from tournaments.ledger.corrections.models import is_final

#: All forms of the desk, by the last part of their address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = {
    "bots": AddBotsForm,
    "name": AddByNameForm,
    "in-person": AgreedInPersonForm,
    "cancel": CancelForm,
    "penalty": PenaltyForm,
    "take-back": RemovePenaltyForm,
    "replace": ReplaceForm,
    "take-out": RemovePlayerForm,
    "skip": SkipRoundForm,
    "clock-minutes": ClockMinutesForm,
    "announce": AnnounceForm,
    "extend": ExtendForm,
    "end": EndForm,
    "end-night": EndNightForm,
    "apart": KeepApartForm,
    "together": StopKeepingApartForm,
    "take-back-round": UndoRoundForm,
    "uneven": UnevenForm,
}


def desk_context(event: Event, filled: dict[str, DeskForm] | None = None) -> dict[str, Any]:
    """Return the template context of the desk, as far as it depends on the event's version.

    :param filled: submitted forms with errors, by name
    """
    entries = selectors.entries(event)
    names = {each.number: each for each in entries}
    rows = selectors.rounds(event)
    published = sum(each.status != EventRound.Status.PROPOSED for each in rows)
    terms = terms_now(event, entries, published)
    seatable = [each for each in entries if terms.may_sit(each)]
    parts = [tables.round_part(event, each, names, 0) for each in rows]
    proposed = bool(rows) and rows[0].status == EventRound.Status.PROPOSED
    forms = {
        name: (filled or {}).get(name) or kind(event=event, prefix=name)
        for name, kind in DESK_FORMS.items()
    }
    is_running = event.status == Event.Status.RUNNING
    before = event.status in (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CHECK_IN)
    takes = event.status in (Event.Status.OPEN, Event.Status.CHECK_IN, Event.Status.RUNNING)
    judged = event.status in Event.STARTED_STATUSES and not is_final(
        event.finished_at, timezone.now()
    )
    offered = {
        "bots": takes and not is_night(event) and not event.is_on_paper,
        "name": takes and event.is_on_paper,
        "in-person": takes,
        "announce": takes,
        "replace": is_running and bool(rows) and rows[0].status == EventRound.Status.RUNNING,
        "extend": is_running and event.clock != "none" and not is_night(event),
        "penalty": judged,
        "take-back": judged,
        "take-out": before or is_running,
        "skip": is_running,
        "clock-minutes": is_running and event.is_on_paper,
        "cancel": before,
        "apart": before or is_running,
        "together": before or is_running,
        "take-back-round": is_running
        and bool(rows)
        and rows[0].status == EventRound.Status.RUNNING
        and not parts[0].done,
        "uneven": False,
        "end": is_running
        and not is_night(event)
        and not (rows and rows[0].status == EventRound.Status.RUNNING),
        "end-night": is_running and is_night(event),
    }
    if event.club.closed_at is not None:
        offered = dict.fromkeys(offered, False) | {
            "cancel": before,
            "end": offered["end"],
            "end-night": offered["end-night"],
        }
    return {
        "asked": question_links(event, list(open_corrections(event))) if judged else [],
        "may_undo_start": event.club.closed_at is None and may_undo_start(event),
        "start": start_part(event, entries, terms) if event.club.closed_at is None else None,
        "course": stages.event_stages(event),
        "next_step": stages.next_step(event) if event.club.closed_at is None else None,
        "proposed": parts[0] if proposed else None,
        "shown": rows[0].seating_digest if proposed else "",
        "changes": proposal.proposal_changes(rows[0], names) if proposed else [],
        "notes": proposal.round_notes(event, rows[0]) if proposed else "",
        "balance": (balance.balance_of(event, rows[0].seated, names) if proposed else None),
        "uneven": None
        if terms.is_for_money and published
        else leftover_players.leftover_part(event, seatable, rows[0] if rows else None),
        "can_check_in": event.status == Event.Status.CHECK_IN,
        "words": coming_words(event, entries, 0),
        "night": club_night.night_part(event, None, is_member=False) if is_night(event) else None,
        "clock": clock_part(event, read_clock(event), rows[0] if rows else None, entries),
        "published": parts[1:] if proposed else parts,
        "is_running": is_running,
        "entrants": overview.entry_lines(
            entries, None, *Entry.PLACED_STATUSES, terms_now=terms, coming=published + 1
        ),
        "waiting": overview.entry_lines(entries, None, Entry.Status.WAITING, terms_now=terms),
        "invited": overview.entry_lines(entries, None, Entry.Status.INVITED, terms_now=terms),
        "forms": [
            (name, forms[name])
            for name, wanted in offered.items()
            if (wanted and forms[name].has_choices) or forms[name].is_bound
        ],
    }
