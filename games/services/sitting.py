"""Opening a table, sitting down and standing up, beginning, and playing again."""

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import announce, house, people, selectors, shuffle
from games.models import Seat, Session, Table
from games.rules.ruleset import RuleSet
from games.services import dealing
from games.services.agreeing import carry_out_votes, end_pause, give_to_bot
from games.services.core import DONE, Outcome, Place, changed, lock, present, take_place

#: Names for the bots of a table; short, and not to be taken for a member's.
BOT_NAMES = ("Mei", "Bruno", "Ada", "Kofi", "Lucía", "Haruto", "Noor", "Émile", "Tala", "Sunil")
BASIC_RULES = RuleSet.make(house.BASIC_GAME)
#: The terms that a session takes over from its table.
SESSION_TERMS = ("rules", "rules_name", "deals_planned", "target", "stake_minor", "currency")


# --- Opening


def open_solo_table(
    user: User,
    *,
    rules: RuleSet = BASIC_RULES,
    rules_name: str = house.BASIC_GAME,
    deals: int = 5,
    stake_minor: int = 0,
    currency: str = "",
    opening_key: str | None = None,
) -> Table:
    """A table where the person plays against bots, its first deal dealt.

    The rules say how many sit there. ``rules_name`` is the name of a preset, or the one that its
    maker gave to house rules. With an opening key that the person used a moment ago, it is the
    table that was opened then.
    """
    terms = _terms(
        rules,
        rules_name,
        deals_planned=deals,
        stake_minor=stake_minor,
        currency=currency,
        seating=Table.Seating.CHOSEN,
    )

    def opened(key: str | None) -> Table:
        table, session, seat = _opened(user, key, terms)
        _begin(table, session, [seat])
        changed(table)
        return table

    return _once(user, opening_key, terms, opened)


def open_table(
    user: User,
    *,
    rules: RuleSet = BASIC_RULES,
    rules_name: str = house.BASIC_GAME,
    opening_key: str | None = None,
    **more: Any,
) -> Table:
    """A table that waits for people, its host in the first seat.

    :param more: any of the table's terms (deals_planned, target, stake_minor, currency, clock,
        joining, seating, bots, spectators); what is not given has its default
    """
    terms = _terms(rules, rules_name, **more)

    def opened(key: str | None) -> Table:
        table, _session, _seat = _opened(user, key, terms)
        changed(table)
        return table

    table = _once(user, opening_key, terms, opened)
    announce.lobby_changed()
    return table


def _terms(rules: RuleSet, rules_name: str, **more: Any) -> dict[str, Any]:
    return {"rules": rules.to_options(), "rules_name": rules_name, **more}


def _once(
    user: User,
    opening_key: str | None,
    terms: dict[str, Any],
    opened: Callable[[str | None], Table],
) -> Table:
    """The table that the form opens, or has opened a moment ago."""
    try:
        with transaction.atomic():
            return opened(opening_key or None)
    except IntegrityError:
        if not opening_key:
            raise
        known = selectors.just_opened(opening_key)
        same = known is not None and all(
            getattr(known, name) == value for name, value in terms.items()
        )
        if known is not None and same and known.host_id == user.pk:
            return known
    with transaction.atomic():
        return opened(None)


def _opened(
    user: User, opening_key: str | None, terms: dict[str, Any]
) -> tuple[Table, Session, Seat]:
    """A table that waits, with its host. Nobody sees it before the commit: it needs no lock."""
    table = Table.objects.create(
        host=user, opening_key=opening_key, phase=Table.Phase.WAITING, **terms
    )
    session = _new_session(table, number=1)
    seat = _seat(session, 0, user.pk, user.shown_name)
    return table, session, seat


def _new_session(table: Table, number: int) -> Session:
    return Session.objects.create(
        table=table,
        number=number,
        status=Session.Status.WAITING,
        next_secret=shuffle.new_secret(),
        **{name: getattr(table, name) for name in SESSION_TERMS},
    )


# --- Sitting down and standing up


