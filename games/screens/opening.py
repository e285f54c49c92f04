"""Views for opening a table: a quick game, or a table that waits for players."""

import math
import secrets
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import guests, limits, stake_limits
from accounts.caller import of_request
from accounts.guests import person
from accounts.models import User
from games.common import money, numbers
from games.common.denials import DeniedError
from games.common.http import opening_key
from games.common.numbers import whole_number
from games.common.slots import Slot
from games.language.refusals import sentence
from games.rulebook.house_rules import requested_players
from games.rules.ruleset.presets import BASIC_GAME, BASIC_GAMES
from games.rules.ruleset.rule_set import RuleSet
from games.screens.forms import (
    OpenTableForm,
    RulesForm,
    SoloTableForm,
    StakedTableForm,
    TableRules,
    initial_for_club,
)
from games.screens.home import home_context, table_form
from games.screens.question import SHOWN_FIELD, StakeQuestion, agreed_in, question_of, shown_in
from games.screens.table.board import board_of
from games.screens.table.state import table_state
from games.tables import clubs, selectors
from games.tables.admission import why_above_limit
from games.tables.max_loss import Cost, deal_loss, max_session_loss, points_of_deals
from games.tables.models import Table
from games.tables.selectors import TableCriteria
from games.tables.services import opening, seating

