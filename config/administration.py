"""The Django admin, behind the site's own sign-in and a second factor."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.second_factor import has_second_factor


class ClubAdminSite(AdminSite):
    """The Django admin for staff with a second factor."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may use the administration: staff with a second factor."""
        return super().has_permission(request) and _has_second_factor(request)

    # Uses the site's sign-in, because the admin's own has no rate limits.
    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect staff without a second factor to setting one up; others sign in as usual."""
        if super().has_permission(request) and not _has_second_factor(request):
            return _redirect_to_second_factor(request)
        return super().login(request, extra_context)


def _has_second_factor(request: HttpRequest) -> bool:
    """Return whether the request's user has a second factor."""
    return isinstance(request.user, User) and has_second_factor(request.user)


def _redirect_to_second_factor(request: HttpRequest) -> HttpResponse:
    """Redirect to setting up a second factor, with a message that says why."""
    said = _("Set up a second factor to use the administration pages.")
    messages.info(request, said)
    return redirect("mfa_index")
