"""The audit: finds nothing in a correct ledger, and exactly the alterations in a wrong one."""

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from threading import Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.tables.models import Action, Deal, Session
from tests.agreements import settle_agreed
from tests.tournaments.honest import honest_session
from tests.tournaments.ledger.history import Book, mixed
from tests.tournaments.rows import finished_session, members
from tournaments.ledger import links, tasks
from tournaments.ledger.audit.clubs import check_clubs
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.models import AuditRun
from tournaments.ledger.audit.payments import check_payments
from tournaments.ledger.audit.run import KEPT_RUNS, audit, faults_of
from tournaments.ledger.audit.scope import AuditScope, consistent_read
from tournaments.ledger.audit.sentences import fault_texts, latest_result
from tournaments.ledger.audit.sources import check_events, check_sessions
from tournaments.ledger.book import guards
from tournaments.ledger.book.models import Posting
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session

pytestmark = pytest.mark.django_db


def found(**scope) -> list[Fault]:
    return [fault for faults in faults_of(AuditScope(**scope)) for fault in faults]


def codes(**scope) -> set[str]:
    return {fault.code.value for fault in found(**scope)}


@contextmanager
def altered(*statements: str) -> Iterator[None]:
    """Alter the ledger directly in the database, as an administrator could."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            guards.drop_triggers()
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(
                "ALTER TABLE tournaments_payment DROP CONSTRAINT payment_is_posted_when_confirmed"
            )
            cursor.execute(
                "ALTER TABLE tournaments_postingline DROP CONSTRAINT line_of_money_is_agreed_to"
            )
            cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in statements:
            cursor.execute(statement)
            assert cursor.rowcount > 0, statement
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
        else:
            cursor.execute("SET LOCAL session_replication_role = origin")
        yield
        transaction.set_rollback(True)


@pytest.fixture
def book() -> Book:
    return mixed()


@pytest.mark.every_database
def test_the_audit_finds_no_fault_in_a_ledger_with_every_kind_of_entry(book):
    assert fault_texts(found()) == []


@pytest.mark.long
@pytest.mark.parametrize("rules", ["da_lao_er", "three_players_exchange", "two_players_stock"])
def test_replaying_sessions_played_at_tables_gives_the_same_results(club, rules):
    game = club(deals=3, rules=rules)
    game.play_session_move_by_move()
    session = game.session_row()
    settle_session(session.pk)
    scope = AuditScope()
    assert fault_texts([fault for faults in faults_of(scope) for fault in faults]) == []
    assert scope.deals >= 3


@pytest.mark.long
def test_replaying_a_duplicate_event_gives_the_same_results(db, queued):
    terms = ("--format", "duplicate", "--bots", "8", "--deals", "1", "--terms", '{"rounds": 1}')
    call_command("simulate_event", *terms, stdout=StringIO())
    scope = AuditScope()
    assert fault_texts([fault for faults in faults_of(scope) for fault in faults]) == []
    assert scope.deals == scope.sessions == 2


def row(table: str, where: str = "1=1", *, newest: bool = False) -> str:
    """Return SQL for the ID of one row of the table."""
    return f"(SELECT {'MAX' if newest else 'MIN'}(id) FROM tournaments_{table} WHERE {where})"


def line(where: str = "1=1") -> str:
    return row("postingline", where)


#: The session that is settled and never corrected, for money outside clubs.
OUTSIDE = "(SELECT MIN(id) FROM tournaments_settlement WHERE source = 'session')"
CONFIRMED = row("payment", "status = 'confirmed'")

CORRECTION = row("settlement", "number = 2 AND source = 'session'")

#: Alterations, and exactly the faults found.
ALTERED = {
    "the amount of a line": (
        f"UPDATE tournaments_postingline SET amount = amount + 100 WHERE id = {line()}",
        {"line_balance", "posting_line", "posting_not_zero", "book_not_zero"},
    ),
    "all running balances of an account": (
        "UPDATE tournaments_postingline SET after = after + 7 WHERE account_id ="
        f" (SELECT account_id FROM tournaments_postingline WHERE id = {line()})",
        {"line_balance"},
    ),
    "a whole posting, still balanced": (
        "UPDATE tournaments_postingline SET amount = -amount, after = -after WHERE posting_id ="
        f" (SELECT posting_id FROM tournaments_settlement WHERE id = {OUTSIDE})",
        {"posting_line"},
    ),
    "the number of a line": (
        f"UPDATE tournaments_postingline SET number = number + 90 WHERE id = {line()}",
        {"line_number"},
    ),
    "a line is gone": (
        f"DELETE FROM tournaments_postingline WHERE id = {line()}",
        {"posting_line", "posting_not_zero", "book_not_zero"},
    ),
    "a posting is gone": (
        "DELETE FROM tournaments_posting WHERE key ="
        f" (SELECT posting_id FROM tournaments_settlement WHERE id = {OUTSIDE})",
        {"posting_missing", "line_without_posting"},
    ),
    "a posting has another currency": (
        "UPDATE tournaments_posting SET currency = 'USD' WHERE key ="
        f" (SELECT posting_id FROM tournaments_settlement WHERE id = {OUTSIDE})",
        {"posting_head", "line_of_another_book"},
    ),
    "a payment is posted as a waiver": (
        "UPDATE tournaments_posting SET kind = 'waiver' WHERE key ="
        f" (SELECT posting_id FROM tournaments_payment WHERE id = {CONFIRMED})",
        {"posting_head"},
    ),
    "a balance": (
        f"UPDATE tournaments_balance SET amount = amount + 1 WHERE id = {row('balance')}",
        {"balance", "balances_not_zero", "transfers_do_not_pay_off"},
    ),
    "a fee": (
        f"UPDATE tournaments_balance SET fee = fee + 1 WHERE id = {row('balance')}",
        {"balance", "balances_not_zero", "posting_line"},
    ),
    "a prize": (
        f"UPDATE tournaments_balance SET prize = prize + 1 WHERE id = {row('balance')}",
        {"balance", "balances_not_zero", "posting_line"},
    ),
    "who is paid": (
        f"UPDATE tournaments_settlement SET through_club = true WHERE id = {OUTSIDE}",
        {"settlement_terms", "transfer_past_club"},
    ),
    "points of two balances": (
        "UPDATE tournaments_balance SET points = points + CASE WHEN id ="
        f" {row('balance')} THEN 1 ELSE -1 END, amount = amount + 25 * CASE WHEN id ="
        f" {row('balance')} THEN 1 ELSE -1 END"
        f" WHERE id IN ({row('balance')}, 1 + {row('balance')})",
        {"balance", "transfers_do_not_pay_off", "posting_line"},
    ),
    "a debt": (
        f"UPDATE tournaments_debt SET amount = amount + 1 WHERE id = {row('debt')}",
        {"debt"},
    ),
    "the debt of a correction": (
        f"UPDATE tournaments_debt SET amount = amount + 1 WHERE settlement_id = {CORRECTION}",
        {"debts_do_not_pay_off"},
    ),
    "a transfer": (
        "UPDATE tournaments_transfer SET amount = amount + 1, open_amount = open_amount + 1"
        f" WHERE id = {row('transfer')}",
        {"transfers_do_not_pay_off"},
    ),
    "the open amount of a transfer": (
        "UPDATE tournaments_transfer SET open_amount = 0 WHERE id ="
        f" {row('transfer', 'open_amount > 0')}",
        {"transfer_open"},
    ),
    "a settlement's stake": (
        f"UPDATE tournaments_settlement SET stake_minor = 50 WHERE id = {OUTSIDE}",
        {"settlement_terms", "balance", "posting_line"},
    ),
    "a settlement's currency": (
        f"UPDATE tournaments_settlement SET currency = 'USD' WHERE id = {OUTSIDE}",
        {"settlement_terms", "posting_head"},
    ),
    "a settlement is marked as carried": (
        f"UPDATE tournaments_settlement SET is_carried = '1' WHERE id = {OUTSIDE}",
        {"transfers_uncalled_for"},
    ),
    "a correction is gone": (
        f"DELETE FROM tournaments_settlement WHERE id = {CORRECTION}",
        {"settlement_missing", "posting_unknown"},
    ),
    "a payment list is gone": (
        "DELETE FROM tournaments_settlement WHERE source = 'club' AND number = 1",
        # The next list missed the amounts of accounts without open debts.
        {"settlement_missing", "balance_not_carried"},
    ),
    "the newest payment list is gone": (
        "DELETE FROM tournaments_settlement WHERE source = 'club' AND number = 2",
        {"settlement_missing"},
    ),
    "a balance of a payment list": (
        "UPDATE tournaments_balance SET amount = amount + 1 WHERE id ="
        " (SELECT MIN(b.id) FROM tournaments_balance b JOIN tournaments_settlement s"
        " ON s.id = b.settlement_id WHERE s.source = 'club')",
        {"balances_not_zero", "transfers_do_not_pay_off", "balance_not_carried"},
    ),
    "a rolled-in amount": (
        f"UPDATE tournaments_takenup SET amount = amount + 1 WHERE id = {row('takenup')}",
        {"transfer_open", "balance_not_carried"},
    ),
    "a confirmed payment": (
        f"UPDATE tournaments_payment SET amount = amount + 1 WHERE id = {CONFIRMED}",
        {"posting_line", "transfer_open"},
    ),
    "a payment lost its posting": (
        f"UPDATE tournaments_payment SET posting_id = NULL WHERE id = {CONFIRMED}",
        {"payment_not_posted", "posting_unknown"},
    ),
    "a disputed payment is marked confirmed": (
        "UPDATE tournaments_payment SET status = 'confirmed' WHERE status = 'disputed'",
        {"payment_record", "payment_not_posted", "transfer_open"},
    ),
    "a confirmed payment is marked claimed": (
        f"UPDATE tournaments_payment SET status = 'claimed' WHERE id = {CONFIRMED}",
        {"payment_record", "payment_posted_early", "transfer_open"},
    ),
    "the result of a deal": (
        "UPDATE games_deal SET nets = '[1, -1, 0, 0]' WHERE session_id ="
        f" (SELECT session_id FROM tournaments_settlement WHERE id = {OUTSIDE}) AND number = 1",
        {"deal_result"},
    ),
    "the pairwise results of a deal": (
        "UPDATE games_deal SET pairs = '[]' WHERE session_id ="
        f" (SELECT session_id FROM tournaments_settlement WHERE id = {OUTSIDE}) AND number = 2",
        {"deal_result"},
    ),
    "the net of a seat": (
        "UPDATE games_seat SET net = net + 1 WHERE id = (SELECT MIN(id) FROM games_seat)",
        {"seat_result"},
    ),
    "the last action of a deal is gone": (
        "DELETE FROM games_action WHERE id = (SELECT MAX(id) FROM games_action WHERE deal_id ="
        " (SELECT MIN(id) FROM games_deal))",
        {"deal_not_over"},
    ),
    "an action is gone": (
        "DELETE FROM games_action WHERE id = 3 + (SELECT MIN(id) FROM games_action)",
        {"deal_action_missing"},
    ),
    "an action is replaced": (
        "UPDATE games_action SET text = '0 play 3D 4D' WHERE id = 3 +"
        " (SELECT MIN(id) FROM games_action)",
        {"deal_action_refused"},
    ),
    "an action is unreadable": (
        "UPDATE games_action SET text = 'nothing' WHERE id = (SELECT MIN(id) FROM games_action)",
        {"deal_action_refused"},
    ),
    "a deal's start is empty": (
        "UPDATE games_deal SET start = '' WHERE id = (SELECT MIN(id) FROM games_deal)",
        {"deal_unreadable"},
    ),
    "a deal has no result": (
        "UPDATE games_deal SET nets = NULL WHERE id = (SELECT MIN(id) FROM games_deal)",
        {"deal_without_result", "seat_result", "balance", "debt"},
    ),
    "a deal has an impossible result and cannot be replayed": (
        "UPDATE games_deal SET nets = '[1, 1]', start = '' WHERE id ="
        " (SELECT MIN(id) FROM games_deal)",
        {"deal_unreadable", "settlement_does_not_add_up", "seat_result"},
    ),
    "a line has another user's agreement": (
        "UPDATE tournaments_postingline SET agreement_id = (SELECT MAX(o.agreement_id) FROM"
        " tournaments_postingline o WHERE o.account_id <> tournaments_postingline.account_id)"
        f" WHERE id = {line()}",
        {"agreement_of_another"},
    ),
    "a line has an agreement to another session": (
        "UPDATE games_agreement SET subject_id = subject_id + 1 WHERE id = (SELECT agreement_id"
        f" FROM tournaments_postingline WHERE id = {line()})",
        {"agreement_of_another"},
    ),
    "a line has no agreement": (
        f"UPDATE tournaments_postingline SET agreement_id = NULL WHERE id = {line()}",
        {"agreement_missing"},
    ),
    "a maximum is lowered": (
        "UPDATE games_agreement SET max_loss = 0 WHERE id = (SELECT MIN(l.agreement_id) FROM"
        " tournaments_postingline l JOIN tournaments_posting p ON p.key = l.posting_id"
        " WHERE p.kind = 'settlement' AND l.amount < 0 AND l.needs_agreement)",
        {"agreement_exceeded"},
    ),
    "a settled session is running again": (
        "UPDATE games_session SET status = 'running' WHERE id ="
        f" (SELECT session_id FROM tournaments_settlement WHERE id = {OUTSIDE})",
        {"session_settled_early"},
    ),
    "a settled session counts for an event": (
        "UPDATE games_session SET is_part = '1' WHERE id ="
        f" (SELECT session_id FROM tournaments_settlement WHERE id = {OUTSIDE})",
        {"session_settled_alone"},
    ),
}


@pytest.mark.long
@pytest.mark.every_database
def test_the_audit_finds_each_alteration_and_nothing_else(book):
    """Each alteration in turn is found and undone."""
    found_of = {}
    for name, (statement, _expected) in ALTERED.items():
        with altered(statement):
            faults = found()
            texts = fault_texts(faults)
        found_of[name] = {fault.code.value for fault in faults}
        assert all("%(" not in text for text in texts), texts
    assert found_of == {name: expected for name, (_statement, expected) in ALTERED.items()}
    assert codes() == set()


def test_the_audit_names_an_altered_posting(book):
    posting = Posting.objects.get(settlement=Settlement.objects.earliest("pk"))
    who = posting.lines.earliest("pk").account.user
    with altered(f"UPDATE tournaments_postingline SET amount = amount + 100 WHERE id = {line()}"):
        texts = fault_texts([fault for fault in found() if fault.model != "Account"])
    assert len(texts) == 3
    assert all(posting.key in text for text in texts)
    assert any(who.username in text and "£" in text for text in texts)


# --- Finished but not settled


def test_the_audit_names_a_session_that_stayed_unsettled(book):
    session = honest_session(book.people, seed=50)
    assert codes() == set()  # will be settled by the sweep
    Session.objects.filter(pk=session.pk).update(finished_at=timezone.now() - timedelta(hours=2))
    (fault,) = found()
    assert fault.code == FaultCode.SESSION_UNSETTLED
    assert str(session) in fault_texts([fault])[0]


def test_the_audit_replays_an_event_session_without_calling_it_unsettled(book):
    session = honest_session(book.people, seed=51, is_part=True, minutes_ago=500)
    assert codes() == set()
    Deal.objects.filter(session=session, number=1).update(winner=None)
    assert codes() == {"deal_result"}


def test_the_audit_ignores_a_deal_that_was_redealt(book):
    session = honest_session(book.people, seed=52)
    deal = session.deals.first()
    thrown = Deal.objects.create(
        session=session, number=1, attempt=2, start=deal.start, finished_at=deal.finished_at
    )
    Action.objects.bulk_create(
        Action(deal=thrown, number=each.number, text=each.text) for each in deal.actions.all()[:5]
    )
    settle_session(session.pk)
    assert codes() == set()


def test_the_audit_reports_a_deal_without_actions_as_unreadable(book):
    session = finished_session(book.people, (3, -1, -1, -1), club=book.club)
    settle_session(session.pk)
    assert codes() == {"deal_unreadable"}


# --- Events


@pytest.fixture
def event(book, monkeypatch) -> Iterator[dict[str, object]]:
    """Return an event settled like a session of the same players; ``winnings`` is its result."""
    from dataclasses import replace

    from tournaments.ledger.settling.services import winnings_of

    session = honest_session(
        book.people, seed=60, is_part=True, club=book.club, stake_minor=10, currency="EUR"
    )
    winnings = replace(winnings_of(session), source=Settlement.Source.EVENT, source_id=77)
    settle_agreed(winnings)
    known: dict[str, object] = {"winnings": winnings}
    provided = links.event_winnings._provider
    links.event_winnings.fill(lambda number: known["winnings"] if number == 77 else None)
    yield known
    links.event_winnings.fill(provided)


@pytest.mark.every_database
def test_the_audit_compares_an_event_with_its_result_in_the_events_app(event):
    from dataclasses import replace

    assert codes() == set()
    points = event["winnings"].points
    event["winnings"] = replace(
        event["winnings"], points=(points[0] + 1, points[1] - 1, *points[2:])
    )
    assert codes() == {"balance", "settlement_does_not_add_up"}
    event["winnings"] = None
    assert codes() == set()
    # The events app fails.
    del event["winnings"]
    assert codes() == {"settlement_does_not_add_up"}


def test_the_audit_compares_a_corrected_event_with_its_current_result(event):
    from dataclasses import replace

    from tournaments.ledger.settling.services import settle_winnings

    winnings = event["winnings"]
    corrected = replace(
        winnings, points=(winnings.points[0] + 8, winnings.points[1] - 8, *winnings.points[2:])
    )
    settle_winnings(corrected, reason="A deal was counted twice.")
    assert codes() == {"balance"}
    event["winnings"] = corrected
    assert codes() == set()


# --- Scope and results of audits


@pytest.mark.every_database
def test_the_audit_can_be_limited_to_a_club_or_a_period(book):
    with altered(f"UPDATE tournaments_balance SET amount = amount + 1 WHERE id = {row('balance')}"):
        assert codes()
        assert codes(club_id=book.club.pk) == set()
        assert codes(since=timezone.now() + timedelta(days=1)) == set()
    scope = AuditScope(club_id=book.club.pk)
    assert not list(faults_of(scope))
    assert 0 < scope.postings < Posting.objects.count()
    assert 0 < scope.settlements < Settlement.objects.count()


@pytest.mark.every_database
def test_the_number_of_queries_of_a_batch_does_not_depend_on_its_size(book, event):
    for seed in range(100, 110):
        book.session(seed)
    # The last batch of each is empty. The event has no reversed posting.
    for check, most in (
        (check_sessions, 12 + 1),
        (check_events, 8 + 1),
        (check_clubs, 1 + 5 + 1 + 4),
        (check_payments, 5 + 1),
    ):
        with CaptureQueriesContext(connection) as caught:
            list(check(AuditScope()))
        assert len(caught) <= most, check.__name__


def test_rows_read_for_a_batch_are_freed_after_it(book, event, monkeypatch):
    """A small server audits beside its tables: memory must not grow with the ledger."""
    for name in ("sources", "clubs", "payments"):
        monkeypatch.setattr(f"tournaments.ledger.audit.{name}.BATCH", 2)
    book.session(100)
    gc.collect()
    gc.disable()
    try:
        before = Counter(map(type, gc.get_objects()))
        assert not list(faults_of(AuditScope()))
        left = Counter(map(type, gc.get_objects())) - before
    finally:
        gc.enable()
    assert {kind.__name__ for kind in left if issubclass(kind, Model | QuerySet)} == set()


def test_small_batches_together_cover_the_whole_ledger(book, monkeypatch):
    for name in ("sources", "clubs", "payments"):
        monkeypatch.setattr(f"tournaments.ledger.audit.{name}.BATCH", 2)
    whole, scope = AuditScope(), AuditScope()
    assert not list(faults_of(scope))
    monkeypatch.undo()
    assert not list(faults_of(whole))
    assert scope == whole
    assert scope.settlements == Settlement.objects.count()
    assert scope.postings == Posting.objects.count()


def test_the_latest_audit_result_is_kept_for_organizers(book, caplog):
    tasks.audit()
    word = latest_result(book.club.pk)
    assert word.is_clean
    assert word.text == (
        f"No errors found. Settlements: {Settlement.objects.count()}."
        f" Entries: {Posting.objects.count()}."
    )
    with altered(
        "UPDATE tournaments_transfer SET open_amount = 0 WHERE id ="
        f" {row('transfer', 'open_amount > 0', newest=True)}"
    ):
        tasks.audit()
        word = latest_result(book.club.pk)
        assert not word.is_clean
        assert word.text == "1 error found."
        assert "but should owe" in word.faults[0]
        assert latest_result(book.club.pk + 1).is_clean
    assert "found faults in the ledger" in caplog.text


def test_a_limited_number_of_faults_is_kept_and_the_rest_is_counted(book, monkeypatch):
    monkeypatch.setattr(AuditRun, "MAX_FAULTS", 2)
    with altered("UPDATE tournaments_balance SET amount = amount + 1"):
        run = audit()
        count = len(found())
    kept = [Fault.from_data(data) for data in run.faults]
    assert len([fault for fault in kept if fault.code != FaultCode.MORE]) == 2
    more = [fault.params["count"] for fault in kept if fault.code == FaultCode.MORE]
    assert sum(more) == count - 2


def test_only_the_latest_runs_are_kept(db):
    for _ in range(KEPT_RUNS + 3):
        newest = audit()
    assert AuditRun.objects.count() == KEPT_RUNS
    assert AuditRun.objects.first() == newest


@pytest.mark.every_database
def test_an_overdue_audit_is_run_once(db):
    tasks.audit_overdue()
    tasks.audit_overdue()
    assert AuditRun.objects.count() == 1
    AuditRun.objects.update(began_at=timezone.now() - timedelta(days=2))
    tasks.audit_overdue()
    assert AuditRun.objects.count() == 2


# --- The command


def audit_output(*arguments: str) -> str:
    out = StringIO()
    call_command("audit_ledger", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_reports_a_correct_ledger_in_one_line(book):
    assert len(audit_output().splitlines()) == 1
    assert audit_output().startswith("No errors found. ")
    assert AuditRun.objects.count() == 2
    assert audit_output("--club", book.club.slug).startswith("No errors found. ")
    assert audit_output("--since", "2026-01-01", "--verbosity", "2").count("\n") == 2
    assert AuditRun.objects.count() == 2


@pytest.mark.every_database
def test_the_command_lists_faults_and_fails(book):
    out = StringIO()
    with altered(f"UPDATE tournaments_postingline SET amount = amount + 100 WHERE id = {line()}"):
        with pytest.raises(CommandError) as refused:
            call_command("audit_ledger", stdout=out)
        assert refused.value.returncode == 1
        assert len(out.getvalue().splitlines()) == len(found())
        # Faults outside the club are left out.
        assert audit_output("--club", book.club.slug).startswith("No errors found. ")


def test_the_command_refuses_an_unknown_club(db):
    with pytest.raises(CommandError, match="No club has the slug"):
        audit_output("--club", "nowhere")


# --- While games go on


@pytest.mark.every_database
@pytest.mark.django_db(transaction=True)
def test_a_consistent_read_sees_one_moment_and_blocks_no_writer():
    session = honest_session(members("ann", "bob"), seed=9, rules="two_players")

    def settle() -> None:
        try:
            settle_session(session.pk)
        finally:
            connection.close()

    with consistent_read():
        assert not Settlement.objects.exists()
        other = Thread(target=settle)
        other.start()
        other.join()
        assert not Settlement.objects.exists()
    assert Settlement.objects.exists()
    assert codes() == set()
