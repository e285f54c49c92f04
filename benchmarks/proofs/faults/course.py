"""The steps of a part: inject fault after fault during play, and check the state after each."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from benchmarks.proofs.faults import checks
from benchmarks.proofs.faults.club import ClubError
from benchmarks.proofs.faults.kinds import FAULTS, Fault, Stage
from benchmarks.proofs.faults.options import Options
from benchmarks.proofs.faults.place import GRACE_SECONDS, SWEEP_SECONDS
from benchmarks.proofs.people.moves import Move, Moves
from benchmarks.proofs.people.party import Party
from benchmarks.proofs.people.records import AwayError, Records
from benchmarks.proofs.people.tables import Opened
from games.tables.services import resting

#: Minimum and maximum time of undisturbed play before each fault.
CALM_SECONDS = 0.5, 2.0
#: Time after the sweep in which every table must continue; the machine may be busy.
SLACK_SECONDS = 25.0
ON_SECONDS = SWEEP_SECONDS + GRACE_SECONDS + SLACK_SECONDS
#: Time after which lost settlements are made up (tournaments.lost_tasks), with the sweeps.
SETTLED_SECONDS = 10 + 4 * SWEEP_SECONDS + SLACK_SECONDS
LOOK_SECONDS = 0.2


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


async def run(
    options: Options, stage: Stage, opened: Sequence[Opened], say: Callable[[str], None]
) -> Outcome:
    """Run the part and return its result; the server is stopped at the end."""
    (part,) = options.parts
    outcome = Outcome(part)
    began = time.perf_counter()
    records, moves = Records(), Moves()
    await stage.club.start()
    connector, jar = aiohttp.TCPConnector(limit=0), aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as http:
        parties = [
            Party(
                each.table_id,
                each.slug,
                each.visitors,
                http=http,
                urls=stage.club.urls,
                records=records,
                moves=moves,
                absent=each.absent,
                terms=each.terms,
            )
            for each in opened
        ]
        playing = [asyncio.create_task(party.play()) for party in parties]
        course = _Course(stage, [each.table_id for each in opened], records, moves, say)
        try:
            await course.go_on(outcome, "before the first fault")
            for fault in _chosen(options, stage, outcome):
                await course.round(outcome, fault)
                for party, task in zip(parties, playing, strict=True):
                    if task.done():
                        # An error in the proof, or a closed table.
                        outcome.wrong.append(
                            f"the players of {party.slug} stopped: {task.exception()}"
                        )
            await course.end(outcome)
        finally:
            for party in parties:
                party.stop()
            await asyncio.gather(*playing, return_exceptions=True)
        await course.settle(outcome)
    await _close(stage, outcome)
    outcome.wrong += [
        f"acknowledged but not stored: {move}" for move in await course.lost(every=True)
    ]
    outcome.wrong += [f"acknowledged twice: {move}" for move in moves.told_twice()]
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
    for party in parties:
        for page in party.pages:
            closings += page.closings
    outcome.closings, outcome.revived = dict(closings), dict(stage.club.revived)
    outcome.seconds = time.perf_counter() - began
    return outcome


def _chosen(options: Options, stage: Stage, outcome: Outcome) -> list[Fault]:
    """Return the faults of the part in the order to inject them, each equally often."""
    faults = [
        fault
        for fault in FAULTS[outcome.part]
        if not options.faults or fault.name in options.faults
    ]
    outcome.left_out = [fault.name for fault in faults if not fault.is_there(stage)]
    there = [fault for fault in faults if fault.is_there(stage)]
    chosen: list[Fault] = []
    while there and len(chosen) < options.rounds:
        chosen += stage.random.sample(there, len(there))
    return chosen[: options.rounds]


class _Course:
    def __init__(
        self,
        stage: Stage,
        table_ids: Sequence[int],
        records: Records,
        moves: Moves,
        say: Callable[[str], None],
    ) -> None:
        self.stage, self.table_ids = stage, list(table_ids)
        self.records, self.moves, self.say = records, moves, say
        self.looked_at = 0

    async def round(self, outcome: Outcome, fault: Fault) -> None:
        """Inject a fault, undo it, and check that everything continues."""
        done = Round(fault.name)
        outcome.rounds.append(done)
        before = len(self.moves.acknowledged)
        await self.stage.hold(*CALM_SECONDS)
        try:
            await fault.happen(self.stage)
            await self.stage.club.start()
        except ClubError as error:
            done.wrong.append(str(error))
            await self.stage.club.start()
        began = time.perf_counter()
        done.wrong += await self._until_on(ON_SECONDS)
        done.back = time.perf_counter() - began
        done.wrong += [f"acknowledged but not stored: {move}" for move in await self.lost()]
        done.acknowledged = len(self.moves.acknowledged) - before
        self.say(
            f"{len(outcome.rounds):3} {outcome.part}: {fault.name}: {done.acknowledged} moves,"
            f" back after {done.back:.1f} s{''.join(f'; WRONG: {each}' for each in done.wrong)}"
        )

    async def go_on(self, outcome: Outcome, when: str, seconds: float = ON_SECONDS) -> None:
        """Check that every table continues."""
        outcome.wrong += [f"{when}: {each}" for each in await self._until_on(seconds)]

    async def end(self, outcome: Outcome) -> None:
        """Check that all tables continue without faults, including those that wait for a clock."""
        now = await self._standings()
        longest = max((each.longest for each in now.values()), default=0.0)
        wrong = await self._until_on(ON_SECONDS + longest, clocks=False)
        outcome.wrong += [f"after the last fault: {each}" for each in wrong]

    async def settle(self, outcome: Outcome) -> None:
        """Wait until the sweeps have settled all finished sessions."""
        deadline = time.monotonic() + SETTLED_SECONDS
        while await self.records.read(checks.unsettled):
            if time.monotonic() > deadline:
                # The final checks report it.
                return
            await asyncio.sleep(LOOK_SECONDS)

    async def lost(self, *, every: bool = False) -> list[Move]:
        """Return the acknowledged moves that are not stored, of those since the last call."""
        new = self.moves.acknowledged[0 if every else self.looked_at :]
        self.looked_at = len(self.moves.acknowledged)
        return await self.records.read(lambda: checks.lost(new))

    async def _until_on(self, seconds: float, *, clocks: bool = True) -> list[str]:
        """Wait until all tables have continued; return those that have not within `seconds`.

        :param clocks: whether rightly waiting for a clock is enough
        """
        began = await self._standings()
        deadline = time.monotonic() + seconds
        while True:
            self.stage.club.revive()
            now = await self._standings()
            behind = {
                number: each
                for number, each in now.items()
                if each.phase != "finished" or each.version != began[number].version
                if not (
                    each.is_on(began[number].version)
                    if clocks
                    else each.version > began[number].version
                )
            }
            if not behind:
                return []
            rest = any(each.rests for each in behind.values())
            if time.monotonic() > deadline + rest * resting.SAID_AGAIN:
                return [
                    f"table {number} does not continue: {each}" for number, each in behind.items()
                ]
            await asyncio.sleep(LOOK_SECONDS)

    async def _standings(self) -> dict[int, checks.Standing]:
        deadline = time.monotonic() + ON_SECONDS
        while True:
            try:
                return await self.records.read(lambda: checks.standings(self.table_ids))
            except AwayError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(LOOK_SECONDS)


async def _close(stage: Stage, outcome: Outcome) -> None:
    """Ask all processes to end, web servers first."""
    for name in stage.club.names:
        with contextlib.suppress(ProcessLookupError):
            try:
                await stage.club[name].end()
            except ClubError as error:
                outcome.wrong.append(f"at the end {error}")


def as_data(outcome: Outcome) -> dict[str, Any]:
    """Return the outcome in a form that JSON can store."""
    from dataclasses import asdict

    return asdict(outcome)
