"""Agreements: no user owes without one, or more than its maximum."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.caller import Caller
from games.agreements.models import Agreement
from games.agreements.terms import digest_of
from games.common.denials import Denial
from tests.agreements import agreed
from tests.tournaments.ledger.debts import balance
from tests.tournaments.rows import finished_session, members
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.audit.sentences import fault_texts
from tournaments.ledger.book.holders import HOUSE, named_holder, user_holder
from tournaments.ledger.book.models import Account, Posting, PostingLine
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.payments.services import receive
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.pending.services import (
    accept_result,
    decline_result,
    lapse_results,
    terms_of_result,
)
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.services import settle_session, settle_winnings
from tournaments.ledger.settling.settlement import pairwise_debts, transfers
from tournaments.ledger.settling.winnings import Party, Winnings

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return members("ann", "bob", "cy")


@pytest.fixture
def session(people):
    """Return a session: Ann wins 30 euro cents from Bob and 10 from Cy, without agreements."""
    made = finished_session(people, (40, -30, -10), stake_minor=1, currency="EUR", max_loss=None)
    agreed("session", made.pk, people[:2], "EUR")
    settle_session(made.pk)
    return made


def pending_result() -> PendingResult:
    return PendingResult.objects.get()


def accept(user, row: PendingResult | None = None) -> Denial | None:
    row = row or pending_result()
    return accept_result(Caller(user), row.pk, terms=digest_of(terms_of_result(row)))


def faults() -> list[str]:
    return [text for found in faults_of(AuditScope()) for text in fault_texts(found)]


def balances(users) -> list[int]:
    return [balance(user) for user in users]


def test_a_player_who_did_not_agree_owes_nothing_and_has_a_pending_result(session, people):
    assert balances(people) == [30, -30, 0]
    assert [each.amount for each in Transfer.objects.all()] == [30]
    row = pending_result()
    assert (row.user, row.amount, row.points) == (people[2], -10, -10)
    assert row.parts == [{"user": people[0].pk, "name": "ann", "amount": 10}]


def test_a_player_who_accepts_later_owes_from_then_on(session, people):
    assert accept(people[2]) is None
    assert balances(people) == [40, -30, -10]
    assert [each.amount for each in Transfer.objects.order_by("pk")] == [30, 10]
    assert not pending_result().is_open
    newest = Settlement.objects.latest("pk")
    assert (newest.number, newest.is_acceptance, newest.reason) == (2, True, "")
    given = pending_result().agreement
    assert (given.user, given.given, given.max_loss) == (people[2], "result", 10)
    assert accept(people[2]).code == LedgerCode.RESULT_ANSWERED


def test_a_result_can_only_be_accepted_on_the_terms_shown(session, people):
    answer = accept_result(Caller(people[2]), pending_result().pk, terms="another")
    assert answer.code == LedgerCode.RESULT_CHANGED
    assert accept_result(Caller(people[2]), pending_result().pk).code == LedgerCode.RESULT_CHANGED
    assert balances(people) == [30, -30, 0]


def test_users_cannot_answer_for_each_other(session, people):
    for other in people[:2]:
        assert accept(other).code == LedgerCode.NO_RESULT
        assert decline_result(Caller(other), pending_result().pk).code == LedgerCode.NO_RESULT
    assert pending_result().is_open


def test_a_declined_result_is_not_owed_and_cannot_be_accepted(session, people):
    assert decline_result(Caller(people[2]), pending_result().pk) is None
    assert accept(people[2]).code == LedgerCode.RESULT_ANSWERED
    assert balances(people) == [30, -30, 0]


def test_an_unanswered_result_lapses_at_its_deadline(session, people):
    assert lapse_results() == []
    PendingResult.objects.update(lapses_at=timezone.now())
    assert accept(people[2]).code == LedgerCode.RESULT_ANSWERED
    assert [row.user for row in lapse_results()] == [people[2]]
    assert lapse_results() == []
    assert balances(people) == [30, -30, 0]


@pytest.mark.every_database
@pytest.mark.parametrize("answer", [None, accept, decline_result])
def test_the_audit_finds_no_fault_with_a_pending_or_answered_result(session, people, answer):
    # The session's deals are rows without actions.
    unreadable = faults()
    if answer is accept:
        accept(people[2])
    elif answer is not None:
        answer(Caller(people[2]), pending_result().pk)
    assert faults() == unreadable
    assert all("can’t be replayed" in text for text in unreadable)


def test_a_player_who_would_lose_more_than_their_maximum_owes_nothing(people):
    made = finished_session(people, (40, -30, -10), stake_minor=1, currency="EUR", max_loss=29)
    settle_session(made.pk)
    assert balances(people) == [10, 0, -10]
    assert pending_result().user == people[1]


def test_a_player_can_lose_exactly_their_maximum(people):
    made = finished_session(people, (40, -30, -10), stake_minor=1, currency="EUR", max_loss=30)
    settle_session(made.pk)
    assert balances(people) == [40, -30, -10]


def test_a_withdrawn_agreement_covers_nothing(people):
    made = finished_session(people, (40, -30, -10), stake_minor=1, currency="EUR")
    Agreement.objects.filter(user=people[1]).update(withdrawn_at=timezone.now())
    settle_session(made.pk)
    assert balances(people) == [10, 0, -10]


def test_an_agreement_to_another_session_covers_nothing(people):
    made = finished_session(people, (40, -30, -10), stake_minor=1, currency="EUR", max_loss=None)
    agreed("session", made.pk + 1, people, "EUR")
    agreed("event", made.pk, people, "EUR")
    settle_session(made.pk)
    assert balances(people) == [0, 0, 0]
    assert PendingResult.objects.count() == 3


def test_the_newest_agreement_counts(people):
    made = finished_session(people, (40, -30, -10), stake_minor=1, currency="EUR", max_loss=29)
    agreed("session", made.pk, [people[1]], "EUR", max_loss=30)
    settle_session(made.pk)
    assert balances(people) == [40, -30, -10]


def test_points_need_no_agreement(people):
    made = finished_session(people, (40, -30, -10))
    settle_session(made.pk)
    assert sorted(line.amount for line in PostingLine.objects.all()) == [-30, -10, 40]
    assert not PendingResult.objects.exists()


def test_payment_lines_refer_to_the_agreement_of_the_debt_they_pay(people):
    made = finished_session(people, (40, -30, -10), stake_minor=1, currency="EUR")
    settle_session(made.pk)
    due = Transfer.objects.get(payer__user=people[1])
    assert receive(Caller(people[0]), due.pk, 30) is None
    lines = PostingLine.objects.filter(posting__kind="payment")
    assert {line.agreement.user: line.amount for line in lines} == {people[0]: -30, people[1]: 30}


@pytest.fixture
def club(people):
    made = Club.objects.create(name="Harbour Club")
    for user, role in zip(people, ("owner", "member", "member"), strict=True):
        Membership.objects.create(club=made, user=user, role=role)
    return made


def of_event(club, points) -> Winnings:
    """Return the result of an event at one euro cent a point; pairs are (loser, winner)."""
    return Winnings(
        source=Settlement.Source.EVENT,
        source_id=7,
        club_id=club.pk,
        currency="EUR",
        stake_minor=1,
        parties=tuple(Party(each, each.name or f"p{each.user_id}") for each in points),
        points=tuple(points.values()),
        pairs={
            (each.payer, each.payee): each.amount
            for each in transfers(dict(enumerate(points.values())))
        },
    )


def test_an_agreement_on_behalf_of_a_named_player_covers_their_loss(people, club):
    winnings = of_event(club, {user_holder(people[1].pk): 20, named_holder("Auntie"): -20})
    agreed("event", 7, [people[1]], "EUR")
    agreed("event", 7, ["Auntie"], "EUR", max_loss=20)
    settle_winnings(winnings)
    assert balance(people[1]) == 20
    line = PostingLine.objects.get(account__name="Auntie")
    assert (line.amount, line.agreement.answers_for) == (-20, "Auntie")


def test_the_unagreed_result_of_a_named_player_waits_for_an_organizer(people, club, monkeypatch):
    winnings = of_event(club, {user_holder(people[1].pk): 20, named_holder("Auntie"): -20})
    monkeypatch.setattr(
        "tournaments.ledger.pending.services.links.event_winnings", lambda number: winnings
    )
    told = []
    monkeypatch.setattr(
        "tournaments.ledger.pending.services.links.event_result_accepted", told.append
    )
    agreed("event", 7, [people[1]], "EUR")
    settle_winnings(winnings)
    row = PendingResult.objects.get(user=None)
    assert accept(people[1], row).code == LedgerCode.NO_RESULT
    assert accept(people[0], row) is None
    assert balance(people[1]) == 20
    assert row.name == "Auntie"
    assert told == [7]


def test_the_house_needs_no_agreement(people, club):
    agreed("event", 7, [people[1]], "EUR")
    settle_winnings(of_event(club, {user_holder(people[1].pk): 20, HOUSE: -20}))
    assert balance(people[1]) == 20
    assert PostingLine.objects.get(account__kind="house").agreement is None


def test_a_correction_above_the_maximum_makes_the_result_pending(people, club):
    agreed("event", 7, people[:2], "EUR", max_loss=20)
    settle_winnings(of_event(club, {user_holder(people[0].pk): 20, user_holder(people[1].pk): -20}))
    more = of_event(club, {user_holder(people[0].pk): 21, user_holder(people[1].pk): -21})
    settle_winnings(more, made_by=people[0], reason="Miscounted.")
    assert balances(people[:2]) == [0, 0]
    assert pending_result().amount == -21
    less = of_event(club, {user_holder(people[0].pk): 15, user_holder(people[1].pk): -15})
    settle_winnings(less, made_by=people[0], reason="Counted again.")
    assert balances(people[:2]) == [15, -15]
    assert not PendingResult.objects.exists()


def test_a_session_with_a_pending_result_cannot_be_corrected(people, club):
    made = finished_session(
        people, (40, -30, -10), club=club, stake_minor=1, currency="EUR", max_loss=29
    )
    settle_session(made.pk)
    answer = correct_session(Caller(people[0]), made.pk, {0: 10, 1: -5, 2: -5}, "Miscounted.")
    assert answer.code == LedgerCode.RESULT_WAITS


# --- The database


def write_posting(*lines: tuple[Account, int, Agreement | None], kind="settlement") -> None:
    """Return a posting with these lines, continuing each account."""
    with transaction.atomic():
        for account, amount, agreement in lines:
            before = account.lines.order_by("-number").first()
            PostingLine.objects.create(
                posting_id="made-up",
                account=account,
                amount=amount,
                number=1 if before is None else before.number + 1,
                after=amount + (before.after if before else 0),
                needs_agreement=agreement is not None,
                agreement=agreement,
            )
        Posting.objects.create(key="made-up", kind=kind, currency="EUR")
        # Force deferred constraints: tests are rolled back, not committed.
        connection.check_constraints()
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.fixture
def held(people):
    """Return two accounts with agreements to maximums of 20 and 30."""
    accounts = [
        Account.objects.create(kind="person", user=user, currency="EUR") for user in people[:2]
    ]
    agreements = [
        *agreed("session", 1, people[:1], "EUR", max_loss=20),
        *agreed("session", 1, people[1:2], "EUR", max_loss=30),
    ]
    return accounts, agreements


@pytest.mark.every_database
def test_the_database_accepts_lines_with_agreements(held):
    (ann, bob), (of_ann, of_bob) = held
    write_posting((ann, -20, of_ann), (bob, 20, of_bob))


@pytest.mark.every_database
def test_the_database_refuses_a_money_line_without_an_agreement(held):
    (ann, bob), (of_ann, _of_bob) = held
    with pytest.raises(DatabaseError):
        write_posting((ann, -20, of_ann), (bob, 20, None))


@pytest.mark.every_database
def test_the_database_refuses_a_line_with_another_users_agreement(held):
    (ann, bob), (of_ann, of_bob) = held
    with pytest.raises(DatabaseError):
        write_posting((ann, -20, of_bob), (bob, 20, of_ann))


@pytest.mark.every_database
def test_the_database_refuses_a_loss_above_the_maximum(held):
    (ann, bob), (of_ann, of_bob) = held
    with pytest.raises(DatabaseError):
        write_posting((ann, -21, of_ann), (bob, 21, of_bob))


@pytest.mark.every_database
def test_the_database_refuses_a_line_that_lacks_the_agreement_it_needs(held):
    (ann, _bob), _agreements = held
    with pytest.raises(DatabaseError), transaction.atomic():
        PostingLine.objects.create(
            posting_id="made-up", account=ann, amount=1, number=1, after=1, needs_agreement=True
        )


@pytest.mark.every_database
def test_the_database_refuses_to_change_or_delete_agreements(held):
    _accounts, (of_ann, _of_bob) = held
    for change in ({"max_loss": 10**6}, {"currency": "GBP"}, {"user": None}, {"given": "before"}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Agreement.objects.filter(pk=of_ann.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_agreement")
    Agreement.objects.filter(pk=of_ann.pk).update(withdrawn_at=timezone.now())


@pytest.mark.every_database
def test_the_audit_counts_lines_from_before_agreements_separately(people):
    made = finished_session(people, (40, -30, -10), stake_minor=1, currency="EUR", max_loss=None)
    Agreement.objects.bulk_create(
        Agreement(user=user, subject="session", subject_id=made.pk, currency="EUR", given="before")
        for user in people
    )
    settle_session(made.pk)
    scope = AuditScope()
    list(faults_of(scope))
    assert scope.before_agreements == 3
    assert balances(people) == [40, -30, -10]


# --- Leaving players out

HOLDERS = [user_holder(1), user_holder(2), user_holder(3), named_holder("Auntie"), HOUSE]


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda pair: pair[0] != pair[1]),
        st.integers(1, 500),
    ),
    st.sets(st.sampled_from(HOLDERS[:4])),
    st.dictionaries(st.integers(0, 3), st.integers(1, 500)),
    st.dictionaries(st.integers(0, 3), st.integers(1, 500)),
    st.integers(0, 3),
)
def test_leaving_players_out_keeps_the_zero_sum_and_the_other_players_debts(
    pairs, left_out, fees, prizes, stake
):
    points = [0] * len(HOLDERS)
    for (payer, payee), paid in pairs.items():
        points[payer] -= paid
        points[payee] += paid
    whole = Winnings(
        source=Settlement.Source.EVENT,
        source_id=1,
        club_id=1,
        currency="EUR",
        stake_minor=stake,
        parties=tuple(Party(holder) for holder in HOLDERS),
        points=tuple(points),
        pairs=pairs,
        fees=fees,
        prizes=prizes,
    )
    rest = whole.without(left_out)
    assert sum(rest.points) == 0
    for part in zip(*rest.results_by_holder().values(), strict=True):
        assert sum(part) == 0
    assert sum(rest.amounts_by_holder().values()) == 0
    # Pair by pair, fees and prizes included, the debts add up to the amounts.
    pairwise_debts(rest.amounts_by_holder(), [rest.debts_by_holder()])
    assert not left_out & set(rest.by_holder())
    assert rest.debts_by_holder() == {
        pair: paid for pair, paid in whole.debts_by_holder().items() if not left_out & set(pair)
    }
    for holder in left_out:
        assert sum(whole.parts_of(holder).values()) == -whole.amounts_by_holder()[holder]


@pytest.fixture
def dependent_results(people):
    """Return a session: Bob lost 40 to Ann and won 10 from Cy; only Ann had agreed.

    Without Cy's 10, Bob would lose more than his whole result of 30.
    """
    made = finished_session(
        people, (40, -40, 0), (0, 10, -10), stake_minor=1, currency="EUR", max_loss=None
    )
    agreed("session", made.pk, people[:1], "EUR")
    return made


def unreadable_only() -> bool:
    """Return whether the audit finds only that the deals, which are rows, cannot be replayed."""
    return all("can’t be replayed" in text for text in faults())


@pytest.mark.parametrize("first", [1, 2])
def test_a_player_who_accepted_is_not_asked_again_while_another_player_has_to_accept(
    dependent_results, people, first
):
    settle_session(dependent_results.pk)
    for at in (first, 3 - first):
        assert unreadable_only()
        assert accept(people[at], PendingResult.objects.get(user=people[at])) is None
        assert not PendingResult.objects.filter(PendingResult.OPEN, user=people[at]).exists()
    assert balances(people) == [40, -30, -10]
    assert unreadable_only()


def test_a_declined_result_is_not_owed_once_the_other_player_accepts(dependent_results, people):
    # Bob's earlier agreement covers his whole result, but not what he lost to Ann alone.
    agreed("session", dependent_results.pk, people[1:2], "EUR", max_loss=30)
    settle_session(dependent_results.pk)
    assert decline_result(Caller(people[1]), PendingResult.objects.get(user=people[1]).pk) is None
    assert accept(people[2], PendingResult.objects.get(user=people[2])) is None
    assert balances(people) == [0, 0, 0]
    assert unreadable_only()


def test_declining_after_accepting_is_impossible(dependent_results, people):
    settle_session(dependent_results.pk)
    row = PendingResult.objects.get(user=people[1])
    assert accept(people[1], row) is None
    assert decline_result(Caller(people[1]), row.pk).code == LedgerCode.RESULT_ANSWERED
