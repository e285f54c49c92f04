"""A club night: how it is ranked, its tables and its standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common import money
from games.common.languages import paragraph
from games.screens.question import terms_field
from games.tables.max_loss import max_session_loss
from games.tables.models import Session
from games.tables.terms import SessionTerms, shown_digest
from tournaments.events.club_nights.models import NightTable
from tournaments.events.club_nights.services import night_tables, night_terms, unfinished_sessions
from tournaments.events.core.models import Event
from tournaments.events.core.words import plain, signed
from tournaments.events.entries.models import Entry
from tournaments.events.event_page.entry_lines import EntryLine
from tournaments.events.event_page.own_part import Button, OwnPart
from tournaments.events.settling.settled import entry_terms
from tournaments.events.standings.lines import decided
from tournaments.pairing.formats.club_night import ClubNight
from tournaments.pairing.formats.league import has_played
from tournaments.pairing.standings.lines import Decision, Standing

_Status = Event.Status


@dataclass(frozen=True, slots=True)
class NightTableLine:
    """A waiting or running table of the night."""

    number: int
    #: Its progress: "Deal 2 of 4", or that it waits for players.
    course: str
    names: Sequence[str]
    #: Number of free seats; 0 if they can't be taken.
    free: int
    #: Whether the free seats are kept for the players of the session before.
    is_kept: bool
    is_own: bool
    url: str
    #: Address for taking a seat; empty if the reader can't.
    sit_url: str
    #: The terms of taking a seat, and their digest; empty for points only.
    terms: str = ""
    digest: str = ""

    @property
    def terms_field(self) -> SafeString:
        """Hidden field with the digest of the terms."""
        return terms_field(self.digest)


@dataclass(frozen=True, slots=True)
class NightPart:
    """Content that only club nights' pages have: how the night is ranked, and its tables."""

    #: How the night is ranked, sentence by sentence.
    about: Sequence[str]
    tables: Sequence[NightTableLine]
    is_running: bool
    #: Number of sessions unfinished when the night ended.
    unfinished: int


def night_part(event: Event, user: User | None, *, is_member: bool) -> NightPart:
    """Return how the night is ranked, and its tables, which are listed only while it runs.

    Three queries while it runs, one after it.

    :param is_member: whether the reader may take a seat at its tables
    """
    is_running = event.status == _Status.RUNNING
    found = night_tables(event) if is_running else []
    mine = next((each for each in found if user and _sits_at(each, user)), None)
    may_sit = is_running and is_member and mine is None
    return NightPart(
        about=_about_night(event),
        tables=[_table_line(event, each, is_own=each is mine, may_sit=may_sit) for each in found],
        is_running=is_running,
        unfinished=(unfinished_sessions(event) if event.status == _Status.FINISHED else 0),
    )


def _sits_at(night: NightTable, user: User) -> bool:
    """Return whether the user has a seat at the table now."""
    seats = _current_session(night).seats.all()
    return any(seat.user_id == user.pk and seat.left_at is None for seat in seats)


def _current_session(night: NightTable) -> Session:
    """Return the newest session of the night's table, which must be prefetched."""
    newest: Session = night.table.going_on[0]  # type: ignore[attr-defined]
    return newest


def _table_line(event: Event, night: NightTable, *, is_own: bool, may_sit: bool) -> NightTableLine:
    """Return a table of the night as a line; `may_sit` allows the reader to take a seat."""
    session = _current_session(night)
    seats = sorted(session.seats.all(), key=lambda seat: seat.number)
    waits = session.status == Session.Status.WAITING
    is_kept = waits and session.number > 1 and not session.seats_open
    free = event.rule_set.players - len(seats) if waits else 0
    can_sit = may_sit and bool(free) and not is_kept
    return NightTableLine(
        number=night.number,
        course=_("Waiting for players")
        if waits
        else _("Deal %(number)d of %(planned)d")
        % {
            "number": session.deal_number or 1,  # type: ignore[attr-defined]
            "planned": session.deals_planned,
        },
        names=[seat.name for seat in seats],
        free=0 if is_kept else free,
        is_kept=is_kept and bool(free),
        is_own=is_own,
        url=night.table.get_absolute_url(),
        sit_url=reverse("night_sit", args=[event.slug, night.number]) if can_sit else "",
        terms=_stake_terms(session) if can_sit else "",
        digest=shown_digest(session, night.table.clock) if can_sit else "",
    )


def _stake_terms(terms: SessionTerms) -> str:
    """Return the stake and the maximum loss of the session; empty for points only."""
    most = money.max_loss(max_session_loss(terms), terms.currency)
    stake = money.stake(terms.stake_minor, terms.currency)
    return _("%(stake)s, %(most)s") % {"stake": stake, "most": most} if most else ""


def _about_night(event: Event) -> list[str]:
    """Return sentences on how the night is ranked and how to take part."""
    night = ClubNight(**event.format_settings)
    said = [_ranking_sentence(night)]
    if event.status not in (_Status.FINISHED, _Status.CANCELLED):
        said.append(_("No need to sign up: just take a seat."))
        said.append(_("Sessions still unfinished when the night ends don’t count."))
    return said


