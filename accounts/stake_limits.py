"""Per-currency loss limits above which a player must confirm. No limit by default.

Without a limit for a session's currency, no confirmation is asked. Limits are visible only to their
owner.
"""

from accounts.models import StakeLimit, User


def limits_of(person: User) -> list[StakeLimit]:
    """Return the user's limits, ordered by currency. One query."""
    return list(StakeLimit.objects.filter(person=person))


def limit_in(person_id: int, currency: str) -> int | None:
    """Return the user's limit in minor units; None if there is none. One query."""
    limits = StakeLimit.objects.filter(person=person_id, currency=currency)
    return limits.values_list("most_minor", flat=True).first()


def set_limit(person: User, currency: str, limit_minor: int) -> None:
    """Set the limit, in minor units, above which a possible loss must be confirmed."""
    StakeLimit.objects.update_or_create(
        person=person, currency=currency, defaults={"most_minor": limit_minor}
    )


def remove_limit(person: User, currency: str) -> None:
    """Remove the user's limit for that currency."""
    StakeLimit.objects.filter(person=person, currency=currency).delete()
