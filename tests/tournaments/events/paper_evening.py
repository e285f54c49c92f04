"""An event with real cards whose deals are entered through the services."""

from __future__ import annotations

from typing import Any

from tests.players import Person
from tests.tournaments.clubs.people import Crew
from tests.tournaments.events.agreed import shown
from tests.tournaments.events.evening import Evening
from tournaments.events.entries.checking_in import check_in_all
from tournaments.events.entries.signing_up import enter_by_name
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.paper.models import PaperDeal
from tournaments.events.paper.services import confirm_deal, write_deal
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventTable
from tournaments.events.setup.services import open_sign_up

#: The first seat won; the others have 1, 2 and 3 cards left: +6, +2, −2, −6 in the basic game.
PLAIN = WrittenDeal(winner=0, left=(0, 1, 2, 3))
PLAIN_NETS = [6, 2, -2, -6]
#: The second seat won, and ten cards count double: +19, +23, +15, −57.
OTHER = WrittenDeal(winner=1, left=(1, 0, 2, 10))
OTHER_NETS = [19, 23, 15, -57]


class PaperEvening(Evening):
    """An event with real cards and its participants."""

    @classmethod
    def open(cls, crew: Crew, **terms: Any) -> PaperEvening:
        """Create an event with two deals per round."""
        made = cls.of(crew, **{"cards": "paper", "deals": 2} | terms)
        assert isinstance(made, cls)
        return made

    def seated(self, people: int = 4, named: int = 0) -> PaperEvening:
        """Fill the event with members and players without an account, and publish round 1."""
        self.well(open_sign_up).joined(people)
        for number in range(named):
            self.named(f"Aunt {number + 1}")
        self.all_here()
        self.well(check_in_all).well(proposal.start_event)
        self.well(publication.publish_round)
        return self

    def named(self, name: str) -> PaperEvening:
        """Add a player without an account; with a stake the organizer answers for them."""
        self.well(enter_by_name, name, terms=shown(self.event))
        return self

    def table(self, number: int = 1) -> EventTable:
        return self.round().tables.get(number=number)

    def at(self, table: EventTable, place: int) -> Person:
        """Return the player in that seat."""
        seat = table.seats.select_related("entry").get(place=place)
        return next(each for each in self.people if each.user.pk == seat.player_id)

    def accounts_at(self, table: EventTable) -> list[int]:
        """Return the seats of the table's players with an account."""
        seats = table.seats.select_related("entry").order_by("place")
        return [seat.place for seat in seats if seat.player_id is not None]

    def writes(
        self, table: EventTable, place: int, number: int, deal: WrittenDeal = PLAIN, **named: Any
    ) -> Any:
        who = self.at(table, place).caller
        return write_deal(who, self.event.pk, table.pk, number, deal, **named)

    def confirms(self, table: EventTable, place: int, number: int, version: int = 1) -> Any:
        who = self.at(table, place).caller
        return confirm_deal(who, self.event.pk, table.pk, number, version=version)

    def as_desk(self, table: EventTable, number: int, deal: WrittenDeal, **named: Any) -> Any:
        return self.do(write_deal, table.pk, number, deal, **named)

    def play_sheet(self, table: EventTable, *deals: WrittenDeal) -> None:
        """Enter all deals as one player, and confirm them as another."""
        writer, other = self.accounts_at(table)[:2]
        for number in range(1, self.event.deals + 1):
            deal = deals[number - 1] if number <= len(deals) else PLAIN
            assert self.writes(table, writer, number, deal) is None
            assert self.confirms(table, other, number) is None

    def deal(self, table: EventTable, number: int = 1) -> PaperDeal:
        return table.paper_deals.get(number=number)

    def nets(self, table: EventTable) -> list[int | None]:
        return list(table.seats.order_by("place").values_list("net", flat=True))
