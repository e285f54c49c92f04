"""Append-only records: rows that never change."""

from typing import Any

from django.db import models


class AppendOnly(models.Model):
    """Abstract model of rows that are saved once and never change."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Append the record; raise TypeError if it has been saved before."""
        if not self._state.adding:
            raise TypeError(f"{self._meta.verbose_name}: saved records cannot change")
        super().save(*args, **kwargs)
