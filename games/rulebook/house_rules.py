"""House rules: the only module that reads and writes them.

They are private to nobody who has their address, and listed for their owner alone.
"""

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.models import User
from accounts.names import title_fault
from accounts.sorting import sorted_by
from games.common.denials import DeniedError
from games.common.prepared import prepared
from games.common.wording import check_flaw
from games.language import labels
from games.rulebook.denials import RulebookCode
from games.rulebook.models import HouseRules
from games.rules.ruleset import BASIC_GAME, OPTIONS, PRESETS, RuleSet
from games.tables.max_loss import storable_loss

#: For how many tables can be, the most usual first.
NUMBERS_OF_PLAYERS: tuple[int, ...] = tuple(map(int, OPTIONS["players"].values))


def players_asked(asked: Mapping[str, str]) -> int:
    """Return for how many players the tables shall be; 0 for any number."""
    return next((number for number in NUMBERS_OF_PLAYERS if asked.get("players") == str(number)), 0)


#: How many house rules a person can have: more than anybody reads through, no heap of them.
MOST_RULES = 100


# --- Reading


def own(owner: User | None) -> list[HouseRules]:
    """Return the person's house rules, by name; somebody unknown has none."""
    if owner is None:
        return []
    return sorted_by(_own(owner.pk), lambda kept: kept.name)


@prepared
def _own(owner: int) -> QuerySet[HouseRules]:
    return HouseRules.objects.filter(owner=owner)


def find(slug: str) -> HouseRules | None:
    """Return the house rules at an address, with their owner."""
    if "\x00" in slug:
        # Of no text that PostgreSQL knows.
        return None
    return HouseRules.objects.filter(slug=slug).select_related("owner").first()


def base_of(kept: HouseRules) -> str:
    """Return the preset that house rules are told by; where it is gone, the basic game."""
    return kept.base if kept.base in PRESETS else BASIC_GAME


# --- Writing


def save(owner: User, name: str, base: str, rules: RuleSet) -> HouseRules:
    """Save new house rules of a person.

    :raises DeniedError: the name will not do, or the person has too many
    """
    name = checked_name(owner, name)
    if HouseRules.objects.filter(owner=owner).count() >= MOST_RULES:
        raise DeniedError(RulebookCode.TOO_MANY, most=MOST_RULES)
    made = HouseRules(owner=owner, name=name, base=base, options=rules.to_options())
    made.max_loss = storable_loss(rules)
    return _stored(made)


def overwrite(kept: HouseRules, name: str, rules: RuleSet) -> HouseRules:
    """Give house rules a name and options, in place of those that they had.

    :raises DeniedError: the name will not do
    """
    kept.name = checked_name(kept.owner, name, besides=kept)
    kept.options = rules.to_options()
    kept.max_loss = storable_loss(rules)
    return _stored(kept, only=["name", "options", "max_loss", "updated_at"])


def copy(reader: User, original: HouseRules) -> HouseRules:
    """Save the reader's own copy, under the same name or, where that is taken, with a number.

    A copy that the reader has already, unchanged, is the answer to asking again.

    :raises DeniedError: the person has too many
    """
    others = {kept.name.casefold(): kept for kept in own(reader)}
    number, name = 1, original.name
    while (taken := others.get(name.casefold())) is not None:
        if taken.pk != original.pk and taken.options == original.options:
            return taken
        number += 1
        ending = f" {number}"
        name = original.name[: HouseRules.NAME_LENGTH - len(ending)] + ending
    return save(reader, name, original.base, original.rules)


def delete(kept: HouseRules) -> None:
    """Delete house rules; tables that play by them go on."""
    kept.delete()


def checked_name(owner: User | None, name: str, besides: HouseRules | None = None) -> str:
    """Return a name that house rules can have, with its spaces put right.

    :raises DeniedError: it will not do
    """
    name = " ".join(name.split())
    if not any(map(str.isalnum, name)):
        raise DeniedError(RulebookCode.NAMELESS)
    if besides is None or name != besides.name:
        check_flaw(title_fault(name), RulebookCode.NAME_FLAWED)
    if len(name) > HouseRules.NAME_LENGTH:
        most = HouseRules.NAME_LENGTH
        raise DeniedError(RulebookCode.NAME_TOO_LONG, most=most, length=len(name))
    if name.casefold() in _preset_names():
        raise DeniedError(RulebookCode.NAME_OF_A_GAME, name=name)
    namesakes = HouseRules.objects.filter(owner=owner, name__iexact=name)
    if besides is not None:
        namesakes = namesakes.exclude(pk=besides.pk)
    if owner is not None and namesakes.exists():
        raise DeniedError(RulebookCode.NAME_TAKEN, name=name)
    return name


def _preset_names() -> set[str]:
    titles = (labels.rules_label(preset) for preset in PRESETS)
    return {each.casefold() for each in (*PRESETS, *titles)}


def _stored(kept: HouseRules, only: list[str] | None = None) -> HouseRules:
    try:
        with transaction.atomic():
            kept.save(update_fields=only)
    except IntegrityError as error:
        # Somebody saved the same name since it was checked: the same person, in another tab.
        raise DeniedError(RulebookCode.NAME_TAKEN, name=kept.name) from error
    return kept
