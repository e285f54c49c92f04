"""Prepared queries: SQL that the ORM builds once and that runs many times.

Building a statement costs the ORM several times what the database needs to run it, and the
statement is the same each time. So frequent queries are *prepared*: a function returns the query as
usual, for the users and times that it is given. On the first call it gets placeholders instead, and
the resulting SQL is stored; later calls insert values into that SQL and read rows as the ORM does::

    @prepared
    def _waiting(user: int, since: datetime) -> QuerySet[Invitation]:
        return Invitation.objects.filter(invitee=user, made_at__gt=since)

    _waiting(user.pk, timezone.now() - HOLDS)  # a list of invitations

Everything that differs between calls must be an argument: a value that the function looks up
itself, such as the time, would never change again. Arguments have type annotations, with which
``tests/games/common/test_prepared.py`` runs every query both ways.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet, Value, prefetch_related_objects
from django.db.models.query import (  # type: ignore[attr-defined]  # the last one
    FlatValuesListIterable,
    ModelIterable,
    ValuesListIterable,
    get_related_populators,
)

P = ParamSpec("P")
M = TypeVar("M", bound=Model)
R = TypeVar("R")

#: Turns a row into a result of the query.
_Maker = Callable[[Sequence[Any]], Any]


class _Placeholder(NamedTuple):
    """A placeholder: the index of the argument and, for a list, the index of the element."""

    argument: int
    element: int | None = None
    #: Added to a time.
    shift: timedelta | None = None


class _PlaceholderValue(Value):
    """A placeholder as an expression."""

    def __add__(self, other: Any) -> Any:
        """Return a placeholder for a later time; the sum is computed in Python, not in SQL."""
        if not isinstance(other, timedelta):
            return NotImplemented
        shift = (self.value.shift or timedelta()) + other
        return _PlaceholderValue(self.value._replace(shift=shift))

    def __sub__(self, other: Any) -> Any:
        """Return a placeholder for an earlier time."""
        return self + -other

    def as_sql(self, *_args: object, **_named: object) -> tuple[str, list[Any]]:
        """Return ``%s``, with the placeholder as its parameter."""
        return "%s", [self.value]


@dataclass(frozen=True, slots=True)
class _Plan:
    """A statement for one kind of database, and how its rows are read."""

    sql: str
    #: Values and placeholders.
    params: tuple[Any, ...]
    convert: Callable[[Sequence[Any]], Sequence[Any]] | None
    make: _Maker
    prefetched: tuple[Any, ...]

    def filled_params(self, values: Sequence[Any], database: BaseDatabaseWrapper) -> list[Any]:
        """Return the statement's parameters, with the values in place of the placeholders."""
        adapt = database.ops.adapt_unknown_value
        found: list[Any] = []
        for each in self.params:
            if not isinstance(each, _Placeholder):
                found.append(each)
                continue
            value = values[each.argument]
            if each.element is not None:
                # A list may have more placeholders than elements: repeat the last element.
                value = value[min(each.element, len(value) - 1)]
            found.append(adapt(value if each.shift is None else value + each.shift))
        return found


class Prepared(Generic[P, R]):
    """A query that is built once; call it with values to get its results."""

    def __init__(self, build: Callable[P, QuerySet[Any, R]]) -> None:
        self.build = build
        #: By kind of database, whether it is an existence query, and the sizes of lists.
        self._plans: dict[tuple[str, bool, tuple[int, ...]], _Plan] = {}
        registered.append(self)

    def __call__(self, *args: P.args, **_named: P.kwargs) -> list[R]:
        """Run the query; with an empty list as argument, return nothing without a query."""
        if any(isinstance(each, (list, tuple)) and not each for each in args):
            return []
        database = connections[DEFAULT_DB_ALIAS]
        plan = self.plan(database, args)
        with database.cursor() as cursor:
            cursor.execute(plan.sql, plan.filled_params(args, database))
            rows = cursor.fetchall()
        if plan.convert is not None:
            rows = [plan.convert(row) for row in rows]
        found = [plan.make(row) for row in rows]
        if plan.prefetched:
            prefetch_related_objects(found, *plan.prefetched)
        return found

    def first(self, *args: P.args, **named: P.kwargs) -> R | None:
        """Return the first result, or None; meant for queries with at most one result."""
        return next(iter(self(*args, **named)), None)

    def exists(self, *args: P.args, **_named: P.kwargs) -> bool:
        """Return whether the query has any result."""
        database = connections[DEFAULT_DB_ALIAS]
        plan = self.plan(database, args, only_exists=True)
        with database.cursor() as cursor:
            cursor.execute(plan.sql, plan.filled_params(args, database))
            return cursor.fetchone() is not None

    def clear(self) -> None:
        """Build the statement again on the next call."""
        self._plans.clear()

    def plan(
        self, database: BaseDatabaseWrapper, args: Sequence[Any], *, only_exists: bool = False
    ) -> _Plan:
        """Return the statement for arguments with these list lengths; build it on first use."""
        sizes = tuple(_placeholder_count(each) for each in args)
        key = database.vendor, only_exists, sizes
        known_plan = self._plans.get(key)
        if known_plan is None:
            known_plan = self._plans[key] = _plan_of(
                self._queryset_with_placeholders(sizes), database, only_exists
            )
        return known_plan

    def _queryset_with_placeholders(self, sizes: Sequence[int]) -> QuerySet[Any, R]:
        """Build the query with placeholders; a size above 0 stands for a list."""
        places: Any = [
            [_PlaceholderValue(_Placeholder(at, element)) for element in range(size)]
            if size
            else _PlaceholderValue(_Placeholder(at))
            for at, size in enumerate(sizes)
        ]
        build: Callable[..., QuerySet[Any, R]] = self.build
        return build(*places)


