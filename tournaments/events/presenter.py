"""Events in words: what pages show, ready for templates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from accounts.models import User
from games.language import labels
from games.rules.ruleset import PRESETS
from games.tables import clocks
from tournaments.clubs.models import Club
from tournaments.events import services
from tournaments.events.formats.base import pairs_of
from tournaments.events.formats.stages import FINAL, GROUP, KNOCK_OUT
from tournaments.events.models import Entry, Event, EventRecord, EventRound, EventTable
from tournaments.events.rounds import Occupant
from tournaments.events.services.core import ENDED
from tournaments.events.standings import Decision, Points, RoundScore, Standing

_Status = Event.Status


class FormatWords(NamedTuple):
    """A format as people know it."""

    title: Any
    about: Any


#: The formats that are offered, with their words.
FORMATS: Final = {
    "fixed_rounds": FormatWords(
        gettext_lazy("Fixed rounds"),
        gettext_lazy("So many rounds; people meet as rarely twice as can be."),
    ),
    "rotation": FormatWords(
        gettext_lazy("Rotation"),
        gettext_lazy("Everybody meets everybody, as evenly as can be."),
    ),
    "swiss": FormatWords(
        gettext_lazy("Swiss"), gettext_lazy("Those who stand close in the standings meet.")
    ),
    "groups": FormatWords(
        gettext_lazy("Groups and final"),
        gettext_lazy("Rounds in groups; the best of them play for the places."),
    ),
    "knock_out": FormatWords(
        gettext_lazy("Knock-out by tables"),
        gettext_lazy("The first of each table go on, down to a final table."),
    ),
}
_STAGES: Final = {
    GROUP: gettext_noop("Group stage"),
    KNOCK_OUT: gettext_noop("Knock-out"),
    FINAL: gettext_noop("Final"),
}


# --- Words


def zone_of(club: Club) -> ZoneInfo:
    """Return the club's time zone; one that is gone is that of the world."""
    try:
        return ZoneInfo(club.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def zone_name(club: Club) -> str:
    """Return what the club's time zone is called."""
    return club.time_zone.rsplit("/", 1)[-1].replace("_", " ")


def when(event: Event) -> str:
    """Return when the event begins, in its club's time zone, with the zone's name."""
    local = timezone.localtime(event.starts_at, zone_of(event.club))
    return _("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_format(local, "DATE_FORMAT"),
        "time": date_format(local, "TIME_FORMAT"),
        "zone": zone_name(event.club),
    }


def signed(points: Points | None) -> str:
    """Return points as lists have them: "+12", "−3", "0"."""
    if points is None:
        return "–"
    if int(points) != points:
        return f"{float(points):+.2f}".replace("-", "−")
    return f"{int(points):+d}".replace("-", "−") if points else "0"


def plain(points: Points) -> str:
    """Return a number without a plus."""
    return signed(points).removeprefix("+")


def format_words(event: Event) -> str:
    """Return the event's format in words, with how many rounds it has."""
    title = str(FORMATS[event.format].title) if event.format in FORMATS else event.format
    rounds = event.format_settings.get("rounds")
    if not rounds:
        return title
    said = ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds}
    return f"{title}, {said}"


def rules_of(event: Event) -> tuple[str, str]:
    """Return what the rules are called, and where they are to be read, if anywhere.

    At most one query.
    """
    name = event.rules_name
    if name in PRESETS:
        return labels.rules_label(name), reverse("rules_preset", args=[name])
    kept = event.club.house_rules.filter(name=name).first()
    if kept is None or kept.rules != event.rule_set:
        return name, ""
    return name, reverse("club_rules_page", args=[event.club.slug, kept.slug])


# --- The event


@dataclass(frozen=True, slots=True)
class EventFact:
    """One thing that is said of an event."""

    label: str
    value: str
    url: str = ""


