"""Reads: what was said at a table, and who does not want to read whom."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import ChatLine, Mute, Session

#: How many lines a table shows; older ones are kept with the session.
LINES_SHOWN = 60
#: What can be said with one press, by the key that a browser sends.
PHRASES: dict[str, Promise] = {
    "nice_play": _("Nice play!"),
    "sorry": _("Sorry"),
    "one_moment": _("One moment, please"),
    "thank_you": _("Thank you"),
    "well_done": _("Well done"),
    "good_game": _("Good game"),
}


def lines(session: Session) -> tuple[ChatLine, ...]:
    """The newest lines of the session that were not cleared, oldest first. One query."""
    newest = ChatLine.objects.filter(session=session, cleared=False).order_by("-pk")
    return tuple(reversed(newest[:LINES_SHOWN]))


def mutes(speakers: Collection[int]) -> Mapping[int, frozenset[int]]:
    """For each person who mutes some of the speakers: whom. One query, none without speakers."""
    muted_by: dict[int, set[int]] = defaultdict(set)
    if speakers:
        pairs = Mute.objects.filter(muted__in=speakers).values_list("user_id", "muted_id")
        for user_id, muted_id in pairs:
            muted_by[user_id].add(muted_id)
    return {user_id: frozenset(muted) for user_id, muted in muted_by.items()}
