"""The steps of a part: inject fault after fault during play, and check the state after each."""

import argparse
import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import aiohttp

from benchmarks.clients.players import Move, Moves, Players
from benchmarks.clients.records import DatabaseDownError, Records
from benchmarks.clients.tables import OpenTable
from benchmarks.faults import checks
from benchmarks.faults.kinds import FAULTS, Fault, Target
from benchmarks.server import ServerError
from benchmarks.site import GRACE_SECONDS, SWEEP_SECONDS
from games.tables.services import resting

#: Minimum and maximum time of undisturbed play before each fault.
CALM_SECONDS = 0.5, 2.0
#: Time after the sweep in which every table must continue; the machine may be busy.
SLACK_SECONDS = 25.0
PROGRESS_SECONDS = SWEEP_SECONDS + GRACE_SECONDS + SLACK_SECONDS
#: Time after which lost settlements are made up (tournaments.lost_tasks), with the sweeps.
SETTLED_SECONDS = 10 + 4 * SWEEP_SECONDS + SLACK_SECONDS
POLL_SECONDS = 0.2


@dataclass(slots=True)
class Round:
    """Result of one fault."""

    fault: str
    #: Seconds from the end of the fault until every table had continued.
    back: float = 0.0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Outcome:
    """Result of a part."""

    part: str
    rounds: list[Round] = field(default_factory=list)
    seconds: float = 0.0
    moves: dict[str, int] = field(default_factory=dict)
    closings: dict[str, int] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    revived: dict[str, int] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


async def run_scenario(
    options: argparse.Namespace, target: Target, opened: Sequence[OpenTable]
) -> Outcome:
    """Run the part and return its result; the server is stopped at the end."""
    outcome = Outcome(options.part)
    began = time.perf_counter()
    records, moves = Records(), Moves()
    await target.server.start()
    connector, jar = aiohttp.TCPConnector(limit=0), aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as http:
        teams = [
            Players(each, http=http, urls=target.server.urls, records=records, moves=moves)
            for each in opened
        ]
        playing = [asyncio.create_task(team.play()) for team in teams]
        scenario = _Scenario(target, [each.table_id for each in opened], records, moves)
        try:
            await scenario.check_progress(outcome, "before the first fault")
            for fault in _faults_in_order(options, target, outcome):
                await scenario.round(outcome, fault)
                for team, task in zip(teams, playing, strict=True):
                    if task.done():
                        # An error in the proof, or a closed table.
                        outcome.wrong.append(
                            f"the players of {team.slug} stopped: {task.exception()}"
                        )
            await scenario.end(outcome)
        finally:
            for team in teams:
                team.stop()
            await asyncio.gather(*playing, return_exceptions=True)
        await scenario.settle(outcome)
    await _close(target, outcome)
    outcome.wrong += [
        f"acknowledged but not stored: {move}" for move in await scenario.lost(every=True)
    ]
    outcome.wrong += [f"acknowledged twice: {move}" for move in moves.acknowledged_twice()]
    found = await records.read(checks.check_all)
    records.close()
    outcome.wrong += found.wrong
    outcome.checked = {name: getattr(found, name) for name in found._fields if name != "wrong"}
    outcome.moves = {
        "sent": moves.sent,
        "acknowledged": len(moves.acknowledged),
        "refused": moves.refused,
        "unknown": moves.unknown,
    }
    closings: Counter[str] = Counter()
    for team in teams:
        for page in team.pages:
            closings += page.closings
    outcome.closings, outcome.revived = dict(closings), dict(target.server.revived)
    outcome.seconds = time.perf_counter() - began
    return outcome


def _faults_in_order(options: argparse.Namespace, target: Target, outcome: Outcome) -> list[Fault]:
    """Return the faults of the part in the order to inject them, each equally often."""
    faults = [
        fault
        for fault in FAULTS[outcome.part]
        if not options.faults or fault.name in options.faults
    ]
    outcome.left_out = [fault.name for fault in faults if not fault.is_there(target)]
    there = [fault for fault in faults if fault.is_there(target)]
    chosen: list[Fault] = []
    while there and len(chosen) < options.rounds:
        chosen += target.random.sample(there, len(there))
    return chosen[: options.rounds]


