"""Names of an event's entrants: no two can be mistaken for each other.

Members with similar names get their usernames in brackets. For a player without an account the
organizer has to enter another name. A member is refused if their name only imitates another
entrant's with invisible characters or letters of other scripts.
"""

from collections import defaultdict

from accounts.models import User
from accounts.names import NameFlaw, name_fault, skeleton
from games.common.denials import DeniedError
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry

_WITHDRAWN = Entry.Status.WITHDRAWN
_DECEPTIVE = (NameFlaw.UNSEEN, NameFlaw.MARKS, NameFlaw.MIXED)


class EntrantNames:
    """The names of all entrants of an event whose row is locked. One query."""

    def __init__(self, event: Event) -> None:
        self._alike: dict[str, list[Entry]] = defaultdict(list)
        self._marked: list[Entry] = []
        for each in event.entries.select_related("user").order_by("number"):
            self.add(each)

    def add(self, entry: Entry) -> None:
        """Add the name of an entrant who is about to be stored."""
        plain = entry.name.rsplit(" (", 1)[0] if entry.user else entry.name
        for looks in {skeleton(entry.name), skeleton(plain)}:
            self._alike[looks].append(entry)

    def of_member(self, person: User) -> str:
        """Return a member's name in the event; it and any that look alike get usernames added.

        Raise `DeniedError` if the name imitates another by its characters.

        The others' new names are stored by `store`.
        """
        name = person.shown_name[: Entry.NAME_LENGTH]
        alike = [each for each in self._alike[skeleton(name)] if each.user_id != person.pk]
        if not alike:
            return name
        if name_fault(name) in _DECEPTIVE:
            raise DeniedError(EventCode.OWN_NAME_LOOKS_ALIKE, text=name, name=alike[0].name)
        for each in alike:
            marked = each.name if each.user is None else _with_username(each.user, each.name)
            if marked != each.name:
                each.name = marked
                self._marked.append(each)
        return _with_username(person, name)

    def check_named(self, name: str) -> None:
        """Raise `DeniedError` if an entrant has the same name or one that looks the same.

        Withdrawn entrants are ignored. It is for a player without an account.
        """
        alike = (each for each in self._alike[skeleton(name)] if each.status != _WITHDRAWN)
        other = next(alike, None)
        if other is None:
            return
        if other.name.casefold() == name.casefold():
            raise DeniedError(EventCode.NAME_TAKEN, name=name)
        raise DeniedError(EventCode.NAME_LOOKS_ALIKE, text=name, name=other.name)

    def store(self) -> None:
        """Store the names to which `of_member` has added usernames. At most one statement."""
        if stored := [each for each in self._marked if each.pk is not None]:
            Entry.objects.bulk_update(stored, ["name"])


def _with_username(person: User, name: str) -> str:
    """Return the name, cut to the maximum length, with the username in brackets after it."""
    mark = f" ({person.username})"
    if len(name) + len(mark) > Entry.NAME_LENGTH and not name.endswith(mark):
        # The user ID distinguishes usernames that begin alike.
        mark = f" ({person.username[:6]}…{person.pk})"
        name = name.removesuffix(mark)
    return name if name.endswith(mark) else name[: Entry.NAME_LENGTH - len(mark)] + mark
