"""Simulated players, and a table that they play at: the one driver of tables in tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller, of_session
from accounts.models import User
from accounts.services import create_guest, mark_seen
from games import bots
from games.bots import lowest
from games.rules.cards import card_name, cards_text
from games.rules.deal.actions import Action, Give, Play, Redeal
from games.rules.deal.apply import apply
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from games.tables.models import Deal, Seat, Session, Table
from games.tables.proposals import played_by_bots
from games.tables.services import moves, opening, rematch, seating, starting, timers
from games.tables.services.core import Answer, locked_table
from games.tables.services.due import schedule_next
from games.tables.snapshot import Snapshot, snapshot_of
from games.tables.terms import shown_digest
from tests.rigging import rig, signed_in

#: Presets that tests with a database play; the pure tests of the rules play all presets.
SOME_RULES = ("pagat", "wikipedia", "five_players")
#: Presets with features that those above lack.
SPECIAL_RULES = (
    pytest.param("three_players_exchange", id="cards exchanged"),
    pytest.param("two_players_stock", id="stock"),
    pytest.param("eight_players", id="two packs"),
    pytest.param("last_one_in", id="placement scoring"),
    pytest.param("da_lao_er", id="plays out of turn"),
)


#: Services that commit to a stake, and receive the digest of the terms that the page showed.
_AGREEING = (seating.sit, rematch.play_again, moves.ready)


def terms_shown(table: Table) -> str | None:
    """Return the digest of the terms that a page shows for the table; None for points."""
    return shown_digest(table, table.clock) or None


def terms_in_page(html: str) -> str:
    """Return the digest in the page's form for taking a seat; empty for points."""
    found = re.search(r'name="terms" value="([^"]+)"', html)
    return found[1] if found else ""


def open_by_form(client: Client, sent: Mapping[str, str]) -> HttpResponse:
    """Send the form for a new table, after its page has shown the maximum loss."""
    html = client.post(reverse("table_worst"), sent).content.decode()
    found = re.search(r'name="shown" value="([^"]+)"', html)
    shown = {"shown": found[1]} if found else {}
    return client.post(reverse("table_new"), {**sent, **shown})


class Person:
    """A user with a browser."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user or create_guest()
        mark_seen(self.user)
        self.key = signed_in(self.user)

    @property
    def caller(self) -> Caller:
        """The user as a service's caller."""
        return of_session(self.user, self.key)

    def asks(
        self, service: Callable[..., Answer], table: Table, *more: object, **named: object
    ) -> Answer:
        """Call a service for this user, whose page shows the current table."""
        if service in _AGREEING:
            named.setdefault("terms", terms_shown(table))
        return service(self.caller, table.pk, *more, **named)


