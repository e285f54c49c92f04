"""Views of clubs. The policy decides who may see a page; services decide what is changed."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from accounts.guests import person, signed_in_user
from accounts.models import User
from games.common.denials import Denial
from games.rulebook import house_rules
from games.rulebook.prose.chapters import prose
from tournaments.clubs import presenter, selectors
from tournaments.clubs.denials import ClubCode, denial_sentence
from tournaments.clubs.forms import (
    AskForm,
    InviteeForm,
    LinkForm,
    MailForm,
    NewsForm,
    new_club_form,
    settings_form,
)
from tournaments.clubs.links import club_events
from tournaments.clubs.models import Club, Invitation, picture_url
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.provides import host_club
from tournaments.clubs.services import club as club_services
from tournaments.clubs.services import invitations as invitations_services
from tournaments.clubs.services import members as members_services
from tournaments.clubs.services import news as news_services
from tournaments.clubs.services.invitations import sends_mail
from tournaments.clubs.services.members import answer_request, ask_to_join, withdraw_request

#: Number of clubs, news posts and activity records per page.
CLUBS_LENGTH, NEWS_LENGTH, ACTIVITY_LENGTH = 24, 10, 50
#: The forms of invitations, by the value of their button.
INVITING: dict[str, type[forms.Form]] = {"link": LinkForm, "name": InviteeForm, "mail": MailForm}


# --- Shared by all pages


def _club_and_role(request: HttpRequest, slug: str) -> tuple[Club, Role | None]:
    """Return the club with this slug and the reader's role; raise Http404 if there is none."""
    found = selectors.club(slug)
    if found is None:
        raise Http404(_("This club doesn’t exist."))
    return found, selectors.role_of(found, person(request))


def _allowed_club(
    request: HttpRequest, slug: str, right: Right, *, needs_open: bool = False
) -> tuple[Club, Role]:
    """Return the club and the reader's role; raise PermissionDenied if the role lacks the right.

    :raises PermissionDenied: the role does not have the right
    :raises Http404: there is no such club, or it is closed and `needs_open`
    """
    found, role = _club_and_role(request, slug)
    if role is None or not may(role, right):
        raise PermissionDenied
    if needs_open and found.closed_at is not None:
        raise Http404(_("This club is closed and can’t be changed."))
    return found, role