def _ranking_sentence(night: ClubNight) -> str:
    """Return a sentence on how the night ranks its players."""
    if night.by == "average":
        if night.least_deals == 1:
            return _(
                "Ranked by average points per deal. Players who haven’t finished a deal are"
                " unranked."
            )
        return ngettext(
            "Ranked by average points per deal. Players with fewer than %(count)d deal are"
            " unranked and listed last.",
            "Ranked by average points per deal. Players with fewer than %(count)d deals are"
            " unranked and listed last.",
            night.least_deals,
        ) % {"count": night.least_deals}
    if night.by == "best":
        if night.best == 1:
            return _("Ranked by each player’s best session.")
        return ngettext(
            "Ranked by the total of each player’s best %(count)d session.",
            "Ranked by the total of each player’s best %(count)d sessions.",
            night.best,
        ) % {"count": night.best}
    return _("Ranked by the total of all finished sessions.")


def own_night_part(event: Event, part: NightPart) -> OwnPart:
    """Return a member's status and buttons while the night runs: own table, or opening one."""
    mine = next((each for each in part.tables if each.is_own), None)
    if mine is not None:
        return OwnPart(
            words=_("You’re at table %(table)s.") % {"table": mine.number},
            table_url=mine.url,
            table_number=mine.number,
        )
    terms = night_terms(event)
    opening_terms = shown_digest(terms, event.clock)
    words = _("Open a table and others can join you.")
    if any(each.sit_url for each in part.tables):
        words = _("Take a seat at a table below, or open a new one.")
    return OwnPart(
        words=words,
        buttons=[
            Button(_("Open a table"), reverse("night_open", args=[event.slug]), terms=opening_terms)
        ],
        terms=_opening_terms(event, terms),
    )


def _opening_terms(event: Event, terms: SessionTerms) -> str:
    """Return the terms of opening a table; empty for points only."""
    said = entry_terms(event)
    if not said:
        return ""
    most = money.amount(max_session_loss(terms), terms.currency)
    return paragraph(said, _("You could lose up to %(amount)s in one session.") % {"amount": most})


def coming_part(event: Event, part: OwnPart) -> OwnPart:
    """Return the part with a hint that signing up helps, if sign-up is open and it has no words."""
    if part.words or event.status != _Status.OPEN:
        return part
    return replace(part, words=_("Sign up to let others know you plan to come."))


def night_people(entries: Sequence[EntryLine], standings: Sequence[Standing]) -> list[EntryLine]:
    """Return the entries; as status, checked-in players get their number of finished sessions."""
    played = {
        line.entrant: sum(each.state == "played" for each in line.rounds) for line in standings
    }
    return [
        replace(each, status=_sessions_label(played[each.number])) if each.is_here else each
        for each in entries
    ]


def _sessions_label(count: int) -> str:
    """Return the number of sessions with its noun."""
    return ngettext("%(count)d session", "%(count)d sessions", count) % {"count": count}


# --- Standings


@dataclass(frozen=True, slots=True)
class NightLine:
    """One line of the standings of a night: place, total and sessions as texts."""

    #: "–" for unranked players.
    place: str
    name: str
    is_own: bool
    total: str
    is_minus: bool
    #: The calculation of the total, or what is missing for a place.
    sum: str
    #: Points in each session, and whether they count for the total.
    sessions: Sequence[tuple[str, bool]]
    penalty: str
    deals_won: int
    deals: int
    decided: str


def night_lines(
    event: Event, standings: Sequence[Standing], names: Mapping[int, Entry], user: User | None
) -> list[NightLine]:
    """Return a line of the standings for each player who has finished a session."""
    night = ClubNight(**event.format_settings)
    return [
        _night_line(night, line, names[line.entrant], user)
        for line in standings
        if has_played(line) and line.entrant in names
    ]


def _night_line(night: ClubNight, standing: Standing, entry: Entry, user: User | None) -> NightLine:
    """Return a player's standing as a line of the night's standings."""
    is_placed = night.by != "average" or standing.deals >= night.least_deals
    shared = f"{standing.place}=" if standing.shared else str(standing.place)
    return NightLine(
        place=shared if is_placed else "–",
        name=entry.name,
        is_own=user is not None and entry.user_id == user.pk,
        total=signed(standing.total),
        is_minus=standing.total < 0,
        sum=_total_calculation(night, standing, is_placed=is_placed),
        sessions=[
            (signed(each.points), each.counts) for each in standing.rounds if each.state == "played"
        ],
        penalty=f"−{standing.penalty}" if standing.penalty else "",
        deals_won=standing.deals_won,
        deals=standing.deals,
        decided=_deciding_tie_break(standing.decision),
    )


def _total_calculation(night: ClubNight, standing: Standing, *, is_placed: bool) -> str:
    """Return how the total was calculated, or what an unranked player lacks; may be empty."""
    said = signed(standing.points)
    if standing.penalty:
        said = f"{said} − {standing.penalty}"
    if night.by != "average":
        return said if standing.penalty else ""
    if not is_placed:
        words = ngettext(
            "%(deals)d of %(least)d deal", "%(deals)d of %(least)d deals", night.least_deals
        )
        return words % {"deals": standing.deals, "least": night.least_deals}
    said = f"({said})" if standing.penalty else said
    return ngettext("%(sum)s in %(count)d deal", "%(sum)s in %(count)d deals", standing.deals) % {
        "sum": said,
        "count": standing.deals,
    }


def _deciding_tie_break(decision: Decision | None) -> str:
    """Return what decides between a line and the next; a best round is a best session here."""
    if decision is not None and decision.by == "best_round":
        return _("tied on points; best session: %(own)s to %(other)s") % {
            "own": plain(decision.own),
            "other": plain(decision.other),
        }
    return decided(decision)
