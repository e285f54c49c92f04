"""House rules: the only room that reads and writes them.

They are private to nobody who has their address, and listed for their owner alone.
"""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import texts
from games.models import HouseRules
from games.rules import PRESETS, RuleSet

#: What is played where nobody chose, by the number of players.
BASIC_GAMES = {4: "pagat", 3: "three_players", 2: "two_players"}
BASIC_GAME = BASIC_GAMES[4]
MOST_RULES = 100
"""How many house rules a person can have: more than anybody reads through, no heap of them."""


class HouseRulesError(ValueError):
    """A refusal to keep house rules; its text is the reason, for the person to read."""


# --- Reading


def own(owner: User | None) -> list[HouseRules]:
    """The house rules of a person, by name; nobody has none."""
    if owner is None:
        return []
    return list(HouseRules.objects.filter(owner=owner))


def find(slug: str) -> HouseRules | None:
    """The house rules at an address, with their owner."""
    return HouseRules.objects.filter(slug=slug).select_related("owner").first()


def base_of(kept: HouseRules) -> str:
    """The preset that house rules are told by; of one that is gone, the basic game."""
    return kept.base if kept.base in PRESETS else BASIC_GAME


# --- Writing


def save(owner: User, name: str, base: str, rules: RuleSet) -> HouseRules:
    """New house rules of a person.

    :raises HouseRulesError: the name will not do, or the person has too many
    """
    name = checked_name(owner, name)
    if HouseRules.objects.filter(owner=owner).count() >= MOST_RULES:
        raise HouseRulesError(
            _("You have %(count)d house rules, which is the most. Delete some to save more.")
            % {"count": MOST_RULES}
        )
    return _stored(HouseRules(owner=owner, name=name, base=base, options=rules.to_options()))


def overwrite(kept: HouseRules, name: str, rules: RuleSet) -> HouseRules:
    """Give house rules a name and options, in place of those that they had.

    :raises HouseRulesError: the name will not do
    """
    kept.name = checked_name(kept.owner, name, besides=kept)
    kept.options = rules.to_options()
    return _stored(kept)


def copy(reader: User, original: HouseRules) -> HouseRules:
    """The reader's own copy, under the same name or, where that is taken, with a number.

    A copy that the reader has already, unchanged, is the answer to asking again.

    :raises HouseRulesError: the person has too many
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
    """The name that house rules can have, its spaces put right; nobody's are nobody's namesakes.

    :raises HouseRulesError: it will not do
    """
    name = " ".join(name.split())
    if not any(map(str.isalnum, name)):
        raise HouseRulesError(_("Give the rules a name, so that you find them again."))
    if len(name) > HouseRules.NAME_LENGTH:
        raise HouseRulesError(
            _("The name can have up to %(count)d characters; this one has %(length)d.")
            % {"count": HouseRules.NAME_LENGTH, "length": len(name)}
        )
    if not name.isprintable():
        raise HouseRulesError(_("The name has characters that cannot be shown."))
    if name.casefold() in _preset_names():
        raise HouseRulesError(
            _("“%(name)s” is the name of a game of the club. Choose another.") % {"name": name}
        )
    namesakes = HouseRules.objects.filter(owner=owner, name__iexact=name)
    if besides is not None:
        namesakes = namesakes.exclude(pk=besides.pk)
    if owner is not None and namesakes.exists():
        raise _name_taken(name)
    return name


def _preset_names() -> set[str]:
    titles = (texts.rules_label(preset) for preset in PRESETS)
    return {each.casefold() for each in (*PRESETS, *titles)}


def _name_taken(name: str) -> HouseRulesError:
    return HouseRulesError(
        _("You have house rules called “%(name)s” already. Choose another name.") % {"name": name}
    )


def _stored(kept: HouseRules) -> HouseRules:
    try:
        with transaction.atomic():
            kept.save()
    except IntegrityError as error:
        # Somebody saved the same name since it was checked: the same person, in another tab.
        raise _name_taken(kept.name) from error
    return kept
