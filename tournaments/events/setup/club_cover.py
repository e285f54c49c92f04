"""Links from the forms of an event to the setting of the losses that its club covers."""

from typing import Final

from django.forms import BaseForm
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.common.denials import Denial
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode

_HOUSE_CODES: Final = (
    EventCode.HOUSE_OFF, EventCode.HOUSE_CURRENCY, EventCode.HOUSE_STAKE, EventCode.HOUSE_LIMIT,
)  # fmt: skip


def club_covers_link(club: Club, role: Role | None) -> str:
    """Return the address of the setting; empty for a user who may not change it."""
    if not may(role, Right.CHANGE_CLUB):
        return ""
    return reverse("club_settings", args=[club.slug]) + "#id_plays_house"


def join_with_link(text: str, url: str) -> str:
    """Return the text, as HTML if a link to the setting follows it."""
    if not url:
        return text
    return format_html('{} <a href="{}">{}</a>', text, url, _("Change what the club covers"))


def add_denial(
    form: BaseForm, denial: Denial, field: str | None, club: Club, role: Role | None
) -> None:
    """Add the denial to the form, with a link to the setting if that is the reason.

    :param field: name of the field with the error; None for the whole form
    """
    url = club_covers_link(club, role) if denial.code in _HOUSE_CODES else ""
    form.add_error(field, join_with_link(sentence(denial), url))
