"""The parts of the desk: what each shows, and the forms that are available now."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.club_nights import club_night
from tournaments.events.core import selectors
from tournaments.events.core.format_input import format_of, is_night
from tournaments.events.core.models import Event
from tournaments.events.corrections.forms import PenaltyForm, RemovePenaltyForm
from tournaments.events.corrections.services import open_corrections
from tournaments.events.desk import proposal, stages
from tournaments.events.desk.disputes import disputes_of
from tournaments.events.desk.forms import (
    AnnounceForm,
    CancelForm,
    DeskForm,
    EndForm,
    EndNightForm,
    ExtendForm,
    StartEarlyForm,
    UndoRoundForm,
    UndoStartForm,
)
from tournaments.events.desk.row_menus import acts_for, part_with_menus, player_actions
from tournaments.events.duplicate.packs_page import coming_words
from tournaments.events.entries.forms import (
    AddBotsForm,
    AddByNameForm,
    AgreedInPersonForm,
    RemovePlayerForm,
    SkipRoundForm,
    lacks_agreement,
)
from tournaments.events.entries.models import Entry
from tournaments.events.event_page.entry_lines import EntryLine, entry_lines
from tournaments.events.event_page.open_questions import question_links
from tournaments.events.manual_seating import balance, leftover_players
from tournaments.events.manual_seating.forms import KeepApartForm, StopKeepingApartForm, UnevenForm
from tournaments.events.round_clock.forms import ClockMinutesForm
from tournaments.events.round_clock.part import clock_part, read_clock
from tournaments.events.rounds import tables
from tournaments.events.rounds.models import EventRound
from tournaments.events.rounds.publication import is_untouched
from tournaments.events.settling.settled import settled_link, settlement_facts
from tournaments.events.starting.desk_part import start_part
from tournaments.events.starting.services import may_undo_start
from tournaments.events.substitutes.forms import ReplaceForm
from tournaments.events.terms.selectors import TermsNow, terms_now
from tournaments.ledger.corrections.models import is_final

#: Actions about one player, one table or all tables, and those that can hardly be undone: each has
#: a page of its own, to which the desk links.
PAGE_FORMS: Final[dict[str, type[DeskForm]]] = {
    "in-person": AgreedInPersonForm,
    "cancel": CancelForm,
    "penalty": PenaltyForm,
    "replace": ReplaceForm,
    "take-out": RemovePlayerForm,
    "skip": SkipRoundForm,
    "extend": ExtendForm,
    "end": EndForm,
    "end-night": EndNightForm,
    "apart": KeepApartForm,
    "take-back-round": UndoRoundForm,
    "start-early": StartEarlyForm,
    "undo-start": UndoStartForm,
}
#: Forms on the desk itself, by the last part of their address.
DESK_FORMS: Final[dict[str, type[DeskForm]]] = {
    "bots": AddBotsForm,
    "name": AddByNameForm,
    "take-back": RemovePenaltyForm,
    "announce": AnnounceForm,
    "clock-minutes": ClockMinutesForm,
    "together": StopKeepingApartForm,
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
    offered = _offered_acts(event, rows[0] if rows else None)
    playing = rows[0] if rows and rows[0].status == EventRound.Status.RUNNING else None
    removable = forms["take-back"]
    assert isinstance(removable, RemovePenaltyForm)
    penalties: Counter[int] = Counter()
    for each in removable.in_force:
        penalties[each.entry.number] += each.points
    menus = _Menus(event, offered, entries, terms, playing, penalties, coming=published + 1)
    if playing is not None and event.is_on_paper:
        parts[0] = part_with_menus(event, parts[0], offered & {"replace", "penalty", "take-out"})
    return {
        "disputes": disputes_of(event),
        "asked": question_links(event, list(open_corrections(event))) if _is_judged(event) else [],
        "may_undo_start": event.club.closed_at is None and may_undo_start(event),
        "start": start_part(event, entries, terms) if event.club.closed_at is None else None,
        "settled": settled_link(settlement_facts(event)),
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
        "is_running": event.status == Event.Status.RUNNING,
        "is_paused": playing is not None and tables.is_paused(playing),
        "offers_time": "extend" in offered,
        "dangers": [
            (name, PAGE_FORMS[name].title)
            for name in ("take-back-round", "end", "end-night", "cancel")
            if name in offered
        ],
        "ending": _ending_sentence(event, playing, can_undo="take-back-round" in offered),
        "entrants": menus.lines(*Entry.PLACED_STATUSES),
        "waiting": menus.lines(Entry.Status.WAITING),
        "invited": menus.lines(Entry.Status.INVITED),
        "forms": [
            (name, forms[name])
            for name in DESK_FORMS
            if (name in offered and forms[name].has_choices) or forms[name].is_bound
        ],
    }


def _is_judged(event: Event) -> bool:
    """Return whether penalties and corrections are possible: from the start until it is final."""
    has_started = event.status in Event.STARTED_STATUSES
    return has_started and not is_final(event.finished_at, timezone.now())


def _offered_acts(event: Event, newest: EventRound | None) -> frozenset[str]:
    """Return the names of the forms that the desk offers now. At most two queries.

    :param newest: the newest round, proposed or published
    """
    is_running = event.status == Event.Status.RUNNING
    before = event.status in Event.UPCOMING_STATUSES
    takes = is_running or event.status in (Event.Status.OPEN, Event.Status.CHECK_IN)
    judged = _is_judged(event)
    playing = newest is not None and newest.status == EventRound.Status.RUNNING
    ends = {
        "cancel": before,
        "end": is_running and not is_night(event) and not playing,
        "end-night": is_running and is_night(event),
    }
    offered = ends | {
        "bots": takes and not is_night(event) and not event.is_on_paper,
        "name": takes and event.is_on_paper,
        "in-person": takes,
        "announce": takes,
        "replace": is_running and playing,
        "extend": is_running and playing and event.clock != "none" and not is_night(event),
        "penalty": judged,
        "take-back": judged,
        "take-out": before or is_running,
        "skip": is_running and format_of(event).rounds_can_be_skipped,
        "clock-minutes": is_running and event.is_on_paper,
        "apart": (before or is_running) and not is_night(event),
        "together": before or is_running,
        "take-back-round": is_running and newest is not None and playing and is_untouched(newest),
    }
    if event.club.closed_at is not None:
        offered = ends
    return frozenset(name for name, is_offered in offered.items() if is_offered)


def _ending_sentence(event: Event, playing: EventRound | None, *, can_undo: bool) -> str:
    """Return how the event can end while a round is in play; empty if none is.

    :param playing: the round in play
    :param can_undo: whether that round can be undone
    """
    if playing is None or event.status != Event.Status.RUNNING or is_night(event):
        return ""
    if can_undo:
        words = _("To end the event, finish or undo round %(round)s first.")
    elif event.is_on_paper:
        words = _(
            "To end the event, finish round %(round)s first. It can’t be undone because a result or"
            " a deal has been entered."
        )
    else:
        words = _(
            "To end the event, finish round %(round)s first. It can’t be undone because a card has"
            " been played."
        )
    return words % {"round": playing.number}


@dataclass(frozen=True, slots=True)
class _Menus:
    """The lists of players on the desk, each player with a menu."""

    event: Event
    offered: frozenset[str]
    entries: Sequence[Entry]
    terms: TermsNow
    #: The round in play.
    playing: EventRound | None
    #: Points of the penalties in force, by the number of the entry.
    penalties: Mapping[int, int]
    #: The number of the next round.
    coming: int

    def lines(self, *statuses: str) -> list[EntryLine]:
        """Return the entries with one of the statuses, each with its menu. No query."""
        found = entry_lines(
            self.entries,
            None,
            *statuses,
            terms_now=self.terms,
            coming=self.coming,
            substitutes=tables.substitutes_now(self.playing),
        )
        seated = _seated_numbers(self.playing)
        lacking = {each.number for each in self.entries if lacks_agreement(self.terms, each)}
        here = {
            each.number
            for each in self.entries
            if each.status == Entry.Status.HERE and not each.bot
        }
        offered = self.offered
        if Entry.Status.INVITED in statuses:
            offered -= {"penalty", "replace"}
        return [
            replace(
                each,
                penalty=f"−{points}" if (points := self.penalties.get(each.number, 0)) else "",
                actions=player_actions(
                    self.event,
                    each.number,
                    acts_for(each.number, offered, seated=seated, lacking=lacking, here=here),
                ),
            )
            for each in found
        ]


def _seated_numbers(row: EventRound | None) -> set[int]:
    """Return the numbers of the entrants at tables in play of the round. No query."""
    if row is None:
        return set()
    seats = (seat for each in row.tables.all() if not each.finished_at for seat in each.seats.all())
    return {seat.entry.number for seat in seats if seat.entry is not None}