def facts(event: Event) -> list[EventFact]:
    """Return what the event is, besides name, time and description. At most one query."""
    found = [
        EventFact(_("Format"), format_words(event)),
        EventFact(_("Rules"), *rules_of(event)),
        EventFact(_("A round at a table"), labels.deals_label(event.deals)),
        EventFact(_("Clock"), clocks.label(event.clock)),
        EventFact(_("If players are left over"), event.get_uneven_display()),
        EventFact(_("Spectators"), _("welcome") if event.spectators else _("none")),
    ]
    if event.entry_limit is not None:
        found.append(EventFact(_("Entries at most"), str(event.entry_limit)))
    return found


@dataclass(frozen=True, slots=True)
class Button:
    """Something to do by one press."""

    label: str
    url: str
    #: Whether it is the one main thing to do.
    is_main: bool = True


@dataclass(frozen=True, slots=True)
class OwnPart:
    """What the reader is in the event, and can do now."""

    #: What they are, in a sentence; empty where there is nothing to say.
    words: str = ""
    #: The reader's table while a round runs.
    table_url: str = ""
    table_number: int = 0
    buttons: Sequence[Button] = ()


def own_part(
    event: Event, entries: Sequence[Entry], user: User | None, table: EventTable | None
) -> OwnPart:
    """Return what a member of the club is in the event, and can do now."""
    if user is None:
        return OwnPart()
    mine = next((each for each in entries if each.user_id == user.pk), None)
    in_it = mine is not None and mine.status != Entry.Status.WITHDRAWN
    if in_it:
        assert mine is not None
        words, buttons = _entered_part(event, entries, mine)
    else:
        words, buttons = _outside_part(event, entries, mine)
    if table is not None:
        return OwnPart(
            words=_("The round runs; your seat is at table %(table)s.") % {"table": table.number},
            table_url=table.table.get_absolute_url(),
            table_number=table.number,
            buttons=[each for each in buttons if not each.is_main],
        )
    return OwnPart(words=words, buttons=buttons)


def _entered_part(event: Event, entries: Sequence[Entry], mine: Entry) -> tuple[str, list[Button]]:
    leave = Button(_("Withdraw"), reverse("event_withdraw", args=[event.slug]), is_main=False)
    if mine.status == Entry.Status.WAITING:
        waiting = [each.number for each in entries if each.status == Entry.Status.WAITING]
        place = waiting.index(mine.number) + 1
        words = _("You are on the waiting list, in place %(place)s.") % {"place": place}
        return words, [] if event.status in ENDED else [leave]
    if event.status == _Status.CHECK_IN and mine.status == Entry.Status.ENTERED:
        here = Button(_("I am here"), reverse("event_here", args=[event.slug]))
        return _("You have entered. Say that you are here, or you will not be seated."), [
            here,
            leave,
        ]
    if event.status in (_Status.OPEN, _Status.CHECK_IN):
        if mine.status == Entry.Status.HERE:
            return _("You are checked in. The first round is seated soon."), [leave]
        return _("You have entered."), [leave]
    if event.status == _Status.RUNNING:
        gone = Button(_("Leave the event"), leave.url, is_main=False)
        return _("You take part. Your seat is shown here when the round begins."), [gone]
    return "", []


def _outside_part(
    event: Event, entries: Sequence[Entry], mine: Entry | None
) -> tuple[str, list[Button]]:
    enter = reverse("event_enter", args=[event.slug])
    if event.status in (_Status.OPEN, _Status.CHECK_IN):
        if is_full(event, entries):
            return _("All places are taken. Who waits moves up when somebody withdraws."), [
                Button(_("Join the waiting list"), enter)
            ]
        words = _("You have withdrawn.") if mine is not None else ""
        return words, [Button(_("Enter"), enter)]
    if event.status == _Status.RUNNING and (mine is None or mine.left is None):
        return _("It has begun; one can still come until half of it is played."), [
            Button(_("Enter from the next round on"), enter, is_main=False)
        ]
    return (_("You have left the event.") if mine is not None else ""), []


