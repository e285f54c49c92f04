from typing import Any

from allauth.account.views import LoginView, SignupView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import services as people
from accounts.forms import CloseForm, ProfileForm
from accounts.models import User
from accounts.profile import parts


def is_member(request: HttpRequest) -> bool:
    """Tell whether somebody with an account of their own is signed in."""
    return isinstance(request.user, User) and not request.user.is_guest


class SignUp(SignupView):  # type: ignore[misc]
    """Making an account; for a guest, out of the guest (see accounts.adapter)."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_member(request):
            return redirect(settings.LOGIN_REDIRECT_URL)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


class KeepAccount(SignUp):
    """The same, in words for a guest who has games to keep."""

    template_name = "accounts/keep.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect("account_signup")
        return super().dispatch(request, *args, **kwargs)


class SignIn(LoginView):  # type: ignore[misc]
    """Signing in; a guest may, a member already has."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_member(request):
            return redirect(settings.LOGIN_REDIRECT_URL)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your profile is saved."))
        return redirect("profile")
    return profile_page(request, form)


def profile_page(
    request: HttpRequest, form: ProfileForm | None = None, status: int = 200, **made: SafeString
) -> HttpResponse:
    """Return the profile page.

    :param made: parts of it that the caller has made (``accounts.profile``)
    """
    context = {
        "form": form or ProfileForm(instance=request.user),
        "parts": parts(request, **made),
    }
    return render(request, "accounts/profile.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close_account(request: HttpRequest) -> HttpResponse:
    """Close the own account for good, unless something keeps it open."""
    user = request.user
    assert isinstance(user, User)
    if user.is_guest:
        return redirect("profile")
    form = CloseForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid() and not people.close_account(user):
        logout(request)
        messages.success(request, _("Your account is closed."))
        return redirect(settings.LOGIN_REDIRECT_URL)
    context = {"form": form, "reasons": people.reasons_to_stay(user)}
    return render(request, "accounts/close.html", context)
