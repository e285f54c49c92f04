"""URLs of accounts, and those of the account library."""

from collections.abc import Callable, Iterable
from typing import Any

from allauth.account import views as library
from allauth.mfa import urls as mfa
from allauth.mfa.base.views import authenticate
from allauth.mfa.webauthn.views import login_webauthn
from django.urls import URLPattern, URLResolver, include, path

from accounts import pages
from accounts.notices import pages as notices
from accounts.notices.push import pages as push


def decorated(
    patterns: Iterable[URLPattern | URLResolver], decorator: Callable[..., Any]
) -> list[URLPattern]:
    """Return the URL patterns with each view wrapped in a decorator, for a library's URLs."""
    found: list[Any] = []
    for each in patterns:
        if isinstance(each, URLResolver):
            inside = decorated(each.url_patterns, decorator)
            found.append(URLResolver(each.pattern, inside, each.default_kwargs))
        else:
            found.append(
                URLPattern(each.pattern, decorator(each.callback), each.default_args, each.name)
            )
    return found


urlpatterns = [
    path("profile/", pages.profile, name="profile"),
    path("language/", pages.choose_language, name="choose_language"),
    path("privacy/", pages.privacy, name="privacy"),
    path("close/", pages.close_account, name="close_account"),
    path("export/", pages.export_account, name="export_account"),
    path("keep/", pages.KeepAccount.as_view(), name="keep_account"),
    path("signup/", pages.SignUp.as_view(), name="account_signup"),
    path("login/", pages.SignIn.as_view(), name="account_login"),
    path("email/", pages.guests_to_sign_up(library.email), name="account_email"),
    path(
        "password/set/", pages.guests_to_sign_up(library.password_set), name="account_set_password"
    ),
    path("sessions/", pages.sessions, name="sessions"),
    path("sessions/end/", pages.end_other_sessions, name="end_other_sessions"),
    path("sessions/<int:pk>/end/", pages.end_session, name="end_session"),
    path("notices/", notices.notice_settings, name="notice_settings"),
    path("notices/<int:notice_id>/seen/", notices.notice_seen, name="notice_seen"),
    path("notices/stop/<str:token>/", notices.notice_stop, name="notice_stop"),
    path("notices/devices/key/", push.push_key, name="push_key"),
    path("notices/devices/", push.add_push_device, name="add_push_device"),
    path("notices/devices/<int:device_id>/", push.push_device, name="push_device"),
    path(
        "notices/devices/<int:device_id>/remove/",
        push.remove_push_device,
        name="remove_push_device",
    ),
    # A guest who signs in counts as signed out until the sign-in is complete.
    path("second/authenticate/", pages.guests_as_anonymous(authenticate), name="mfa_authenticate"),
    path(
        "second/webauthn/login/",
        pages.guests_as_anonymous(login_webauthn),
        name="mfa_login_webauthn",
    ),
    path("second/", include(decorated(mfa.urlpatterns, pages.guests_to_sign_up))),
    path("", include("allauth.account.urls")),
]
