"""Shuffle check of a round: whether all tables got the packs that follow from secret and words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.replays.export import shuffle_data
from games.rules import record
from games.rules.cards import Card
from games.rules.deal.state import DealState
from games.tables import shuffle
from games.tables.history import FinishedDeal
from games.tables.models import Deal, Seat
from games.tables.services.fixed_packs import FixedPack
from tournaments.events.duplicate.packs import round_pack
from tournaments.events.duplicate.selectors import SameRound, SameTable

FORMAT = "big-two round 1"
#: Checked properties, in display order.
LOOKED_AT = ("commitment", "words", "names", "packs", "dealers")


@dataclass(frozen=True, slots=True)
class DealProof:
    """Result of the shuffle check for one deal of one table: its name, pack and dealer."""

    number: int
    has_name: bool
    has_pack: bool
    has_dealer: bool

    @property
    def holds(self) -> bool:
        """Return whether all checks passed."""
        return self.has_name and self.has_pack and self.has_dealer


@dataclass(frozen=True, slots=True)
class TableProof:
    """Results of the shuffle check for one table, deal by deal."""

    number: int
    deals: Sequence[DealProof]

    @property
    def holds(self) -> bool:
        """Return whether all checks of its deals passed."""
        return all(each.holds for each in self.deals)


@dataclass(frozen=True, slots=True)
class RoundProof:
    """Results of the shuffle check for a round: by property, by table, and the expected packs."""

    found: Mapping[str, bool]
    tables: Sequence[TableProof]
    #: Packs that follow from secret and words, by deal.
    packs: Sequence[tuple[Card, ...]]

    @property
    def holds(self) -> bool:
        """Return whether all checks passed."""
        return all(self.found.values())


def round_proof(played: SameRound) -> RoundProof:
    """Check the packs of a round whose secret is revealed; return which properties hold."""
    made = {number: _expected_pack(played, number) for number in range(1, played.event.deals + 1)}
    tables = [
        TableProof(
            each.number, [_check_deal(made[deal.number], deal) for deal in each.deals.values()]
        )
        for each in played.tables
    ]
    deals = [deal for table in tables for deal in table.deals]
    return RoundProof(
        found={
            "commitment": _has_commitment(played),
            "words": all(_is_word(*each) for each in played.packs.words.items()),
            "names": all(each.has_name for each in deals),
            "packs": all(each.has_pack for each in deals),
            "dealers": all(each.has_dealer for each in deals),
        },
        tables=tables,
        packs=[each.pack for each in made.values() if each is not None],
    )


def proof_data(played: SameRound) -> dict[str, Any]:
    """Return as JSON data what is needed to repeat the check: secret, words, rules and deals."""
    return {
        "format": FORMAT,
        "event": played.event.slug,
        "round": played.row.number,
        "attempt": played.packs.attempt,
        "commitment": played.packs.commitment,
        "secret": played.packs.secret,
        "words": dict(sorted(played.packs.words.items(), key=lambda each: (len(each[0]), each[0]))),
        "rules": _start_state(next(iter(_all_deals(played)))).rules.to_options(),
        "deals": [
            shuffle_data(_deal_without_plays(each, deal, _start_state(deal)))
            for each in played.tables
            for deal in each.deals.values()
        ],
    }


def _all_deals(played: SameRound) -> list[Deal]:
    """Return the visible deals of all tables in one list."""
    return [deal for each in played.tables for deal in each.deals.values()]


def _expected_pack(played: SameRound, deal_number: int) -> FixedPack | None:
    """Return the pack that secret and words result in for a deal; None if they are invalid."""
    packs = played.packs
    try:
        words = {int(entrant): word for entrant, word in packs.words.items()}
        return round_pack(played.name, packs.secret, words, deal_number, played.event.rule_set)
    except ValueError:
        return None


def _check_deal(expected: FixedPack | None, deal: Deal) -> DealProof:
    """Return whether a deal has the name, cards and dealer of the expected pack."""
    setup = _start_state(deal).setup
    is_shared = deal.pack_source == Deal.PackSource.SHARED and not deal.words
    return DealProof(
        number=deal.number,
        has_name=expected is not None
        and is_shared
        and (deal.shuffle_name, deal.secret) == (expected.shuffle_name, expected.secret),
        has_pack=expected is not None and setup.pack == expected.pack,
        has_dealer=expected is not None and setup.dealer == expected.dealer,
    )


def _start_state(deal: Deal) -> DealState:
    """Return the state of the deal before its first play."""
    return record.replay(deal.start)


def _has_commitment(played: SameRound) -> bool:
    """Return whether the secret has the hash published before the round."""
    try:
        return shuffle.commitment(played.packs.secret) == played.packs.commitment
    except shuffle.ShuffleError:
        return False


def _is_word(entrant: str, word: str) -> bool:
    """Return whether the entry number, as text, and the word have valid forms."""
    return entrant.isascii() and entrant.isdigit() and entrant[0] != "0" and shuffle.is_word(word)


def _deal_without_plays(table: SameTable, deal: Deal, state: DealState) -> FinishedDeal:
    """Return the deal as finished deal with its start only, without the plays."""
    seats = [
        Seat(number=seat.place, name=_entry_name(seat.entry), bot="" if seat.entry else "bot")
        for seat in table.seats
    ]
    return FinishedDeal(
        table=table.table,
        session=deal.session,
        deal=deal,
        seats=tuple(seats),
        actions=(),
        states=(state,),
        thrown_in=(),
    )


def _entry_name(entry: Any) -> str:
    """Return the entrant's name; empty for a bot without an entry."""
    return "" if entry is None else str(entry.name)
