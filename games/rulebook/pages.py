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
from games.common.http import local_path
from games.language import labels
from games.rulebook import house_rules
from games.rulebook.denials import denial_sentence
from games.rulebook.editor.draft import Draft, base_rules
from games.rulebook.editor.fields import inactive_values, sections
from games.rulebook.how_to_play import steps
from games.rulebook.models import HouseRules
from games.rulebook.prose.chapters import prose
from games.rulebook.prose.differences import differences
from games.rulebook.prose.origins import KNOWN_AS, REGIONAL, preset_origin
from games.rulebook.quick_reference import quick_reference
from games.rulebook.tags import tags
from games.rules.ruleset.presets import BASIC_GAME, PRESETS
from games.rules.ruleset.rule_set import RuleSet

EDITOR = "games/rulebook/editor.html"
_REGIONAL = gettext_noop("Regional variants")
_GROUPS = {
    4: gettext_noop("More rules for four players"),
    3: gettext_noop("Three players"),
    2: gettext_noop("Two players"),
    5: gettext_noop("Five players"),
    6: gettext_noop("Six players"),
    7: gettext_noop("Seven players"),
    8: gettext_noop("Eight players"),
}


@dataclass(frozen=True, slots=True)
class PresetCard:
    """The texts and address of a preset, for the gallery and for its page."""

    name: str
    title: str
    #: The game's name where these rules are played, or empty.
    known_as: str
    origin: str
    tags: list[str]
    url: str

    @property
    def choice(self) -> str:
        """The preset's value in forms that choose rules."""
        return self.name


@dataclass(frozen=True, slots=True)
class PresetGroup:
    """The regional presets, or the others for one number of players."""

    name: str
    title: str
    cards: list[PresetCard]


@dataclass(frozen=True, slots=True)
class HouseCard:
    """House rules, their base and differences, in their owner's gallery and on their own page."""

    saved: HouseRules
    base: str
    base_url: str
    differences: list[str]

    @property
    def choice(self) -> str:
        """The house rules' value in forms that choose rules."""
        return self.saved.choice


# --- Reading


@never_cache  # Back must not show a form whose key was used.
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """Show how to play, the user's house rules, the regional presets and then the others."""
    own = [_house_card(saved) for saved in house_rules.own(guests.person(request))]
    context = {"steps": steps(), "groups": _preset_groups(), "own": own, **_play_form()}
    return render(request, "games/rulebook/gallery.html", context)


@never_cache
@require_safe
def preset(request: HttpRequest, name: str) -> HttpResponse:
    """Show the full rules of one preset."""
    if name not in PRESETS:
        raise Http404(_("There’s no rule set with this name."))
    context = {
        "preset": _preset_card(name),
        "differences": differences(_preset_rules(name)),
        "chapters": prose(_preset_rules(name)),
        "quick_reference": quick_reference(_preset_rules(name)),
        **_play_form(),
    }
    return render(request, "games/rulebook/preset.html", context)


@never_cache
@require_safe
def shared(request: HttpRequest, slug: str) -> HttpResponse:
    """Show house rules to any visitor who has the link."""
    saved = _house_rules_or_404(slug)
    rules = saved.rules
    context = {
        "card": _house_card(saved),
        "saved": saved,
        "is_owner": saved.owner == guests.person(request),
        "from_basic": [] if house_rules.base_of(saved) == BASIC_GAME else differences(rules),
        "players": _(_GROUPS[rules.players]),
        "address": request.build_absolute_uri(saved.get_absolute_url()),
        "chapters": prose(rules),
        "quick_reference": quick_reference(rules),
        **_play_form(),
    }
    return render(request, "games/rulebook/house.html", context)


# --- Writing


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the editor of new house rules, starting from a preset, and save them.

    A visitor without an account who saves becomes a guest. A page that leads here with its path as
    ``?back=`` gets the slug of the saved rules as ``?rules=``.
    """
    if request.method != "POST":
        base = request.GET.get("from", BASIC_GAME)
        if base not in PRESETS:
            raise Http404(_("There’s no rule set with this name."))
        return _show_editor(request, Draft.of(base, _preset_rules(base)))
    draft = Draft.read(request.POST, complete=True)
    if "save" not in request.POST or not draft.is_valid:
        return _show_editor(request, draft)
    name = request.POST.get("name", "")
    try:
        house_rules.checked_name(guests.person(request), name)
        user = guests.person_or_new_guest(request)
        if user is None:
            why = _(
                "There are too many new guests from your network. Wait a while, then save again."
            )
            return _show_editor(request, draft, name_error=why, status=429)
        saved = house_rules.save(user, name, draft.base, draft.rules)
    except DeniedError as error:
        return _show_editor(request, draft, name_error=denial_sentence(error.denial))
    messages.success(request, _("Rules saved. Anyone with the link can read them."))
    back = local_path(request.POST.get("back", ""))
    return redirect(f"{back}?rules={saved.slug}") if back else redirect(saved)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the editor of the user's house rules and save them. Open tables keep their rules.

    A user who isn't their owner is offered a copy instead.
    """
    saved = _house_rules_or_404(slug)
    if saved.owner != guests.person(request):
        return _offer_own_copy(request, saved)
    if request.method != "POST":
        return _show_editor(request, Draft.of(house_rules.base_of(saved), saved.rules), saved)
    draft = Draft.read(request.POST, complete=True)
    if "save" not in request.POST or not draft.is_valid:
        return _show_editor(request, draft, saved)
    try:
        house_rules.overwrite(saved, request.POST.get("name", ""), draft.rules)
    except DeniedError as error:
        return _show_editor(request, draft, saved, name_error=denial_sentence(error.denial))
    messages.success(request, _("Rules saved. Open tables keep the rules they started with."))
    return redirect(saved)


