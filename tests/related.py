"""Rows that have no database, with the rows that refer to them."""

from collections.abc import Iterable

from django.db.models import Model


def set_related(row: Model, **related: Iterable[Model]) -> None:
    """Set what the row's reverse relations return, by their names.

    Django has no public way: it keeps rows there that `prefetch_related` has read.
    """
    row._prefetched_objects_cache = related  # type: ignore[attr-defined]
