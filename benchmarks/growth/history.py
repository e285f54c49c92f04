"""Builds a database with a long history: users, sessions, deals, actions and their results."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final, NamedTuple

from accounts.caller import Caller
from accounts.models import User
from benchmarks.growth.rows import Rows, bulk_loading, reset_sequences
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Action, Deal, Seat, Session, Table
from games.tables.services import starting
from tests.tournaments.honest import Played
from tournaments.clubs.models import Club
from tournaments.ledger.settling.models import Settlement
from tournaments.ratings.models import RatedSession, Rating, RatingChange

#: Number of sessions really played; all others are copies of them with other users.
PATTERNS: Final = 8
DEALS: Final = 2
MEMBERS: Final = 5000
#: Sessions played by the veteran and by the typical member whose pages are measured.
VETERAN_SESSIONS: Final = 2000
TYPICAL_SESSIONS: Final = 80
#: Waiting tables with players, and waiting tables that all players have left.
WAITING: Final = 100
EMPTY: Final = 100
#: Games that can be watched, and abandoned games against bots.
WATCHED: Final = 40
ABANDONED: Final = 100
#: Number of days over which the sessions are spread.
DAYS: Final = 365


class Size(NamedTuple):
    """Number of rows to build."""

    sessions: int
    actions: int


@dataclass
class Pattern:
    """A session that was really played."""

    rules: str
    #: Each deal's start, actions and result.
    deals: list[Any]
    nets: list[int]
    points: list[int]
    sums: list[tuple[int, int, int, int]] = field(default_factory=list)


class Viewers(NamedTuple):
    """The users who request the pages, and the pages' subjects."""

    typical: int
    veteran: int
    #: Slug of the table of a finished session.
    slug: str


def fill(size: Size) -> Viewers:
    """Fill the empty database with a history; return whose pages to measure."""
    return _Builder(size).fill()


