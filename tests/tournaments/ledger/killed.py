"""Workers killed while they settle, pay and correct: ``python -m tests...ledger.killed``.

``every`` kills a process before and after each statement and each commit of everything that writes
to the ledger, one after the other, or at every eighth of these steps with ``--stride 8``.
``random`` has sessions settled by a worker (a Celery worker if REDIS_URL is set) and paid by
another process; both are killed repeatedly, at a statement or from outside at any time, and
restarted. Both fill the database that the environment names, and print the outcome as JSON.
"""

import argparse
import itertools
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

#: Maximum number of steps until the fuse kills a process: a settlement has about forty.
FUSES = {"worker": 120, "desk": 200}
#: Maximum lifetime of a process in seconds: an idle worker executes no statement.
LONGEST_LIFE = 4.0


class Fuse:
    """Kills the process at its n-th step; never for 0.

    A step is the moment before or after a statement or a commit.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps

    def step(self) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        self.step()
        result = execute(sql, params, many, context)
        self.step()
        return result

    def lay(self) -> None:
        """Install it on this thread's connection."""
        from django.db import connection

        commit = connection._commit

        def stepped() -> None:
            self.step()
            commit()
            self.step()

        connection._commit = stepped
        connection.execute_wrappers.append(self)


def close_connections() -> None:
    """Close connections that two processes would share."""
    from django.db import connection, connections

    connections.close_all()
    if hasattr(connection, "close_pool"):
        connection.close_pool()


def fork_with_fuse(work: Callable[[], object], steps: int = 0) -> int:
    """Run the work in its own process with a fuse; return the process ID."""
    close_connections()
    sys.stdout.flush()
    number = os.fork()
    if number:
        return number
    status = 1
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        Fuse(steps).lay()
        work()
        status = 0
    except Exception:
        import traceback

        traceback.print_exc()
    finally:
        os._exit(status)


def was_killed(status: int) -> bool:
    """Return whether the status is that of a killed process; otherwise the work is done."""
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL, status
        return True
    assert os.WEXITSTATUS(status) == 0, "what is done in a process failed; its traceback is above"
    return False


# --- At every statement


def book_state() -> tuple[Any, ...]:
    """Return everything in the ledger except times and versions."""
    from tournaments.ledger.book.models import PostingLine
    from tournaments.ledger.payments.models import Payment, PaymentRecord
    from tournaments.ledger.settling.models import Balance, Debt, Settlement, TakenUp, Transfer

    return tuple(
        tuple(model.objects.order_by("pk").values_list(*fields))
        for model, fields in (
            (Settlement, ("source", "session", "number", "posting")),
            (Balance, ("settlement__slug", "account", "points", "amount")),
            (Debt, ("settlement__slug", "payer", "payee", "amount")),
            (Transfer, ("settlement__slug", "payer", "payee", "amount", "open_amount")),
            (PostingLine, ("posting", "account", "amount", "number", "after")),
            (Payment, ("transfer", "amount", "status", "posting")),
            (PaymentRecord, ("payment", "status")),
            (TakenUp, ("transfer", "amount")),
        )
    )


def at_every_statement(stride: int = 1) -> dict[str, Any]:
    """Kill everything that writes to the ledger at each of its steps; return the numbers of steps.

    :param stride: 1 to kill at every step, 2 at every other step, and so on
    """
    from accounts.caller import Caller
    from tests.tournaments.honest import honest_session
    from tests.tournaments.ledger.history import begin
    from tournaments.ledger.accounts.services import settle_club
    from tournaments.ledger.audit.run import faults_of
    from tournaments.ledger.audit.scope import AuditScope
    from tournaments.ledger.audit.sentences import fault_texts
    from tournaments.ledger.corrections.services import correct_session
    from tournaments.ledger.payments import locking, services
    from tournaments.ledger.payments.models import Payment
    from tournaments.ledger.settling.models import Settlement, Transfer
    from tournaments.ledger.settling.services import settle_session

    book = begin()
    owner = Caller(book.owner)
    terms: dict[str, Any] = {"club": book.club, "stake_minor": 10, "currency": "EUR"}

    def of_club() -> Any:
        return Transfer.objects.filter(settlement__club=book.club, open_amount__gt=0)

    def settle(seed: int) -> Callable[[], object]:
        number = honest_session(book.people, seed=seed, **terms).pk
        return lambda: settle_session(number)

    def correct() -> object:
        settled = Settlement.objects.filter(source="session").earliest("pk")
        seats = {seat.number: seat.net for seat in settled.session.seats.all()}
        # An organizer who gains by a correction can only propose it.
        seats[0] -= 12
        seats[1] += 12
        return correct_session(owner, settled.session_id, seats, "Miscounted.")

    def claim() -> object:
        transfer = of_club().select_related("payer__user").earliest("pk")
        words = locking.PaymentDetails(form_key="claimed")
        return services.claim(Caller(transfer.payer.user), transfer.pk, 2, words)

    def confirm() -> object:
        payment = Payment.objects.select_related("transfer__payee__user").earliest("pk")
        return services.confirm(Caller(payment.transfer.payee.user), payment.pk)

    def waive() -> object:
        transfer = of_club().select_related("payee__user").latest("pk")
        words = locking.PaymentDetails(form_key="waived")
        return services.waive(Caller(transfer.payee.user), transfer.pk, 1, words)

    def settle_balances() -> object:
        return settle_club(owner, book.club.pk, "EUR", include_open=True)

    deeds: list[tuple[str, Callable[[], object]]] = [
        ("settle", settle(1)),
        ("correct", correct),
        ("claim", claim),
        ("confirm", confirm),
        ("waive", waive),
        ("settle a carried session", settle(2)),
        ("settle the club", settle_balances),
    ]
    steps: Counter[str] = Counter()
    for name, deed in deeds:
        if name == "settle a carried session":
            book.keep(settles="limit", limit_minor=10**9, limit_currency="EUR")
        before = book_state()
        after = None
        for step in itertools.count(1, stride):
            killed = was_killed(os.waitpid(fork_with_fuse(deed, step), 0)[1])
            now = book_state()
            if now != before:
                # All or nothing; a completed write is not repeated.
                assert after in (None, now), name
                after = now
                assert not (faults := [f for each in faults_of(AuditScope()) for f in each]), (
                    fault_texts(faults)
                )
            else:
                assert after is None, f"{name}: it was there, and is lost"
            if not killed:
                break
            steps[name] = step
        assert after is not None, f"{name}: it was never done"
        deed()
        assert book_state() == after, f"{name}: it was done twice"
        assert not [fault for each in faults_of(AuditScope()) for fault in each]
    return {"steps": dict(steps)}