def is_full(event: Event, entries: Sequence[Entry]) -> bool:
    """Tell whether the next to enter would have to wait."""
    taken = sum(each.status in (Entry.Status.ENTERED, Entry.Status.HERE) for each in entries)
    return event.entry_limit is not None and taken >= event.entry_limit


@dataclass(frozen=True, slots=True)
class EntryLine:
    """Somebody in the list of entries."""

    number: int
    name: str
    is_bot: bool
    is_own: bool
    status: str
    is_here: bool


def entry_lines(entries: Sequence[Entry], user: User | None, *statuses: str) -> list[EntryLine]:
    """Return the entries with one of the statuses."""
    return [
        EntryLine(
            number=each.number,
            name=each.name,
            is_bot=bool(each.bot),
            is_own=user is not None and each.user_id == user.pk,
            status=_entry_status(each),
            is_here=each.status == Entry.Status.HERE,
        )
        for each in entries
        if each.status in statuses
    ]


def _entry_status(entry: Entry) -> str:
    if entry.left is not None:
        return _("left after round %(round)s") % {"round": entry.left}
    if entry.joined > 1:
        return _("from round %(round)s on") % {"round": entry.joined}
    return entry.get_status_display()


# --- Rounds


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Somebody at a table."""

    name: str
    is_own: bool
    #: The result, once it is known.
    net: str = ""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round."""

    number: int
    seats: Sequence[SeatLine]
    url: str = ""
    is_over: bool = False
    is_own: bool = False
    correct_url: str = ""


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round as pages show it."""

    number: int
    title: str
    status: str
    is_running: bool
    tables: Sequence[SeatedTable]
    #: Names of those who sit out.
    out: str
    done: int


def round_part(event: Event, row: EventRound, names: Mapping[int, Entry], own: int) -> RoundPart:
    """Return the round, proposed or published.

    :param own: the number of the reader's entry, 0 for none
    """
    if row.status == EventRound.Status.PROPOSED:
        tables = [
            SeatedTable(
                number,
                [SeatLine(_name(names, each), each == own) for each in table],
                is_own=own in table,
            )
            for number, table in enumerate(row.seated.tables, 1)
        ]
    else:
        tables = [_published(event, each, own) for each in row.tables.all()]
    title = _("Round %(number)s") % {"number": row.number}
    if row.stage:
        title = f"{title} · {_(_STAGES.get(row.stage, row.stage))}"
    return RoundPart(
        number=row.number,
        title=title,
        status=row.get_status_display(),
        is_running=row.status == EventRound.Status.RUNNING,
        tables=tables,
        out=", ".join(_name(names, each) for each in row.seated.out),
        done=sum(each.is_over for each in tables),
    )


def _name(names: Mapping[int, Entry], number: Occupant) -> str:
    return _("A bot") if number is None else names[number].name


def _published(event: Event, row: EventTable, own: int) -> SeatedTable:
    seats = [
        SeatLine(
            name=_("A bot") if seat.entry is None else seat.entry.name,
            is_own=seat.entry is not None and seat.entry.number == own,
            net="" if seat.net is None else signed(seat.net),
        )
        for seat in row.seats.all()
    ]
    is_over = row.finished_at is not None
    return SeatedTable(
        number=row.number,
        seats=seats,
        url=row.table.get_absolute_url(),
        is_over=is_over,
        is_own=any(seat.is_own for seat in seats),
        correct_url=reverse("event_correct", args=[event.slug, row.pk]) if is_over else "",
    )


# --- Standings


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """One line of the standings."""

    place: str
    name: str
    is_bot: bool
    is_own: bool
    total: str
    is_minus: bool
    #: The total's arithmetic, where it is more than the sum of the rounds.
    sum: str
    penalty: str
    deals_won: int
    deals: int
    rounds: Sequence[str]
    #: What decided against the next line.
    decided: str


def standing_lines(
    event: Event, names: Mapping[int, Entry], user: User | None
) -> list[EntrantLine]:
    """Return the standings as they are now. Four queries."""
    lines = services.standings_of(event)
    return [
        _standing_line(line, names[line.entrant], user) for line in lines if line.entrant in names
    ]


def _standing_line(line: Standing, entry: Entry, user: User | None) -> EntrantLine:
    return EntrantLine(
        place=f"{line.place}=" if line.shared else str(line.place),
        name=entry.name,
        is_bot=bool(entry.bot),
        is_own=user is not None and entry.user_id == user.pk,
        total=signed(line.total),
        is_minus=line.total < 0,
        sum=f"{signed(line.points)} − {line.penalty}" if line.penalty else "",
        penalty=f"−{line.penalty}" if line.penalty else "",
        deals_won=line.deals_won,
        deals=line.deals,
        rounds=[_round_cell(each) for each in line.rounds],
        decided=_decided(line.decision),
    )


def _round_cell(score: RoundScore) -> str:
    if score.state == "played":
        return signed(score.points)
    return {"out": _("sat out"), "awaited": "…"}.get(score.state, "–")


_DECIDED: Final = {
    "stage": gettext_noop("got further"),
    "least_deals": gettext_noop("played enough deals"),
    "total": gettext_noop("ahead by %(gap)s"),
    "penalty": gettext_noop("level on points; fewer penalty points: %(own)s to %(other)s"),
    "deals_won": gettext_noop("level on points; more deals won: %(own)s to %(other)s"),
    "played": gettext_noop("level on points; has played"),
    "best_round": gettext_noop("level on points and deals won; best round %(own)s to %(other)s"),
    "shared": gettext_noop("level in everything: the place is shared"),
}


def _decided(decision: Decision | None) -> str:
    if decision is None:
        return ""
    own, other = decision.own, decision.other
    if decision.by == "penalty":
        # Compared as what is lost; said as what was given.
        own, other = max(own, -own), max(other, -other)
    return _(_DECIDED[decision.by]) % {
        "gap": plain(own - other),
        "own": plain(own),
        "other": plain(other),
    }


# --- The record


@dataclass(frozen=True, slots=True)
class DeedLine:
    """Something that was done."""

    at: str
    words: str
    reason: str


_Deed = EventRecord.Deed
_DEEDS: Final = {
    _Deed.CREATED: gettext_noop("%(who)s made the event."),
    _Deed.CHANGED: gettext_noop("%(who)s changed the event."),
    _Deed.OPENED: gettext_noop("%(who)s opened it for entries."),
    _Deed.CHECK_IN: gettext_noop("%(who)s began the check-in."),
    _Deed.STARTED: gettext_noop("%(who)s started the event."),
    _Deed.CANCELLED: gettext_noop("%(who)s cancelled the event."),
    _Deed.FINISHED: gettext_noop("The last result is in; the event is over."),
    _Deed.ENTERED: gettext_noop("%(name)s entered."),
    _Deed.MOVED_UP: gettext_noop("%(name)s moved up from the waiting list."),
    _Deed.WITHDREW: gettext_noop("%(name)s withdrew."),
    _Deed.REMOVED: gettext_noop("%(who)s took %(name)s out."),
    _Deed.BOT: gettext_noop("%(who)s let the bot %(name)s enter."),
    _Deed.SEATED: gettext_noop("%(who)s changed the seating of round %(round)s."),
    _Deed.PUBLISHED: gettext_noop("%(who)s published round %(round)s."),
    _Deed.SUBSTITUTED: gettext_noop("%(who)s let %(by)s play on for %(name)s."),
    _Deed.CORRECTED: gettext_noop(
        "%(who)s corrected the result of %(name)s at table %(table)s: %(before)s became %(after)s."
    ),
    _Deed.PENALTY: gettext_noop("%(who)s gave %(name)s a penalty of %(points)s points."),
    _Deed.REVERSED: gettext_noop("%(who)s took back a penalty of %(points)s points of %(name)s."),
    _Deed.ANNOUNCED: gettext_noop("%(who)s announced:"),
}


def record_line(record: EventRecord, club: Club) -> DeedLine:
    """Return what was done in a sentence; actor and entry are fetched already."""
    known: dict[str, Any] = {"round": "", "table": "", "before": "", "after": "", "points": ""}
    known |= record.params
    known["who"] = record.actor.shown_name if record.actor else _("The club")
    known["name"] = record.entry.name if record.entry else ""
    known["by"] = record.params.get("by") or _("a bot")
    for name in ("before", "after"):
        if isinstance(known[name], int):
            known[name] = signed(known[name])
    local = timezone.localtime(record.at, zone_of(club))
    return DeedLine(
        at=date_format(local, "SHORT_DATETIME_FORMAT"),
        words=_(_DEEDS[_Deed(record.deed)]) % known,
        reason=record.text,
    )


# --- The desk


@dataclass(frozen=True, slots=True)
class CourseStep:
    """A point of an event's course, as the desk shows them in a row."""

    label: str
    is_now: bool
    is_done: bool


