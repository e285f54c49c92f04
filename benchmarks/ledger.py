"""Cost of the pages of a large ledger: ``python -m benchmarks.ledger``.

Builds a club of 200 members with 50,000 postings (``--postings``) in a test database; one member
has a line in every tenth posting. For each page prints the server time with the test client (best
of several), its CPU time, which other work on the machine does not lengthen, and the number of
queries. Exits with an error if a page takes more than 150 ms of CPU time. Then settles sessions in
the same ledger.
"""

import argparse
import contextlib
import os
import random
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

import django
from django.utils import timezone

MEMBERS: Final = 200
POSTINGS: Final = 50_000
#: One posting in every PAYMENT_EVERY is a payment of the settlement before it.
PAYMENT_EVERY: Final = 5
#: The member whose statement is read has a line in one posting in every LINE_EVERY.
LINE_EVERY: Final = 10
CHUNK: Final = 1_000
TIMES: Final = 7
MAX_MS: Final = 150.0


class Book:
    """Rows of a ledger, as the services would write them; written in chunks."""

    def __init__(self, club: Any, users: list[Any], postings: int) -> None:
        from tournaments.ledger.book.models import Account

        self.club = club
        self.postings = postings
        self.random = random.Random(7)
        Account.objects.bulk_create(
            Account(kind="person", user=each, club=club, currency="HKD") for each in users
        )
        self.accounts = list(Account.objects.filter(club=club).order_by("pk"))
        self.numbers = dict.fromkeys(self.accounts, 0)
        self.balances = dict.fromkeys(self.accounts, 0)

    def lines(self, key: str, amounts: dict[Any, int]) -> Iterator[Any]:
        """Yield the lines of a posting, and update the accounts' balances."""
        from tournaments.ledger.book.models import PostingLine

        for account, amount in amounts.items():
            self.numbers[account] += 1
            self.balances[account] += amount
            yield PostingLine(
                posting_id=key,
                account=account,
                amount=amount,
                number=self.numbers[account],
                after=self.balances[account],
            )

    def write(self) -> None:
        """Write all postings, dated over a year, with the rows that they belong to."""
        done = 0
        while done < self.postings:
            done += self.write_chunk(done, min(CHUNK, self.postings - done))

    def write_chunk(self, first: int, count: int) -> int:
        """Write `count` postings, the first with number `first`; return `count`."""
        from django.db import transaction

        from games.rules.ruleset.rule_set import RuleSet
        from games.tables.models import Session, Table
        from tournaments.ledger.book import models
        from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer

        options, now = RuleSet.make("pagat").to_options(), timezone.now()
        stake = {"stake_minor": 50, "currency": "HKD"}
        is_payment = [at % PAYMENT_EVERY == PAYMENT_EVERY - 1 for at in range(count)]
        sessions = is_payment.count(False)
        tables = Table.objects.bulk_create(
            Table(rules=options, phase="finished", club=self.club.pk, joining="members", **stake)
            for _ in range(sessions)
        )
        played = iter(
            Session.objects.bulk_create(
                Session(table=each, rules=options, deals_planned=5, status="finished", **stake)
                for each in tables
            )
        )
        hero, others = self.accounts[0], self.accounts[1:]
        lines: list[Any] = []
        postings, settled, paid = [], [], []
        last: Any = None
        for at in range(count):
            posted_at = now - timedelta(minutes=10 * (self.postings - first - at))
            if is_payment[at]:
                paid.append((last, posted_at))
                continue
            four = self.random.sample(others, 4)
            if (first + at) // LINE_EVERY != (first + at - 1) // LINE_EVERY:
                four[0] = hero
            points = [self.random.randrange(1, 40) for _ in range(3)]
            nets = dict(zip(four, [-sum(points), *points], strict=True))
            session = next(played)
            key = f"session-{session.pk}-1"
            amounts = {account: 50 * net for account, net in nets.items()}
            lines += self.lines(key, amounts)
            postings.append(
                models.Posting(
                    key=key, kind="settlement", club=self.club, currency="HKD", at=posted_at
                )
            )
            last = Settlement(
                source="session", session=session, club=self.club, stake_minor=50,
                currency="HKD", terms={"played": 5}, posting_id=key, created_at=posted_at,
            )  # fmt: skip
            settled.append((last, nets))
        with transaction.atomic():
            models.PostingLine.objects.bulk_create(lines)
            with dated(models.Posting, "at"), dated(Settlement, "created_at"):
                models.Posting.objects.bulk_create(postings)
                Settlement.objects.bulk_create(each for each, _nets in settled)
            Balance.objects.bulk_create(
                Balance(
                    settlement=each,
                    account=account,
                    name=account.user.username,
                    points=net,
                    amount=50 * net,
                )
                for each, nets in settled
                for account, net in nets.items()
            )
            transfers = []
            for each, nets in settled:
                payer, *payees = nets
                for payee in payees:
                    due = {
                        "settlement": each,
                        "payer": payer,
                        "payee": payee,
                        "amount": 50 * nets[payee],
                    }
                    transfers.append((Debt(**due), Transfer(**due, open_amount=50 * nets[payee])))
            Debt.objects.bulk_create(debt for debt, _transfer in transfers)
            for _debt, transfer in transfers:
                # Most settlements are paid; those of the last five days are open.
                if transfer.settlement.created_at < now - timedelta(days=5):
                    transfer.open_amount = 0
            Transfer.objects.bulk_create(transfer for _debt, transfer in transfers)
            self.pay(paid)
        return count

    def pay(self, paid: list[tuple[Any, Any]]) -> None:
        """Write a confirmed payment of the first transfer of each settlement."""
        from tournaments.ledger.book import models
        from tournaments.ledger.payments.models import Payment

        lines: list[Any] = []
        postings, payments = [], []
        for settlement, posted_at in paid:
            transfer = settlement.transfers.select_related("payer", "payee").first()
            key = f"paid-{transfer.pk}"
            lines += self.lines(
                key, {transfer.payer: transfer.amount, transfer.payee: -transfer.amount}
            )
            postings.append(
                models.Posting(
                    key=key, kind="payment", club=self.club, currency="HKD", at=posted_at
                )
            )
            payments.append(
                Payment(
                    transfer=transfer,
                    amount=transfer.amount,
                    paid_on=posted_at.date(),
                    status="confirmed",
                    claimed_by_id=transfer.payer.user_id,
                    posting_id=key,
                )
            )
        models.PostingLine.objects.bulk_create(lines)
        with dated(models.Posting, "at"):
            models.Posting.objects.bulk_create(postings)
        Payment.objects.bulk_create(payments)


