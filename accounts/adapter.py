"""Where the account library asks us: see django-allauth, "Adapter"."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts import limits
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Signing up turns a guest into a member instead of making a second person."""

    def new_user(self, request: HttpRequest) -> User:
        if isinstance(request.user, User) and request.user.is_guest:
            # A fresh copy: a form that fails later must not leave half a member in the request.
            return User.objects.get(pk=request.user.pk)
        return User()

    def get_client_ip(self, request: HttpRequest) -> str:
        return limits.address(request)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        if user.is_guest:
            user.is_guest = False
            user.display_name = ""
        saved: User = super().save_user(request, user, form, commit)
        return saved
