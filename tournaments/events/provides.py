"""Registration of the events' providers for other packages: club events, alerts and live topics."""

from dataclasses import replace

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.guests import signed_in_user
from accounts.models import User
from accounts.notices import senders
from games.common import numbers
from games.common.denials import Denial
from games.live.topics import Source, register
from games.rulebook.terms_text import register_terms
from games.screens.home import home_parts
from games.screens.notices import (
    Alert,
    HomeNotice,
    alerts,
    alerts_soon,
    home_notices,
    waiting,
)
from games.screens.session_lines import not_owed
from games.tables import clubs, events, links
from games.tables.links import Origin
from games.tables.topics import arranged_changed
from tournaments.clubs.denials import ClubCode, denial_sentence
from tournaments.clubs.links import (
    ClubTab,
    closing_obstacles,
    club_events,
    club_tabs,
    departure_warnings,
    membership_ended,
    still_running,
    time_zone_changed,
)
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Role
from tournaments.clubs.selectors import memberships_at
from tournaments.events.calendar.club_events import next_events
from tournaments.events.calendar.month import dated_events
from tournaments.events.calendar.selectors import entries_by_event
from tournaments.events.calendar.services import keep_time_of_day
from tournaments.events.club_nights.live import NIGHT_REST, night_state, night_versions
from tournaments.events.club_nights.services import club_night_of_table
from tournaments.events.core import selectors, topics
from tournaments.events.core.models import Event
from tournaments.events.core.words import table_url
from tournaments.events.desk.live import DESK_REST, desk_state, desk_versions
from tournaments.events.duplicate.packs import event_and_round
from tournaments.events.entries import departures
from tournaments.events.event_page.live import event_state, event_versions
from tournaments.events.notices.selectors import (
    announced_at,
    awaiting_check_in,
    check_ins_at,
    last_call,
    newest_announcement,
)
from tournaments.events.notices.sender import EventSender
from tournaments.events.notices.words import check_in_words, notice_url, notice_words
from tournaments.events.rounds.models import EventTable, TakenBackTable
from tournaments.events.rounds.selectors import event_table_of, rounds_awaited, table_of, tables_at
from tournaments.events.seasons.selectors import seasons_with_dates
from tournaments.events.settling import settled, winnings
from tournaments.events.settling.services import result_accepted, sessions_not_owed
from tournaments.events.terms import house
from tournaments.events.terms.selectors import is_for_money
from tournaments.events.terms.words import EVENT_TERMS, agreed_events, unfinished_events
from tournaments.ledger import links as ledger_links
from tournaments.ledger.statements.period import SeasonSpan, season_spans


def _events_tab(club: Club, _role: Role | None) -> ClubTab:
    """Return the tab "Events" of the club's pages."""
    return ClubTab("events", _("Events"), reverse("club_events", args=[club.slug]), order=1)


def _withdrawn_on_departure(club: Club, user: User | None) -> list[str]:
    """Return sentences on events the user would leave, or that the club's closing would cancel."""
    coming = departures.coming_entered(club, user)
    running = [] if user is None else departures.running_entered(club, user)
    said = []
    if coming:
        names = numbers.listed([each.name for each in coming])
        if user is None:
            said.append(_("Upcoming events will be cancelled: %(events)s.") % {"events": names})
        else:
            said.append(_("Sign-ups will be withdrawn for: %(events)s.") % {"events": names})
    if running:
        names = numbers.listed([each.name for each in running])
        said.append(_("Events in progress will continue: %(events)s.") % {"events": names})
    return said


def _closing_obstacles(club: Club) -> list[str]:
    """Return a sentence about running events that block the club's closing, if any. One query."""
    running = departures.running_entered(club, None)
    if not running:
        return []
    params = {"names": tuple(each.name for each in running)}
    return [denial_sentence(Denial(ClubCode.STILL_RUNNING, params))]


def _table_label(table: EventTable) -> str:
    """Return event, round and table as a short label."""
    return _("%(event)s, round %(round)s, table %(table)s") % _table_label_params(table)


def _table_sentence(table: EventTable) -> str:
    """Return event, round and table as a label that ends with a full stop."""
    return _("%(event)s, round %(round)s, table %(table)s.") % _table_label_params(table)


def _table_label_params(table: EventTable) -> dict[str, str | int]:
    """Return "event", "round" and "table", the event's name and the numbers that labels contain."""
    return {
        "event": table.round.event.name,
        "round": table.round.number,
        "table": table.number,
    }


def _announcement_alert(user: User) -> Alert | None:
    """Return an alert about the newest announcement, if newer than the user's table; else None.

    At most three queries; none for guests.
    """
    said = None if user.is_guest else newest_announcement(user)
    if said is None:
        return None
    table = table_of(user)
    began = None if table is None else table.round.started_at
    if began is not None and said.created_at <= began:
        return None
    event = Event.objects.get(pk=said.subject_id)
    words = notice_words(event, said.kind, said.params)
    # The fragment makes the URL of each announcement unique.
    url = f"{notice_url(event)}#said-{said.key}"
    return Alert(
        words.title,
        words.detail,
        url,
        is_announced_only=True,
        seen_url=reverse("notice_seen", args=[said.pk]),
    )


