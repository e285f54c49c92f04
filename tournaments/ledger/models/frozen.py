"""Rows of the book: written once. Models refuse to change them, and so does the database."""

from typing import Any, ClassVar, NoReturn

from django.db import models

from games.common.records import AppendOnly


class FrozenRows(models.QuerySet[Any]):
    """Rows that can be read and added to, and nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: what is in the book does not change")

    def delete(self) -> NoReturn:
        """Refuse.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: what is in the book stays there")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse.

        :raises TypeError: always
        """
        raise TypeError(f"{self.model._meta.verbose_name}: what is in the book does not change")


class Frozen(AppendOnly):
    """A row of the book; ``tournaments.ledger.guards`` has the triggers that hold it fast."""

    objects: ClassVar[models.Manager[Any]] = FrozenRows.as_manager()

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse.

        :raises TypeError: always
        """
        raise TypeError(f"{self._meta.verbose_name}: what is in the book stays there")
