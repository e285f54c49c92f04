"""Standings, and which arithmetic decided each place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.models import User
from tournaments.events import services
from tournaments.events.models import Entry, Event, EventRound
from tournaments.events.presenter.words import plain, signed
from tournaments.events.standings import Decision, RoundScore, Standing


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """One line of the standings."""

    #: The number of the entry.
    number: int
    #: Lines are listed by this: by place, and those who share one by number.
    order: int
    place: str
    name: str
    is_bot: bool
    is_own: bool
    total: str
    is_minus: bool
    #: The total's arithmetic, where it is more than the sum of the rounds.
    sum: str
    penalty: str
    deals_won: int
    deals: int
    rounds: Sequence[str]
    #: What decided against the next line.
    decided: str


def standing_lines(
    event: Event, names: Mapping[int, Entry], user: User | None
) -> list[EntrantLine]:
    """Return the standings as they are now. Four queries."""
    return lines_of(services.standings_of(event), names, user)


def lines_of(
    lines: Iterable[Standing], names: Mapping[int, Entry], user: User | None
) -> list[EntrantLine]:
    """Return these standings, or some of their lines. No query."""
    return [
        _standing_line(line, names[line.entrant], user) for line in lines if line.entrant in names
    ]


def _standing_line(line: Standing, entry: Entry, user: User | None) -> EntrantLine:
    return EntrantLine(
        number=line.entrant,
        order=line.place * 10_000 + line.entrant,
        place=f"{line.place}=" if line.shared else str(line.place),
        name=entry.name,
        is_bot=bool(entry.bot),
        is_own=user is not None and entry.user_id == user.pk,
        total=signed(line.total),
        is_minus=line.total < 0,
        sum=_sum(line),
        penalty=f"−{line.penalty}" if line.penalty else "",
        deals_won=line.deals_won,
        deals=line.deals,
        rounds=[_round_cell(each) for each in line.rounds],
        decided=_decided(line.decision),
    )


def _sum(line: Standing) -> str:
    said = signed(line.points)
    if line.adjustment:
        said += f" + {line.adjustment}" if line.adjustment > 0 else f" − {-line.adjustment}"
    if line.penalty:
        said += f" − {line.penalty}"
    return said if line.adjustment or line.penalty else ""


def house_line(event: Event) -> str:
    """Return what the house paid for sit-outs, in a sentence; empty where it pays nothing.

    So the points of all, the house included, come to what they came to at the tables. One query.
    """
    if not event.sit_out_points:
        return ""
    published = event.rounds.exclude(status=EventRound.Status.PROPOSED)
    times = sum(len(each.seated.out) for each in published)
    if not times:
        return ""
    return ngettext(
        "House: %(points)s for %(count)d sit-out.",
        "House: %(points)s for %(count)d sit-outs.",
        times,
    ) % {"points": signed(-times * event.sit_out_points), "count": times}


def _round_cell(score: RoundScore) -> str:
    if score.state == "played":
        return signed(score.points)
    return {"out": _("sat out"), "awaited": "…"}.get(score.state, "–")


_DECIDED: Final = {
    "stage": gettext_noop("got further"),
    "least_deals": gettext_noop("played enough deals"),
    "total": gettext_noop("ahead by %(gap)s"),
    "penalty": gettext_noop("level on points; fewer penalty points: %(own)s to %(other)s"),
    "deals_won": gettext_noop("level on points; more deals won: %(own)s to %(other)s"),
    "played": gettext_noop("level on points; has played"),
    "best_round": gettext_noop("level on points and deals won; best round %(own)s to %(other)s"),
    "shared": gettext_noop("level in everything: the place is shared"),
}


def _decided(decision: Decision | None) -> str:
    if decision is None:
        return ""
    own, other = decision.own, decision.other
    if decision.by == "penalty":
        # Compared as what is lost; said as what was given.
        own, other = max(own, -own), max(other, -other)
    return _(_DECIDED[decision.by]) % {
        "gap": plain(own - other),
        "own": plain(own),
        "other": plain(other),
    }
