"""Template tag for the navigation of the settings: sections with their pages."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django import template
from django.utils.translation import gettext_lazy as _

from accounts.notices.groups import Label

register = template.Library()


class SettingsPage(NamedTuple):
    """A page of the settings that the navigation lists."""

    #: The name of its URL.
    name: str
    label: Label
    #: Beginnings of the URL names of further steps, such as a page to confirm a removal.
    steps: tuple[str, ...] = ()


class Section(NamedTuple):
    """A section of the settings; its link leads to its first page."""

    label: Label
    pages: tuple[SettingsPage, ...]


SECTIONS = (
    Section(_("Profile"), (SettingsPage("profile", _("Profile")),)),
    Section(
        _("Security"),
        (
            SettingsPage("account_email", _("Email addresses")),
            SettingsPage("account_change_password", _("Password"), ("account_set_password",)),
            SettingsPage("mfa_index", _("Second factor"), ("mfa_",)),
            SettingsPage("sessions", _("Signed-in browsers")),
        ),
    ),
    Section(
        _("Notifications"),
        (SettingsPage("notice_settings", _("Notifications"), ("push_device",)),),
    ),
    Section(
        _("Payments"),
        (
            SettingsPage("payee_details", _("Payment details"), ("payee_",)),
            SettingsPage("limits", _("Loss limits")),
        ),
    ),
    Section(_("Privacy"), (SettingsPage("privacy", _("Privacy")),)),
    Section(
        _("Data"),
        (
            SettingsPage("export_account", _("Download my data")),
            SettingsPage("close_account", _("Close account")),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class SettingsMenu:
    """The sections, and which section and page are shown now."""

    section: Section
    page: SettingsPage
    sections: tuple[Section, ...] = SECTIONS


@register.simple_tag(takes_context=True)
def settings_menu(context: dict[str, Any]) -> SettingsMenu | None:
    """Return the navigation for the page of the request; None if it is none of a member's settings.

    Guests have no settings but their profile.
    """
    request = context.get("request")
    user, match = context.get("user"), getattr(request, "resolver_match", None)
    if match is None or user is None or not user.is_authenticated or user.is_guest:
        return None
    name = match.url_name or ""
    for section in SECTIONS:
        for page in section.pages:
            if name == page.name or (page.steps and name.startswith(page.steps)):
                return SettingsMenu(section, page)
    return None
