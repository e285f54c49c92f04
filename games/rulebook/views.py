"""Pages of the rules: all presets, each in full, and house rules with their editor."""

import secrets
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests
from games.common.denials import DeniedError
from games.language import labels
from games.rulebook import house_rules
from games.rulebook.crib import crib_of
from games.rulebook.denials import denial_sentence
from games.rulebook.editor import Draft, base_rules, kept_aside, sections
from games.rulebook.models import HouseRules
from games.rulebook.prose import differences, prose, where_played
from games.rules.ruleset import BASIC_GAME, PRESETS, RuleSet
from games.tables import links

EDITOR = "games/rulebook/editor.html"
_GROUPS = {
    4: gettext_noop("For four"),
    3: gettext_noop("For three"),
    2: gettext_noop("For two"),
    5: gettext_noop("For five"),
    6: gettext_noop("For six"),
    7: gettext_noop("For seven"),
    8: gettext_noop("For eight"),
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

    @property
    def choice(self) -> str:
        """What it is called where rules are chosen."""
        return self.name


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """The presets for some number of players."""

    players: int
    title: str
    cards: list[PresetCard]


@dataclass(frozen=True, slots=True)
class HouseCard:
    """House rules as their owner's gallery and their own page show them."""

    kept: HouseRules
    base: str
    base_url: str
    differences: list[str]

    @property
    def choice(self) -> str:
        return self.kept.choice


# --- Reading


@never_cache  # Back must not bring up a form whose key was used
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """Show the own house rules, then all presets, with what sets each apart."""
    usual_first = house_rules.NUMBERS_OF_PLAYERS.index
    cards = sorted(map(_card, PRESETS), key=lambda card: usual_first(card.players))
    groups = [
        PresetGroup(players, _(_GROUPS[players]), list(found))
        for players, found in groupby(cards, key=lambda card: card.players)
    ]
    own = [_house_card(kept) for kept in house_rules.own(guests.person(request))]
    context = {"groups": groups, "own": own, **_play_form()}
    return render(request, "games/rulebook/gallery.html", context)


@never_cache
@require_safe
def preset(request: HttpRequest, name: str) -> HttpResponse:
    """Show one preset, its rules told in full."""
    if name not in PRESETS:
        raise Http404(_("There are no rules of this name."))
    context = {
        "preset": _card(name),
        "chapters": prose(_rules(name)),
        "crib": crib_of(_rules(name)),
        **_play_form(),
    }
    return render(request, "games/rulebook/preset.html", context)


@never_cache
@require_safe
def shared(request: HttpRequest, slug: str) -> HttpResponse:
    """Show house rules to anybody who has their address."""
    kept = _found(slug)
    rules = kept.rules
    context = {
        "card": _house_card(kept),
        "kept": kept,
        "is_owner": kept.owner == guests.person(request),
        "from_basic": [] if house_rules.base_of(kept) == BASIC_GAME else differences(rules),
        "players": _(_GROUPS[rules.players]),
        "address": request.build_absolute_uri(kept.get_absolute_url()),
        "chapters": prose(rules),
        "crib": crib_of(rules),
        **_play_form(),
    }
    return render(request, "games/rulebook/house.html", context)


# --- Making


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the editor of new house rules, from a preset; saving makes somebody unknown a guest."""
    if request.method != "POST":
        base = request.GET.get("from", BASIC_GAME)
        if base not in PRESETS:
            raise Http404(_("There are no rules of this name."))
        return _show_editor(request, Draft.of(base, _rules(base)))
    draft = Draft.read(request.POST, complete=True)
    if "save" not in request.POST or not draft.is_valid:
        return _show_editor(request, draft)
    name = request.POST.get("name", "")
    try:
        house_rules.checked_name(guests.person(request), name)
        user = guests.person_or_new_guest(request)
        if user is None:
            why = _("Many guests came from your network. Please press Save again in a while.")
            return _show_editor(request, draft, name_error=why, status=429)
        kept = house_rules.save(user, name, draft.base, draft.rules)
    except DeniedError as error:
        return _show_editor(request, draft, name_error=denial_sentence(error.denial))
    messages.success(request, _("Saved. Whoever has the link can read these rules."))
    return redirect(kept)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the editor of the own house rules. Tables that play by them go on as they are."""
    kept = _found(slug)
    if kept.owner != guests.person(request):
        return _not_the_owner(request, kept)
    if request.method != "POST":
        return _show_editor(request, Draft.of(house_rules.base_of(kept), kept.rules), kept)
    draft = Draft.read(request.POST, complete=True)
    if "save" not in request.POST or not draft.is_valid:
        return _show_editor(request, draft, kept)
    try:
        house_rules.overwrite(kept, request.POST.get("name", ""), draft.rules)
    except DeniedError as error:
        return _show_editor(request, draft, kept, name_error=denial_sentence(error.denial))
    messages.success(
        request, _("Saved. Tables that are already open keep the rules that they began with.")
    )
    return redirect(kept)


@require_POST
def draft(request: HttpRequest) -> HttpResponse:
    """Show what the editor has after a change; nothing is kept."""
    context = _editor_context(Draft.read(request.POST, complete=False))
    return render(request, "games/rulebook/editor.html#draft", context)


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the reader's own copy of house rules."""
    kept = _found(slug)
    user = guests.person_or_new_guest(request)
    if user is None:
        return render(request, "429.html", status=429)
    try:
        made = house_rules.copy(user, kept)
    except DeniedError as error:
        messages.error(request, denial_sentence(error.denial))
        return redirect(kept)
    messages.success(request, _("This is your own copy, to keep and to change."))
    return redirect(made)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the own house rules, after a question."""
    kept = _found(slug)
    if kept.owner != guests.person(request):
        return _not_the_owner(request, kept)
    if request.method != "POST":
        return render(request, "games/rulebook/delete.html", {"kept": kept})
    house_rules.delete(kept)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": kept.name})
    return redirect("rules")


def _not_the_owner(request: HttpRequest, kept: HouseRules) -> HttpResponse:
    """Show what was typed as new rules of the person who typed it, so that it is not lost."""
    if request.method == "POST" and "valid" in request.POST:
        why = _("You are not signed in as the owner of these rules. Save makes them your own.")
        return _show_editor(request, Draft.read(request.POST, complete=True), name_error=why)
    messages.error(request, _("Only their owner can change these rules; you can copy them."))
    return redirect(kept)


def _show_editor(
    request: HttpRequest,
    draft: Draft,
    kept: HouseRules | None = None,
    *,
    name_error: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the whole page; a form that could not be saved is answered with what is wrong."""
    if name_error or not draft.is_valid:
        status = max(status, 422)
    context = _editor_context(draft) | {
        "kept": kept,
        "name": request.POST.get("name", kept.name if kept else ""),
        "name_error": name_error,
        "name_length": HouseRules.NAME_LENGTH,
        "save_url": reverse("house_rules_edit", args=[kept.slug])
        if kept
        else reverse("house_rules_new"),
        "bases": [(preset, labels.rules_label(preset)) for preset in PRESETS],
    }
    return render(request, EDITOR, context, status=status)


def _editor_context(draft: Draft) -> dict[str, Any]:
    shown = sections(draft)
    return {
        "draft": draft,
        "base": labels.rules_label(draft.base),
        "changes": len(draft.changed),
        "sections": shown,
        "wrong": [each for section in shown for each in section.fields if each.is_wrong],
        "aside": kept_aside(draft),
        "chapters": prose(draft.valid),
    }


# --- What pages share


def _found(slug: str) -> HouseRules:
    kept = house_rules.find(slug)
    if kept is None:
        raise Http404(_("These house rules do not exist, or were deleted."))
    return kept


def _play_form() -> dict[str, str]:
    """Return where the forms of a page ask for a table, and a key: two presses open one."""
    return {"play_now_url": links.play_now_page(), "opening_key": secrets.token_urlsafe(16)}


@cache
def _rules(name: str) -> RuleSet:
    return RuleSet.make(name)


def _card(name: str) -> PresetCard:
    rules = _rules(name)
    return PresetCard(
        name=name,
        title=labels.rules_label(name),
        place=where_played(name),
        players=rules.players,
        differences=differences(rules),
        url=reverse("rules_preset", args=[name]),
    )


def _house_card(kept: HouseRules) -> HouseCard:
    base = house_rules.base_of(kept)
    return HouseCard(
        kept=kept,
        base=labels.rules_label(base),
        base_url=reverse("rules_preset", args=[base]),
        differences=differences(kept.rules, base_rules(base)),
    )