def sit(table_id: int, user: User | None, session_key: str | None, number: int | None) -> Outcome:
    """Take a free seat, a certain one or the first, or change to it."""
    with transaction.atomic():
        found = present(user, session_key)
        if isinstance(found, Outcome):
            return found
        table = lock(table_id)
        if table is None:
            return Outcome(_("This table was closed."))
        scene = selectors.scene(table)
        mine = next((seat for seat in scene.seats if seat.user_id == found.pk), None)
        if table.phase != Table.Phase.WAITING:
            return DONE if mine else Outcome(_("This session has begun; all seats are taken."))
        if found.pk in table.barred:
            return Outcome(_("The host has asked you to leave this table."))
        if found.is_guest and (why := people.why_no_guests(table)):
            return Outcome(why)
        free = selectors.free_seats(scene)
        if mine is not None and (number is None or number == mine.number):
            return DONE
        if not free:
            return Outcome(_("This table is full."))
        if number is not None and number not in free:
            return Outcome(_("That seat was just taken. Choose another."))
        place = free[0] if number is None else number
        if mine is not None:
            Seat.objects.filter(pk=mine.pk).update(number=place)
        else:
            taken = [seat.name for seat in scene.seats]
            _seat(scene.session, place, found.pk, _own_name(found.shown_name, taken))
        _begin_if_everybody_is_back(table, scene.session)
        changed(table, scene=True)
        announce.lobby_changed()
    return DONE


def _seat(session: Session, number: int, user_id: int, name: str) -> Seat:
    return Seat.objects.create(
        session=session, number=number, user_id=user_id, name=name, seen_at=timezone.now()
    )


def _own_name(name: str, taken: Sequence[str]) -> str:
    """The name, with a number where somebody at the table has it: sheets tell people by names."""
    numbered = (f"{name} {number}" for number in itertools.count(2))
    return name if name not in taken else next(each for each in numbered if each not in taken)


def stay(table_id: int, user: User) -> None:
    """Note that the person's browser is at the table still, while it waits for people."""
    mine = Seat.objects.filter(session__table=table_id, session__status=Session.Status.WAITING)
    mine.filter(user=user).update(seen_at=timezone.now())


def replace_absent_hosts() -> None:
    """Make hosts of people who are there, at waiting tables whose host has walked away."""
    for session in selectors.hostless():
        with transaction.atomic():
            table = lock(session.table_id)
            if table is None or table.phase != Table.Phase.WAITING:
                continue
            seats = list(session.seats.all())
            host = next((seat for seat in seats if seat.user_id == table.host_id), None)
            heir = next((seat for seat in seats if selectors.is_here(seat)), None)
            if heir is None or (host is not None and selectors.is_here(host)):
                continue
            table.host_id = heir.user_id
            changed(table, scene=True)
            announce.lobby_changed()


def stand_up(table_id: int, user: User | None, session_key: str | None) -> Outcome:
    """Leave: before the session the seat is free again, within it a bot plays on for good.

    The last person to stand up before the start closes the table.
    """
    with transaction.atomic():
        place = take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        if place.table.phase == Table.Phase.FINISHED:
            return DONE
        if place.table.phase == Table.Phase.WAITING:
            _free(place)
        else:
            _desert(place)
    return DONE