# --- At random


def at_random(count: int, seed: int) -> dict[str, Any]:
    """Settle and pay this many sessions in processes that are killed repeatedly."""
    from django.conf import settings

    random = Random(seed)
    began = time.monotonic()
    sessions = _play(count, random)
    built = time.monotonic()
    has_broker = not settings.EMBEDDED
    if has_broker:
        # One in ten tasks is lost; the sweep must find its session.
        work = [number for number in sessions if random.random() < 0.9]
        was_killed(os.waitpid(fork_with_fuse(lambda: _send(work)), 0)[1])
    lanes: dict[str, Callable[[], object]] = {
        "worker": _worker if has_broker else _sweeps,
        "desk": lambda: _desk(random.random()),
    }
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    alive: dict[int, tuple[str, float]] = {}
    tally: Counter[str] = Counter()
    is_done = False
    while not is_done or alive:
        for lane, work_of in lanes.items():
            if not is_done and lane not in {each for each, _deadline in alive.values()}:
                # Some are killed by their fuse, others from outside.
                from_outside = random.random() < 0.3
                steps = 0 if from_outside else random.randint(1, FUSES[lane])
                wait = random.uniform(0.05, 1.5) if from_outside else LONGEST_LIFE
                alive[fork_with_fuse(work_of, steps)] = lane, time.monotonic() + wait
                tally["lives"] += 1
        nearest = min((deadline for _lane, deadline in alive.values()), default=0.0)
        signal.sigtimedwait({signal.SIGCHLD}, max(nearest - time.monotonic(), 0.001))
        for number, (lane, deadline) in list(alive.items()):
            is_struck = is_done or time.monotonic() >= deadline
            if is_struck:
                os.kill(number, signal.SIGKILL)
                tally["of these from outside"] += not is_done
            ended, status = os.waitpid(number, 0 if is_struck else os.WNOHANG)
            if not ended:
                continue
            del alive[number]
            if was_killed(status):
                tally[f"{lane} killed"] += 1
            elif lane == "desk":
                is_done = True
    return {
        **_outcome(sessions),
        **tally,
        "seconds": round(time.monotonic() - built),
        "seconds before": round(built - began),
    }


def _play(count: int, random: Random) -> list[int]:
    """Store finished sessions: outside clubs, and in two clubs, one of which settles at a limit."""
    from accounts.models import User
    from tests.tournaments.honest import Played, store
    from tests.tournaments.ledger.history import Book, begin
    from tournaments.clubs.models import Club, Membership

    book = begin()
    people = [*book.people, *(User.objects.create_user(f"player{n}") for n in range(12))]
    Membership.objects.bulk_create(Membership(club=book.club, user=each) for each in people[4:])
    carrying = Club.objects.create(name="Garden Club")
    Membership.objects.bulk_create(
        Membership(club=carrying, user=each, role="member" if each != book.owner else "owner")
        for each in people
    )
    Book(carrying, book.owner, people).keep(
        settles="limit", limit_minor=5_000, limit_currency="EUR"
    )
    numbers: list[int] = []
    for first in range(0, count, 100):
        numbers += [
            session.pk
            for session in store(
                Played(
                    random.sample(people, 4),
                    seed=first + place,
                    club=(None, book.club, carrying)[place % 3],
                    stake_minor=10,
                    currency="EUR",
                )
                for place in range(min(100, count - first))
            )
        ]
    return numbers


def _send(sessions: list[int]) -> None:
    from tournaments.ledger.tasks import settle_session

    for number in sessions:
        settle_session.delay(number)


