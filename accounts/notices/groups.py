"""Groups of kinds of notices, each switched as one, and what users can choose for a group."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

#: A text, or one that is translated when it is shown.
Label: TypeAlias = "str | _StrPromise"


class Choice(TextChoices):
    """Ways to be notified; all but "off" show the notice on the site."""

    MAIL = "mail", _("Email")
    DIGEST = "digest", _("Daily email")
    HERE = "here", _("On the site only")
    OFF = "off", pgettext_lazy("notifications", "Off")


@dataclass(frozen=True, slots=True)
class NoticeGroup:
    """Kinds of notices that users switch together."""

    #: Code in the users' settings and in the links of mails; never changed.
    code: str
    #: Label on the settings page, and in the sentence about an ended subscription.
    label: Label
    kinds: Collection[str]
    #: Heading on the settings page; empty for those of no section.
    section: Label = ""
    default: Choice = Choice.MAIL
    #: Whether it can't be turned off, only its mails: debts, disputes, penalties, changed terms.
    is_always_shown: bool = False

    def choices(self) -> list[tuple[str, Label]]:
        """Return the values and labels that a user can choose from."""
        return [
            (each.value, each.label)
            for each in Choice
            if not (self.is_always_shown and each is Choice.OFF)
        ]

    def choice(self, stored: Mapping[str, Any]) -> Choice:
        """Return the stored choice for this group; the default if there is none or it is unknown.

        :param stored: a user's choices by group code
        """
        value = stored.get(self.code)
        return Choice(value) if value in dict(self.choices()) else self.default


def group_of_one(kind: TextChoices) -> NoticeGroup:
    """Return the group of a kind for which its sender named none."""
    return NoticeGroup(kind.value, kind.label, (kind.value,))
