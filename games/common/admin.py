"""What all pages of the administration share: nothing that was played can be changed or guessed."""

from typing import Any

from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest

#: What is secret while a deal runs or is to come; actions for what is given in an exchange.
SECRETS = frozenset(
    {"secret", "start", "words", "next_secret", "next_words", "actions", "prepared", "pack"}
)


class Discreet:
    """No list can be asked about secrets: who may ask for their first letters soon has them all."""

    def lookup_allowed(self, lookup: str, value: str, request: Any = None) -> bool:
        if not SECRETS.isdisjoint(lookup.split(LOOKUP_SEP)):
            return False
        return super().lookup_allowed(lookup, value, request)  # type: ignore[misc, no-any-return]


class ReadOnly(Discreet):
    """What was played is looked at here, never changed."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields  # type: ignore[attr-defined]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