def _table_alert(user: User) -> Alert | None:
    """Return an alert about the user's table; None without one. At most two queries."""
    table = None if user.is_guest else table_of(user)
    if table is None:
        return None
    url, call = table_url(table.round.event, table), last_call(user, table)
    if call is None:
        return Alert(title=_("Your table is ready"), detail=_table_sentence(table), url=url)
    words = notice_words(table.round.event, call.kind, call.params)
    # The fragment tells this call from earlier ones, which the player may have dismissed.
    return Alert(words.title, words.detail, f"{url}#called-{int(call.created_at.timestamp())}")


def _origin_of_table(table_id: int) -> Origin | None:
    """Return the event, round and number of a table, and its substitutes; None for other tables.

    Two queries at tables of events.
    """
    found = event_table_of(table_id)
    if found is None:
        return None
    seats = found.seats.exclude(substitute_name="").filter(entry__isnull=False).order_by("place")
    event = found.round.event
    return Origin(
        event.name,
        reverse("event", args=[event.slug]),
        found.round.number,
        found.number,
        tuple(seats.values_list("substitute_name", "entry__name")),
    )


def _season_spans(club_id: int) -> list[SeasonSpan]:
    """Return the club's seasons with first and last day; the last is None while it is open.

    The days are the reader's, as in the ledger.
    """
    found = []
    for each, begins in seasons_with_dates(club_id):
        last = each.closed_at and timezone.localdate(each.closed_at)
        first = timezone.localdate(begins)
        found.append(SeasonSpan(each.slug, each.name, first, last))
    return found


def _home_notices(user: User) -> list[HomeNotice]:
    """Return home notices: table and check-ins; guests get only the table."""
    found = []
    table = table_of(user)
    if table is not None:
        found.append(
            HomeNotice(
                title=_("Your table"),
                detail=_table_label(table),
                url=table_url(table.round.event, table),
                is_urgent=True,
                press_label=_("Go to table"),
            )
        )
    awaited = [] if user.is_guest else awaiting_check_in(user)
    found += [_check_in_notice(each) for each in awaited]
    return found


def _events_part(request: HttpRequest) -> SafeString:
    """Return the section of the home page with the next events of the user's clubs; else empty."""
    user = signed_in_user(request)
    events = [] if user.is_guest else selectors.next_of_clubs(user)
    if not events:
        return SafeString("")
    lines = dated_events(events, entries_by_event(user, events))
    return render_to_string("tournaments/events/home_events.html", {"lines": lines}, request)


def _event_url_of_undone_table(slug: str) -> str:
    """Return the event page of a table of an undone round; empty for other tables. One query."""
    found = TakenBackTable.objects.filter(slug=slug).values_list("event__slug", flat=True).first()
    return "" if found is None else reverse("event", args=[found])


def _check_in_notice(event: Event) -> HomeNotice:
    """Return the home page notice that asks the user to check in to the event."""
    words = check_in_words(event)
    found = HomeNotice(words.title, words.detail, notice_url(event), is_urgent=True)
    if is_for_money(event):
        # Checking in agrees to the terms, so these are shown first.
        return found
    url = reverse("event_check_in", args=[event.slug])
    return replace(found, press_label=pgettext("yourself", "Check in"), press_url=url)


def _comparison_url(same_packs: str) -> str:
    """Return the URL of the comparison of the round with packs of this name."""
    return reverse("event_compare", args=event_and_round(same_packs))


def provide() -> None:
    """Register all providers; called when the apps are ready."""
    events.event_of.fill(club_night_of_table)
    club_events.fill(next_events)
    club_tabs.put(_events_tab)
    clubs.at_stake_in_events.fill(house.at_stake_in_events)
    membership_ended.put(departures.withdraw_departed)
    time_zone_changed.put(keep_time_of_day)
    departure_warnings.put(_withdrawn_on_departure)
    closing_obstacles.put(_closing_obstacles)
    still_running.put(selectors.lock_running_names)
    links.comparison_page.fill(_comparison_url)
    season_spans.fill(_season_spans)
    senders.register(EventSender())
    home_notices.add(
        _home_notices,
        tables_at,
        check_ins_at,
    )
    waiting.add(tables_at, check_ins_at)
    home_parts.put(_events_part)
    links.onward_pages.put(_event_url_of_undone_table)
    not_owed.put(sessions_not_owed)
    # Each is asked only if its own hint has a row: an announcement comes before an earlier table.
    alerts.add(_announcement_alert, announced_at)
    alerts.add(_table_alert, tables_at)
    # An organizer can start an event with any members at once.
    alerts_soon.add(rounds_awaited, memberships_at)
    links.origin_of.fill(_origin_of_table)
    ledger_links.settled_events.fill(settled.settled_events)
    ledger_links.event_parts.fill(settled.event_parts)
    ledger_links.event_winnings.fill(winnings.event_winnings)
    ledger_links.event_result_accepted.put(result_accepted)
    ledger_links.agreed_events.fill(agreed_events)
    ledger_links.unfinished_events.fill(unfinished_events)
    register_terms(*EVENT_TERMS)
    arranged_changed.put(topics.table_changed)
    register(topics.event_topic(0).kind, Source(event_state, event_versions))
    register(
        topics.night_topic(0).kind, Source(night_state, night_versions, min_seconds=NIGHT_REST)
    )
    register(topics.desk_topic(0).kind, Source(desk_state, desk_versions, min_seconds=DESK_REST))