def _patterns() -> list[Pattern]:
    """Return sessions played by bots, which the history repeats."""
    found = []
    for seed in range(PATTERNS):
        played = Played([None] * 4, seed=seed // 2, rules=("pagat", "lukang")[seed % 2])
        deals = played.recorded
        pattern = Pattern(
            rules=played.rules,
            deals=[
                (
                    deal.start,
                    deal.actions,
                    deal.winner,
                    json.dumps(deal.points),
                    json.dumps(deal.nets),
                    json.dumps(deal.pairs),
                )
                for deal in deals
            ],
            nets=[sum(deal.nets[seat] for deal in deals) for seat in range(4)],
            points=[sum(deal.points[seat] for deal in deals) for seat in range(4)],
        )
        for seat in range(4):
            nets = [deal.nets[seat] for deal in deals]
            won = sum(deal.winner == seat for deal in deals)
            pattern.sums.append((len(nets), won, max(nets), min(nets)))
        found.append(pattern)
    return found


class _Builder:
    """Writes the rows of the history."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.random = Random(1)
        self.now = datetime.now(UTC)
        self.patterns = _patterns()
        self.users = list(range(1, MEMBERS + 1))
        self.veteran, self.typical = self.users[:2]
        #: User numbers in each session, counted from 1.
        self.seated = [self._players_of(index) for index in range(size.sessions)]

    def _players_of(self, index: int) -> list[int]:
        """Return four players of a session, often including the two measured members."""
        four = self.random.sample(self.users[2:], 4)
        count = self.size.sessions
        measured = (self.veteran, VETERAN_SESSIONS), (self.typical, TYPICAL_SESSIONS)
        for place, (user, played) in enumerate(measured):
            if (index + 1) * played // count != index * played // count:
                four[place] = user
        return four

    def ended_at(self, index: int) -> datetime:
        """Return when the session with this index ended."""
        back = timedelta(days=DAYS) * (self.size.sessions - index) / self.size.sessions
        return self.now - back

    def slug(self, index: int) -> str:
        """Return the slug of the table of the session with this index."""
        return f"t{index:09}"

    def pattern(self, index: int) -> Pattern:
        """Return the played session that the session with this index repeats."""
        return self.patterns[index % len(self.patterns)]

    def fill(self) -> Viewers:
        """Write all rows, and return the users and subjects of the measured pages."""
        with bulk_loading():
            self._write_users()
            self._write_tables()
            self._write_deals()
            self._write_actions()
            self._write_results()
            self._write_open_tables()
        filled = (Table, Session, Seat, Deal, Action)
        reset_sequences(User, *filled, Club, Settlement, RatedSession, Rating, RatingChange)
        self._start_games()
        return Viewers(self.typical, self.veteran, self.slug(self.size.sessions - 2))

    def _write_users(self) -> None:
        """Write the members; 200 of them are online."""
        users = Rows(User, "id", "username", "display_name", "seen_at")
        users.write(
            (number, f"player{number}", f"Player {number}", self.now if number <= 200 else None)
            for number in self.users
        )

    def _write_tables(self) -> None:
        """Write tables, sessions and seats."""
        options = {
            name: json.dumps(RuleSet.make(name).to_options()) for name in ("pagat", "lukang")
        }
        count = self.size.sessions
        which = range(count)
        tables = Rows(
            Table, "id", "slug", "host_id", "rules", "rules_name", "joining", "created_at",
            phase="finished", deals_planned=DEALS,
        )  # fmt: skip
        tables.write(
            (index + 1, self.slug(index), self.seated[index][0], options[self.pattern(index).rules],
             self.pattern(index).rules, "anyone" if index % 3 else "link", self.ended_at(index))
            for index in which
        )  # fmt: skip
        sessions = Rows(
            Session, "id", "table_id", "rules", "rules_name", "started_at", "finished_at",
            number=1, deals_planned=DEALS, status="finished",
            awaits_settlement=False, awaits_rating=False,
        )  # fmt: skip
        sessions.write(
            (index + 1, index + 1, options[self.pattern(index).rules], self.pattern(index).rules,
             self.ended_at(index) - timedelta(minutes=20), self.ended_at(index))
            for index in which
        )  # fmt: skip
        seats = Rows(
            Seat, "id", "session_id", "number", "user_id", "name", "points", "net", "seen_at",
            "over_at", "deals_played", "deals_won", "best_net", "worst_net",
        )  # fmt: skip
        seats.write(
            (4 * index + number + 1, index + 1, number, user, f"Player {user}",
             self.pattern(index).points[number], self.pattern(index).nets[number],
             self.ended_at(index) - timedelta(minutes=20), self.ended_at(index),
             *self.pattern(index).sums[number])
            for index in which
            for number, user in enumerate(self.seated[index])
        )  # fmt: skip

    def _write_deals(self) -> None:
        """Write the deals of all sessions."""
        rows = Rows(
            Deal, "id", "session_id", "number", "start", "winner", "points", "nets", "pairs",
            "started_at", "finished_at",
        )  # fmt: skip
        rows.write(
            (DEALS * index + number, index + 1, number, start, *came,
             self.ended_at(index) - timedelta(minutes=5 * (DEALS + 1 - number)),
             self.ended_at(index) - timedelta(minutes=5 * (DEALS - number)))
            for index in range(self.size.sessions)
            for number, (start, _actions, *came) in enumerate(self.pattern(index).deals, 1)
        )  # fmt: skip

    def _write_actions(self) -> None:
        """Write the actions of the newest sessions."""
        Rows(Action, "id", "deal_id", "number", "text", "at", by_bot=False).write(
            (number, *row) for number, row in enumerate(self._action_rows(), 1)
        )

    def _action_rows(self) -> Iterator[tuple[object, ...]]:
        """Yield actions, newest sessions first, up to the number wanted."""
        left = self.size.actions
        for index in reversed(range(self.size.sessions)):
            ended_at = self.ended_at(index)
            for number, (_start, actions, *_came) in enumerate(self.pattern(index).deals, 1):
                for place, text in enumerate(actions):
                    yield DEALS * index + number, place, text, ended_at
                left -= len(actions)
            if left <= 0:
                return

    def _write_results(self) -> None:
        """Settle and rate every session, with ratings that change gradually."""
        which = range(self.size.sessions)
        Rows(
            Settlement, "id", "slug", "session_id", "created_at",
            source="session", number=1, stake_minor=1, terms={"played": DEALS},
        ).write(
            (index + 1, self.slug(index), index + 1, self.ended_at(index)) for index in which
        )  # fmt: skip
        Rows(RatedSession, "id", "session_id", verdict="counts").write(
            (index + 1, index + 1) for index in which
        )
        family = {"pagat": "first-out", "lukang": "bombs"}
        changes = Rows(
            RatingChange, "id", "session_id", "user_id", "family", "place",
            "mu_before", "sigma_before", "mu_after", "sigma_after",
        )  # fmt: skip
        played: dict[tuple[int, str], int] = {}
        skill = {user: 15 + 20 * self.random.random() for user in self.users}

        def change_rows() -> Iterator[tuple[object, ...]]:
            """Yield a rating change per player and session."""
            number = 0
            for index in which:
                name = family[self.pattern(index).rules]
                for place, user in enumerate(self.seated[index], 1):
                    number += 1
                    count = played[user, name] = played.get((user, name), 0) + 1
                    mu = skill[user]
                    sigma = 1.5 + 6 / count
                    yield number, index + 1, user, name, place, mu, sigma + 0.1, mu + 0.1, sigma

        changes.write(change_rows())
        # All users are in the list, whichever rules they played.
        for user in self.users:
            played.setdefault((user, "first-out"), 1)
        Rows(Rating, "id", "user_id", "family", "mu", "sigma", "sessions").write(
            (number, user, name, skill[user] + 0.1, 1.5 + 6 / count, count)
            for number, ((user, name), count) in enumerate(sorted(played.items()), 1)
        )

    def _write_open_tables(self) -> None:
        """Write waiting tables, with and without players, and abandoned games."""
        options = json.dumps(RuleSet.make("pagat").to_options())
        first, long_ago = self.size.sessions, self.now - timedelta(days=3)
        kinds = [("waiting", "anyone", long_ago)] * EMPTY
        kinds += [("running", "link", long_ago)] * ABANDONED
        kinds += [("waiting", "anyone", self.now)] * (WAITING + WATCHED)
        which = list(enumerate(kinds, first))
        phases = {"waiting": "waiting", "running": "playing"}
        Rows(
            Table, "id", "slug", "host_id", "joining", "phase",
            rules=RuleSet.make("pagat").to_options(), rules_name="pagat", version=1, revision=1,
        ).write(
            (index + 1, self.slug(index), 10 + index - first, joining, phases[status])
            for index, (status, joining, _seen) in which
        )  # fmt: skip
        Rows(
            Session, "id", "table_id", "status", "rules", rules_name="pagat", deals_planned=5
        ).write((index + 1, index + 1, status, options) for index, (status, *_more) in which)
        Rows(Seat, "id", "session_id", "user_id", "name", "seen_at", number=0).write(
            (4 * first + place, index + 1, 10 + index - first, f"Player {10 + index - first}", seen)
            for place, (index, (_status, _joining, seen)) in enumerate(which, 1)
        )

    def _start_games(self) -> None:
        """Start the newest games, which can be watched; they have no timed steps."""
        waiting = Table.objects.filter(phase="waiting").select_related("host").order_by("-pk")
        for table in waiting[:WATCHED]:
            assert starting.start(Caller(table.host), table.pk) is None
        Table.objects.update(due_at=None)