_COURSE = (_Status.DRAFT, _Status.OPEN, _Status.CHECK_IN, _Status.RUNNING, _Status.FINISHED)


def course(event: Event) -> list[CourseStep]:
    """Return the points of the event's course; none for one that is cancelled."""
    if event.status == _Status.CANCELLED:
        return []
    now = _COURSE.index(_Status(event.status))
    return [
        CourseStep(str(each.label), place == now, place < now) for place, each in enumerate(_COURSE)
    ]


#: What brings the event on, by where it is: act, label, and what it means.
_ONWARDS: Final = {
    _Status.DRAFT: (
        "open",
        gettext_noop("Open it for entries"),
        gettext_noop("Only organizers see a draft. Once it is open, members can enter."),
    ),
    _Status.OPEN: (
        "check-in",
        gettext_noop("Begin the check-in"),
        gettext_noop("Those who have entered say that they are here; only they are seated."),
    ),
    _Status.CHECK_IN: (
        "start",
        gettext_noop("Start the event"),
        gettext_noop("The first round is proposed. Who has not checked in is not seated."),
    ),
}


@dataclass(frozen=True, slots=True)
class Onwards:
    """The one press that brings the event on."""

    label: str
    about: str
    url: str


def onwards(event: Event) -> Onwards | None:
    """Return what brings the event on; None where rounds do, or where it is over."""
    found = _ONWARDS.get(_Status(event.status))
    if found is None:
        return None
    act, label, about = found
    return Onwards(_(label), _(about), reverse("event_act", args=[event.slug, act]))


def round_notes(event: Event, row: EventRound) -> str:
    """Return what is uneven about the proposed round, in a sentence."""
    seating = row.seated
    said = [
        ngettext("%(count)d table", "%(count)d tables", len(seating.tables))
        % {"count": len(seating.tables)}
    ]
    if seating.out:
        said.append(
            ngettext("%(count)d sits out", "%(count)d sit out", len(seating.out))
            % {"count": len(seating.out)}
        )
    bots = sum(table.count(None) for table in seating.tables)
    if bots:
        said.append(
            ngettext("%(count)d bot completes it", "%(count)d bots complete them", bots)
            % {"count": bots}
        )
    again = _repeats(event, row)
    said.append(
        ngettext("%(count)d pair meets again", "%(count)d pairs meet again", again)
        % {"count": again}
        if again
        else _("nobody meets anybody a second time")
    )
    return "; ".join(said) + "."


def _repeats(event: Event, row: EventRound) -> int:
    before = event.rounds.filter(number__lt=row.number)
    met = {pair for each in before for pair in pairs_of(each.seated)}
    return len(met & set(pairs_of(row.seated)))
