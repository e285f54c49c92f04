"""Talk at the table: saying, clearing, muting, reporting.

Like all that changes a table this holds the table's row lock, and announces after the commit; a
refusal is a value, and changes nothing. Talk raises the table's version, for somebody sees it
change, and ``Table.talk``; it never touches ``Table.moment``, so it makes no move late.

The talk is among people: what they tell each other about their cards is not kept from anybody
here, as little as it is at a table of wood. No card reaches the talk by the club's own doing.
"""

import unicodedata

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import limits
from accounts.models import User
from games import selectors
from games.models import ChatLine, Mute, Report, Table
from games.services.core import DONE, Outcome, changed, lock, present
from games.talk import PHRASES

LONGEST_LINE = 200
#: How often a person may speak: a lively exchange, and over a longer time a steady one.
BURST = "5/10 seconds"
STEADY = "30/5 minutes"
#: Muting is seen by nobody else, but every table in question is shown anew for it.
MUTE_RATE = "20/minute"
REPORT_RATE = "30/hour"

#: They turn the direction of all that follows them, names and times of other people included.
_DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
#: Letters and a sign by their category, of which nothing is seen: fillers, and Braille's blank.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def say(table_id: int, user: User | None, session_key: str | None, text: str) -> Outcome:
    """Say the text at the table, as the person who sits there."""
    said = cleaned(text)
    if not said:
        return Outcome(_("Write something first."))
    if (excess := len(said) - LONGEST_LINE) > 0:
        sentence = ngettext(
            "That is %(excess)d character too long. Shorten it and send it again.",
            "That is %(excess)d characters too long. Shorten it and send it again.",
            excess,
        )
        return Outcome(sentence % {"excess": excess})
    person = present(user, session_key)
    if isinstance(person, Outcome):
        return person
    # Before the lock: a flood must not keep the others at the table waiting.
    if not limits.within(BURST, "chat", str(person.pk)):
        return Outcome(_("That was quick. Wait a few seconds and send it again."))
    if not limits.within(STEADY, "chat", str(person.pk)):
        return Outcome(_("You have written a lot just now. Wait some minutes and send it again."))
    with transaction.atomic():
        table = lock(table_id)
        if table is None:
            return _closed()
        scene = selectors.scene(table)
        seat = next((each for each in scene.seats if each.user_id == person.pk), None)
        if seat is None or seat.left_at is not None:
            return Outcome(_("You are watching. Only people with a seat can write here."))
        ChatLine.objects.create(session=scene.session, user=person, name=seat.name, text=said)
        _talked(table)
    return DONE


def say_phrase(table_id: int, user: User | None, session_key: str | None, key: str) -> Outcome:
    """Say the quick phrase of that key, in the language that the speaker reads."""
    phrase = PHRASES.get(key)
    if phrase is None:
        return Outcome(_("That phrase is not known. Reload the page."))
    return say(table_id, user, session_key, str(phrase))


def clear(table_id: int, user: User | None, session_key: str | None) -> Outcome:
    """Take all that was said so far off the table; its host alone may. It stays in the database."""
    person = present(user, session_key)
    if isinstance(person, Outcome):
        return person
    with transaction.atomic():
        table = lock(table_id)
        if table is None:
            return _closed()
        if table.host_id != person.pk:
            return Outcome(_("Only the host of the table can clear the chat."))
        if ChatLine.objects.filter(session__table=table, cleared=False).update(cleared=True):
            _talked(table)
    return DONE


def mute(table_id: int, user: User | None, session_key: str | None, other_id: int) -> Outcome:
    """Keep what another person of this table says from this one, here and at all tables."""
    person = present(user, session_key)
    if isinstance(person, Outcome):
        return person
    if other_id == person.pk:
        return Outcome(_("You cannot mute yourself."))
    if not limits.within(MUTE_RATE, "mute", str(person.pk)):
        return Outcome(_("That was too often. Wait a minute and try again."))
    with transaction.atomic():
        table = lock(table_id)
        if table is None:
            return _closed()
        here = Q(chat_lines__session__table=table) | Q(seats__session__table=table)
        if not User.objects.filter(here, pk=other_id).exists():
            return Outcome(_("That person is not at this table."))
        _mute, is_new = Mute.objects.get_or_create(user=person, muted_id=other_id)
        if is_new:
            # Every process reads the mutes together with the talk.
            _talked(table)
    return DONE


def unmute(table_id: int, user: User | None, session_key: str | None, other_id: int) -> Outcome:
    """Let the person read again what the other says."""
    person = present(user, session_key)
    if isinstance(person, Outcome):
        return person
    if not limits.within(MUTE_RATE, "mute", str(person.pk)):
        return Outcome(_("That was too often. Wait a minute and try again."))
    with transaction.atomic():
        table = lock(table_id)
        if table is None:
            return _closed()
        gone, _of_models = Mute.objects.filter(user=person, muted_id=other_id).delete()
        if gone:
            _talked(table)
    return DONE


def report(table_id: int, user: User | None, session_key: str | None, line_id: int) -> Outcome:
    """Ask whoever runs the club to look at a line, once; whoever can read it may ask."""
    person = present(user, session_key)
    if isinstance(person, Outcome):
        return person
    table = selectors.table(table_id)
    if table is None or selectors.table_to_watch(table.slug, person) is None:
        return _closed()
    # A line that was cleared in the meantime is one that may well be worth a look.
    line = ChatLine.objects.filter(pk=line_id, session__table=table).first()
    if line is None:
        return Outcome(_("That line is no longer there."))
    if line.user_id == person.pk:
        return Outcome(_("That line is your own."))
    if not limits.within(REPORT_RATE, "report", str(person.pk)):
        return Outcome(_("You have reported a lot just now. Try again in an hour."))
    _report, is_new = Report.objects.get_or_create(line=line, user=person)
    return DONE if is_new else Outcome(_("You have reported that line already."))


def cleaned(text: str) -> str:
    """The text as one line that others can be shown; empty where nothing of it would be seen."""
    kept = "".join(
        each
        for each in " ".join(text.split())
        if unicodedata.category(each) not in {"Cc", "Cs"} and each not in _DIRECTION_OVERRIDES
    )
    # Separators, marks, and signs such as the joiner show only beside others.
    if all(unicodedata.category(each)[0] in "ZCM" or each in _BLANKS for each in kept):
        return ""
    return kept.strip()


def _talked(table: Table) -> None:
    """Let everybody see the talk anew; the caller holds the table's lock."""
    table.talk += 1
    changed(table)


def _closed() -> Outcome:
    return Outcome(_("This table was closed."))
