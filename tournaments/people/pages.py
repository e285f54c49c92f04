"""Views of player pages, the friends page and invitations to tables."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import friends as friendships
from accounts import limits
from accounts import services as accounts
from accounts.friends import FollowFault, PageView
from accounts.guests import person, signed_in_user
from accounts.models import User
from accounts.names import skeleton
from games.common.http import is_fragment, local_path
from games.common.numbers import whole_number
from tournaments.people import invitations, record
from tournaments.people.friends_page import (
    FriendLine,
    friends_page,
    friends_to_invite,
    plain_lines,
)
from tournaments.people.head_to_head import head_to_head
from tournaments.people.invitations import InviteCode
from tournaments.people.notices import notify_followed
from tournaments.ratings.statistics import rating_histories

#: Maximum rate of follow and block changes per user, and of searches by name per address.
CHANGE_RATE, FIND_RATE = "120/hour", "60/hour"
#: Maximum rate of suggestions per member, how many are shown, and from how many visible characters.
SUGGEST_RATE, MAX_FOUND, MIN_NAME = "600/hour", 10, 2
#: Status that stops htmx polling: the table no longer waits, or the reader can't invite there.
STOP = 286


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a player's page, as far as the player's settings allow this reader."""
    reader = person(request)
    owner = _member_or_404(username)
    relation = friendships.relation(reader, owner)
    view = friendships.page_view(owner, reader, relation)
    if view == PageView.NOTHING:
        raise _player_not_found()
    is_own = reader is not None and reader.pk == owner.pk
    context: dict[str, object] = {
        "player": owner,
        "between": relation,
        "is_own": is_own,
        "is_member": reader is not None and not reader.is_guest,
        "withheld": "" if view == PageView.ALL else _privacy_note(owner),
        "is_online": relation.is_friend and friendships.is_shown_online(owner),
    }
    if view == PageView.ALL:
        context |= {
            "ratings": rating_histories(owner, with_sessions=False),
            "totals": record.totals(owner),
            "places": record.place_counts(owner),
            "recent": record.recent_sessions(owner, reader),
            "won": record.events_won(owner),
            "met": head_to_head(reader, owner) if reader is not None and not is_own else None,
        }
    return render(request, "tournaments/people/player.html", context)


def _member_or_404(username: str) -> User:
    """Return the active member with this username, in the exact case if possible."""
    found = _members_called(username)
    # Old accounts may have usernames that differ only in case.
    people = sorted(found[:2], key=lambda each: each.username != username)
    if not people:
        raise _player_not_found()
    return people[0]


def _members_called(username: str) -> QuerySet[User]:
    """Return the query for active members with this username, ignoring case."""
    if "\x00" in username:
        # PostgreSQL rejects texts with this character.
        return User.objects.none()
    return User.objects.filter(username__iexact=username, is_guest=False, is_active=True)


def _privacy_note(owner: User) -> str:
    """Return a sentence on why the owner's page shows the reader only the name."""
    name = {"name": owner.shown_name}
    if owner.page_for == User.PageFor.NOBODY:
        return _("%(name)s’s results are private.") % name
    return (
        _("Only friends can see %(name)s’s results. You’re friends when you follow each other.")
        % name
    )


def _player_not_found() -> Http404:
    """Return, without raising it, the error for a player who doesn't exist or is hidden."""
    return Http404(_("This player doesn’t exist, or their page is private."))


