"""Views of accounts: sign-up, profile, closing, data export and sessions."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.views import LoginView, SignupView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import export, limits
from accounts import services as people
from accounts import sessions as signed_in
from accounts.forms import OwnPasswordForm, PrivacyForm, ProfileForm
from accounts.languages import chosen_language
from accounts.models import User
from accounts.names import name_fault
from accounts.usernames import suggested_username

#: Password attempts allowed per user where the password is asked for again.
ATTEMPT_RATE = "10/hour"


def is_member(request: HttpRequest) -> bool:
    """Return whether a member (not a guest) is signed in."""
    return isinstance(request.user, User) and not request.user.is_guest


def guests_to_sign_up(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return the view, which redirects guests to the sign-up page; visitors may still see it.

    If guests could add an email address or a password, one browser could create many guests and
    send a mail with each.
    """

    @wraps(view)
    def redirect_guest_or_call(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect a guest to the sign-up page; call the view for members and visitors."""
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("keep_account")
        return view(request, *args, **kwargs)

    return redirect_guest_or_call


def guests_as_anonymous(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return the view, which treats a guest like a visitor who is not signed in.

    A guest may sign in to an account, but the library lets only signed-out users sign in.
    """

    @wraps(view)
    def for_anonymous(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Call the view, with an anonymous user in place of a guest."""
        if isinstance(request.user, User) and request.user.is_guest:
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return for_anonymous


class SignUp(SignupView):  # type: ignore[misc]
    """Sign-up; a guest becomes a member and keeps the row (see accounts.adapter)."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect members to the home page; note whether a guest with games to keep signs up."""
        if is_member(request):
            return redirect(settings.LOGIN_REDIRECT_URL)
        # Replaces the library's "signed in" message by one about the guest's games.
        request.keeps_games = request.user.is_authenticated  # type: ignore[attr-defined]
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def form_valid(self, form: Any) -> HttpResponseBase:
        """Create the account; tell a former guest that the games are saved."""
        response: HttpResponseBase = super().form_valid(form)
        if getattr(self.request, "keeps_games", False):
            said = _("Account created. Your guest games are saved.")
            messages.success(self.request, said)
        return response


class KeepAccount(SignUp):
    """Sign-up page with texts for a guest who has games to keep, and a name."""

    template_name = "accounts/keep.html"

    def get_initial(self) -> dict[str, Any]:
        """Suggest a username like the guest's name, unless that is the site's."""
        name = self.request.user.display_name
        initial: dict[str, Any] = super().get_initial()
        return initial if name_fault(name) else {**initial, "username": suggested_username(name)}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect a visitor who is not a guest to the ordinary sign-up page."""
        if not request.user.is_authenticated:
            return redirect("account_signup")
        return super().dispatch(request, *args, **kwargs)


class SignIn(LoginView):  # type: ignore[misc]
    """Sign-in page for visitors and guests; members are redirected to the home page."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show or handle the sign-in form, or redirect a member."""
        if is_member(request):
            return redirect(settings.LOGIN_REDIRECT_URL)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show the profile page, or save the profile form."""
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        with override(chosen_language(user) or get_language()):
            messages.success(request, _("Profile saved."))
        return redirect("profile")
    return render(request, "accounts/profile.html", {"form": form})


@require_POST
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Store the reader's language, in the account and in a cookie, and return to the page."""
    code = request.POST.get("language", "")
    if isinstance(request.user, User) and code in dict(settings.LANGUAGES):
        people.choose_language(request.user, code)
    return set_language(request)


@login_required
@guests_to_sign_up
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the member's privacy settings, or save them."""
    form = PrivacyForm(request.POST or None, instance=request.user)
    if form.is_valid():
        form.save()
        messages.success(request, _("Privacy settings saved."))
        return redirect("privacy")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/privacy.html", {"form": form}, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close_account(request: HttpRequest) -> HttpResponse:
    """Close the member's account for good after the password, unless reasons prevent it."""
    form = _own_password_form(request)
    if isinstance(form, HttpResponse):
        return form
    user = form.user
    if request.method == "POST" and form.is_valid() and not people.close_account(user):
        logout(request)
        messages.success(request, _("Account closed."))
        return redirect(settings.LOGIN_REDIRECT_URL)
    context = {"form": form, "reasons": people.reasons_to_stay(user)}
    return render(request, "accounts/close.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def export_account(request: HttpRequest) -> HttpResponseBase:
    """Let a member download all stored data after entering the password again."""
    form = _own_password_form(request)
    if isinstance(form, HttpResponse):
        return form
    user = form.user
    if request.method == "POST" and form.is_valid():
        name = f"big-two-club-{slugify(user.username) or user.pk}.json"
        return StreamingHttpResponse(
            export.document(user),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )
    status = 422 if form.errors else 200
    return render(request, "accounts/export.html", {"form": form}, status=status)


def _attempt_key(user: User) -> tuple[str, str]:
    """Return the rate limit's key for the user's password attempts."""
    return "own-password", str(user.pk)


def _own_password_form(request: HttpRequest) -> OwnPasswordForm | HttpResponse:
    """Return the form that asks a member for their password.

    A response instead for guests, who have none, and after too many attempts.
    """
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("profile")
    if _too_many_attempts(request, user):
        return limits.too_many(request, ATTEMPT_RATE, *_attempt_key(user))
    return OwnPasswordForm(user, request.POST or None)


def _too_many_attempts(request: HttpRequest, user: User) -> bool:
    """Return whether the user has made too many password attempts; counts a POST as one.

    Stops a stranger at an unlocked browser from guessing the password.
    """
    return request.method == "POST" and not limits.within(ATTEMPT_RATE, *_attempt_key(user))


# --- Sessions


@login_required
@guests_to_sign_up
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """Show the browsers in which the member is signed in."""
    assert isinstance(request.user, User)
    listed = signed_in.sessions_of(request.user, request.session.session_key)
    return render(request, "accounts/sessions.html", {"sessions": listed})


@login_required
@guests_to_sign_up
@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign out one other browser of the member."""
    assert isinstance(request.user, User)
    if signed_in.end_sessions(request.user, request.session.session_key, pk):
        messages.success(request, _("Browser signed out."))
    return redirect("sessions")


@login_required
@guests_to_sign_up
@require_POST
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Sign out all of the member's browsers except the current one."""
    assert isinstance(request.user, User)
    ended = signed_in.end_sessions(request.user, request.session.session_key)
    said = ngettext(
        "%(count)d other browser signed out.", "%(count)d other browsers signed out.", ended
    )
    messages.success(request, said % {"count": ended})
    return redirect("sessions")
