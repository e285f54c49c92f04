"""House rules: the only module that reads and writes them.

Anyone who has their address can read them. Only their owner finds them listed.
"""

from collections.abc import Mapping

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import override

from accounts.models import User
from accounts.names import title_fault
from accounts.sorting import sorted_by
from games.common.denials import DeniedError
from games.common.prepared import prepared
from games.common.wording import check_flaw
from games.language import labels
from games.rulebook.denials import RulebookCode
from games.rulebook.models import HouseRules
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.presets import BASIC_GAME, PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.max_loss import storable_loss

#: Possible numbers of players, the most usual first.
NUMBERS_OF_PLAYERS: tuple[int, ...] = tuple(map(int, OPTIONS["players"].values))


def requested_players(parameters: Mapping[str, str]) -> int:
    """Return the number of players in request parameters, or 0 if it is missing or invalid."""
    return next(
        (number for number in NUMBERS_OF_PLAYERS if parameters.get("players") == str(number)), 0
    )


#: Maximum number of house rules per user, against abuse; generous for normal use.
MAX_RULES = 100


# --- Reading


def own(owner: User | None) -> list[HouseRules]:
    """Return a list of the user's house rules sorted by name; none for an anonymous visitor."""
    if owner is None:
        return []
    return sorted_by(_own_rules(owner.pk), lambda saved: saved.name)


@prepared
def _own_rules(owner: int) -> QuerySet[HouseRules]:
    """Return the query of a user's house rules, by the user's key."""
    return HouseRules.objects.filter(owner=owner)


def find(slug: str) -> HouseRules | None:
    """Return the house rules with this slug and their owner, or None."""
    if "\x00" in slug:
        # PostgreSQL refuses texts with NUL.
        return None
    return HouseRules.objects.filter(slug=slug).select_related("owner").first()


def base_of(saved: HouseRules) -> str:
    """Return the name of the preset they are compared with; the basic game's if it's gone."""
    return saved.base if saved.base in PRESETS else BASIC_GAME


# --- Writing


def save(owner: User, name: str, base: str, rules: RuleSet) -> HouseRules:
    """Save new house rules; raise `DeniedError` for a bad name or beyond `MAX_RULES`."""
    name = checked_name(owner, name)
    if HouseRules.objects.filter(owner=owner).count() >= MAX_RULES:
        raise DeniedError(RulebookCode.TOO_MANY, most=MAX_RULES)
    made = HouseRules(owner=owner, name=name, base=base, options=rules.to_options())
    made.max_loss = storable_loss(rules)
    return _stored(made)


def overwrite(saved: HouseRules, name: str, rules: RuleSet) -> HouseRules:
    """Replace the name and options of house rules; raise `DeniedError` for a bad name."""
    saved.name = checked_name(saved.owner, name, current=saved)
    saved.options = rules.to_options()
    saved.max_loss = storable_loss(rules)
    return _stored(saved, update_fields=["name", "options", "max_loss", "updated_at"])


def copy(reader: User, original: HouseRules) -> HouseRules:
    """Copy house rules for a user, with a number added to the name if it's taken.

    Return the user's unchanged copy instead if there is one; raise `DeniedError` beyond
    `MAX_RULES`.
    """
    others = {saved.name.casefold(): saved for saved in own(reader)}
    number, name = 1, original.name
    while (taken := others.get(name.casefold())) is not None:
        if taken.pk != original.pk and taken.options == original.options:
            return taken
        number += 1
        ending = f" {number}"
        name = original.name[: HouseRules.NAME_LENGTH - len(ending)] + ending
    return save(reader, name, original.base, original.rules)


def delete(saved: HouseRules) -> None:
    """Delete house rules; tables that use them keep their copy."""
    saved.delete()


def checked_name(owner: User | None, name: str, current: HouseRules | None = None) -> str:
    """Return the name of house rules with normalized spaces; raise `DeniedError` for a bad name.

    A bad name is blank, too long, flawed, a preset's, or that of other house rules of the owner.

    :param current: house rules whose own name isn't a conflict
    """
    name = " ".join(name.split())
    if not any(map(str.isalnum, name)):
        raise DeniedError(RulebookCode.NAMELESS)
    if current is None or name != current.name:
        check_flaw(title_fault(name), RulebookCode.NAME_FLAWED)
    if len(name) > HouseRules.NAME_LENGTH:
        max_length = HouseRules.NAME_LENGTH
        raise DeniedError(RulebookCode.NAME_TOO_LONG, most=max_length, length=len(name))
    if name.casefold() in _preset_names():
        raise DeniedError(RulebookCode.NAME_OF_A_GAME, name=name)
    namesakes = HouseRules.objects.filter(owner=owner, name__iexact=name)
    if current is not None:
        namesakes = namesakes.exclude(pk=current.pk)
    if owner is not None and namesakes.exists():
        raise DeniedError(RulebookCode.NAME_TAKEN, name=name)
    return name


def _preset_names() -> set[str]:
    """Return the names of all presets and their titles in all languages, case-folded."""
    names = set(PRESETS)
    for code, _name in settings.LANGUAGES:
        with override(code):
            names.update(labels.rules_label(preset) for preset in PRESETS)
    return {each.casefold() for each in names}


def _stored(saved: HouseRules, update_fields: list[str] | None = None) -> HouseRules:
    """Save house rules and return them; raise `DeniedError` if the name is already taken."""
    try:
        with transaction.atomic():
            saved.save(update_fields=update_fields)
    except IntegrityError as error:
        # The owner saved the same name in another tab after it was checked.
        raise DeniedError(RulebookCode.NAME_TAKEN, name=saved.name) from error
    return saved