@require_POST
def draft(request: HttpRequest) -> HttpResponse:
    """Send the editor's HTML after a change in the form; nothing is saved."""
    context = _editor_context(Draft.read(request.POST, complete=False))
    return render(request, "games/rulebook/editor.html#draft", context)


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Save a copy of house rules for the user, or a new guest, and redirect to it.

    Status 429 if there are too many new guests.
    """
    saved = _house_rules_or_404(slug)
    user = guests.person_or_new_guest(request)
    if user is None:
        return render(request, "429.html", status=429)
    try:
        made = house_rules.copy(user, saved)
    except DeniedError as error:
        messages.error(request, denial_sentence(error.denial))
        return redirect(saved)
    messages.success(request, _("Rules copied. This copy is yours to change."))
    return redirect(made)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for confirmation, then delete the user's house rules; only the owner can."""
    saved = _house_rules_or_404(slug)
    if saved.owner != guests.person(request):
        return _offer_own_copy(request, saved)
    if request.method != "POST":
        return render(request, "games/rulebook/delete.html", {"saved": saved})
    house_rules.delete(saved)
    messages.success(request, _("Rules “%(name)s” deleted.") % {"name": saved.name})
    return redirect("rules")


def _offer_own_copy(request: HttpRequest, saved: HouseRules) -> HttpResponse:
    """Show what a user who isn't the owner typed as new rules; without input, redirect."""
    if request.method == "POST" and "valid" in request.POST:
        why = _("You’re not signed in as the owner of these rules. Save to keep your own copy.")
        return _show_editor(request, Draft.read(request.POST, complete=True), name_error=why)
    messages.error(
        request, _("Only the owner can change these rules. Copy them to make your own version.")
    )
    return redirect(saved)


def _show_editor(
    request: HttpRequest,
    draft: Draft,
    saved: HouseRules | None = None,
    *,
    name_error: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the editor page; status 422 for a form that couldn't be saved."""
    if name_error or not draft.is_valid:
        status = max(status, 422)
    context = _editor_context(draft) | {
        "saved": saved,
        "name": request.POST.get("name", saved.name if saved else ""),
        "name_error": name_error,
        "name_length": HouseRules.NAME_LENGTH,
        "save_url": reverse("house_rules_edit", args=[saved.slug])
        if saved
        else reverse("house_rules_new"),
        "back": local_path(request.POST.get("back", request.GET.get("back", ""))),
        "bases": [(preset, labels.rules_label(preset)) for preset in PRESETS],
    }
    return render(request, EDITOR, context, status=status)


def _editor_context(draft: Draft) -> dict[str, Any]:
    """Return the template context of the editor for a draft."""
    shown = sections(draft)
    return {
        "draft": draft,
        "base": labels.rules_label(draft.base),
        "changes": len(draft.changed),
        "sections": shown,
        "wrong": [each for section in shown for each in section.fields if each.is_wrong],
        "inactive": inactive_values(draft),
        "chapters": prose(draft.valid),
    }


# --- Shared by the pages


def _house_rules_or_404(slug: str) -> HouseRules:
    """Return the house rules with this slug; raise `Http404` if there are none."""
    saved = house_rules.find(slug)
    if saved is None:
        raise Http404(_("These house rules don’t exist or were deleted."))
    return saved


def _play_form() -> dict[str, str]:
    """Return the address and the key of the play forms; the key makes two clicks open one table."""
    return {"play_now_url": reverse("play_now"), "opening_key": secrets.token_urlsafe(16)}


@cache
def _preset_rules(name: str) -> RuleSet:
    """Return the rule set of a preset."""
    return RuleSet.make(name)


def _preset_groups() -> list[PresetGroup]:
    """Return the regional presets, then the others by number of players."""
    others = sorted(
        (name for name in PRESETS if name not in REGIONAL),
        key=lambda name: house_rules.NUMBERS_OF_PLAYERS.index(_preset_rules(name).players),
    )
    by_players = groupby(others, key=lambda name: _preset_rules(name).players)
    return [
        PresetGroup("regional", _(_REGIONAL), list(map(_preset_card, REGIONAL))),
        *(
            PresetGroup(f"players-{players}", _(_GROUPS[players]), list(map(_preset_card, names)))
            for players, names in by_players
        ),
    ]


def _preset_card(name: str) -> PresetCard:
    """Return the gallery card of a preset."""
    rules = _preset_rules(name)
    return PresetCard(
        name=name,
        title=labels.rules_label(name),
        known_as=KNOWN_AS.get(name, ""),
        origin=preset_origin(name),
        tags=tags(rules),
        url=reverse("rules_preset", args=[name]),
    )


def _house_card(saved: HouseRules) -> HouseCard:
    """Return the card of house rules, with their differences from their base."""
    base = house_rules.base_of(saved)
    return HouseCard(
        saved=saved,
        base=labels.rules_label(base),
        base_url=reverse("rules_preset", args=[base]),
        differences=differences(saved.rules, base_rules(base)),
    )
