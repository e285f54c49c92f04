"""Names on an event's list of entrants: no two that could be taken for each other.

Members whose names are alike have their usernames behind the names, in brackets. For a person
without an account the organizer enters another name. A member whose name only seems to be that of
another entrant, by invisible characters or letters of other scripts, does not enter under it.
"""

from collections import defaultdict

from accounts.models import User
from accounts.names import NameFlaw, fault, skeleton
from games.common.denials import DeniedError
from tournaments.events.denials import EventCode
from tournaments.events.models import Entry, Event

_WITHDRAWN = Entry.Status.WITHDRAWN
_DECEPTIVE = (NameFlaw.UNSEEN, NameFlaw.MARKS, NameFlaw.MIXED)


class EntrantNames:
    """The names of all who have entered an event whose row is held. One query."""

    def __init__(self, event: Event) -> None:
        self._alike: dict[str, list[Entry]] = defaultdict(list)
        self._marked: list[Entry] = []
        for each in event.entries.select_related("user").order_by("number"):
            self.add(each)

    def add(self, entry: Entry) -> None:
        """Take the name of another entrant into account, who is about to be stored."""
        plain = entry.name.rsplit(" (", 1)[0] if entry.user else entry.name
        for looks in {skeleton(entry.name), skeleton(plain)}:
            self._alike[looks].append(entry)

    def of_member(self, person: User) -> str:
        """Return the name of a member who enters; who has one like it is marked, too.

        :raises DeniedError: the name is made to look like another
        """
        name = person.shown_name[: Entry.NAME_LENGTH]
        alike = [each for each in self._alike[skeleton(name)] if each.user_id != person.pk]
        if not alike:
            return name
        if fault(name) in _DECEPTIVE:
            raise DeniedError(EventCode.OWN_NAME_LOOKS_ALIKE, text=name, name=alike[0].name)
        for each in alike:
            marked = each.name if each.user is None else _with_username(each.user, each.name)
            if marked != each.name:
                each.name = marked
                self._marked.append(each)
        return _with_username(person, name)

    def check_named(self, name: str) -> None:
        """Check that somebody without an account can take part under the name.

        :raises DeniedError: an entrant has it already, or one that looks the same
        """
        alike = (each for each in self._alike[skeleton(name)] if each.status != _WITHDRAWN)
        other = next(alike, None)
        if other is None:
            return
        if other.name.casefold() == name.casefold():
            raise DeniedError(EventCode.NAME_TAKEN, name=name)
        raise DeniedError(EventCode.NAME_LOOKS_ALIKE, text=name, name=other.name)

    def store(self) -> None:
        """Store the names of those who were marked because of others. One statement, or none."""
        if stored := [each for each in self._marked if each.pk is not None]:
            Entry.objects.bulk_update(stored, ["name"])


def _with_username(person: User, name: str) -> str:
    """Return the name with the username behind it, unless it is there."""
    mark = f" ({person.username})"
    if len(name) + len(mark) > Entry.NAME_LENGTH and not name.endswith(mark):
        # The number tells any two apart whose beginnings are the same.
        mark = f" ({person.username[:6]}…{person.pk})"
        name = name.removesuffix(mark)
    return name if name.endswith(mark) else name[: Entry.NAME_LENGTH - len(mark)] + mark
