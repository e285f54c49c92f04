"""Pages of players and friends, and the answers to invitations."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import friends as circles
from accounts import limits
from accounts import services as accounts
from accounts.friends import FollowFault, PageView
from accounts.guests import person
from accounts.models import User
from games.common.http import is_fragment
from tournaments.people import invitations, record
from tournaments.people.circle import circle_page, friends_to_ask
from tournaments.people.denials import InviteCode, sentence
from tournaments.people.head_to_head import head_to_head
from tournaments.ratings.own_statistics import rating_histories

#: How often one person follows, blocks and takes it back; and how often one address looks for
#: somebody by name.
CHANGE_RATE, FIND_RATE = "120/hour", "60/hour"
#: Tells htmx to ask no more: the table waits for nobody, or the reader invites nobody there.
STOP = 286


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a player, as far as the player shows themselves to the reader."""
    reader = person(request)
    owner = _player(username)
    between = circles.relation(reader, owner)
    view = circles.page_view(owner, reader, between)
    if view == PageView.NOTHING:
        raise _no_player()
    is_own = reader is not None and reader.pk == owner.pk
    context: dict[str, object] = {
        "player": owner,
        "between": between,
        "is_own": is_own,
        "is_member": reader is not None and not reader.is_guest,
        "withheld": "" if view == PageView.ALL else _withheld(owner),
        "is_online": between.is_friend and circles.is_shown_online(owner),
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


def _player(username: str) -> User:
    found = _members_called(username)
    # Names that differ in case alone are two people's from before that was looked at.
    people = sorted(found[:2], key=lambda each: each.username != username)
    if not people:
        raise _no_player()
    return people[0]


def _members_called(username: str) -> QuerySet[User]:
    """Return the members of a user name, in capitals or small letters."""
    if "\x00" in username:
        # Of no text that PostgreSQL knows.
        return User.objects.none()
    return User.objects.filter(username__iexact=username, is_guest=False, is_active=True)


def _withheld(owner: User) -> str:
    """Return why somebody who may know who it is gets nothing else."""
    name = {"name": owner.shown_name}
    if owner.page_for == User.PageFor.NOBODY:
        return _("%(name)s shows results to nobody.") % name
    return _("%(name)s shows results to friends only. Friends follow each other.") % name


def _no_player() -> Http404:
    return Http404(_("There is no such player, or the page is not open to you."))


@require_safe
def find_player(request: HttpRequest) -> HttpResponse:
    """Go to the page of the player of that user name; without one, to the friends."""
    name = request.GET.get("name", "").strip()[:150]
    reader = person(request)
    if not name:
        return redirect("friends")
    if not limits.within(FIND_RATE, "find-player", limits.address(request)):
        return render(request, "429.html", status=429)
    found = _members_called(name).first()
    if found is not None:
        view = circles.page_view(found, reader, circles.relation(reader, found))
        if view != PageView.NOTHING:
            return redirect("player", found.username)
    messages.error(request, _("No player of the user name “%(name)s” was found.") % {"name": name})
    return redirect("friends")


_CHANGES: dict[str, Callable[[User, User], FollowFault | None]] = {
    "follow": circles.follow,
    "unfollow": circles.unfollow,
    "block": circles.block,
    "unblock": circles.unblock,
}


@login_required
@require_POST
def change_relation(request: HttpRequest, username: str, do: str) -> HttpResponse:
    """Follow or block a player, or take it back."""
    change = _CHANGES.get(do)
    reader = person(request)
    if change is None or reader is None:
        raise Http404
    if not limits.within(CHANGE_RATE, "follow", str(reader.pk)):
        return render(request, "429.html", status=429)
    owner = _player(username)
    between = circles.relation(reader, owner)
    is_hidden = circles.page_view(owner, reader, between) == PageView.NOTHING
    # Anybody can be blocked, also who has hidden from the reader before.
    if is_hidden and not between.is_any and do != "block":
        raise _no_player()
    if fault := change(reader, owner):
        messages.error(request, sentence(fault))
    else:
        messages.success(request, _done(do, owner))
    after = circles.page_view(owner, reader, circles.relation(reader, owner))
    way = reverse("player", args=[owner.username])
    return redirect(_back(request, reverse("friends") if after == PageView.NOTHING else way))


def _done(do: str, owner: User) -> str:
    name = {"name": owner.shown_name}
    if do == "follow":
        return _("You follow %(name)s. Once they follow you, too, you are friends.") % name
    if do == "unfollow":
        return _("You do not follow %(name)s any more.") % name
    if do == "block":
        return _("You have blocked %(name)s. They are not told.") % name
    return _("%(name)s is not blocked any more.") % name


def _back(request: HttpRequest, url: str) -> str:
    """Return where the form was, if that is a page of ours; the address otherwise."""
    wanted = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(wanted, None)
    return wanted if is_ours and wanted.startswith("/") else url


@never_cache
@login_required
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    """Show the people around the reader; to the page itself, what changes there."""
    reader = person(request)
    assert reader is not None
    accounts.mark_seen(reader)
    if reader.is_guest:
        return render(request, "tournaments/people/friends.html", {"is_guest": True})
    context = {"circle": circle_page(reader), "is_guest": False}
    part = "#people" if is_fragment(request) else ""
    return render(request, f"tournaments/people/friends.html{part}", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_friends(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the friends who could be asked to a table that waits, as a part of its page; ask one."""
    reader = person(request)
    assert reader is not None
    said = ""
    if request.method == "POST":
        said = _invite(request, reader, slug)
        if not is_fragment(request):
            (messages.info if said else messages.success)(
                request, said or _("You have asked them.")
            )
            return redirect("friends")
    if not is_fragment(request):
        return redirect("friends")
    session = None if reader.is_guest else invitations.waiting_session(slug)
    code = InviteCode.NOT_WAITING if session is None else invitations.why_nobody(session, reader)
    if session is None or code in (InviteCode.NOT_SEATED, InviteCode.ARRANGED):
        return HttpResponse(status=STOP)
    context = {
        "lines": [] if code else friends_to_ask(reader, session),
        "why_not": sentence(code) if code else "",
        "slug": slug,
        "said": said,
    }
    return render(request, "tournaments/people/invite.html", context)


def _invite(request: HttpRequest, reader: User, slug: str) -> str:
    """Ask whom the form names; return why that was not done, and nothing where it was."""
    sent = request.POST.get("person", "")
    number = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 18 else 0
    friend = User.objects.filter(pk=number, is_active=True).first()
    if friend is None or reader.is_guest:
        return sentence(InviteCode.NO_FRIEND)
    code = invitations.invite(reader, slug, friend)
    return "" if code is None else sentence(code)


@never_cache
@login_required
@require_safe
def table_invitation(request: HttpRequest, number: int) -> HttpResponse:
    """Go to the table that the reader was asked to, or say that it has begun without them."""
    reader = person(request)
    assert reader is not None
    found = invitations.look(reader, number)
    if found is None:
        messages.info(request, _("That invitation has lapsed: the table waits no more."))
        return redirect("home")
    return redirect(found.session.table)


@login_required
@require_POST
def decline_invitation(request: HttpRequest, number: int) -> HttpResponse:
    """Say no to an invitation."""
    reader = person(request)
    assert reader is not None
    if not invitations.decline(reader, number):
        raise Http404
    return redirect(_back(request, reverse("home")))
