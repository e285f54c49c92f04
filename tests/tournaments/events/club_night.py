"""A club night with open tables, seats, and rigged deals."""

from __future__ import annotations

from typing import Any

from games.tables.models import Session, Table
from games.tables.services import starting
from games.tables.terms import shown_digest
from tests.players import Game, Person, terms_shown
from tests.rigging import rig
from tests.tournaments.clubs.people import Crew, person
from tests.tournaments.events.evening import Evening
from tournaments.clubs.models import Membership
from tournaments.events.club_nights.services import (
    night_terms,
    open_night_table,
    sit_down,
    take_night_result,
)
from tournaments.events.core import format_input
from tournaments.events.rounds import proposal
from tournaments.events.setup.services import open_sign_up


class Night(Evening):
    """A club night and its players."""

    @classmethod
    def of(cls, crew: Crew, **terms: Any) -> Night:
        given = {"format_name": "club_night", "format_settings": {}, "name": "Friday"}
        made = super().of(crew, **given | terms)
        assert isinstance(made, Night)
        return made

    @classmethod
    def begun(cls, crew: Crew, people: int = 4, **terms: Any) -> Night:
        """Return a running club night with this many members."""
        night = cls.of(crew, **terms).well(open_sign_up).well(proposal.start_event)
        assert isinstance(night, Night)
        night.come(people)
        return night

    def come(self, count: int) -> None:
        for _ in range(count):
            user = person(f"guest{len(self.people) + 1}")
            Membership.objects.create(club=self.crew.club, user=user)
            self.people.append(Person(user))

    @property
    def terms(self) -> str | None:
        """The digest of a session's terms, as shown on the club night's page."""
        self.event.refresh_from_db()
        return shown_digest(night_terms(self.event), self.event.clock) or None

    def opened(self, by: int = 0) -> Table:
        """Open a table as one of the players."""
        caller, terms = self.people[by].caller, self.terms
        made = open_night_table(caller, self.event.pk, terms=terms)
        assert isinstance(made, Table), made
        return made

    def sits(self, who: int, table: Table) -> Any:
        caller, number = self.people[who].caller, table.night_table.number
        return sit_down(caller, self.event.pk, number, terms=terms_shown(table))

    def seated(self, *who: int) -> Table:
        """Seat these players at a new table, and start its session as its host."""
        table = self.opened(who[0])
        for each in who[1:]:
            assert isinstance(self.sits(each, table), Table)
        assert starting.start(self.people[who[0]].caller, table.pk) is None
        return table

    def play(self, table: Table, left: dict[int, int]) -> Session:
        """Play the table's deal so that the players have this many cards left, the winner 0.

        A bot is left with one card for each of the players not named.
        """
        game = Game(self.people, table)
        cards = [" ".join(f"{rank}{suit}" for rank in "3456789") for suit in "DCHS"]
        hands, leader = [], 0
        for seat in game.now().seats:
            who = next(
                (n for n, each in enumerate(self.people) if each.user.pk == seat.user_id), None
            )
            count = left.get(who, 1) if who is not None else 1
            leader = seat.number if count == 0 else leader
            hands.append(" ".join(cards[seat.number].split()[: count or 1]))
        rig(table.slug, hands, leader=leader)
        return game.finished()

    def counted(self, *who: int, left: dict[int, int]) -> Session:
        """Play a session of one deal at a new table, and count it."""
        session = self.play(self.seated(*who), left)
        assert take_night_result(session.pk) is None
        return session

    def totals(self) -> dict[str, Any]:
        """Return each entrant's total, by name."""
        names = dict(self.event.entries.values_list("number", "name"))
        return {names[line.entrant]: line.total for line in format_input.standings_of(self.event)}
