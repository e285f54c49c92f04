"""Form fields for choosing members of a club, or one of them: a list that can be searched.

Without JavaScript it is a plain list of check boxes or radio buttons;
``static/js/clubs/member-picker.js`` adds the search and the buttons.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.models import distinct_names
from accounts.sorting import person_key
from tournaments.clubs import selectors
from tournaments.clubs.models import Club


@dataclass(frozen=True, slots=True)
class PickerMember:
    """A member, or a player of an event, as a choice of the picker."""

    #: Account number, or the number of the player's entry.
    pk: int
    #: The name, distinct from those of other members.
    name: str
    username: str
    #: Why the member can't be chosen; empty if they can.
    obstacle: str = ""
    #: A remark about the member, who can still be chosen.
    note: str = ""


class _Picker(forms.widgets.ChoiceWidget):
    """Base of the widgets: choices of members, with a search."""

    template_name = "tournaments/clubs/member_picker.html"
    #: Members by account number, and the account numbers of the last event's players.
    members: Mapping[int, PickerMember] = {}
    last: frozenset[int] = frozenset()

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """Return the widget's context, with its texts."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        # Widgets are rendered without gettext.
        texts = {
            "search": _("Search by name or username"),
            "last": _("Last event’s players"),
            "all": _("Select all"),
            "none": pgettext("a selection", "Clear"),
            "selected": _("Selected: %count%") if self.allow_multiple_selected else "",
            "found": _("Members found: %count%. Selected: %total%")
            if self.allow_multiple_selected
            else _("Members found: %count%"),
        }
        context["widget"] |= {
            "has_last": bool(self.last),
            "ticks_several": self.allow_multiple_selected,
            "texts": texts,
        }
        return context

    def create_option(self, name: str, value: Any, *args: Any, **options: Any) -> dict[str, Any]:
        """Return the context of a choice, with its member; other choices have only a label."""
        option: dict[str, Any] = super().create_option(name, value, *args, **options)
        key = str(value)
        member = self.members.get(int(key)) if key.isdecimal() else None
        if member is None:
            return option | {"member": PickerMember(0, str(option["label"]), "")}
        username = "" if member.name == member.username else member.username
        option |= {
            "member": member,
            "note": member.obstacle or member.note or username,
            "is_last": member.pk in self.last,
        }
        if member.obstacle:
            option["attrs"]["disabled"] = True
        return option


class MemberPicker(_Picker, forms.CheckboxSelectMultiple):
    """Check boxes of members, with a search and buttons that tick several."""


class OneMemberPicker(_Picker, forms.RadioSelect):
    """Radio buttons of members, with a search."""


class MembersField(forms.TypedMultipleChoiceField):
    """Field for some members of a club; its value is a list of account numbers."""

    widget: Any = MemberPicker
    default_error_messages: ClassVar[Any] = {
        "invalid_choice": gettext_lazy(
            "One of the members you selected can’t be added. Check your selection."
        ),
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(coerce=int, **options)

    def offer(self, members: Sequence[PickerMember], last: Collection[int] = ()) -> None:
        """Offer these members as choices.

        :param last: account numbers of the last event's players, whom one button ticks
        """
        selectable = [each.pk for each in members if not each.obstacle]
        self.widget.members = {each.pk: each for each in members}
        self.widget.last = frozenset(last) & frozenset(selectable)
        self.choices = [(each.pk, each.name) for each in members]
        self._selectable = frozenset(selectable)

    def valid_value(self, value: Any) -> bool:
        """Return whether the value is a member who can be chosen."""
        return str(value).isdecimal() and int(value) in self._selectable


class MemberField(forms.ChoiceField):
    """Field for one member of a club or one player of an event; its value is the number as text."""

    widget: Any = OneMemberPicker

    def offer(
        self, members: Sequence[PickerMember], others: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Offer these members as choices, after other choices given as (value, label)."""
        self.widget.members = {each.pk: each for each in members}
        self.choices = [*others, *((str(each.pk), each.name) for each in members)]
        self._refused = {str(each.pk) for each in members if each.obstacle}

    def valid_value(self, value: Any) -> bool:
        """Return whether the value is one of the choices that can be chosen."""
        return str(value) not in self._refused and super().valid_value(value)


def picker_members(
    club: Club, obstacles: Mapping[int, str] = {}, notes: Mapping[int, str] = {}
) -> list[PickerMember]:
    """Return the club's members as choices, by name. One query.

    :param obstacles: why members can't be chosen, by account number
    :param notes: remarks about members, by account number
    """
    users = [each.user for each in selectors.members(club)]
    names = distinct_names(users)
    return [
        PickerMember(
            each.pk,
            names[each.pk],
            each.username,
            obstacles.get(each.pk, ""),
            notes.get(each.pk, ""),
        )
        for each in sorted(users, key=person_key)
    ]
