"""Deals that were not shuffled at their table: the same packs at several, or put together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from accounts.models import User
from games.rules import deal as rules_deal
from games.rules import record
from games.rules.cards import Card, card_name
from games.rules.ruleset import BASIC_GAME, RuleSet
from games.tables import shuffle, topics
from games.tables.models import Deal, PreparedPack, Session, Table
from games.tables.services import opening
from games.tables.services.core import LockedTable, locked_table
from games.tables.services.due import schedule_next
from games.tables.services.session import finish_deal
from games.tables.services.starting import seat_and_deal


@dataclass(frozen=True, slots=True)
class FixedPack:
    """The pack of one deal, from the top, and how it may be checked afterwards.

    With a secret it is the pack that ``games.tables.shuffle`` makes of that secret and name, the
    same at every table that is given both. Without one it was put together.
    """

    pack: tuple[Card, ...] = field(repr=False)
    #: Who deals; None leaves it to the deal before, or to the first seat.
    dealer: int | None = None
    secret: str = field(default="", repr=False)
    shuffle_name: str = ""


def check_packs(packs: Sequence[FixedPack]) -> None:
    """Check that each pack with a secret has the name of a shared pack.

    :raises ValueError: one has another
    """
    for given in packs:
        if given.secret and not shuffle.is_shared_name(given.shuffle_name):
            raise ValueError(f"no name of a shared pack: {given.shuffle_name!r}")


def store_packs(session: Session, packs: Sequence[FixedPack]) -> None:
    """Keep packs for the first deals of a session that has not begun."""
    session.has_prepared_packs = bool(packs)
    session.save(update_fields=["has_prepared_packs"])
    PreparedPack.objects.bulk_create(
        PreparedPack(
            session=session,
            number=number,
            pack=" ".join(card_name(card) for card in given.pack),
            dealer=given.dealer,
            secret=given.secret,
            shuffle_name=given.shuffle_name,
        )
        for number, given in enumerate(packs, 1)
    )


def open_with_packs(
    people: Sequence[User],
    packs: Sequence[FixedPack],
    *,
    rules: RuleSet | None = None,
    rules_name: str = BASIC_GAME,
    **terms: Any,
) -> Table:
    """Open a table for these people, from seat 0 on, and deal its first deals from these packs.

    Bots take the seats that are left. A deal without a pack, or one that is dealt anew because
    somebody asked for it, is shuffled as usual.

    :param terms: any of the table's terms, as ``open_table`` takes them
    :raises ValueError: a pack has a secret, and a name that is none of a shared pack; or several
        people would play for a stake to which they have not agreed
    """
    check_packs(packs)
    if terms.get("stake_minor") and len(people) > 1:
        raise ValueError("people take seats for a stake themselves")
    with transaction.atomic():
        made = opening.make_table(
            people[0],
            None,
            rules=rules or RuleSet.make(rules_name),
            rules_name=rules_name,
            **{"deals_planned": max(1, len(packs)), **terms, "seating": Table.Seating.CHOSEN},
        )
        session = made.session_row()
        store_packs(session, packs)
        names = [people[0].shown_name]
        for number, person in enumerate(people[1:], 1):
            name = opening.own_name(person.shown_name, names)
            names.append(name)
            opening.take_seat(session, number, person.pk, name, person.picture)
        made.revise()
        seat_and_deal(made)
        made.store()
    return made.row


def replace_deal(
    table_id: int, state: rules_deal.DealState, actions: Sequence[rules_deal.Action] = ()
) -> None:
    """Let this deal, and these actions in it, take the place of the newest; that is forgotten.

    For exercises and for tests, which need cards that chance would not bring.

    :raises ValueError: no deal goes on, or one of the actions is refused
    """
    with locked_table(table_id) as table:
        if table.row.phase != Table.Phase.PLAYING:
            raise ValueError("no deal goes on")
        # As a new row: what any process keeps at hand of the deal before is not meant for it.
        deal = Deal.objects.get(pk=table.setting.deal.pk)
        deal.delete()
        deal.start, deal.pack_source = record.write(state), Deal.PackSource.GIVEN
        deal.save(force_insert=True)
        table.revise()
        table.row.action_count = 0
        _act(table, state, actions)
    topics.lobby_changed()


def _act(
    table: LockedTable, state: rules_deal.DealState, actions: Sequence[rules_deal.Action]
) -> None:
    for action in actions:
        after = rules_deal.apply(state, action)
        if isinstance(after, rules_deal.Refusal):
            raise ValueError(f"{action} is refused: {after.code}")
        table.append(action, after, by_bot=False)
        state = after
    table.row.turn = state.turn
    if state.over:
        finish_deal(table, state)
    else:
        schedule_next(table, state)