@require_safe
def find_player(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of the player with this username; without a name, to friends.

    Members also get a list of players whose names contain it; for htmx, only that, as suggestions.
    """
    name = request.GET.get("name", "").strip()[:150]
    reader = person(request)
    is_member = reader is not None and not reader.is_guest
    if is_fragment(request):
        return _suggestions(request, reader if is_member else None, name)
    if not name:
        return redirect("friends")
    if not limits.within(FIND_RATE, "find-player", limits.address(request)):
        return render(request, "429.html", status=429)
    found = _members_called(name).first()
    if found is not None:
        view = friendships.page_view(found, reader, friendships.relation(reader, found))
        if view != PageView.NOTHING:
            return redirect("player", found.username)
    if is_member and (lines := _named_lines(reader, name)):
        context = {"lines": lines, "name": name}
        return render(request, "tournaments/people/found.html", context)
    messages.error(request, _("No player has the name “%(name)s”.") % {"name": name})
    return redirect("friends")


def _suggestions(request: HttpRequest, reader: User | None, name: str) -> HttpResponse:
    """Return the list of players with such a name while it is typed; empty for non-members."""
    lines = []
    if reader is not None and limits.within(SUGGEST_RATE, "suggest-player", str(reader.pk)):
        lines = _named_lines(reader, name)
    context = {"lines": lines, "name": name}
    return render(request, "tournaments/people/found.html#found", context)


def _named_lines(reader: User | None, name: str) -> list[FriendLine]:
    """Return at most `MAX_FOUND` members with such a name; none for a name of one character."""
    if reader is None or len(skeleton(name)) < MIN_NAME:
        return []
    return plain_lines(friendships.members_called(name, reader)[:MAX_FOUND])


_CHANGES: dict[str, Callable[[User, User], FollowFault | None]] = {
    "follow": friendships.follow,
    "unfollow": friendships.unfollow,
    "block": friendships.block,
    "unblock": friendships.unblock,
}


@login_required
@require_POST
def change_relation(request: HttpRequest, username: str, do: str) -> HttpResponse:
    """Follow, unfollow, block or unblock a player."""
    change = _CHANGES.get(do)
    reader = person(request)
    if change is None or reader is None:
        raise Http404
    if not limits.within(CHANGE_RATE, "follow", str(reader.pk)):
        return render(request, "429.html", status=429)
    owner = _member_or_404(username)
    between = friendships.relation(reader, owner)
    is_hidden = friendships.page_view(owner, reader, between) == PageView.NOTHING
    # Players whose page is hidden from the reader can be blocked too.
    if is_hidden and not between.is_any and do != "block":
        raise _player_not_found()
    fault = change(reader, owner)
    now = friendships.relation(reader, owner)
    if fault:
        messages.error(request, fault.label)
    else:
        if do == "follow" and not between.follows:
            notify_followed(reader, owner, is_friend=now.is_friend)
        messages.success(request, _relation_message(do, owner, is_friend=now.is_friend))
    after = friendships.page_view(owner, reader, now)
    way = reverse("player", args=[owner.username])
    return redirect(_return_url(request, reverse("friends") if after == PageView.NOTHING else way))


def _relation_message(change: str, owner: User, *, is_friend: bool) -> str:
    """Return the success message of a change: follow, unfollow, block or unblock."""
    name = {"name": owner.shown_name}
    if change == "follow" and is_friend:
        return _("You and %(name)s are friends now.") % name
    if change == "follow":
        return (
            _("You’re following %(name)s. You’ll be friends when %(name)s follows you back.") % name
        )
    if change == "unfollow":
        return _("You unfollowed %(name)s.") % name
    if change == "block":
        return _("You blocked %(name)s. %(name)s won’t be notified.") % name
    return _("You unblocked %(name)s.") % name


def _return_url(request: HttpRequest, default: str) -> str:
    """Return the posted address of the form's page if it is on this site, otherwise the default."""
    return local_path(request.POST.get("next", "")) or default


@never_cache
@login_required
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    """Show friends, followers and blocked members; for htmx, only the part that changes."""
    reader = signed_in_user(request)
    accounts.mark_seen(reader)
    if reader.is_guest:
        return render(request, "tournaments/people/friends.html", {"is_guest": True})
    context = {"page": friends_page(reader), "is_guest": False}
    part = "#people" if is_fragment(request) else ""
    return render(request, f"tournaments/people/friends.html{part}", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_friends(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the friends who can be invited to a waiting table, as part of its page; invite one."""
    reader = signed_in_user(request)
    said = ""
    if request.method == "POST":
        said = _invite(request, reader, slug)
        if not is_fragment(request):
            (messages.info if said else messages.success)(request, said or _("Invitation sent."))
            return redirect(_return_url(request, reverse("friends")))
    if not is_fragment(request):
        return redirect("friends")
    session = None if reader.is_guest else invitations.waiting_session(slug)
    code = (
        InviteCode.NOT_WAITING if session is None else invitations.inviter_denial(session, reader)
    )
    if session is None or code in (InviteCode.NOT_SEATED, InviteCode.ARRANGED):
        return HttpResponse(status=STOP)
    context = {
        "lines": [] if code else friends_to_invite(reader, session),
        "why_not": code.label if code else "",
        "slug": slug,
        "said": said,
    }
    return render(request, "tournaments/people/invite.html", context)


def _invite(request: HttpRequest, reader: User, slug: str) -> str:
    """Invite the friend chosen in the form; return the denial, or "" on success."""
    number = whole_number(request.POST.get("person")) or 0
    friend = User.objects.filter(pk=number, is_active=True).first()
    if friend is None or reader.is_guest:
        return str(InviteCode.NO_FRIEND.label)
    code = invitations.invite(reader, slug, friend)
    return "" if code is None else str(code.label)


@never_cache
@login_required
@require_safe
def table_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Redirect to the table of an invitation; if it is no longer valid, to the home page."""
    reader = signed_in_user(request)
    found = invitations.mark_opened(reader, invitation_id)
    if found is None:
        messages.info(
            request, _("This invitation is no longer valid. The table isn’t waiting for players.")
        )
        return redirect("home")
    return redirect(found.session.table)


@login_required
@require_POST
def decline_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Decline an invitation."""
    reader = signed_in_user(request)
    if not invitations.decline(reader, invitation_id):
        raise Http404
    return redirect(_return_url(request, reverse("home")))
