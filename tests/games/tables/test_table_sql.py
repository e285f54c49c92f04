"""The generated SQL for tables reads and writes the same values as the ORM."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore
from django.contrib.sessions.models import Session as BrowserSession
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.caller import SessionProof
from accounts.models import User
from accounts.services import create_guest
from games.rules.deal.actions import Pass, Play, action_text
from games.rules.ruleset.rule_set import RuleSet
from games.tables import table_sql
from games.tables.models import Action, Deal, Session, Table
from games.tables.table_sql import NewAction
from tests.rigging import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]

#: What differs from row to row, and is never changed.
OWN = {"id", "slug", "opening_key", "created_at"}

small, whole = st.integers(0, 32_767), st.integers(0, 2_147_483_647)
moment = st.datetimes(datetime(1990, 1, 1), datetime(2190, 1, 1)).map(
    lambda at: at.replace(tzinfo=UTC)
)
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=16)
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)

#: A value for each column that the constraints of a table leave free.
columns = st.fixed_dictionaries(
    {},
    optional={
        "host_id": st.none(),
        "rules": anything.filter(lambda value: value is not None),
        "rules_name": words,
        "deals_planned": st.integers(1, 32_767),
        "target": st.none() | whole,
        "stake_minor": whole,
        "currency": st.sampled_from(["", "EUR"]),
        "clock": st.sampled_from(["none", "blitz"]),
        "joining": st.sampled_from(Table.Joining.values),
        "seating": st.sampled_from(Table.Seating),
        "bots": st.booleans(),
        "bot_strength": words,
        "seat_strengths": st.dictionaries(words, words, max_size=3),
        "advice": st.booleans(),
        "pace": st.sampled_from(Table.Pace),
        "lesson": st.sampled_from(["", Table.Lesson.TAUGHT]),
        "spectators": st.booleans(),
        "spectator_delay": small,
        "is_arranged": st.booleans(),
        "purpose": st.sampled_from(["", *Table.Purpose]),
        "barred": st.lists(whole, max_size=4),
        "version": whole,
        "phase": st.sampled_from(Table.Phase),
        "revision": whole,
        "action_count": small,
        "turn": st.none() | small,
        "turn_since": st.none() | moment,
        "deadline": st.none() | moment,
        "paused_at": st.none() | moment,
        "due_at": st.none() | moment,
    },
)

without_deadline = settings(
    deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def new_table() -> Table:
    return Table.objects.create(rules=RuleSet.make("pagat").to_options())


def stored(model: type[Model], pk: int) -> dict[str, object]:
    """Return the raw database row, without conversion by fields."""
    with connection.cursor() as cursor:
        table = connection.ops.quote_name(model._meta.db_table)
        cursor.execute(f"SELECT * FROM {table} WHERE id = %s", (pk,))
        return dict(
            zip((column[0] for column in cursor.description), cursor.fetchone(), strict=True)
        )


def without(row: dict[str, object], names: set[str]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name not in names}


def facts(row: Table) -> dict[str, tuple[type, object]]:
    return {name: (type(value), value) for name, value in row.__dict__.items() if name != "_state"}


# --- The row


@without_deadline
@given(values=columns)
def test_a_row_is_read_as_the_orm_reads_it(values):
    pk = new_table().pk
    Table.objects.filter(pk=pk).update(**values)
    held = table_sql.lock_row(pk)
    assert facts(held.row) == facts(Table.objects.get(pk=pk))
    assert held.evidence is None
    assert (held.row._state.db, held.row._state.adding) == ("default", False)


@without_deadline
@given(values=columns.filter(bool))
def test_a_row_is_written_as_the_orm_writes_it(values):
    one, other = new_table(), new_table()
    for name, value in values.items():
        setattr(one, name, value)
        setattr(other, name, value)
    table_sql.store_row(one, list(values))
    other.save(update_fields=list(values))
    assert without(stored(Table, one.pk), OWN) == without(stored(Table, other.pk), OWN)
    assert facts(table_sql.lock_row(one.pk).row) == facts(Table.objects.get(pk=one.pk))


def test_only_the_named_columns_are_written():
    row, bystander = new_table(), new_table()
    before = stored(Table, bystander.pk)
    row.version, row.turn = 7, 2
    table_sql.store_row(row, ["version"])
    assert Table.objects.values_list("version", "turn").get(pk=row.pk) == (7, None)
    assert stored(Table, bystander.pk) == before


def test_all_columns_are_read_in_the_order_of_the_model():
    assert list(table_sql.COLUMNS) == [field.attname for field in Table._meta.concrete_fields]


def test_locking_a_missing_table_returns_nothing():
    assert table_sql.lock_row(0) is None
    assert table_sql.lock_row(0, SessionProof(create_guest(), "k" * 32)) is None


# --- Actions


@pytest.fixture
def deal() -> Deal:
    session = Session.objects.create(table=new_table(), rules={}, deals_planned=1)
    return Deal.objects.create(session=session, number=1, start="")


actions = st.builds(Pass, st.integers(0, 3)) | st.builds(
    Play, st.integers(0, 3), st.integers(1, 2**52 - 1).filter(lambda cards: cards.bit_count() < 14)
)


@without_deadline
@given(action=actions, by_bot=st.booleans(), at=moment)
def test_an_action_is_appended_as_the_orm_appends_it(deal, action, by_bot, at):
    Action.objects.all().delete()
    values = {"text": action_text(action), "by_bot": by_bot}
    table_sql.append_action(NewAction(deal.pk, 0, at=at, **values))
    row = new_table()
    row.version = 9
    table_sql.store_row(row, ["version"], NewAction(deal.pk, 1, at=at, **values))
    by_orm = Action.objects.create(deal=deal, number=2, **values)
    Action.objects.filter(pk=by_orm.pk).update(at=at)
    alone, together, expected = (
        without(stored(Action, pk), {"id", "number"})
        for pk in Action.objects.order_by("number").values_list("pk", flat=True)
    )
    assert alone == together == expected
    assert [each.number for each in Action.objects.all()] == [0, 1, 2]
    assert Table.objects.get(pk=row.pk).version == 9


def test_every_column_of_an_action_is_appended():
    columns = {field.attname for field in Action._meta.concrete_fields if not field.primary_key}
    assert set(NewAction._fields) == columns


def test_an_action_and_its_row_are_stored_together_or_not_at_all(deal):
    row = new_table()
    row.version = 9
    twice = NewAction(deal.pk, 0, "0 pass", by_bot=False, at=timezone.now())
    table_sql.append_action(twice)
    with pytest.raises(IntegrityError), transaction.atomic():
        table_sql.store_row(row, ["version"], twice)
    assert Table.objects.get(pk=row.pk).version == 0
    assert Action.objects.count() == 1


def test_an_action_and_its_row_take_one_statement_on_postgresql(deal):
    row, action = new_table(), NewAction(deal.pk, 0, "0 pass", by_bot=False, at=timezone.now())
    with CaptureQueriesContext(connection) as queries:
        table_sql.store_row(row, ["version"], action)
    assert len(queries) <= (1 if connection.vendor == "postgresql" else 2)


# --- Who asks


def evidence(user: User, key: str) -> object:
    held = table_sql.lock_row(new_table().pk, SessionProof(user, key))
    assert held is not None
    return held.evidence


def test_the_row_and_the_session_proof_are_read_in_one_statement():
    user = create_guest()
    key, row = signed_in(user), new_table()
    with CaptureQueriesContext(connection) as queries:
        held = table_sql.lock_row(row.pk, SessionProof(user, key))
    assert len(queries) <= 1
    assert facts(held.row) == facts(Table.objects.get(pk=row.pk))
    session = BrowserSession.objects.get(pk=key)
    assert held.evidence == (session.session_data, user.password, True)


def test_a_missing_expired_or_ownerless_session_gives_no_evidence():
    user = create_guest()
    key = signed_in(user)
    assert evidence(user, key) is not None
    assert evidence(user, "") is None
    assert evidence(user, "k" * 32) is None
    BrowserSession.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert evidence(user, key) is None
    other = create_guest()
    key = signed_in(other)
    User.objects.filter(pk=other.pk).delete()
    assert evidence(other, key) is None


def test_the_proof_fails_after_a_change_of_account_password_or_user():
    user = create_guest()
    proof = SessionProof(user, signed_in(user))
    row = new_table()

    def holds() -> bool:
        return proof.holds(table_sql.lock_row(row.pk, proof).evidence)

    assert holds()
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not holds()
    User.objects.filter(pk=user.pk).update(is_active=True)
    assert holds()
    User.objects.filter(pk=user.pk).update(password="another")
    assert not holds()
    User.objects.filter(pk=user.pk).update(password=user.password)
    assert holds()
    store = SessionStore(proof.session_key)
    store["language"] = "en"
    store.save()
    assert holds()
    store[SESSION_KEY] = str(create_guest().pk)
    store.save()
    assert not holds()