def _worker() -> None:
    """Run a Celery worker as in production, except that its pool is this process."""
    from celery.worker import WorkController

    from config.celery import app

    WorkController(
        app=app,
        hostname=f"killed{os.getpid()}@localhost",
        pool="solo",
        concurrency=1,
        prefetch_multiplier=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
        loglevel="ERROR",
        quiet=True,
    ).start()


def _sweeps() -> None:
    """Run the sweeps of a small server until killed, after all tasks were lost."""
    from tournaments.ledger import tasks

    while True:
        tasks.sweep()


def _desk(seed: float) -> None:
    """Correct, pay and settle carried balances like users; return when all is done."""
    from django.conf import settings
    from django.db.models import F

    from accounts.caller import Caller
    from games.common.denials import Denial
    from games.tables.models import Session
    from tournaments.clubs.models import Club, Membership
    from tournaments.ledger import tasks
    from tournaments.ledger.accounts.services import settle_club
    from tournaments.ledger.corrections.services import correct_session
    from tournaments.ledger.payments import locking, services
    from tournaments.ledger.payments.models import Payment
    from tournaments.ledger.settling.models import Settlement, Transfer

    random = Random(seed)
    while True:
        if not settings.EMBEDDED:
            # In production Celery beat does this.
            tasks.sweep.delay()
        # One in nine club sessions is corrected.
        wrong = Session.objects.filter(table__club__isnull=False, settlements__number=1)
        to_correct = wrong.exclude(settlements__number=2).annotate(rest=F("pk") % 9).filter(rest=2)
        for session in to_correct.select_related("table")[:3]:
            owner = Membership.objects.select_related("user").get(
                club=session.table.club, role="owner"
            )
            seats = {seat.number: seat.net for seat in session.seats.all()}
            seats[0] -= 3
            seats[2] += 3
            done = correct_session(Caller(owner.user), session.pk, seats, "Miscounted.")
            assert isinstance(done, Settlement | Denial)
        is_idle = not to_correct.exists()
        for payment in Payment.objects.filter(status="claimed")[:20]:
            payee = payment.transfer.payee.user
            assert services.confirm(Caller(payee), payment.pk) is None
            is_idle = False
        unpaid = list(
            Transfer.objects.filter(open_amount__gt=0)
            .exclude(payments__status="claimed")
            .select_related("payer__user", "payee__user")[:40]
        )
        random.shuffle(unpaid)
        for transfer in unpaid:
            is_idle = False
            half = transfer.amount // 2
            if half and transfer.open_amount == transfer.amount:
                payer = Caller(transfer.payer.user)
                # Submitted again, it is the same payment.
                words = locking.PaymentDetails(form_key=f"half-{transfer.pk}")
                services.claim(payer, transfer.pk, half, words)
            else:
                payee = Caller(transfer.payee.user)
                words = locking.PaymentDetails(form_key=f"rest-{transfer.pk}")
                services.receive(payee, transfer.pk, transfer.open_amount, words)
        if not is_idle:
            continue
        if Session.objects.filter(settlements=None).exists():
            # Nothing to do here: the processor is free for the worker.
            time.sleep(0.1)
            continue
        club = Club.objects.get(name="Garden Club")
        owner = club.memberships.select_related("user").get(role="owner")
        made = settle_club(Caller(owner.user), club.pk, "EUR", include_open=True)
        if isinstance(made, Denial):
            return


def _outcome(sessions: list[int]) -> dict[str, Any]:
    """Check that each session was settled once and paid once, and the ledger is correct."""
    from io import StringIO

    from django.core.management import call_command
    from django.db.models import Count, Sum

    from games.tables.models import Session
    from tournaments.ledger.book.models import Posting, PostingLine
    from tournaments.ledger.payments.models import Payment
    from tournaments.ledger.settling.models import Settlement, Transfer

    counted = Session.objects.annotate(
        n=Count("settlements", distinct=True), last=Count("settlements__posting", distinct=True)
    )
    assert counted.count() == len(sessions)
    once = Settlement.objects.filter(source="session", number=1)
    assert once.values("session").distinct().count() == once.count() == len(sessions)
    # Everyone has paid exactly what they owed.
    left = PostingLine.objects.values("account").annotate(sum=Sum("amount")).exclude(sum=0)
    assert not left.exists(), list(left)
    assert not Transfer.objects.filter(open_amount__gt=0).exists()
    out = StringIO()
    call_command("audit_ledger", stdout=out)
    return {
        "sessions": len(sessions),
        "settled once": once.count(),
        "corrections": Settlement.objects.filter(source="session", number=2).count(),
        "lists of the club": Settlement.objects.filter(source="club").count(),
        "payments": Payment.objects.filter(status="confirmed").count(),
        "postings": Posting.objects.count(),
        "audit": out.getvalue().strip(),
    }


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("when", choices=("every", "random"))
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    if chosen.when == "every":
        print(json.dumps(at_every_statement(chosen.stride)))
    else:
        print(json.dumps(at_random(chosen.sessions, chosen.seed)))


if __name__ == "__main__":
    main()
