"""Queries that the ORM puts together once, and that are asked again and again.

To make a statement of a query takes the ORM several times as long as the database needs for it,
and it is the same statement each time. So what pages ask often is *prepared*: a function that says
the query as any other does, for people and moments that it is given. The first time it is called
with places in their stead, and what the ORM makes of it is kept; from then on values are put there
and rows are read as the ORM reads them::

    @prepared
    def _waiting(user: int, since: datetime) -> QuerySet[Invitation]:
        return Invitation.objects.filter(invitee=user, made_at__gt=since)

    _waiting(user.pk, timezone.now() - HOLDS)  # a list of invitations

All that differs from one time to the next must be a value that the function is given: what it looks
up for itself, such as the time of day, stays for ever. Each is annotated with its type, by which
``tests/games/common/test_prepared.py`` asks every query of the club both ways.
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

#: Makes of a row what the query gives.
_Maker = Callable[[Sequence[Any]], Any]


class _Place(NamedTuple):
    """Where a value comes in: which of those that are given and, in a list, which one there."""

    argument: int
    element: int | None = None
    #: What is added to a moment.
    shift: timedelta | None = None


class _PlaceValue(Value):
    """A place, as an expression."""

    def __add__(self, other: Any) -> Any:
        """Return the place of a moment so much later, which is not reckoned by the database."""
        if not isinstance(other, timedelta):
            return NotImplemented
        shift = (self.value.shift or timedelta()) + other
        return _PlaceValue(self.value._replace(shift=shift))

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def as_sql(self, *_args: object, **_named: object) -> tuple[str, list[Any]]:
        return "%s", [self.value]


@dataclass(frozen=True, slots=True)
class _Plan:
    """A statement for one kind of database, and how its rows are read."""

    sql: str
    #: Values, and places for them.
    params: tuple[Any, ...]
    convert: Callable[[Sequence[Any]], Sequence[Any]] | None
    make: _Maker
    prefetched: tuple[Any, ...]

    def filled(self, values: Sequence[Any], database: BaseDatabaseWrapper) -> list[Any]:
        """Return the parameters, with values in the places."""
        adapt = database.ops.adapt_unknown_value
        found: list[Any] = []
        for each in self.params:
            if not isinstance(each, _Place):
                found.append(each)
                continue
            value = values[each.argument]
            if each.element is not None:
                # The places of a list are more than it has: the last one stands there again.
                value = value[min(each.element, len(value) - 1)]
            found.append(adapt(value if each.shift is None else value + each.shift))
        return found


class Prepared(Generic[P, R]):
    """A query that is put together once; called with values, it gives what they ask for."""

    def __init__(self, build: Callable[P, QuerySet[Any, R]]) -> None:
        self.build = build
        #: By the kind of the database, whether it is only asked if there is anything, and the
        #: lengths of lists.
        self._plans: dict[tuple[str, bool, tuple[int, ...]], _Plan] = {}
        registered.append(self)

    def __call__(self, *args: P.args, **_named: P.kwargs) -> list[R]:
        """Ask the database; an empty list of values finds nothing, and asks nothing."""
        if any(isinstance(each, (list, tuple)) and not each for each in args):
            return []
        database = connections[DEFAULT_DB_ALIAS]
        plan = self.plan(database, args)
        with database.cursor() as cursor:
            cursor.execute(plan.sql, plan.filled(args, database))
            rows = cursor.fetchall()
        if plan.convert is not None:
            rows = [plan.convert(row) for row in rows]
        found = [plan.make(row) for row in rows]
        if plan.prefetched:
            prefetch_related_objects(found, *plan.prefetched)
        return found

    def first(self, *args: P.args, **named: P.kwargs) -> R | None:
        """Return the first of what it finds, which should be of a query that gives one at most."""
        return next(iter(self(*args, **named)), None)

    def exists(self, *args: P.args, **_named: P.kwargs) -> bool:
        """Tell whether it would find anything."""
        database = connections[DEFAULT_DB_ALIAS]
        plan = self.plan(database, args, only_exists=True)
        with database.cursor() as cursor:
            cursor.execute(plan.sql, plan.filled(args, database))
            return cursor.fetchone() is not None

    def clear(self) -> None:
        """Put it together anew: what the function gives is another query now."""
        self._plans.clear()

    def plan(
        self, database: BaseDatabaseWrapper, args: Sequence[Any], *, only_exists: bool = False
    ) -> _Plan:
        """Return the statement for such values, made on the first time."""
        sizes = tuple(_room(each) for each in args)
        key = database.vendor, only_exists, sizes
        known_plan = self._plans.get(key)
        if known_plan is None:
            known_plan = self._plans[key] = _made(self._of_places(sizes), database, only_exists)
        return known_plan

    def _of_places(self, sizes: Sequence[int]) -> QuerySet[Any, R]:
        places: Any = [
            [_PlaceValue(_Place(at, element)) for element in range(size)]
            if size
            else _PlaceValue(_Place(at))
            for at, size in enumerate(sizes)
        ]
        build: Callable[..., QuerySet[Any, R]] = self.build
        return build(*places)


#: All that are prepared.
registered: list[Prepared[..., Any]] = []


def clear_all() -> None:
    """Put all of them together anew; for tests that set what is part of a query."""
    for each in registered:
        each.clear()


def prepared(build: Callable[P, QuerySet[Any, R]]) -> Prepared[P, R]:
    """Let the query that the function gives be put together once."""
    return Prepared(build)


def _room(value: object) -> int:
    """Return how many places a list has: a power of two, so that few statements serve any list."""
    if not isinstance(value, (list, tuple)):
        return 0
    return 1 << (len(value) - 1).bit_length()


def _made(queryset: Any, database: BaseDatabaseWrapper, only_exists: bool) -> _Plan:
    query = queryset.query.exists() if only_exists else queryset.query
    compiler = query.get_compiler(connection=database)
    sql, params = compiler.as_sql()
    if any(map(_is_moment, params)):
        raise ValueError(f"a moment in {sql} must be given: it would stay for ever")
    # A connection of its own that is never opened: converters are kept for ever, and must not keep
    # that of a thread which is gone.
    compiler.connection = database.copy()
    columns = [each[0] for each in compiler.select[: compiler.col_count]]
    return _Plan(
        sql=sql,
        params=tuple(params),
        convert=None if only_exists else _converter(compiler, columns),
        make=tuple if only_exists else _maker(queryset, compiler, database.alias),
        prefetched=() if only_exists else tuple(queryset._prefetch_related_lookups),
    )


def _is_moment(value: object) -> bool:
    """Tell whether it is a time of day, also as text, as SQLite has it."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return False
    return isinstance(value, datetime)


def _converter(
    compiler: Any, columns: Sequence[Any]
) -> Callable[[Sequence[Any]], Sequence[Any]] | None:
    """Return what makes of a row of the database what fields hold; None where it is the same."""
    steps = [
        (index, convert, expression)
        for index, (converters, expression) in compiler.get_converters(columns).items()
        for convert in converters
    ]
    if not steps:
        return None
    unopened = compiler.connection

    def converted(row: Sequence[Any]) -> Sequence[Any]:
        values = list(row)
        for index, convert, expression in steps:
            values[index] = convert(values[index], expression, unopened)
        return values

    return converted


def _maker(queryset: Any, compiler: Any, alias: str) -> _Maker:
    """Return what makes of a converted row what the query gives, as its own iterable would."""
    kind = queryset._iterable_class
    if kind is FlatValuesListIterable:
        return _first
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

    def made(row: Sequence[Any]) -> Any:
        instance = model.from_db(alias, names, row[start:end])
        for each in populators:
            each.populate(row, instance)
        for name, column in annotations:
            setattr(instance, name, row[column])
        return instance

    return made


def _first(row: Sequence[Any]) -> Any:
    return row[0]
