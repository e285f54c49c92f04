"""Pages that tell the rules: all presets, and each in full."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from games import texts
from games.prose import differences, prose, where_played
from games.rules import PRESETS, RuleSet

_GROUPS = {
    4: gettext_noop("For four"),
    3: gettext_noop("For three"),
    2: gettext_noop("For two"),
}


@dataclass(frozen=True, slots=True)
class PresetCard:
    """A preset as the gallery shows it."""

    name: str
    title: str
    place: str
    players: int
    differences: list[str]
    url: str


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """The presets for some number of players."""

    players: int
    title: str
    cards: list[PresetCard]


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """All presets, with what sets each apart."""
    cards = sorted(map(_card, PRESETS), key=lambda card: -card.players)
    groups = [
        PresetGroup(players, _(_GROUPS[players]), list(found))
        for players, found in groupby(cards, key=lambda card: card.players)
    ]
    return render(request, "games/rules_gallery.html", {"groups": groups})


@require_safe
def preset(request: HttpRequest, name: str) -> HttpResponse:
    """One preset, its rules told in full."""
    if name not in PRESETS:
        raise Http404(_("There are no rules of this name."))
    context = {"preset": _card(name), "chapters": prose(_rules(name))}
    return render(request, "games/rules_preset.html", context)


@cache
def _rules(name: str) -> RuleSet:
    return RuleSet.make(name)


def _card(name: str) -> PresetCard:
    rules = _rules(name)
    return PresetCard(
        name=name,
        title=texts.rules_label(name),
        place=where_played(name),
        players=rules.players,
        differences=differences(rules),
        url=reverse("rules_preset", args=[name]),
    )
