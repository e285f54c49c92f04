"""What people would not lose in one session without being asked first: nothing, at first.

A limit is for one currency; in another there is no question. The person alone is told of it.
"""

from accounts.models import StakeLimit, User


def limits_of(person: User) -> list[StakeLimit]:
    """Return the person's limits, by currency. One query."""
    return list(StakeLimit.objects.filter(person=person))


def limit_in(person_id: int, currency: str) -> int | None:
    """Return the person's limit in minor units; None where there is none. One query."""
    limits = StakeLimit.objects.filter(person=person_id, currency=currency)
    return limits.values_list("most_minor", flat=True).first()


def set_limit(person: User, currency: str, most_minor: int) -> None:
    """Let the person be asked from now on before a session that could cost more."""
    StakeLimit.objects.update_or_create(
        person=person, currency=currency, defaults={"most_minor": most_minor}
    )


def remove_limit(person: User, currency: str) -> None:
    """Ask the person no more about that currency."""
    StakeLimit.objects.filter(person=person, currency=currency).delete()