def _show(
    request: HttpRequest,
    template: str,
    club: Club,
    role: Role | None,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render a page of the club; the current tab is `tab`, or named like the template."""
    context |= presenter.club_context(club, role, context.pop("tab", template))
    return render(request, f"tournaments/clubs/{template}.html", context, status=status)


def flash_result(request: HttpRequest, answer: object, success_message: str = "") -> bool:
    """Flash the reason for a denial, or the success message; return True on success."""
    if isinstance(answer, Denial):
        messages.error(request, denial_sentence(answer))
        return False
    if success_message:
        messages.success(request, success_message)
    return True


#: Denials that get a 403 page; all others a message.
_FORBIDDEN = {ClubCode.NOT_A_MEMBER, ClubCode.NOT_ALLOWED, ClubCode.NO_GUESTS, ClubCode.UNKNOWN}


def _raise_if_forbidden(answer: object) -> None:
    """Raise PermissionDenied if the answer is a denial for lack of permission; else do nothing."""
    if isinstance(answer, Denial) and answer.code in _FORBIDDEN:
        raise PermissionDenied


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


# --- Joining


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club of an invitation, or why it is invalid; on POST, join. 404 if for another."""
    invitation = selectors.invitation(token)
    user = person(request)
    is_for_another = (
        invitation is not None
        and invitation.invitee is not None
        and (user is None or invitation.invitee_id != user.pk)
    )
    if invitation is None or is_for_another:
        raise Http404(_("This invitation doesn’t exist."))
    club = invitation.club
    if user is not None and selectors.role_of(club, user) is not None:
        return redirect(club)
    if request.method == "POST":
        answer = invitations_services.accept(of_request(request), token)
        _raise_if_forbidden(answer)
        if isinstance(answer, Club):
            messages.success(request, _("Welcome to %(club)s!") % {"club": club.name})
            return redirect(club)
    code = ClubCode.CLOSED if club.closed_at is not None else selectors.why_invalid(invitation)
    context: dict[str, Any] = {
        "invitation": invitation,
        "club": club,
        "members": club.memberships.count(),
        "why_not": denial_sentence(Denial(code)) if code else "",
        "is_member": user is not None and not user.is_guest,
        "here": request.path,
    }
    return render(request, "tournaments/clubs/join.html", context, status=410 if code else 200)


@login_required
@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Decline an invitation by name."""
    answer = invitations_services.decline(of_request(request), token)
    _raise_if_forbidden(answer)
    flash_result(request, answer, _("Invitation declined."))
    return redirect("clubs")


@login_required
@require_POST
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a request to join."""
    club, role = _club_and_role(request, slug)
    form = AskForm(request.POST)
    if not form.is_valid():
        return _club_page(request, club, role, form, status=422)
    answer = ask_to_join(of_request(request), club.pk, form.cleaned_data["words"])
    _raise_if_forbidden(answer)
    flash_result(request, answer, _("Request sent. You’ll see the reply here."))
    return redirect(club)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the reader's request to join."""
    club, _role = _club_and_role(request, slug)
    answer = withdraw_request(of_request(request), club.pk)
    _raise_if_forbidden(answer)
    flash_result(request, answer, _("Request withdrawn."))
    return redirect(club)


# --- The pages of a club


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's public profile, and to members also its tables and news."""
    found, role = _club_and_role(request, slug)
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
    }
    if role is not None:
        context |= {
            "tables": presenter.table_lines(club),
            "news": selectors.news(club)[:3],
            "sessions": selectors.sessions_played(club),
        }
    return _show(request, "club", club, role, status=status, **context)


def _own_invitation(club: Club, user: User | None) -> Invitation | None:
    """Return the reader's unanswered invitation to the club by username; None without one."""
    if user is None:
        return None
    return selectors.invitations_of(user).filter(club=club).first()


