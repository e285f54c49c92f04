from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    list_display = ("username", "display_name", "email", "is_guest", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "display_name", "email")
    date_hierarchy = "date_joined"
    fieldsets = (
        *(UserAdmin.fieldsets or ()),
        (_("At the tables"), {"fields": ("display_name", "time_zone", "is_guest")}),
    )
