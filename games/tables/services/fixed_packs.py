"""Deals with packs set in advance: the same at several tables, or arranged by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from accounts.models import User
from games.rules import record
from games.rules.cards import Card, card_name
from games.rules.deal import apply, refusals
from games.rules.deal.actions import Action
from games.rules.deal.state import DealState
from games.rules.ruleset.presets import BASIC_GAME
from games.rules.ruleset.rule_set import RuleSet
from games.tables import shuffle, topics
from games.tables.models import Deal, PreparedPack, Session, Table
from games.tables.services import opening
from games.tables.services.core import LockedTable, locked_table
from games.tables.services.due import schedule_next
from games.tables.services.session import finish_deal
from games.tables.services.starting import seat_and_deal


@dataclass(frozen=True, slots=True)
class FixedPack:
    """The pack of one deal, top card first, and the data to check it afterwards.

    With a secret it is the pack that ``games.tables.shuffle`` derives from the secret and the name,
    the same at every table with both. Without a secret it was arranged by hand.
    """

    pack: tuple[Card, ...] = field(repr=False)
    #: The dealer; None means as after the previous deal, or the first seat.
    dealer: int | None = None
    secret: str = field(default="", repr=False)
    shuffle_name: str = ""


def check_packs(packs: Sequence[FixedPack]) -> None:
    """Check that each pack with a secret has the name of a shared pack.

    :raises ValueError: one has another name
    """
    for pack in packs:
        if pack.secret and not shuffle.is_shared_name(pack.shuffle_name):
            raise ValueError(f"not the name of a shared pack: {pack.shuffle_name!r}")


def store_packs(session: Session, packs: Sequence[FixedPack]) -> None:
    """Store packs for the first deals, from deal 1, of a session that has not started."""
    session.has_prepared_packs = bool(packs)
    session.save(update_fields=["has_prepared_packs"])
    PreparedPack.objects.bulk_create(
        PreparedPack(
            session=session,
            number=number,
            pack=" ".join(card_name(card) for card in pack.pack),
            dealer=pack.dealer,
            secret=pack.secret,
            shuffle_name=pack.shuffle_name,
        )
        for number, pack in enumerate(packs, 1)
    )


def open_with_packs(
    people: Sequence[User],
    packs: Sequence[FixedPack],
    *,
    rules: RuleSet | None = None,
    rules_name: str = BASIC_GAME,
    **terms: Any,
) -> Table:
    """Open a table for these users, from seat 0, and deal its first deals from these packs.

    Bots take the other seats. A deal without a pack, or a redeal, is shuffled as usual.


    :param terms: any of the table's terms, as ``open_table`` takes them
    :raises ValueError: a pack with a secret does not have the name of a shared pack; or several
        users would play for a stake to which they have not agreed
    """
    check_packs(packs)
    if terms.get("stake_minor") and len(people) > 1:
        raise ValueError("users must take seats for a stake themselves")
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
        for number, user in enumerate(people[1:], 1):
            name = opening.unique_name(user.shown_name, names)
            names.append(name)
            opening.take_seat(session, number, user.pk, name, user.picture)
        made.revise()
        seat_and_deal(made)
        made.store()
    return made.row


def replace_deal(table_id: int, state: DealState, actions: Sequence[Action] = ()) -> None:
    """Replace the newest deal by one that starts with this state, and apply these actions.

    For exercises and tests, which need certain cards.

    :raises ValueError: no deal is running, or an action is refused
    """
    with locked_table(table_id) as table:
        if table.row.phase != Table.Phase.PLAYING:
            raise ValueError("no deal is running")
        # A new row, because processes may have cached states of the old one.
        deal = Deal.objects.get(pk=table.setting.deal.pk)
        deal.delete()
        deal.start, deal.pack_source = record.write(state), Deal.PackSource.GIVEN
        deal.save(force_insert=True)
        table.revise()
        table.row.action_count = 0
        _apply_actions(table, state, actions)
    topics.lobby_changed()


def _apply_actions(table: LockedTable, state: DealState, actions: Sequence[Action]) -> None:
    """Store the actions from this state, and finish the deal or schedule its next step.

    :raises ValueError: the rules refuse an action
    """
    for action in actions:
        after = apply.apply(state, action)
        if isinstance(after, refusals.Refusal):
            raise ValueError(f"{action} is refused: {after.code}")
        table.append(action, after, by_bot=False)
        state = after
    table.row.turn = state.turn
    if state.over:
        finish_deal(table, state)
    else:
        schedule_next(table, state)