@contextlib.contextmanager
def dated(model: Any, name: str) -> Iterator[None]:
    """Keep the given dates of new rows: switch off the field's `auto_now_add`."""
    field = model._meta.get_field(name)
    field.auto_now_add = False
    try:
        yield
    finally:
        field.auto_now_add = True


def measure(postings: int) -> None:
    """Write the ledger, read all its pages and print their cost."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from accounts.caller import Caller
    from accounts.models import User
    from tournaments.clubs.models import Club, Membership
    from tournaments.clubs.services import club as club_services
    from tournaments.ledger.book.models import PostingLine

    owner = User.objects.create_user("owner")
    club = club_services.create(Caller(owner), name="Large", currency="HKD", stake_minor=50)
    assert isinstance(club, Club), club
    users = User.objects.bulk_create(User(username=f"player{n}") for n in range(MEMBERS))
    Membership.objects.bulk_create(Membership(club=club, user=each) for each in users)
    began = time.perf_counter()
    book = Book(club, users, postings)
    book.write()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    lines = PostingLine.objects.filter(account=book.accounts[0]).count()
    print(
        f"{postings} postings written in {time.perf_counter() - began:.0f} s,"
        f" {lines} lines of one account"
    )

    one, other = book.accounts[0].pk, book.accounts[1].pk
    at_club = [club.slug]
    between = reverse("club_between", args=at_club)
    pages = {
        "statement, a year": f"{reverse('statements')}?account={one}&period=all",
        "statement, last page": f"{reverse('statements')}?account={one}&period=all&page=999",
        "statement, a month": f"{reverse('statements')}?account={one}&period=month",
        "statement to print": f"{reverse('statement_print')}?account={one}&period=all",
        "player by player": f"{reverse('statement_between')}?account={one}",
        "head to head": f"{reverse('statement_between')}?account={one}&other={other}",
        "club accounts": reverse("club_accounts", args=at_club),
        "open payments": f"{reverse('club_open', args=at_club)}?currency=HKD",
        "season chart": f"{reverse('club_money_season', args=at_club)}?currency=HKD",
        "settlements": reverse("club_settlements", args=at_club),
        "settlement proposal": f"{reverse('club_settle', args=at_club)}?currency=HKD&list=all",
        "between two": f"{between}?currency=HKD&one={one}&other={other}",
    }
    files = {
        "statement as CSV": f"{reverse('statement_csv')}?account={one}&period=all",
        "accounts as CSV": reverse("club_accounts_csv", args=at_club),
    }
    client = Client()
    client.force_login(owner)
    slow = []
    for name, url in (pages | files).items():
        took, worked = [], []
        for _ in range(TIMES):
            began, before = time.perf_counter(), time.process_time()
            answer = client.get(url)
            worked.append(1000 * (time.process_time() - before))
            took.append(1000 * (time.perf_counter() - began))
            assert answer.status_code == 200, (url, answer.status_code)
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        ms = min(worked)
        if "--sql" in sys.argv:
            for each in sorted(queries.captured_queries, key=lambda q: -float(q["time"]))[:3]:
                print("   ", each["time"], each["sql"][:1500])
        size = len(answer.content) / 1024
        print(
            f"{name:22}{min(took):6.0f} ms, {ms:4.0f} CPU-ms,"
            f" {len(queries):3} queries, {size:6.0f} KB",
            flush=True,
        )
        if name in pages and ms > MAX_MS:
            slow.append(name)
    settle_sessions(club, users)
    if slow:
        sys.exit(f"more than {MAX_MS:.0f} ms: {', '.join(slow)}")


def settle_sessions(club: Any, users: list[Any]) -> None:
    """Settle a session of few deals and one of many in the same ledger; print the cost."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tests.tournaments.rows import finished_session
    from tournaments.ledger.settling.services import settle_session

    for deals in (2, 50):
        session = finished_session(
            users[:4], *[(3, -1, -1, -1)] * deals, club=club, stake_minor=50, currency="HKD"
        )
        with CaptureQueriesContext(connection) as queries:
            began = time.perf_counter()
            settle_session(session.pk)
            ms = 1000 * (time.perf_counter() - began)
        print(f"session of {deals:2} deals settled in {ms:.0f} ms, {len(queries)} queries")


def main() -> None:
    """Measure in a temporary test database."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ledger", description=__doc__)
    parser.add_argument("--postings", type=int, default=POSTINGS)
    postings = parser.parse_args().postings
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_test_environment, teardown_test_environment

    # Plain static file names: collecting files is part of a deployment.
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    with contextlib.ExitStack() as stack:
        setup_test_environment()
        stack.callback(teardown_test_environment)
        name = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0)
        stack.callback(connection.creation.destroy_test_db, str(name), 0)
        measure(postings)


if __name__ == "__main__":
    main()
