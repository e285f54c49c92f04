"""How two tables played the same hands: their replays side by side, stepped through together."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.replays import presenter as replays
from games.replays.presenter import LogLine, Step
from games.tables.history import FinishedDeal, finished_deal
from tournaments.events.same_packs import SameRound


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table that can be shown on one side."""

    number: int
    url: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class BesideTable:
    """One side: a table at the step, or at its end where it was over before."""

    side: str
    table: int
    step: Step
    #: What led to the step.
    sentence: str
    net: int
    replay_url: str
    choices: Sequence[TableChoice]
    is_over: bool


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat from which both tables can be seen."""

    number: int
    url: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class BesidePage:
    """All that the page shows."""

    round: int
    deal: int
    step: int
    last: int
    sides: Sequence[BesideTable]
    seats: Sequence[SeatChoice]
    #: Addresses of steps; empty where there is none.
    first: str
    back: str
    forward: str
    end: str
    compare_url: str


@dataclass(frozen=True, slots=True)
class BesidePlace:
    """What is looked at: two tables by their numbers, a step, and from which seat."""

    left: int
    right: int
    step: int
    seat: int


def beside_page(played: SameRound, deal: int, asked: dict[str, str]) -> BesidePage | None:
    """Return two tables side by side; None while the deal is held back.

    What is asked for and is not there is taken as the first that is.

    :param asked: left, right, step and seat, as the address has them
    """
    if played.seal.holds(deal):
        return None
    numbers = [each.number for each in played.tables if deal in each.deals]
    if not numbers:
        return None
    left = _number(asked.get("left"), numbers, numbers[0])
    right = _number(asked.get("right"), numbers, next((n for n in numbers if n != left), left))
    found = {number: _deal_at(played, number, deal) for number in (left, right)}
    last = max(len(each.actions) for each in found.values())
    players = range(played.event.rule_set.players)
    place = BesidePlace(
        left=left,
        right=right,
        step=_number(asked.get("step"), range(last + 1), 0),
        seat=_number(asked.get("seat"), players, 0),
    )
    address = reverse("event_beside", args=[played.event.slug, played.row.number, deal])

    def url(**changed: int) -> str:
        query = {
            "left": place.left, "right": place.right, "seat": place.seat, "step": place.step
        } | changed  # fmt: skip
        return f"{address}?{urlencode(query)}"

    def choices(side: str, shown: int) -> list[TableChoice]:
        return [TableChoice(each, url(**{side: each}), each == shown) for each in numbers]

    return BesidePage(
        round=played.row.number,
        deal=deal,
        step=place.step,
        last=last,
        sides=[
            _side(side, number, found[number], place, choices(side, number))
            for side, number in (("left", left), ("right", right))
        ],
        seats=[SeatChoice(each + 1, url(seat=each), each == place.seat) for each in players],
        first=url(step=0) if place.step else "",
        back=url(step=place.step - 1) if place.step else "",
        forward=url(step=place.step + 1) if place.step < last else "",
        end=url(step=last) if place.step < last else "",
        compare_url=reverse("event_compare", args=[played.event.slug, played.row.number]),
    )


def _deal_at(played: SameRound, number: int, deal: int) -> FinishedDeal:
    table = next(each.table for each in played.tables if each.number == number)
    found = finished_deal(table.slug, 1, deal, None)
    assert found is not None, "it is not held back"
    return found


def _side(
    side: str, number: int, finished: FinishedDeal, place: BesidePlace, choices: list[TableChoice]
) -> BesideTable:
    at = min(place.step, len(finished.actions))
    lines: list[LogLine] = replays.lines_of(finished)
    return BesideTable(
        side=side,
        table=number,
        step=replays.step_of(finished, at, place.seat, lines),
        sentence=lines[at - 1].sentence if at else "",
        net=(finished.deal.nets or [0])[place.seat],
        replay_url=f"{replays.addresses(finished)['url']}?step={at}&seat={place.seat}",
        choices=choices,
        is_over=at == len(finished.actions),
    )


def _number(text: str | None, allowed: Sequence[int], default: int) -> int:
    """Return the number that is asked for, if it is one of those."""
    if text and text.isascii() and text.isdigit() and len(text) < 9 and int(text) in allowed:
        return int(text)
    return default