def remove(table_id: int, user: User | None, session_key: str | None, number: int) -> Outcome:
    """Let the host send somebody away before the session begins."""
    with transaction.atomic():
        place = _host_before_start(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, mine = place
        seat = next((each for each in scene.seats if each.number == number), None)
        if seat is None or seat == mine:
            return Outcome(_("Nobody else sits there."))
        table.barred = [*table.barred, seat.user_id]
        _free(place._replace(seat=seat))
    return DONE


def _free(place: Place) -> None:
    table, scene, seat = place
    others = [each for each in scene.seats if each != seat]
    Seat.objects.filter(pk=seat.pk).delete()
    announce.lobby_changed()
    if not others and scene.session.number == 1:
        announce.table_changed(table.pk, table.version + 1)
        table.delete()
        return
    if not others:
        # Nobody plays again: what was played here stays. Not by the row at hand, which belongs
        # to everybody who reads the scene.
        Session.objects.filter(pk=scene.session.pk).delete()
        table.phase = Table.Phase.FINISHED
    _pass_on_host(table, seat, others)
    changed(table, scene=True)


def _desert(place: Place) -> None:
    """A bot plays on for the person's score and debts; the others' wishes may now be enough."""
    table, scene, seat = place
    if seat.left_at is not None:
        return
    Seat.objects.filter(pk=seat.pk).update(left_at=timezone.now())
    give_to_bot(scene.session, seat.number)
    _pass_on_host(table, seat, [each for each in scene.seats if each != seat])
    table.scene += 1
    if table.paused_at is not None and not _anybody_else_here(scene, seat):
        # Nobody is left who could end the pause.
        end_pause(table)
    carry_out_votes(table)


def _anybody_else_here(scene: selectors.Scene, seat: Seat) -> bool:
    return any(each.user_id and not each.left_at for each in scene.seats if each != seat)


def _pass_on_host(table: Table, seat: Seat, others: Sequence[Seat]) -> None:
    if table.host_id != seat.user_id:
        return
    heirs = [each for each in others if each.user_id and each.left_at is None]
    if heirs:
        table.host_id = heirs[0].user_id


# --- Beginning


def start(table_id: int, user: User | None, session_key: str | None) -> Outcome:
    """Let the host begin the session; bots take the free seats, where the table has bots."""
    with transaction.atomic():
        place = _host_before_start(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, _seat = place
        free = selectors.free_seats(scene)
        if free and not table.bots:
            return Outcome(_("There are free seats, and this table waits for people."))
        _begin(table, scene.session, scene.seats)
        changed(table)
        announce.lobby_changed()
    return DONE


def fill_with_bots(
    table_id: int, user: User | None, session_key: str | None, *, bots: bool
) -> Outcome:
    """Let the host say whether bots take the seats that are free at the start."""
    with transaction.atomic():
        place = _host_before_start(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table = place.table
        Table.objects.filter(pk=table.pk).update(bots=bots)
        changed(table, scene=True)
    return DONE


def _host_before_start(
    table_id: int, user: User | None, session_key: str | None
) -> Place | Outcome:
    place = take_place(table_id, user, session_key)
    if isinstance(place, Outcome):
        return place
    if place.table.phase != Table.Phase.WAITING:
        return Outcome(_("The session has begun already."))
    if place.table.host_id != place.seat.user_id:
        return Outcome(_("Only the host can do that."))
    return place


def _begin(table: Table, session: Session, seats: Sequence[Seat]) -> None:
    """Seat everybody for good, with bots in the free seats, and deal."""
    players = RuleSet.make(options=session.rules).players
    taken = {seat.number for seat in seats}
    names = _bot_names(players - len(taken), [seat.name for seat in seats])
    free = [number for number in range(players) if number not in taken]
    Seat.objects.bulk_create(
        Seat(session=session, number=number, name=name, is_bot=True)
        for number, name in zip(free, names, strict=True)
    )
    if table.seating == Table.Seating.DRAWN or session.number > 1:
        # People who play on together draw anew: nobody sits after the same player all evening.
        _draw_seats(session)
    session = Session.objects.get(pk=session.pk)
    dealing.begin(table, session, list(session.seats.all()))


def _bot_names(count: int, taken: Sequence[str]) -> list[str]:
    free = [name for name in BOT_NAMES if name not in taken]
    return random.SystemRandom().sample(free, count)


def _draw_seats(session: Session) -> None:
    seats = list(session.seats.all())
    numbers = [seat.number for seat in seats]
    random.SystemRandom().shuffle(numbers)
    # A seat is taken once: everybody stands up before anybody sits down.
    for step in (100, 0):
        for seat, number in zip(seats, numbers, strict=True):
            Seat.objects.filter(pk=seat.pk).update(number=number + step)


# --- Again


def play_again(table_id: int, user: User | None, session_key: str | None) -> Outcome:
    """Sit down for another session; it begins when all who sat here have done so."""
    with transaction.atomic():
        table = lock(table_id)
        if table is not None and table.phase == Table.Phase.WAITING:
            # Somebody was quicker, or the same person pressed twice.
            return sit(table_id, user, session_key, None)
        place = take_place(table_id, user, session_key)
        if isinstance(place, Outcome):
            return place
        table, scene, seat = place
        if table.phase != Table.Phase.FINISHED:
            return Outcome(_("This session is not over yet."))
        session = _new_session(table, scene.session.number + 1)
        assert seat.user_id is not None, "a bot asks for nothing"
        _seat(session, 0, seat.user_id, seat.name)
        table.phase = Table.Phase.WAITING
        table.host_id = seat.user_id
        table.turn = None
        _begin_if_everybody_is_back(table, session)
        changed(table, scene=True)
        announce.lobby_changed()
    return DONE


def _begin_if_everybody_is_back(table: Table, session: Session) -> None:
    """Begin a further session when all the people of the one before sit here again."""
    if session.number == 1:
        return
    before = Seat.objects.filter(
        session__table=table, session__number=session.number - 1, user__isnull=False
    )
    here = set(session.seats.values_list("user_id", flat=True))
    if set(before.values_list("user_id", flat=True)) <= here:
        _begin(table, session, list(session.seats.all()))
