"""Pages of clubs: the list, a club with its news, house rules, activity and settings."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from accounts.guests import person, signed_in_user
from accounts.languages import offered
from accounts.models import User
from games.common.denials import Denial
from games.common.previews.facts import LinkPicture
from games.common.previews.http import picture
from games.rulebook import house_rules
from games.rulebook.prose.chapters import prose
from tournaments.clubs import presenter, selectors
from tournaments.clubs.context import (
    allowed_club,
    club_and_role,
    flash_result,
    raise_if_forbidden,
    show_page,
)
from tournaments.clubs.denials import denial_sentence
from tournaments.clubs.forms import (
    AskForm,
    NewsForm,
    new_club_form,
    settings_form,
)
from tournaments.clubs.links import club_events, joining_terms
from tournaments.clubs.models import Club, ClubRecord, Invitation, picture_url
from tournaments.clubs.notices.services import notices_seen
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.provides import host_club
from tournaments.clubs.services import club as club_services
from tournaments.clubs.services import news as news_services
from tournaments.clubs.services.members import ask_to_join

#: Number of clubs, news posts and activity records per page.
CLUBS_LENGTH, NEWS_LENGTH, ACTIVITY_LENGTH = 24, 10, 50


# --- Clubs


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Show the reader's clubs and invitations, and the listed clubs."""
    user = person(request)
    is_member = user is not None and not user.is_guest
    words = " ".join(request.GET.get("words", "").split())[: Club.NAME_LENGTH]
    listed = selectors.listed_clubs(user if is_member else None, words)
    page = Paginator(listed, CLUBS_LENGTH).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "own": selectors.own_memberships(user) if user is not None and is_member else [],
        "invitations": selectors.invitations_of(user) if user and is_member else [],
        "page": page,
        "words": words,
        "is_member": is_member,
    }
    return render(request, "tournaments/clubs/clubs.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Create a club; a guest must create an account first."""
    if signed_in_user(request).is_guest:
        return redirect("keep_account")
    form = new_club_form(request.POST if request.method == "POST" else None)
    if form.is_valid():
        answer = club_services.create(of_request(request), **form.terms())
        if isinstance(answer, Club):
            messages.success(request, _("Club created. Now invite the first members."))
            return redirect("club_invitations", answer.slug)
        form.add_error(None, denial_sentence(answer))
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/clubs/new.html", _form_context(form), status=status)


def _form_context(form: forms.Form) -> dict[str, Any]:
    """Return the template context of the club form, with the image URLs of the picture choices."""
    pictures = [(each, picture_url(each.data["value"])) for each in form["picture"]]
    return {"form": form, "pictures": pictures}


@require_safe
def roles(request: HttpRequest) -> HttpResponse:
    """Show the rights of each role."""
    context: dict[str, Any] = {"roles": list(Role), "rights": presenter.allowed_roles()}
    return render(request, "tournaments/clubs/roles.html", context)


@login_required
@require_POST
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a request to join."""
    club, role = club_and_role(request, slug)
    form = AskForm(request.POST)
    if not form.is_valid():
        return _club_page(request, club, role, form, status=422)
    answer = ask_to_join(
        of_request(request), club.pk, form.cleaned_data["words"], request.POST.get("terms", "")
    )
    raise_if_forbidden(answer)
    flash_result(request, answer, _("Request sent. You’ll see the reply here."))
    return redirect(club)


# --- The pages of a club


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's public profile, and to members also its tables and news."""
    found, role = club_and_role(request, slug)
    if (user := person(request)) is not None and not user.is_guest:
        notices_seen(found.pk, user.pk)
    return _club_page(request, found, role, AskForm())


def _club_page(
    request: HttpRequest, club: Club, role: Role | None, ask_form: AskForm, status: int = 200
) -> HttpResponse:
    """Render the club's page for the reader's role, with the form to ask to join."""
    user = person(request)
    is_member = user is not None and not user.is_guest
    context: dict[str, Any] = {
        "events": club_events(club, role),
        "facts": presenter.facts(club, club.memberships.count()),
        "ask_form": ask_form,
        "is_member": is_member,
        "invitation": _own_invitation(club, user) if role is None else None,
        "has_asked": user is not None and role is None and selectors.has_asked(club, user),
        "here": request.path,
        "may_leave": may(role, Right.LEAVE),
        "terms": joining_terms(club) if role is None else None,
    }
    if role is not None:
        context |= {
            "tables": presenter.table_lines(club),
            "news": selectors.news(club)[:3],
            "sessions": selectors.sessions_played(club),
        }
    return show_page(request, "club", club, role, status=status, **context)


def _own_invitation(club: Club, user: User | None) -> Invitation | None:
    """Return the reader's unanswered invitation to the club by username; None without one."""
    if user is None:
        return None
    return selectors.invitations_of(user).filter(club=club).first()


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's news to members; post news."""
    posted = request.method == "POST"
    right = Right.WRITE_NEWS if posted else Right.SEE_ACTIVITY
    found, role = allowed_club(request, slug, right, needs_open=posted)
    form = NewsForm(request.POST if posted else None)
    notices_seen(found.pk, signed_in_user(request).pk)
    if form.is_valid():
        written = news_services.write_news(of_request(request), found.pk, **form.cleaned_data)
        raise_if_forbidden(written)
        if not isinstance(written, Denial):
            messages.success(request, _("Posted. Members will be notified."))
            return redirect("club_news", slug)
        form.add_error(None, denial_sentence(written))
    page = Paginator(selectors.news(found), NEWS_LENGTH).get_page(request.GET.get("page"))
    may_write = may(role, Right.WRITE_NEWS) and found.closed_at is None
    context: dict[str, Any] = {"form": form if may_write else None, "page": page}
    return show_page(request, "news", found, role, status=422 if posted else 200, **context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_news(request: HttpRequest, slug: str, news_id: int) -> HttpResponse:
    """Edit a news post."""
    found, role = allowed_club(request, slug, Right.WRITE_NEWS, needs_open=True)
    item = get_object_or_404(selectors.news(found), pk=news_id)
    posted = request.method == "POST"
    written = {"title": item.title, "text": item.text}
    form = NewsForm(request.POST if posted else None, initial=written)
    if form.is_valid():
        changed = news_services.edit_news(
            of_request(request), found.pk, item.pk, **form.cleaned_data
        )
        if flash_result(request, changed, _("Post saved.")):
            return redirect("club_news", slug)
    status = 422 if posted else 200
    return show_page(request, "news_edit", found, role, status=status, form=form, item=item)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_news(request: HttpRequest, slug: str, news_id: int) -> HttpResponse:
    """Delete a news post, after a confirmation."""
    found, role = allowed_club(request, slug, Right.WRITE_NEWS, needs_open=True)
    if request.method != "POST":
        post = get_object_or_404(selectors.news(found), pk=news_id)
        question = presenter.news_deletion_question(found, post)
        return show_page(request, "question", found, role, question=question, tab="news")
    dropped = news_services.delete_news(of_request(request), found.pk, news_id)
    flash_result(request, dropped, _("Post deleted."))
    return redirect("club_news", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's house rules; add a copy of the reader's own, or make some the default."""
    posted = request.method == "POST"
    right = Right.KEEP_RULES if posted else Right.SEE_MEMBERS
    found, role = allowed_club(request, slug, right, needs_open=posted)
    if posted and request.POST.get("do") == "default":
        rules = request.POST.get("rules", "")
        changed = club_services.change(of_request(request), found.pk, default_rules=rules)
        raise_if_forbidden(changed)
        flash_result(request, changed, _("New tables of the club use these rules."))
        return redirect("club_rules", slug)
    if posted:
        taken = club_services.add_rules(
            of_request(request), found.pk, request.POST.get("rules", "")
        )
        raise_if_forbidden(taken)
        flash_result(request, taken, _("House rules added to the club."))
        return redirect("club_rules", slug)
    may_keep = may(role, Right.KEEP_RULES) and found.closed_at is None
    kept = selectors.house_rules(found)
    context: dict[str, Any] = {
        "kept": kept,
        "own": house_rules.own(signed_in_user(request)) if may_keep else [],
        "chosen": request.GET.get("rules", ""),
        "may_keep": may_keep,
        "may_set_default": may(role, Right.CHANGE_CLUB),
    }
    return show_page(request, "rules", found, role, **context)


@require_safe
def rules_page(request: HttpRequest, slug: str, rules_slug: str) -> HttpResponse:
    """Show house rules of the club in words, to any visitor."""
    found, role = club_and_role(request, slug)
    shown = found.house_rules.filter(slug=rules_slug).first()
    if shown is None:
        raise Http404(_("These house rules don’t exist or were deleted."))
    context: dict[str, Any] = {"kept": shown, "chapters": prose(shown.rules), "tab": "rules"}
    return show_page(request, "rules_page", found, role, **context)


@login_required
@require_POST
def remove_rules(request: HttpRequest, slug: str, rules_slug: str) -> HttpResponse:
    """Remove house rules from the club."""
    found, _role = allowed_club(request, slug, Right.KEEP_RULES, needs_open=True)
    dropped = club_services.remove_rules(of_request(request), found.pk, rules_slug)
    flash_result(request, dropped, _("House rules removed."))
    return redirect("club_rules", slug)


@login_required
@require_safe
def activity(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's activity to members."""
    found, role = allowed_club(request, slug, Right.SEE_ACTIVITY)
    records = selectors.records(found)
    if not may(role, Right.ANSWER_REQUESTS):
        # A declined request concerns only those who answer requests.
        records = records.exclude(deed=ClubRecord.Deed.DECLINED)
    if not may(role, Right.KEEP_BOOK):
        # Amounts between members are private.
        records = records.exclude(deed__in=(ClubRecord.Deed.CASH, ClubRecord.Deed.NO_CASH))
    page = Paginator(records, ACTIVITY_LENGTH).get_page(request.GET.get("page"))
    return show_page(request, "activity", found, role, page=page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the settings of the club."""
    found, role = allowed_club(request, slug, Right.CHANGE_CLUB, needs_open=True)
    posted = request.method == "POST"
    form = settings_form(found, host_club(found), request.POST if posted else None)
    if form.is_valid():
        changed = club_services.change(of_request(request), found.pk, **form.terms())
        raise_if_forbidden(changed)
        if changed is None:
            messages.success(request, _("Settings saved."))
            return redirect("club_settings", slug)
        form.add_error(None, denial_sentence(changed))
    context: dict[str, Any] = _form_context(form)
    return show_page(request, "settings", found, role, status=422 if posted else 200, **context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the club for good, after its name was typed."""
    found, role = allowed_club(request, slug, Right.CLOSE, needs_open=True)
    wrong = ""
    if request.method == "POST":
        if " ".join(request.POST.get("name", "").split()) == found.name:
            closed = club_services.close(of_request(request), found.pk)
            raise_if_forbidden(closed)
            flash_result(request, closed, _("%(club)s is closed.") % {"club": found.name})
            return redirect(found)
        wrong = _("This isn’t the club’s name. Type it exactly as shown above.")
    context: dict[str, Any] = {
        "wrong": wrong,
        "typed": request.POST.get("name", ""),
        "sentences": presenter.closing_sentences(found),
        "obstacles": presenter.closing_obstacle_sentences(found),
        "tab": "settings",
    }
    return show_page(request, "close", found, role, status=422 if wrong else 200, **context)


@require_safe
def club_preview(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send the picture of a listed club, in its language; for other clubs, a general one."""
    found = selectors.club(slug)
    is_open = found is not None and found.is_listed and found.closed_at is None
    with override(offered(found.language if found is not None else "")):
        return picture(request, preview_of(found) if found is not None and is_open else None)


def preview_of(club: Club) -> LinkPicture:
    """Return the content of the club's picture; it names no member."""
    lines = [club.place] if club.place else []
    lines.append(_("Play Big Two with friends"))
    return LinkPicture(
        pgettext("organisation", "Club"), club.name, tuple(lines), cards=("AS", "2S")
    )
