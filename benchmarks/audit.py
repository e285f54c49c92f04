"""Duration and memory of the ledger audit: ``python -m benchmarks.audit [--sessions N]``.

Builds sessions of four players and two recorded deals each, with every action stored, and settles
them for money with the service that production uses. Sessions take turns between no club and each
of three clubs; one transfer in every tenth session is paid. Then runs ``manage.py audit_ledger``,
which replays every deal. The target is 50,000 deals in under 5 minutes on one core.

Measured with 2,000 sessions of five deals, 725,000 actions, SQLite, on a two-core machine that was
busy with other work: 16.5 s of CPU time, 17.9 s of wall time, which is 83 s of CPU time for 50,000
deals. Memory rises by 9 MiB, with 300 sessions as with 1,800.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from random import Random
from typing import Final

#: Target for TARGET_SESSIONS sessions, in seconds.
TARGET_SECONDS: Final = 300
TARGET_SESSIONS: Final = 25_000
DEALS: Final = 2
BATCH_SIZE: Final = 100
#: Runs the audit and prints the memory before it and its peak. A child's peak resident size as
#: reported by the operating system would include its parent's, so it is read here.
AUDIT: Final = """
import re
from pathlib import Path
import django

def mib(name):
    return int(re.search(rf"{name}:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

django.setup()
from django.core.management import call_command
from games.tables.models import Session

Session.objects.exists()
before = mib("VmRSS")
call_command("audit_ledger", verbosity=2)
print(f"memory: {before} MiB before, {mib('VmHWM')} MiB at the most", flush=True)
"""


def build(count: int) -> int:
    """Play, store and settle `count` sessions; return the number of their actions."""
    from django.db import connection, transaction

    from accounts.caller import Caller
    from accounts.models import User
    from games.tables.models import Action
    from tests.tournaments.honest import Played, store
    from tournaments.clubs.models import Club
    from tournaments.ledger.payments.services import receive
    from tournaments.ledger.settling.models import Transfer
    from tournaments.ledger.settling.services import settle_session

    random = Random(1)
    users = User.objects.bulk_create(User(username=f"player{n}") for n in range(60))
    clubs = [None, *Club.objects.bulk_create(Club(name=f"Club {n}") for n in range(3))]
    with connection.cursor() as cursor:
        # Only while building: losing these rows in a power cut does no harm.
        cursor.execute("PRAGMA synchronous = OFF")
    for first in range(0, count, BATCH_SIZE):
        with transaction.atomic():
            sessions = store(
                Played(
                    random.sample(users, 4),
                    seed=first + place,
                    club=clubs[place % len(clubs)],
                    stake_minor=10,
                    currency="EUR",
                )
                for place in range(min(BATCH_SIZE, count - first))
            )
            for session in sessions:
                settle_session(session.pk)
            paid = Transfer.objects.filter(settlement__session__in=sessions[::10])
            for transfer in paid.select_related("payee__user"):
                amount = transfer.open_amount
                assert receive(Caller(transfer.payee.user), transfer.pk, amount) is None
    return Action.objects.count()


def measure(count: int) -> None:
    """Build the ledger and audit it; exit with an error if the target is missed."""
    began = time.perf_counter()
    actions = build(count)
    print(
        f"{count} sessions of {DEALS} deals, {actions} actions, played and settled in"
        f" {time.perf_counter() - began:.0f} s; Python {sys.version.split()[0]}, SQLite",
        flush=True,
    )
    # In a separate process, so that only the audit's memory is measured.
    began = time.perf_counter()
    command = [sys.executable, "-c", AUDIT]
    subprocess.run(command, check=True)
    seconds = time.perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = used.ru_utime + used.ru_stime
    of_target = spent * TARGET_SESSIONS / count
    print(
        f"audit {seconds:.1f} s, {spent:.1f} s of CPU time;"
        f" {of_target:.0f} s of CPU time for {TARGET_SESSIONS} sessions"
    )
    if of_target > TARGET_SECONDS:
        sys.exit(f"more than the target of {TARGET_SECONDS} s")


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=500)
    chosen = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        measure(chosen.sessions)


if __name__ == "__main__":
    main()
