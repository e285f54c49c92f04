"""The menu of a waiting table: the sentence that tells each viewer what it needs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from types import MappingProxyType

import pytest
from django.utils import timezone

from games.screens.table.menu import menu_of
from games.tables.services import seating
from tests.players import Game

pytestmark = pytest.mark.django_db

NOTHING: Mapping[str, object] = MappingProxyType({})
#: Fields of a further session for money.
AGAIN_FOR_MONEY = {"number": 2, "stake_minor": 100, "currency": "EUR"}


@pytest.fixture
def waiting(party) -> Game:
    """A table for two at which only the host sits, with two more users."""
    return party(people=3, rules="two_players")


@pytest.fixture
def full(waiting) -> Game:
    """The same table with its second player."""
    assert waiting.ask(1, seating.sit, None) is None
    return waiting


def said(
    game: Game,
    number: int,
    *,
    table: Mapping[str, object] = NOTHING,
    session: Mapping[str, object] = NOTHING,
    seats: Sequence[Mapping[str, object]] = (),
    **setting: object,
) -> str:
    """Return what the menu tells the user if these fields of the table had other values."""
    here = game.now()
    changed = replace(
        here,
        table=replace(here.table, **table),
        setting=replace(
            here.setting,
            session=replace(here.session, **session),
            seats=tuple(
                replace(seat, **values)
                for seat, values in zip_longest(here.seats, seats, fillvalue=NOTHING)
            ),
            **setting,
        ),
    )
    return menu_of(changed, game.people[number].user).said


def test_a_full_table_waits_for_its_host(full):
    assert said(full, 0) == ""
    assert said(full, 1) == f"Waiting for {full.user.shown_name} to start."
    assert said(full, 2) == "All seats are taken. You can stay and watch."


def test_a_table_without_bots_waits_for_players(waiting):
    assert said(waiting, 0) == ""
    lacking = "The game can start when all seats are taken."
    assert said(waiting, 0, table={"bots": False}) == lacking
    assert said(waiting, 2, table={"bots": False}) == ""


def test_an_absent_player_is_awaited_only_for_money(full):
    away = [NOTHING, {"absent_since": timezone.now()}]
    name = full.people[1].user.shown_name
    shown = said(full, 0, seats=away)
    assert shown == f"Away: {name}. You can start without waiting for them."
    shown = said(full, 0, seats=away, session={"stake_minor": 100, "currency": "EUR"})
    assert shown == f"To play for money, everyone must be here at the start. Away: {name}."


def test_a_player_whose_seat_was_freed_is_told_why(waiting):
    freed = {"freed": (waiting.people[2].user.pk,)}
    assert said(waiting, 1, session=freed) == ""
    assert said(waiting, 2, session=freed) == (
        "You were away, so your seat was freed. Sit down again to play."
    )
    assert waiting.ask(1, seating.sit, None) is None
    assert said(waiting, 2, session=freed) == "You were away, so your seat was freed."


def test_another_game_for_money_waits_for_everyones_yes(full):
    names = [each.user.shown_name for each in full.people]
    silent = [{"ready": True}, {"ready": False}]
    asks = f"Everyone must agree to another game for money. Waiting for: {names[1]}."
    assert [said(full, number, session=AGAIN_FOR_MONEY, seats=silent) for number in (0, 1)] == [
        asks, asks,
    ]  # fmt: skip
    agreed = [{"ready": True}, {"ready": True}]
    assert [said(full, number, session=AGAIN_FOR_MONEY, seats=agreed) for number in (0, 1)] == [
        "", f"Waiting for {names[0]} to start.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("session", "lacking"),
    [
        ({"number": 2}, "The game starts when all previous players are back."),
        (AGAIN_FOR_MONEY, "The game starts when all previous players are back and have agreed."),
    ],
)
def test_a_rematch_waits_for_the_previous_players(waiting, session, lacking):
    reserved = {each.user.pk: each.user.shown_name for each in waiting.people[:2]}
    kept = {"reserved_for": reserved, "expected": frozenset(reserved)}
    assert said(waiting, 0, session=session, seats=[{"ready": True}], **kept) == lacking
    # One of them has declined, so the host decides.
    kept["expected"] = frozenset({waiting.user.pk})
    assert said(waiting, 0, session=session, seats=[{"ready": True}], **kept) == ""