class _Scenario:
    """The steps of a part, and the objects that they share."""

    def __init__(
        self,
        target: Target,
        table_ids: Sequence[int],
        records: Records,
        moves: Moves,
    ) -> None:
        self.target, self.table_ids = target, list(table_ids)
        self.records, self.moves = records, moves
        self.checked_moves = 0

    async def round(self, outcome: Outcome, fault: Fault) -> None:
        """Inject a fault, undo it, and check that everything continues."""
        done = Round(fault.name)
        outcome.rounds.append(done)
        before = len(self.moves.acknowledged)
        await self.target.hold(*CALM_SECONDS)
        try:
            await fault.happen(self.target)
            await self.target.server.start()
        except ServerError as error:
            done.wrong.append(str(error))
            await self.target.server.start()
        began = time.perf_counter()
        done.wrong += await self._wait_for_progress(PROGRESS_SECONDS)
        done.back = time.perf_counter() - began
        done.wrong += [f"acknowledged but not stored: {move}" for move in await self.lost()]
        done.acknowledged = len(self.moves.acknowledged) - before
        print(
            f"{len(outcome.rounds):3} {outcome.part}: {fault.name}: {done.acknowledged} moves,"
            f" back after {done.back:.1f} s{''.join(f'; WRONG: {each}' for each in done.wrong)}",
            flush=True,
        )

    async def check_progress(
        self, outcome: Outcome, when: str, seconds: float = PROGRESS_SECONDS
    ) -> None:
        """Check that every table continues."""
        outcome.wrong += [f"{when}: {each}" for each in await self._wait_for_progress(seconds)]

    async def end(self, outcome: Outcome) -> None:
        """Check that all tables continue without faults, including those that wait for a clock."""
        now = await self._progress()
        longest = max((each.longest for each in now.values()), default=0.0)
        wrong = await self._wait_for_progress(PROGRESS_SECONDS + longest, clocks=False)
        outcome.wrong += [f"after the last fault: {each}" for each in wrong]

    async def settle(self, outcome: Outcome) -> None:
        """Wait until the sweeps have settled all finished sessions."""
        deadline = time.monotonic() + SETTLED_SECONDS
        while await self.records.read(checks.unsettled):
            if time.monotonic() > deadline:
                # The final checks report it.
                return
            await asyncio.sleep(POLL_SECONDS)

    async def lost(self, *, every: bool = False) -> list[Move]:
        """Return the acknowledged moves that are not stored, of those since the last call."""
        new = self.moves.acknowledged[0 if every else self.checked_moves :]
        self.checked_moves = len(self.moves.acknowledged)
        return await self.records.read(lambda: checks.lost_moves(new))

    async def _wait_for_progress(self, seconds: float, *, clocks: bool = True) -> list[str]:
        """Wait until all tables have continued; return those that have not within `seconds`.

        :param clocks: whether rightly waiting for a clock is enough
        """
        began = await self._progress()
        deadline = time.monotonic() + seconds
        while True:
            self.target.server.revive()
            now = await self._progress()
            behind = {
                number: each
                for number, each in now.items()
                if each.phase != "finished" or each.version != began[number].version
                if not (
                    each.has_continued(began[number].version)
                    if clocks
                    else each.version > began[number].version
                )
            }
            if not behind:
                return []
            rest = any(each.rests for each in behind.values())
            if time.monotonic() > deadline + rest * resting.REPORT_SECONDS:
                return [
                    f"table {number} does not continue: {each}" for number, each in behind.items()
                ]
            await asyncio.sleep(POLL_SECONDS)

    async def _progress(self) -> dict[int, checks.Progress]:
        """Return the tables' progress; wait while the database does not answer."""
        deadline = time.monotonic() + PROGRESS_SECONDS
        while True:
            try:
                return await self.records.read(lambda: checks.progress(self.table_ids))
            except DatabaseDownError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(POLL_SECONDS)


async def _close(target: Target, outcome: Outcome) -> None:
    """Ask all processes to end, web servers first."""
    for name in target.server.names:
        with contextlib.suppress(ProcessLookupError):
            try:
                await target.server[name].end()
            except ServerError as error:
                outcome.wrong.append(f"at the end {error}")


def as_data(outcome: Outcome) -> dict[str, Any]:
    """Return the outcome in a form that JSON can store."""
    return asdict(outcome)
