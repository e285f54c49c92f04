"""Further sessions at a table whose last session is over: answers and opening.

A yes is stored until the table opens, which may be hours later. It is checked again then: a player
who has left, or who would be denied now, neither plays nor pays.
"""

from collections.abc import Mapping
from dataclasses import replace

from django.utils import timezone

from accounts.models import User
from games.agreements.models import Agreement
from games.common.denials import DeniedError
from games.tables import house, selectors, shuffle, topics
from games.tables.absence import ABSENT
from games.tables.admission import why_above_limit, why_no_guests, why_not_member
from games.tables.denials import TableCode
from games.tables.max_loss import Cost, max_session_loss
from games.tables.models import Seat, Session, Table
from games.tables.proposals import Rematch, rematch_of
from games.tables.services.agreements import are_terms_shown, store_agreements
from games.tables.services.core import LockedTable
from games.tables.services.opening import new_session
from games.tables.services.starting import begin_if_all_are_back
from games.tables.snapshot import SeatFacts
from games.tables.stakes import has_stake


def cost_of(table: LockedTable) -> Cost:
    """Return the maximum loss of a player in another session at the table; 0 for points."""
    return Cost(max_session_loss(table.row), table.row.currency)


def is_for_stake(table: LockedTable) -> bool:
    """Return whether another session would be for a stake: there is one, and two users or more.

    Then a yes is an agreement to its terms.
    """
    people = [seat for seat in table.setting.seats if seat.user_id is not None]
    return has_stake(table.row) and len(people) > 1


def why_not_admitted_again(table: LockedTable, user: User) -> TableCode | None:
    """Return the code why the user may not play another session at the table; None if they may.

    Removal by the host, guests and the club are checked; money and seats are not.
    """
    if user.pk in table.row.barred:
        return TableCode.BARRED
    if user.is_guest and (code := why_no_guests(table.row)):
        return code
    return why_not_member(table.row, user)


def store_answers(table: LockedTable, rematch: Rematch) -> None:
    """Store the rematch answers with the finished session."""
    session = table.setting.session.pk
    Session.objects.filter(pk=session).update(again=rematch.stored)
    table.revise()


def decline(table: LockedTable, seat: SeatFacts) -> None:
    """Store the player's no to a rematch; if it was the last answer, open the next session.

    That needs two yeses and, if a club pays for bots, that its limits allow it.
    """
    rematch = rematch_of(table.setting).with_answer(seat.number, is_yes=False)
    store_answers(table, rematch)
    if not rematch.awaited and len(rematch.yes) > 1 and house.why_not_further(table.row) is None:
        open_further(table, rematch)


def open_further(table: LockedTable, rematch: Rematch) -> None:
    """Open the next session with a seat for each valid yes; the first yes becomes its host.

    It starts immediately if these are all previous players. Without a valid yes it is not opened.

    :raises DeniedError: the club, which pays for bots there, could owe more than its limit
    """
    if denial := house.why_not_further(table.row):
        raise DeniedError(denial.code, **denial.params)
    rematch = _valid_answers(table, rematch)
    store_answers(table, rematch)
    if not rematch.yes:
        return
    by_number = {seat.number: seat for seat in table.setting.seats}
    coming = [by_number[number] for number in rematch.yes]
    agreeing = [seat.user_id for seat in coming if seat.user_id] if is_for_stake(table) else []
    session = new_session(table.row, table.setting.session.number + 1)
    store_agreements(table.row, session, agreeing, Agreement.Given.READY)
    # Keep the shuffle commitment that has been shown since the first yes, and its words.
    over = table.session_row()
    if over.next_secret:
        session.next_secret, session.next_words = over.next_secret, over.next_words
        session.save(update_fields=["next_secret", "next_words"])
        over.next_secret, over.next_words = shuffle.new_secret(), {}
        over.save(update_fields=["next_secret", "next_words"])
    Seat.objects.bulk_create(
        Seat(
            session=session,
            number=place,
            user_id=seat.user_id,
            name=seat.name,
            picture=seat.picture,
            seen_at=timezone.now(),
            # They have said yes and are present.
            ready=has_stake(table.row),
        )
        for place, seat in enumerate(coming)
    )
    table.row.phase = Table.Phase.WAITING
    table.row.host_id = coming[0].user_id
    if house.is_house_table(table.row) and coming[0].user_id is not None:
        house.notify_treasurers(User.objects.get(pk=coming[0].user_id), table.row)
    table.row.turn = None
    table.revise()
    begin_if_all_are_back(table)
    topics.lobby_changed()


def _valid_answers(table: LockedTable, rematch: Rematch) -> Rematch:
    """Return the answers without yeses that are no longer valid.

    A player who may no longer play counts as a no. A player who is away, would have to confirm a
    loss above their limit, or said yes to other terms has not answered: a seat is reserved for
    them. For a stake a player counts as away sooner.
    """
    cost, is_asked_for_terms = cost_of(table), is_for_stake(table)
    within = ABSENT if has_stake(table.row) else selectors.AWAY_AFTER
    for number, user in _users_with_yes(table, rematch).items():
        is_away = user != table.user and not selectors.is_online(user, within)
        is_asked = number not in rematch.agreed and why_above_limit(user, cost) is not None
        if is_asked_for_terms and not are_terms_shown(table, rematch.terms.get(number)):
            is_asked = True
        if not user.is_active or why_not_admitted_again(table, user):
            rematch = rematch.with_answer(number, is_yes=False)
        elif is_away or is_asked:
            rematch = rematch.without(number)
    return rematch


def _users_with_yes(table: LockedTable, rematch: Rematch) -> Mapping[int, User]:
    """Return the users who said yes, by seat number, in the order of their answers. One query."""
    numbers = {seat.number: seat.user_id for seat in table.setting.seats}
    people = User.objects.in_bulk([numbers[number] for number in rematch.yes])
    return {number: people[numbers[number]] for number in rematch.yes}


def replace_absent_asker(table: LockedTable) -> None:
    """Let the first present player with a yes be the asker of the rematch, if the asker is away.

    Only the asker may open the table without waiting for answers.
    """
    rematch = rematch_of(table.setting)
    present = [
        number
        for number, user in _users_with_yes(table, rematch).items()
        if user.is_active and selectors.is_online(user)
    ]
    if present and rematch.yes[0] not in present:
        others = tuple(number for number in rematch.yes if number != present[0])
        store_answers(table, replace(rematch, yes=(present[0], *others)))