#: Takes the host, the slug of a table that the host opened, and the id of a friend, and invites the
#: friend if possible.
invite_friend: Slot[[User, str, int], None] = Slot("the invitation of friends to tables")
#: Rate limit for computing the maximum loss of the session in the form. The page asks after every
#: change of the form.
MAX_LOSS_RATE = "240/hour"
#: Fields of the form that are sent again if the player chooses bots instead.
_RESENT_FIELDS = (
    "rules", "players", "deals", "bot_strength", "pace", "stake", "currency", "most",
)  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat the user at a matching open table or, if there is none, at a new table with bots.

    A matching table for money is first shown and must be confirmed. A visitor becomes a guest,
    whose games are for points.

    Without rules in the request any rules match, with the requested number of players if given.
    """
    if request.method != "POST":
        # A reload after the form was answered.
        return redirect("home")
    user = person(request)
    key = opening_key(request)
    data = request.POST.copy()
    if "deals" not in data:
        # A button on a page of rules: other fields take the form's defaults.
        data["deals"] = str(SoloTableForm.base_fields["deals"].initial)
    players = requested_players(data)
    takes_any_rules = data.get("rules", SoloTableForm.ANY_RULES) == SoloTableForm.ANY_RULES
    if takes_any_rules:
        is_member = user is not None and not user.is_guest
        data["rules"] = SoloTableForm.ANY_RULES if is_member else BASIC_GAME
    form = table_form(user, data)
    if not form.is_valid():
        return _home_with_errors(request, form, players)
    chosen = form.cleaned_data["rules"]
    if takes_any_rules and players in BASIC_GAMES:
        name = BASIC_GAMES[players]
        chosen = TableRules(RuleSet.make(name), name)
    terms: dict[str, Any] = {"rules": chosen.rules, "rules_name": chosen.name}
    terms |= {
        name: form.cleaned_data[name]
        for name in ("deals", "stake_minor", "currency", "pace", "bot_strength")
        if name in form.cleaned_data
    }
    user = guests.person_or_new_guest(request, form_key=key)
    if user is None:
        return guests.too_many(request)
    criteria = TableCriteria(
        rules=None if takes_any_rules else chosen.rules,
        players=players,
        stake_minor=terms.get("stake_minor", 0),
        currency=terms.get("currency", ""),
    )
    if criteria.stake_minor:
        answer = _offer_for_stake(request, user, criteria, form)
        if answer is not None:
            return answer
    else:
        found = seating.sit_anywhere(of_request(request, user), criteria)
        if found is not None:
            return redirect(found)
    if takes_any_rules and players and players not in BASIC_GAMES:
        form.add_error(None, _no_game_sentence(players))
        return _home_with_errors(request, form, players)
    if not _count_opening(user):
        return _too_many_tables(request, user)
    try:
        table = opening.open_solo_table(user, opening_key=key, **terms)
    except DeniedError as error:
        form.add_error(None, sentence(error.denial, []))
        return _home_with_errors(request, form, players)
    return redirect(table)


def _home_with_errors(request: HttpRequest, form: RulesForm, players: int) -> HttpResponse:
    """Show the home page with the errors and values of its form, with status 422."""
    context = home_context(request, form) | {"players": players}
    return render(request, "games/screens/home.html", context, status=422)


def _offer_for_stake(
    request: HttpRequest, user: User, criteria: TableCriteria, form: RulesForm
) -> HttpResponse | None:
    """Show a matching table for a stake, or the form with an error if a maximum loss is needed.

    None if the player chose bots, or no table matches that stays within their loss limit.
    """
    if request.POST.get("bots") == "yes":
        return None
    max_loss = form.cleaned_data["most_minor"]
    if criteria.rules is not None:
        picked: TableRules = form.cleaned_data["rules"]
        loss = deal_loss(criteria.rules, picked.max_loss)
        points = points_of_deals(loss, form.cleaned_data["deals"], None)
        chosen = points * criteria.stake_minor
        max_loss = chosen if max_loss is None else min(chosen, max_loss)
    fitting = selectors.matching_tables(user, criteria._replace(max_loss_minor=max_loss))
    if fitting and max_loss is None:
        form.add_error("most", _("Enter your maximum loss for one game."))
        return _home_with_errors(request, form, criteria.players)
    limit = stake_limits.limit_in(user.pk, criteria.currency) if fitting else None
    for table in fitting:
        if limit is None or max_session_loss(table) <= limit:
            return _show_found_table(request, user, table)
    return None


def _show_found_table(request: HttpRequest, user: User, table: Table) -> HttpResponse:
    """Show a matching table and its terms, so that the user confirms before taking a seat.

    Redirect to the table if it no longer waits or the user already has a seat.
    """
    shown = table_state(table.pk)
    if shown is None or not shown.is_waiting or shown.seat_of(user) is not None:
        return redirect(table)
    data = request.POST
    context = {
        "board": board_of(shown.snapshot, shown.stable),
        "names": numbers.listed([seat.name for seat in shown.snapshot.seats]),
        "most": money.amount(max_session_loss(table), table.currency),
        "opening_key": secrets.token_urlsafe(16),
        "chosen": [(name, data[name]) for name in _RESENT_FIELDS if name in data],
    }
    return render(request, "games/screens/found_table.html", context)


def _no_game_sentence(players: int) -> str:
    """Return the sentence that no open table and no rule set has that number of players."""
    return _(
        "There’s no open table for %(players)d players right now, and no rule set is made for"
        " that number. Create house rules based on a rule set for 5 or 8 players, then open a"
        " table."
    ) % {"players": players}


def _count_opening(user: User) -> bool:
    """Count one more table opened by the user; return whether the rate limit allows it."""
    return limits.within(settings.TABLE_RATE, "table", str(user.pk))


def _too_many_tables(request: HttpRequest, user: User) -> HttpResponse:
    """Return the 429 page for a user who has opened too many tables for now."""
    return limits.too_many(request, settings.TABLE_RATE, "table", str(user.pk))


@never_cache  # The Back button must not show a form with a used key
@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """Show or handle the form for a table that waits for players; a visitor becomes a guest.

    ``?club=`` is the slug of one of the user's clubs and presets the form for its members;
    ``?friend=`` is the id of a friend who is invited once the table is open.
    """
    user = person(request)
    is_member = user is not None and not user.is_guest
    kind = StakedTableForm if is_member else OpenTableForm
    own = clubs.own_clubs(user) if user is not None and is_member else []
    if request.method != "POST":
        club = next((each for each in own if each.slug == request.GET.get("club")), None)
        chosen = request.GET.get("rules", club.default_rules if club else "")
        initial = initial_for_club(club) if club else {}
        form = kind(reader=user, preselected=chosen, clubs=own, initial=initial)
        return render(request, "games/screens/open_table.html", _new_table_context(request, form))
    form = kind(request.POST, reader=user, clubs=own)
    if not form.is_valid():
        return render(
            request, "games/screens/open_table.html", _new_table_context(request, form), status=422
        )
    if user is not None and (answer := _show_max_loss_first(request, user, form)):
        return answer
    key = opening_key(request)
    host = guests.person_or_new_guest(request, form_key=key)
    if host is None:
        return guests.too_many(request)
    if not _count_opening(host):
        return _too_many_tables(request, host)
    agreed = agreed_in(request.POST)
    try:
        table = opening.open_table(host, opening_key=key, agreed=agreed, **form.terms())
    except DeniedError as error:
        question = question_of(error.denial)
        if question is None:
            form.add_error(None, sentence(error.denial, []))
        context = _new_table_context(request, form, question)
        return render(request, "games/screens/open_table.html", context, status=422)
    if friend := whole_number(request.POST.get("friend")):
        invite_friend(host, table.slug, friend)
    return redirect(table)


def _show_max_loss_first(
    request: HttpRequest, user: User, form: OpenTableForm
) -> HttpResponse | None:
    """Show the maximum loss with the form, status 422; None if the page showed it, or for points.

    Opening the table means agreeing to that loss.
    """
    cost, agreed = _max_loss(form), agreed_in(request.POST)
    if cost is None or cost in (shown_in(request.POST), agreed):
        return None
    denial = why_above_limit(user, cost, agreed)
    if denial is None:
        said = _("You could lose up to %(amount)s in this game. Open the table if you agree.")
        form.add_error(None, said % {"amount": money.amount(*cost)})
    context = _new_table_context(request, form, question_of(denial))
    return render(request, "games/screens/open_table.html", context, status=422)


def _new_table_context(
    request: HttpRequest, form: OpenTableForm, question: StakeQuestion | None = None
) -> dict[str, object]:
    """Return the template context of the new-table page, with its maximum loss and any friend."""
    sent = request.POST if request.method == "POST" else request.GET
    key = secrets.token_urlsafe(16)
    return {
        "form": form,
        "opening_key": key,
        "question": question,
        "worst": _max_loss_html(form),
        "friend": whole_number(sent.get("friend")),
    }


def _max_loss_html(form: OpenTableForm) -> SafeString:
    """Return the form's maximum loss in words with a hidden field; empty for points or with errors.

    The hidden field tells the server which amount the page showed.
    """
    cost = _max_loss(form)
    if cost is None:
        return SafeString("")
    field = format_html('<input type="hidden" name="{}" value="{}">', SHOWN_FIELD, cost)
    return format_html("{}{}", money.max_loss(*cost), field)


def _max_loss(form: OpenTableForm) -> Cost | None:
    """Return the most a player can lose by the form's terms; None for points or an invalid form."""
    if not form.is_bound or set(form.errors) - {NON_FIELD_ERRORS}:
        return None
    cleaned = form.cleaned_data
    stake, currency = cleaned.get("stake_minor", 0), cleaned.get("currency", "")
    if not stake or not currency:
        return None
    chosen: TableRules = cleaned["rules"]
    loss = deal_loss(chosen.rules, chosen.max_loss)
    points = points_of_deals(loss, cleaned["deals"], cleaned["target"])
    return Cost(points * stake, currency)


def _rate_limit_sentence(user: User) -> str:
    """Return the sentence that says in how many minutes the maximum loss is shown again."""
    minutes = math.ceil(limits.seconds_left(MAX_LOSS_RATE, "worst", str(user.pk)) / 60)
    return ngettext(
        "You’ve changed this form too many times. The maximum loss will show again in %(minutes)d"
        " minute.",
        "You’ve changed this form too many times. The maximum loss will show again in %(minutes)d"
        " minutes.",
        minutes,
    ) % {"minutes": minutes}


@require_POST
def table_worst(request: HttpRequest) -> HttpResponse:
    """Answer with the maximum loss for the form's values; empty for points, errors and guests."""
    user = person(request)
    if user is None or user.is_guest:
        return HttpResponse()
    if not limits.within(MAX_LOSS_RATE, "worst", str(user.pk)):
        return HttpResponse(_rate_limit_sentence(user), status=HTTPStatus.TOO_MANY_REQUESTS)
    form = StakedTableForm(request.POST, reader=user, clubs=clubs.own_clubs(user))
    return HttpResponse(_max_loss_html(form))