@login_required
@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the members of the club to members."""
    found, role = _allowed_club(request, slug, Right.SEE_MEMBERS)
    lines = presenter.member_lines(found, signed_in_user(request), role)
    managed = any(line.manage_url for line in lines)
    return _show(request, "members", found, role, lines=lines, managed=managed)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Show the actions on a member, ask for confirmation, or carry one out."""
    found, role = _allowed_club(request, slug, Right.REMOVE, needs_open=True)
    other = found.memberships.select_related("user").filter(user_id=user_id).first()
    if other is None:
        messages.error(request, denial_sentence(Denial(ClubCode.NO_SUCH_MEMBER)))
        return redirect("club_members", slug)
    if not may(role, Right.REMOVE, Role(other.role)):
        raise PermissionDenied
    name = other.user.shown_name
    if request.method != "POST":
        can = presenter.member_actions(role, other)
        question = None
        if request.GET.get("ask") == "remove" and can.may_remove:
            question = presenter.removal_question(found, other)
        elif request.GET.get("ask") == "hand-over" and can.may_hand_over:
            question = presenter.transfer_question(found, other)
        if question is not None:
            return _show(request, "question", found, role, question=question, tab="members")
        return _show(request, "member", found, role, member=other, can=can, tab="members")
    caller, wanted = of_request(request), request.POST.get("do", "")
    if wanted == "remove":
        answer = members_services.remove(caller, found.pk, user_id)
        done = _("%(name)s was removed from the club.") % {"name": name}
    elif wanted == "hand-over":
        answer = club_services.hand_over(caller, found.pk, user_id)
        done = _("%(name)s now owns the club, and you’re an organizer.") % {"name": name}
    else:
        new_role = request.POST.get("role", "")
        answer = members_services.set_role(caller, found.pk, user_id, new_role)
        if new_role == Role.ORGANIZER:
            done = _("%(name)s is now an organizer.") % {"name": name}
        else:
            done = _("%(name)s is now a regular member.") % {"name": name}
    _raise_if_forbidden(answer)
    flash_result(request, answer, done)
    return redirect("club_members", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Send invitations; show open invitations and join requests."""
    found, role = _allowed_club(request, slug, Right.INVITE, needs_open=True)
    wanted = request.POST.get("do", "") if request.method == "POST" else ""
    shown = {
        way: kind(request.POST if way == wanted else None, prefix=way)
        for way, kind in INVITING.items()
    }
    if wanted in shown and shown[wanted].is_valid():
        answer = _invite(request, found, wanted, shown[wanted].cleaned_data)
        _raise_if_forbidden(answer)
        if not isinstance(answer, Denial):
            messages.success(request, _("Invitation created. You’ll find it in the list below."))
            return redirect("club_invitations", slug)
        shown[wanted].add_error(None, denial_sentence(answer))
    context: dict[str, Any] = {
        "forms": shown,
        "sends_mail": sends_mail(),
        "invitations": selectors.open_invitations(found),
        "site": _site(request),
        "requests": list(selectors.open_requests(found)),
    }
    status = 422 if wanted else 200
    return _show(request, "invitations", found, role, status=status, **context)


def _invite(request: HttpRequest, club: Club, way: str, options: dict[str, Any]) -> object:
    """Send an invitation by link, username or email with these options; return the answer."""
    caller = of_request(request)
    if way == "link":
        return invitations_services.invite_by_link(caller, club.pk, **options)
    if way == "name":
        return invitations_services.invite_by_name(caller, club.pk, **options)
    return invitations_services.invite_by_mail(caller, club.pk, site=_site(request), **options)


def _site(request: HttpRequest) -> str:
    """Return the site's address without a slash at its end."""
    return request.build_absolute_uri("/").rstrip("/")


@login_required
@require_POST
def revoke(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Revoke an open invitation, so that it can no longer be used."""
    found, _role = _allowed_club(request, slug, Right.INVITE, needs_open=True)
    answer = invitations_services.revoke(of_request(request), found.pk, invitation_id)
    flash_result(request, answer, _("Invitation revoked."))
    return redirect("club_invitations", slug)


@login_required
@require_POST
def answer(request: HttpRequest, slug: str, request_id: int) -> HttpResponse:
    """Approve or decline a join request."""
    found, _role = _allowed_club(request, slug, Right.ANSWER_REQUESTS, needs_open=True)
    accepted = request.POST.get("do") == "accept"
    answered = answer_request(of_request(request), found.pk, request_id, accepted=accepted)
    flash_result(
        request,
        answered,
        _("Request approved.") if accepted else _("Request declined."),
    )
    return redirect("club_invitations", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's news to members; post news."""
    posted = request.method == "POST"
    right = Right.WRITE_NEWS if posted else Right.SEE_ACTIVITY
    found, role = _allowed_club(request, slug, right, needs_open=posted)
    form = NewsForm(request.POST if posted else None)
    if form.is_valid():
        written = news_services.write_news(of_request(request), found.pk, **form.cleaned_data)
        _raise_if_forbidden(written)
        if not isinstance(written, Denial):
            return redirect("club_news", slug)
        form.add_error(None, denial_sentence(written))
    page = Paginator(selectors.news(found), NEWS_LENGTH).get_page(request.GET.get("page"))
    may_write = may(role, Right.WRITE_NEWS) and found.closed_at is None
    context: dict[str, Any] = {"form": form if may_write else None, "page": page}
    return _show(request, "news", found, role, status=422 if posted else 200, **context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_news(request: HttpRequest, slug: str, news_id: int) -> HttpResponse:
    """Edit a news post."""
    found, role = _allowed_club(request, slug, Right.WRITE_NEWS, needs_open=True)
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
    return _show(request, "news_edit", found, role, status=status, form=form, item=item)


@login_required
@require_POST
def delete_news(request: HttpRequest, slug: str, news_id: int) -> HttpResponse:
    """Delete a news post."""
    found, _role = _allowed_club(request, slug, Right.WRITE_NEWS, needs_open=True)
    dropped = news_services.delete_news(of_request(request), found.pk, news_id)
    flash_result(request, dropped, _("Post deleted."))
    return redirect("club_news", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's house rules; add a copy of the reader's own."""
    posted = request.method == "POST"
    right = Right.KEEP_RULES if posted else Right.SEE_MEMBERS
    found, role = _allowed_club(request, slug, right, needs_open=posted)
    if posted:
        taken = club_services.add_rules(
            of_request(request), found.pk, request.POST.get("rules", "")
        )
        _raise_if_forbidden(taken)
        flash_result(request, taken, _("House rules added to the club."))
        return redirect("club_rules", slug)
    may_keep = may(role, Right.KEEP_RULES) and found.closed_at is None
    kept = selectors.house_rules(found)
    context: dict[str, Any] = {
        "kept": kept,
        "own": house_rules.own(signed_in_user(request)) if may_keep else [],
        "may_keep": may_keep,
    }
    return _show(request, "rules", found, role, **context)


@require_safe
def rules_page(request: HttpRequest, slug: str, rules_slug: str) -> HttpResponse:
    """Show house rules of the club in words, to any visitor."""
    found, role = _club_and_role(request, slug)
    shown = found.house_rules.filter(slug=rules_slug).first()
    if shown is None:
        raise Http404(_("These house rules don’t exist or were deleted."))
    context: dict[str, Any] = {"kept": shown, "chapters": prose(shown.rules), "tab": "rules"}
    return _show(request, "rules_page", found, role, **context)


@login_required
@require_POST
def remove_rules(request: HttpRequest, slug: str, rules_slug: str) -> HttpResponse:
    """Remove house rules from the club."""
    found, _role = _allowed_club(request, slug, Right.KEEP_RULES, needs_open=True)
    dropped = club_services.remove_rules(of_request(request), found.pk, rules_slug)
    flash_result(request, dropped, _("House rules removed."))
    return redirect("club_rules", slug)


@login_required
@require_safe
def activity(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's activity to members."""
    found, role = _allowed_club(request, slug, Right.SEE_ACTIVITY)
    page = Paginator(selectors.records(found), ACTIVITY_LENGTH).get_page(request.GET.get("page"))
    return _show(request, "activity", found, role, page=page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the settings of the club."""
    found, role = _allowed_club(request, slug, Right.CHANGE_CLUB, needs_open=True)
    posted = request.method == "POST"
    form = settings_form(found, host_club(found), request.POST if posted else None)
    if form.is_valid():
        changed = club_services.change(of_request(request), found.pk, **form.terms())
        _raise_if_forbidden(changed)
        if changed is None:
            messages.success(request, _("Settings saved."))
            return redirect("club_settings", slug)
        form.add_error(None, denial_sentence(changed))
    context: dict[str, Any] = _form_context(form)
    return _show(request, "settings", found, role, status=422 if posted else 200, **context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave the club, after a confirmation."""
    found, role = _allowed_club(request, slug, Right.LEAVE, needs_open=True)
    if request.method != "POST":
        question = presenter.leaving_question(found, signed_in_user(request), role)
        return _show(request, "question", found, role, tab="club", question=question)
    left = members_services.leave(of_request(request), found.pk)
    _raise_if_forbidden(left)
    flash_result(request, left, _("You left %(club)s.") % {"club": found.name})
    return redirect("clubs")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close the club for good, after its name was typed."""
    found, role = _allowed_club(request, slug, Right.CLOSE, needs_open=True)
    wrong = ""
    if request.method == "POST":
        if " ".join(request.POST.get("name", "").split()) == found.name:
            closed = club_services.close(of_request(request), found.pk)
            _raise_if_forbidden(closed)
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
    return _show(request, "close", found, role, status=422 if wrong else 200, **context)