#: All prepared queries.
registered: list[Prepared[..., Any]] = []


def clear_all() -> None:
    """Build all statements again; for tests that change settings used in queries."""
    for each in registered:
        each.clear()


def prepared(build: Callable[P, QuerySet[Any, R]]) -> Prepared[P, R]:
    """Return the prepared query for a function that returns a queryset; a decorator."""
    return Prepared(build)


def _placeholder_count(value: object) -> int:
    """Return a list's number of placeholders, a power of two; 0 for other values.

    Powers of two keep the number of different statements small.
    """
    if not isinstance(value, (list, tuple)):
        return 0
    return 1 << (len(value) - 1).bit_length()


def _plan_of(queryset: Any, database: BaseDatabaseWrapper, only_exists: bool) -> _Plan:
    """Return the statement of a query, or of one for its existence; ValueError for a fixed time."""
    query = queryset.query.exists() if only_exists else queryset.query
    compiler = query.get_compiler(connection=database)
    sql, params = compiler.as_sql()
    if any(map(_is_datetime, params)):
        raise ValueError(f"a time in {sql} must be an argument: its value would never change")
    # A separate connection that is never opened: converters live as long as the process and must
    # not hold the connection of a thread that has ended.
    compiler.connection = database.copy()
    columns = [each[0] for each in compiler.select[: compiler.col_count]]
    return _Plan(
        sql=sql,
        params=tuple(params),
        convert=None if only_exists else _row_converter(compiler, columns),
        make=tuple if only_exists else _result_maker(queryset, compiler, database.alias),
        prefetched=() if only_exists else tuple(queryset._prefetch_related_lookups),
    )


def _is_datetime(value: object) -> bool:
    """Return whether the value is a date and time, also as text, as SQLite has it."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return False
    return isinstance(value, datetime)


def _row_converter(
    compiler: Any, columns: Sequence[Any]
) -> Callable[[Sequence[Any]], Sequence[Any]] | None:
    """Return a function that converts database rows to field values; None if not needed."""
    steps = [
        (index, convert, expression)
        for index, (converters, expression) in compiler.get_converters(columns).items()
        for convert in converters
    ]
    if not steps:
        return None
    unopened = compiler.connection

    def convert_row(row: Sequence[Any]) -> Sequence[Any]:
        """Return the row with its database values converted to field values."""
        values = list(row)
        for index, convert, expression in steps:
            values[index] = convert(values[index], expression, unopened)
        return values

    return convert_row


def _result_maker(queryset: Any, compiler: Any, alias: str) -> _Maker:
    """Return a function that turns a converted row into a result, as the query's iterable would.

    TypeError for queries other than of instances, tuples or single values.
    """
    kind = queryset._iterable_class
    if kind is FlatValuesListIterable:
        return _first_column
    if kind is ValuesListIterable:
        return tuple
    if kind is not ModelIterable:
        raise TypeError(f"{kind.__name__} cannot be prepared")
    select, info = compiler.select, compiler.klass_info
    model, fields = info["model"], info["select_fields"]
    start, end = fields[0], fields[-1] + 1
    names = [each[0].target.attname for each in select[start:end]]
    populators = get_related_populators(info, select, alias)
    annotations = tuple(compiler.annotation_col_map.items())

    def make_instance(row: Sequence[Any]) -> Any:
        """Return the row as a model instance, with related objects and annotations."""
        instance = model.from_db(alias, names, row[start:end])
        for each in populators:
            each.populate(row, instance)
        for name, column in annotations:
            setattr(instance, name, row[column])
        return instance

    return make_instance


def _first_column(row: Sequence[Any]) -> Any:
    """Return the row's first value."""
    return row[0]
