"""Base classes for the administration: read-only pages without access to secrets."""

from typing import Any

from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest

#: Fields that are secret before or during a deal; actions because of cards given in an exchange.
SECRETS = frozenset(
    {"secret", "start", "words", "next_secret", "next_words", "actions", "prepared", "pack"}
)


class NoSecretFilters:
    """Admin mixin that refuses filters on secret fields, whose values could be found by trying."""

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        """Return whether the admin may filter by the lookup; never for a secret."""
        if not SECRETS.isdisjoint(lookup.split(LOOKUP_SEP)):
            return False
        return super().lookup_allowed(lookup, value, request)  # type: ignore[misc, no-any-return]


class ReadOnly(NoSecretFilters):
    """Admin mixin for read-only pages: no adding, changing, deleting or filtering by secrets."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return all fields of the page: none can be edited."""
        return self.fields  # type: ignore[attr-defined]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: no user may add rows."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: no user may delete rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: no user may change rows."""
        return False
