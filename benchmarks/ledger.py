"""Cost of the pages of a large ledger, and duration and memory of its audit.

Sessions of four players and two recorded deals each, over a year, are stored with every action, and
settled for money with the service that production uses. They take turns between no club and each of
three clubs; one player is in all of the first club's, and one transfer in every tenth
session is paid. A page should take no more than 150 ms of CPU time on an idle core.
``manage.py audit_ledger`` replays every deal; it should audit 50,000 deals in under 5 minutes.
"""

import argparse
import subprocess
import sys
import time
from datetime import timedelta
from random import Random
from typing import Final
from unittest.mock import patch

from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from benchmarks.page_costs import RUNS, Cost, client_of, cost_of, print_costs, visit
from benchmarks.report import slowness
from benchmarks.site import use_test_settings
from games.tables.models import Action
from tests.tournaments.honest import Played, store
from tests.tournaments.rows import finished_session
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services import club as club_services
from tournaments.ledger.book.models import Account, PostingLine
from tournaments.ledger.payments.services import receive
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.services import settle_session

USERS: Final = 60
DEALS: Final = 2
BATCH_SIZE: Final = 100
MAX_MS: Final = 150.0
#: Target of the audit for TARGET_SESSIONS sessions, in seconds.
TARGET_SECONDS: Final = 300
TARGET_SESSIONS: Final = 25_000
#: Runs the audit and prints the memory before it, its peak, and last the seconds of CPU time. A
#: child's peak as reported by the operating system would include its parent's, so it is read here.
AUDIT: Final = """
import re
import time
from pathlib import Path
import django

def mib(name):
    return int(re.search(rf"{name}:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024

django.setup()
from django.core.management import call_command
from games.tables.models import Session

Session.objects.exists()
before, began = mib("VmRSS"), time.process_time()
call_command("audit_ledger", verbosity=2)
print(f"memory: {before} MiB before, {mib('VmHWM')} MiB at the most")
print(time.process_time() - began)
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    parser.add_argument("--sessions", type=int, default=800, help="default: 800")


def run(options: argparse.Namespace) -> list[str]:
    """Build the ledger, read its pages, settle sessions and audit; return what took too long."""
    use_test_settings()
    began = time.perf_counter()
    owner = User.objects.create_user("owner")
    users = User.objects.bulk_create(User(username=f"player{n}") for n in range(USERS))
    clubs = [_club(owner, users, name) for name in ("North", "East", "South")]
    _store_sessions(options.sessions, users, clubs)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    club = clubs[0]
    lines = PostingLine.objects.filter(account__user=users[0], account__club=club).count()
    print(
        f"{options.sessions} sessions of {DEALS} deals, {Action.objects.count()} actions, stored"
        f" and settled in {time.perf_counter() - began:.0f} s; {lines} lines of one account\n",
        flush=True,
    )
    client = client_of(owner)
    costs = {name: cost_of(visit(client, url)) for name, url in _urls(club).items()}
    late = _audit(options.sessions)
    for deals in (2, 50):
        costs[f"settlement of {deals} deals"] = _settlement(club, users[:4], deals)
    return print_costs(costs, dict.fromkeys(costs, MAX_MS)) + late


def _club(owner: User, users: list[User], name: str) -> Club:
    """Return a club that plays for money, with all users as members."""
    club = club_services.create(Caller(owner), name=name, currency="EUR", stake_minor=10)
    assert isinstance(club, Club), club
    Membership.objects.bulk_create(Membership(club=club, user=each) for each in users)
    return club


def _store_sessions(count: int, users: list[User], clubs: list[Club]) -> None:
    """Store and settle sessions, spread over a year until now."""
    random, places = Random(1), [None, *clubs]
    for first in range(0, count, BATCH_SIZE):
        batch = range(first, min(first + BATCH_SIZE, count))
        played = []
        for number in batch:
            people = random.sample(users[1:], 4)
            if number % len(places) == 1:
                people[0] = users[0]
            club = places[number % len(places)]
            played.append(Played(people, seed=number, club=club, stake_minor=10, currency="EUR"))
        moment = timezone.now() - timedelta(days=365) * (1 - batch.stop / count)
        with patch.object(timezone, "now", lambda moment=moment: moment), transaction.atomic():
            sessions = store(played)
            for session in sessions:
                settle_session(session.pk)
            paid = Transfer.objects.filter(settlement__session__in=sessions[::10])
            for transfer in paid.select_related("payee__user"):
                amount = transfer.open_amount
                assert receive(Caller(transfer.payee.user), transfer.pk, amount) is None


def _urls(club: Club) -> dict[str, str]:
    """Return the addresses of the ledger's pages and files."""
    accounts = Account.objects.filter(club=club, user__isnull=False).order_by("user")
    one, other = accounts.values_list("pk", flat=True)[:2]
    at_club = [club.slug]
    statement = f"{reverse('statements')}?account={one}"
    return {
        "statement, a year": f"{statement}&period=all",
        "statement, last page": f"{statement}&period=all&page=999",
        "statement, a month": f"{statement}&period=month",
        "statement to print": f"{reverse('statement_print')}?account={one}&period=all",
        "player by player": f"{reverse('statement_between')}?account={one}",
        "head to head": f"{reverse('statement_between')}?account={one}&other={other}",
        "club accounts": reverse("club_accounts", args=at_club),
        "open payments": f"{reverse('club_open', args=at_club)}?currency=EUR",
        "season chart": f"{reverse('club_money_season', args=at_club)}?currency=EUR",
        "settlements": reverse("club_settlements", args=at_club),
        "settlement proposal": f"{reverse('club_settle', args=at_club)}?currency=EUR&list=all",
        "between two": f"{reverse('club_between', args=at_club)}?currency=EUR&one={one}"
        f"&other={other}",
        "statement as CSV": f"{reverse('statement_csv')}?account={one}&period=all",
        "accounts as CSV": reverse("club_accounts_csv", args=at_club),
    }


def _settlement(club: Club, users: list[User], deals: int) -> Cost:
    """Return the cost of settling a session of this number of deals."""
    sessions = iter(
        [
            finished_session(
                users, *[(3, -1, -1, -1)] * deals, club=club, stake_minor=50, currency="EUR"
            )
            for _ in range(RUNS)
        ]
    )

    def settle() -> int:
        """Settle the next session."""
        settle_session(next(sessions).pk)
        return 0

    return cost_of(settle)


def _audit(count: int) -> list[str]:
    """Audit the ledger of this number of sessions; return whether it took too long."""
    # In a separate process, so that only the audit's memory is measured.
    slow = slowness()
    done = subprocess.run(
        [sys.executable, "-c", AUDIT], check=True, stdout=subprocess.PIPE, text=True
    )
    *said, seconds = done.stdout.splitlines()
    of_target = float(seconds) / slow * TARGET_SESSIONS / count
    print(
        *said,
        f"audit {float(seconds):.1f} s of CPU time on a core slower by {slow:.1f};"
        f" {of_target:.0f} s of an idle core for {TARGET_SESSIONS} sessions\n",
        sep="\n",
        flush=True,
    )
    late = f"{of_target:.0f} s for the audit are more than the target of {TARGET_SECONDS} s"
    return [late] * (of_target > TARGET_SECONDS)
