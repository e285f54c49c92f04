"""Pages of a club's members: joining, invitations, requests, roles, leaving."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from accounts.guests import person, signed_in_user
from accounts.mails import sends_mail
from games.common.denials import Denial
from tournaments.clubs import presenter, selectors
from tournaments.clubs.context import (
    allowed_club,
    club_and_role,
    flash_result,
    raise_if_forbidden,
    show_page,
)
from tournaments.clubs.denials import ClubCode, denial_sentence
from tournaments.clubs.forms import (
    InviteeForm,
    LinkForm,
    MailForm,
    NoteForm,
)
from tournaments.clubs.links import joining_terms
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.services import club as club_services
from tournaments.clubs.services import invitations as invitations_services
from tournaments.clubs.services import members as members_services
from tournaments.clubs.services.members import answer_request, withdraw_request

#: The forms of invitations, by the value of their button.
INVITING: dict[str, type[forms.Form]] = {"link": LinkForm, "name": InviteeForm, "mail": MailForm}


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
    denial: Denial | None = None
    error = ""
    if request.method == "POST":
        answer = invitations_services.accept(
            of_request(request), token, request.POST.get("terms", "")
        )
        raise_if_forbidden(answer)
        if isinstance(answer, Club):
            messages.success(request, _("Welcome to %(club)s!") % {"club": club.name})
            return redirect(club)
        if answer.code == ClubCode.TERMS_CHANGED:
            error = denial_sentence(answer)
        else:
            denial = answer
    code = ClubCode.CLOSED if club.closed_at is not None else selectors.why_invalid(invitation)
    if code:
        denial = Denial(code)
    context: dict[str, Any] = {
        "invitation": invitation,
        "club": club,
        "members": club.memberships.count(),
        "why_not": denial_sentence(denial) if denial else "",
        "is_member": user is not None and not user.is_guest,
        "here": request.path,
        "terms": joining_terms(club),
        "error": error,
    }
    status = 410 if code else 409 if denial else 422 if error else 200
    return render(request, "tournaments/clubs/join.html", context, status=status)


@login_required
@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Decline an invitation by name."""
    answer = invitations_services.decline(of_request(request), token)
    raise_if_forbidden(answer)
    flash_result(request, answer, _("Invitation declined."))
    return redirect("clubs")


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the reader's request to join."""
    club, _role = club_and_role(request, slug)
    answer = withdraw_request(of_request(request), club.pk)
    raise_if_forbidden(answer)
    flash_result(request, answer, _("Request withdrawn."))
    return redirect(club)


@login_required
@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the members of the club to members."""
    found, role = allowed_club(request, slug, Right.SEE_MEMBERS)
    lines = presenter.member_lines(found, signed_in_user(request), role)
    managed = any(line.manage_url for line in lines)
    may_download = may(role, Right.NOTE)
    return show_page(
        request, "members", found, role, lines=lines, managed=managed, may_download=may_download
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def member(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Show the actions on a member, ask for confirmation, or carry one out."""
    found, role = allowed_club(request, slug, Right.REMOVE, needs_open=True)
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
            return show_page(request, "question", found, role, question=question, tab="members")
        return _member_page(request, found, role, other, NoteForm(initial={"note": other.note}))
    caller, wanted = of_request(request), request.POST.get("do", "")
    if wanted == "note":
        form = NoteForm(request.POST)
        if not form.is_valid():
            return _member_page(request, found, role, other, form)
        note = form.cleaned_data["note"]
        answer = members_services.set_note(caller, found.pk, user_id, note)
        done = _("Note saved.")
    elif wanted == "remove":
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
        elif new_role == Role.TREASURER:
            done = _("%(name)s is now a treasurer.") % {"name": name}
        else:
            done = _("%(name)s is now a regular member.") % {"name": name}
    raise_if_forbidden(answer)
    flash_result(request, answer, done)
    return redirect("club_members", slug)


def _member_page(
    request: HttpRequest, club: Club, role: Role, target: Membership, form: NoteForm
) -> HttpResponse:
    """Show the actions on a member, with this form for the note."""
    return show_page(
        request,
        "member",
        club,
        role,
        status=422 if form.is_bound else 200,
        member=target,
        can=presenter.member_actions(role, target),
        note_form=form,
        tab="members",
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Send invitations; show open invitations and join requests."""
    found, role = allowed_club(request, slug, Right.INVITE, needs_open=True)
    wanted = request.POST.get("do", "") if request.method == "POST" else ""
    shown = {
        way: kind(request.POST if way == wanted else None, prefix=way)
        for way, kind in INVITING.items()
    }
    if wanted in shown and shown[wanted].is_valid():
        answer = _invite(request, found, wanted, shown[wanted].cleaned_data)
        raise_if_forbidden(answer)
        if not isinstance(answer, Denial):
            messages.success(request, _("Invitation created. You’ll find it in the list below."))
            return redirect("club_invitations", slug)
        shown[wanted].add_error(None, denial_sentence(answer))
    context: dict[str, Any] = {
        "forms": shown,
        "sends_mail": sends_mail(),
        "invitations": presenter.invitation_lines(found, _site(request)),
        "requests": list(selectors.open_requests(found)),
    }
    status = 422 if wanted else 200
    return show_page(request, "invitations", found, role, status=status, **context)


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
    found, _role = allowed_club(request, slug, Right.INVITE, needs_open=True)
    answer = invitations_services.revoke(of_request(request), found.pk, invitation_id)
    flash_result(request, answer, _("Invitation revoked."))
    return redirect("club_invitations", slug)


@login_required
@require_POST
def answer(request: HttpRequest, slug: str, request_id: int) -> HttpResponse:
    """Approve or decline a join request."""
    found, _role = allowed_club(request, slug, Right.ANSWER_REQUESTS, needs_open=True)
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
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave the club, after a confirmation."""
    found, role = allowed_club(request, slug, Right.LEAVE, needs_open=True)
    if request.method != "POST":
        question = presenter.leaving_question(found, signed_in_user(request), role)
        return show_page(request, "question", found, role, tab="club", question=question)
    left = members_services.leave(of_request(request), found.pk)
    raise_if_forbidden(left)
    flash_result(request, left, _("You left %(club)s.") % {"club": found.name})
    return redirect("clubs")
