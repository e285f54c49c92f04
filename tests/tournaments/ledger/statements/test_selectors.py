"""Arithmetic of statements: opening, lines and closing always match."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.caller import Caller
from accounts.models import User
from tests.agreements import agreed
from tests.tournaments.ledger.corrections.rows import correct
from tests.tournaments.ledger.evening import (
    account_of,
    balance_of,
    evening,
    pay,
    settled,
    transfer_of,
)
from tournaments.ledger.book.models import Account, Posting, PostingLine
from tournaments.ledger.payments.services import waive
from tournaments.ledger.statements import selectors
from tournaments.ledger.statements.selectors import Sums

pytestmark = pytest.mark.django_db
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.every_database
def test_the_sums_of_an_evening_are_split_by_kind(evening):
    crew = evening.crew
    mei = account_of(crew.member, crew.club)
    whole = selectors.span(mei.pk, None, None)
    assert (whole.opening, whole.closing, whole.count) == (0, 800, 2)
    assert whole.sums == Sums(won=1000, received=-200)
    olga = selectors.span(account_of(crew.owner, crew.club).pk, None, None)
    assert olga.sums == Sums(lost=-600, paid=200)


def test_corrections_and_waivers_are_summed_separately(evening):
    crew = evening.crew
    nets = {0: 26, 1: -18, 2: -8}
    correct(Caller(crew.owner), evening.session.pk, nets, "miscounted")
    assert waive(Caller(crew.member), transfer_of(crew.owner, crew.member).pk, 100) is None
    span = selectors.span(account_of(crew.member, crew.club).pk, None, None)
    assert span.sums == Sums(won=1000, corrected=300, received=-200, waived=-100)
    assert span.closing == 1000


@pytest.mark.every_database
def test_every_line_is_counted_in_exactly_one_sum(evening):
    crew = evening.crew
    correct(Caller(crew.owner), evening.session.pk, {0: 1, 1: 2, 2: -3}, "all")
    for account in Account.objects.all():
        span = selectors.span(account.pk, None, None)
        assert span.opening + sum(span.sums) == span.closing == balance_of(account)


def test_a_line_at_the_start_of_a_period_is_included(evening):
    mei = account_of(evening.crew.member, evening.crew.club)
    first = mei.lines.get(number=1).posting.at
    second = mei.lines.get(number=2).posting.at
    assert selectors.span(mei.pk, first, second).count == 1
    assert selectors.span(mei.pk, second, None).opening == 1000
    assert selectors.span(mei.pk, None, first).count == 0
    assert selectors.span(mei.pk, second + timedelta(seconds=1), None).closing == 800


def write_lines(account: Account, other: Account, amounts: list[int], minutes: list[int]) -> None:
    """Write lines with these amounts, some minutes after the start; clocks may go back."""
    lines, postings = [], []
    balance = 0
    agreements = agreed("session", 1, [account.user, other.user], "HKD")
    own, others = ({"needs_agreement": True, "agreement": each} for each in agreements)
    for number, (amount, minute) in enumerate(zip(amounts, minutes, strict=True), 1):
        balance += amount
        key = f"made-{number}"
        lines += [
            PostingLine(
                posting_id=key, account=account, amount=amount, number=number, after=balance, **own
            ),
            PostingLine(
                posting_id=key,
                account=other,
                amount=-amount,
                number=number,
                after=-balance,
                **others,
            ),
        ]
        postings.append(
            Posting(
                key=key,
                kind=Posting.Kind.PAYMENT if number % 2 else Posting.Kind.WAIVER,
                at=BEGAN + timedelta(minutes=minute),
                currency="HKD",
            )
        )
    PostingLine.objects.bulk_create(lines)
    # Set the time here, not when the row is written.
    field = Posting._meta.get_field("at")
    field.auto_now_add = False
    try:
        Posting.objects.bulk_create(postings)
    finally:
        field.auto_now_add = True


class TestRandomLines(TestCase):
    @settings(deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        amounts=st.lists(st.integers(-(10**9), 10**9).filter(bool), min_size=1, max_size=25),
        seed=st.integers(0, 10**6),
        is_orderly=st.booleans(),
    )
    def test_the_opening_balance_and_lines_add_up_to_the_closing_balance(
        self, amounts, seed, is_orderly
    ):
        rng = random.Random(seed)
        minutes = [rng.randrange(60) for _ in amounts]
        if is_orderly:
            minutes.sort()
        ann, bob = (User.objects.create_user(name) for name in ("ann", "bob"))
        account, other = (
            Account.objects.create(kind="person", user=user, currency="HKD") for user in (ann, bob)
        )
        write_lines(account, other, amounts, minutes)
        cuts = [BEGAN + timedelta(minutes=each) for each in sorted(rng.sample(range(-1, 62), 3))]
        spans = [
            selectors.span(account.pk, start, end)
            for start, end in zip([None, *cuts], [*cuts, None], strict=True)
        ]
        at = 0
        for span in spans:
            assert span.opening + sum(span.sums) == span.closing
            found = selectors.statement_rows(account.pk, span.before, span.last).rows
            assert [row.number for row in found] == list(range(span.before + 1, span.last + 1))
            assert span.opening + sum(row.amount for row in found) == span.closing
            if found:
                assert found[-1].after == span.closing
            # Adjacent periods cover everything exactly once.
            assert (span.before, span.opening) == (at, sum(amounts[:at]))
            at = span.last
        assert spans[-1].last == len(amounts)
        if is_orderly:
            inside = selectors.span(account.pk, cuts[0], cuts[1])
            assert inside.count == sum(
                cuts[0] <= BEGAN + timedelta(minutes=m) < cuts[1] for m in minutes
            )


def test_rows_name_their_session_or_payment(evening):
    crew = evening.crew
    mei = account_of(crew.member, crew.club)
    found = selectors.statement_rows(mei.pk, 0, 2)
    session, payment = found.rows
    assert session.settlement is not None
    assert session.settlement.played == 2
    assert session.settlement.table_slug == evening.session.table.slug
    assert set(found.names[session.settlement.pk].values()) == {"mei", "olga", "oscar"}
    assert payment.payment is not None
    assert found.others[payment.payment.payer_id].user == crew.owner
    assert mei.pk not in found.others


def test_a_reversal_names_the_settlement_it_reverses(evening):
    crew = evening.crew
    correct(Caller(crew.owner), evening.session.pk, {0: 1, 1: 2, 2: -3}, "all")
    mei = account_of(crew.member, crew.club)
    found = selectors.statement_rows(mei.pk, 2, 4)
    taken_back, anew = found.rows
    assert (taken_back.kind, anew.kind) == ("reversal", "settlement")
    assert taken_back.settlement.number == 1
    assert (anew.settlement.number, anew.settlement.reason) == (2, "all")
    assert set(found.names) == {taken_back.settlement.pk, anew.settlement.pk}


@pytest.mark.every_database
def test_accounts_are_listed_with_the_latest_change_first(evening):
    crew = evening.crew
    settled([crew.member, crew.stranger], (3, -3))
    listed = selectors.accounts_of(crew.member)
    assert [(each.club_id, each.currency) for each in listed] == [
        (None, ""),
        (crew.club.pk, "HKD"),
    ]
    assert selectors.sibling_accounts(listed[1]) == [listed[1]]


@pytest.mark.every_database
def test_a_balance_over_time_has_a_point_for_each_line(evening):
    mei = account_of(evening.crew.member, evening.crew.club)
    slug = evening.session.settlements.get().slug
    points = selectors.balance_rows(mei.pk, 0, 2)
    assert [each[1:] for each in points] == [(1000, "settlement", slug), (800, "payment", slug)]


def test_statement_queries_do_not_grow_with_the_number_of_lines(django_assert_max_num_queries, db):
    made = evening()
    crew = made.crew
    mei = account_of(crew.member, crew.club)
    with django_assert_max_num_queries(4):
        selectors.statement_rows(mei.pk, 0, 2)
    for _ in range(12):
        settled([crew.member, crew.owner], (2, -2), club=crew.club, stake_minor=50, currency="HKD")
    pay(crew.owner, crew.member, 200)
    with django_assert_max_num_queries(4):
        assert len(selectors.statement_rows(mei.pk, 0, 99).rows) == 15
    with django_assert_max_num_queries(3):
        selectors.span(mei.pk, timezone.now() - timedelta(days=1), timezone.now())
