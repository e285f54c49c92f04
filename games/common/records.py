"""Records: rows that are appended, and never changed."""

from typing import Any

from django.db import models


class AppendOnly(models.Model):
    """What was done; saved once."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Append the record.

        :raises TypeError: it is there already, and records do not change
        """
        if not self._state.adding:
            raise TypeError(f"{self._meta.verbose_name}: what is on record does not change")
        super().save(*args, **kwargs)