class Game:
    """A table and its players, played through the services."""

    def __init__(self, people: list[Person], table: Table) -> None:
        self.people = people
        self.table = table

    @classmethod
    def solo(cls, rules: str | RuleSet = "pagat", **terms: Any) -> Game:
        """Open a table of one player, in the first seat, against bots."""
        person = Person()
        return cls([person], opening.open_solo_table(person.user, **_rules(rules), **terms))

    @classmethod
    def party(cls, people: int = 4, rules: str | RuleSet = "pagat", **terms: Any) -> Game:
        """Open a table that waits for guests; its host is seated, the others are online."""
        return cls.of([create_guest() for _ in range(people)], rules, **terms)

    @classmethod
    def of(cls, users: Sequence[User], rules: str | RuleSet = "pagat", **terms: Any) -> Game:
        """Open a table that waits for these users; its host is seated, the others are online."""
        persons = [Person(user) for user in users]
        terms.setdefault("seating", Table.Seating.CHOSEN)
        return cls(persons, opening.open_table(persons[0].user, **_rules(rules), **terms))

    @property
    def user(self) -> User:
        return self.people[0].user

    @property
    def key(self) -> str:
        return self.people[0].key

    def now(self) -> Snapshot:
        self.table = Table.objects.get(pk=self.table.pk)
        return snapshot_of(self.table)

    def ask(
        self, number: int, service: Callable[..., Answer], *more: object, **named: object
    ) -> Answer:
        """Call a service for one of the players."""
        return self.people[number].asks(service, self.table, *more, **named)

    def _ask_for(
        self, service: Callable[..., Answer], *more: object, moment: str | None = None
    ) -> Answer:
        """Ask for a move of the first player, by default for the current position."""
        return self.ask(0, service, *more, self.now().position if moment is None else moment)

    def play(self, cards: str, moment: str | None = None) -> Answer:
        return self._ask_for(moves.play, cards, moment=moment)

    def pass_turn(self, moment: str | None = None) -> Answer:
        return self._ask_for(moves.pass_turn, moment=moment)

    def give(self, cards: str, moment: str | None = None) -> Answer:
        return self._ask_for(moves.give, cards, moment=moment)

    def ask_for_redeal(self, moment: str | None = None) -> Answer:
        return self._ask_for(moves.ask_for_redeal, moment=moment)

    def ready(self) -> Answer:
        return self.ask(0, moves.ready)

    def rig(self, *hands: str, leftover: str = "", leader: int | None = None) -> None:
        """Replace the newest deal's hands with these; the first player's is the first."""
        rig(self.table.slug, hands, leftover=leftover, leader=leader)

    def session_row(self) -> Session:
        """The newest session's row."""
        return Session.objects.get(pk=self.now().session.pk)

    def deal_row(self) -> Deal:
        """The newest deal's row."""
        return Deal.objects.get(pk=self.now().deal.pk)

    # --- Starting

    def all_sit(self) -> Game:
        for number in range(1, len(self.people)):
            assert self.ask(number, seating.sit, None) is None
        return self

    def begin(self) -> Snapshot:
        self.all_sit()
        assert self.ask(0, starting.start) is None
        return self.now()

    def person_at(self, seat: int) -> Person:
        user = self.now().seats[seat].user_id
        return next(each for each in self.people if each.user.pk == user)

    # --- Playing

    def bots(self) -> Snapshot:
        """Let the bots take all actions that are due now."""
        timers.move_on(self.table.pk, self.now().version)
        return self.now()

    def bots_until_own_turn(self) -> Snapshot:
        """Let the bots play until it is the first seat's turn, or the deal is over."""
        here = self.now()
        while here.table.turn not in (0, None):
            here = self.bots()
        return here

    def turn_of_a_person(self) -> Snapshot:
        here = self.now()
        while here.state.turn is None or here.seats[here.state.turn].is_bot:
            here = self.step()
        return here

    def step(self, here: Snapshot | None = None) -> Snapshot:
        """Take one step: the bots' actions if they are due, or one of the player to act."""
        here = here or self.now()
        if here.table.due_at is not None:
            after = self.bots()
            if after.version != here.version:
                return after
        self.act(here)
        return self.now()

    def act(self, here: Snapshot) -> None:
        """Take a bot's choice of action for the player to act."""
        assert here.state.turn is not None
        service, cards = _asked(bots.decide(bots.bot(), view(here.state, here.state.turn)))
        person = self.person_at(here.state.turn)
        assert person.asks(service, self.table, *cards, here.position) is None

    def play_deal_move_by_move(self) -> Snapshot:
        """Play the deal to its end through the services, one transaction for each action.

        For tests of the moves themselves; `finish_deal` is much faster.
        """
        here = self.now()
        while here.table.phase == Table.Phase.PLAYING:
            here = self.step(here)
        return here

    def finish_deal(self) -> Snapshot:
        """Play the deal to its end in memory; only the last action goes through a service.

        Everything that follows from the end of a deal therefore happens as in real play.
        """
        if self.now().table.phase == Table.Phase.PLAYING:
            self._store_all_but_the_last_action()
        return self.play_deal_move_by_move()

    def _store_all_but_the_last_action(self) -> None:
        """Let every seat play as low as possible, and store the actions in one transaction."""
        with locked_table(self.table.pk) as table:
            before, *states = played_out(table.state)
            robots = played_by_bots(table.setting.seats)
            for after in states[:-1]:
                action = after.actions[-1]
                table.append(action, after, by_bot=action.seat in robots)
                before = after
            if before.actions:
                table.row.turn = before.turn
                schedule_next(table, before)

    def play_session_move_by_move(self) -> Snapshot:
        """Play the remaining deals through the services, as `play_deal_move_by_move` does."""
        return self._finish_session(self.play_deal_move_by_move)

    def finished(self) -> Session:
        """Play to the end of the session; return the session's row."""
        self.finish_session()
        return self.session_row()

    def finish_session(self) -> Snapshot:
        """Play the remaining deals, each as `finish_deal` does."""
        return self._finish_session(self.finish_deal)

    def _finish_session(self, finish_deal: Callable[[], Snapshot]) -> Snapshot:
        here = finish_deal()
        while here.table.phase == Table.Phase.BETWEEN:
            timers.start_next_deal(self.table.pk, here.version)
            here = finish_deal()
        return here


def played_out(state: DealState) -> list[DealState]:
    """Return the states from this one to the deal's end, each seat playing as low as possible."""
    states = [state]
    while (seat := state.turn) is not None:
        after = apply(state, lowest.lowest(view(state, seat)))
        assert isinstance(after, DealState), after
        states.append(state := after)
    return states


def listed_table(**terms: Any) -> Table:
    """Open a table that the lobby lists; its host is a guest who is online."""
    host = create_guest()
    mark_seen(host)
    return opening.open_table(host, **{"joining": Table.Joining.ANYONE, **terms})


def walk_away(*people: User) -> None:
    """Make these users offline, at every table and elsewhere."""
    since = timezone.now() - timedelta(minutes=10)
    Seat.objects.filter(user__in=people).update(seen_at=since)
    User.objects.filter(pk__in=[each.pk for each in people]).update(seen_at=since)


def earlier(moment: str, by: int = 1) -> str:
    """Return the position `by` actions earlier."""
    deal, _dot, actions = moment.rpartition(".")
    return f"{deal}.{int(actions) - by}"


def _rules(rules: str | RuleSet) -> dict[str, Any]:
    if isinstance(rules, str):
        return {"rules": RuleSet.make(rules), "rules_name": rules}
    return {"rules": rules, "rules_name": "House rules"}


def _asked(action: Action | None) -> tuple[Callable[..., Answer], tuple[str, ...]]:
    match action:
        case Play(_seat, cards):
            return moves.play, (cards_text(cards),)
        case Give(_seat, card):
            return moves.give, (card_name(card),)
        case Redeal():
            return moves.ask_for_redeal, ()
        case _:
            return moves.pass_turn, ()
