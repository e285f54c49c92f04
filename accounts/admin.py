"""Django admin of accounts and of the security log."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import SecurityEvent, User
from accounts.services import close_account, reasons_to_stay


class PersonChangeForm(UserChangeForm):  # type: ignore[type-arg]
    """Account form that accepts an unchanged username from before today's rules."""

    def _get_validation_exclusions(self) -> set[str]:
        """Return the fields that are not validated: an unchanged username is one of them."""
        left_out: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        return left_out if "username" in self.changed_data else left_out | {"username"}


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Administration of accounts; deleting one closes it, as users can do themselves."""

    form = PersonChangeForm
    list_display = ("username", "display_name", "email", "is_guest", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "display_name", "email")
    date_hierarchy = "date_joined"
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("Player"), {"fields": ("display_name", "time_zone", "language", "is_guest")}),
    )

    def get_deleted_objects(
        self, objs: Iterable[User], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Return the accounts to close and the reasons that prevent it, for the confirmation page.

        Four parts: the accounts, their number by kind, no missing permissions, the reasons.
        """
        people = list(objs)
        kept = [f"{each}: {reason}" for each in people for reason in reasons_to_stay(each)]
        count = {str(User._meta.verbose_name_plural): len(people)}
        return [str(each) for each in people], count, set(), kept

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Close the account; the row stays under another name."""
        close_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Close these accounts; those with a reason to stay are left open."""
        for person in queryset:
            close_account(person)


@admin.register(SecurityEvent)
class SecurityEventAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Read-only list of the security log's events, for superusers alone."""

    list_display = ("at", "kind", "person", "address", "details")
    list_filter = ("kind",)
    list_select_related = ("person",)
    search_fields = ("=person__username", "=address", "=request")
    date_hierarchy = "at"
    fields = readonly_fields = ("at", "kind", "person", "address", "request", "details")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the user sees the log in the list of models: superusers alone."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user may read the log: superusers alone."""
        return request.user.is_active and request.user.is_superuser

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: only the site itself writes events."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: events never change."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: only the nightly clean-up deletes events."""
        return False
