"""Append-only rows: neither the models nor the database allow changes."""

from typing import Any, ClassVar, NoReturn

from django.db import models

from games.common.records import AppendOnly


class FrozenRows(models.QuerySet[Any]):
    """A queryset that can only read and insert."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse to change rows.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: ledger rows cannot be changed")

    def delete(self) -> NoReturn:
        """Refuse to delete rows.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: ledger rows cannot be deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse to change rows.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: ledger rows cannot be changed")


class Frozen(AppendOnly):
    """An append-only row; ``tournaments.ledger.book.guards`` has the database triggers."""

    objects: ClassVar[models.Manager[Any]] = FrozenRows.as_manager()

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse to delete the row.

        :raises TypeError: always
        """
        raise TypeError(f"{self._meta.verbose_name}: ledger rows cannot be deleted")
