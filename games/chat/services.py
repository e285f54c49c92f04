"""Chat services: write, clear, mute, report.

Each locks the chat's row and announces its new version after the commit. Denials are returned as
values and change nothing. The table's row is neither locked nor changed, so a message delays no
move and causes no rendering of the board.

Players may tell each other about their cards, as at a real table; the server itself never puts
cards into the chat. Players of packs shared with other tables may write only at their own table
until all tables have finished them.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import limits
from accounts.caller import Caller, SessionProof
from accounts.models import User
from accounts.names import DIRECTION_OVERRIDES
from games.chat.denials import ChatCode
from games.chat.models import Chat, ChatLine, Mute, Report
from games.chat.phrases import PHRASES, REACTIONS
from games.chat.selectors import ChatLog, LoggedLine, Visit, lock_chat, with_line
from games.chat.topics import chat_changed
from games.common import sql
from games.common.denials import DeniedError, answering
from games.tables import selectors
from games.tables.models import Table

MAX_LINE_LENGTH = 200

#: Invisible characters whose category is letter or symbol: fillers and the Braille blank.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


class RateLimit(NamedTuple):
    """A rate limit per user, with the denial code for exceeding it."""

    rate: str
    #: Name of the counter.
    kind: str
    code: ChatCode


#: A short burst, and a steady rate over a longer time.
WRITING = (
    RateLimit("5/10 seconds", "chat", ChatCode.TOO_QUICK),
    RateLimit("30/5 minutes", "chat", ChatCode.TOO_MUCH),
)
#: Muting is invisible to others, but updates every viewer of the table's chat.
MUTING = (RateLimit("20/minute", "mute", ChatCode.MUTES_TOO_OFTEN),)
REPORTING = (RateLimit("30/hour", "report", ChatCode.REPORTS_TOO_OFTEN),)


class _LockedChat(NamedTuple):
    """A chat whose row is locked, and the user who changes it."""

    person_id: int
    table_id: int
    visit: Visit

    def announce_change(self, log: ChatLog | None = None) -> None:
        """Increment the chat's version and announce it to every process.

        :param log: the chat at the new version, if known
        """
        version = self.visit.version + 1
        sql.change(Chat, self.table_id, {"version": version})
        chat_changed(self.table_id, version, log)


@contextmanager
def _locked_chat(caller: Caller, table_id: int, *rates: RateLimit) -> Iterator[_LockedChat]:
    """Check rate limits, lock the chat's row for the block, and verify the caller's session.

    :raises DeniedError: the caller is not signed in or over a limit, or the table is closed
    """
    if caller.user is None:
        raise DeniedError(ChatCode.NOT_SIGNED_IN)
    proof = caller.proof if isinstance(caller.proof, SessionProof) else None
    if proof is None and caller.person() is None:
        raise DeniedError(ChatCode.SESSION_ENDED)
    number = caller.user.pk
    # Before the lock, so that a flood doesn't delay other players.
    for rate, kind, code in rates:
        if not limits.within(rate, kind, str(number)):
            raise DeniedError(code)
    with transaction.atomic():
        visit = lock_chat(table_id, number, proof.session_key if proof else "")
        if visit is None:
            raise DeniedError(ChatCode.TABLE_CLOSED)
        if proof is not None and not proof.holds(visit.evidence):
            raise DeniedError(ChatCode.SESSION_ENDED)
        yield _LockedChat(number, table_id, visit)


@answering
def write(caller: Caller, table_id: int, text: str) -> None:
    """Write a typed message at the table, which only its seated players may."""
    line = cleaned(text)
    if not line:
        raise DeniedError(ChatCode.EMPTY)
    if (excess := len(line) - MAX_LINE_LENGTH) > 0:
        raise DeniedError(ChatCode.TOO_LONG, excess=excess)
    _write(caller, table_id, text=line)


@answering
def write_phrase(caller: Caller, table_id: int, key: str) -> None:
    """Write the phrase or reaction with that key; each reader sees it in their own language."""
    if key not in PHRASES and key not in REACTIONS:
        raise DeniedError(ChatCode.UNKNOWN_PHRASE)
    _write(caller, table_id, phrase=key)


def _write(caller: Caller, table_id: int, *, text: str = "", phrase: str = "") -> None:
    """Store a message, typed or a phrase, if the user has a seat, and announce it."""
    with _locked_chat(caller, table_id, *WRITING) as chat:
        visit, writer = chat.visit, chat.person_id
        if visit.seat_name is None or writer in visit.barred:
            raise DeniedError(ChatCode.NO_SEAT)
        if visit.is_sealed:
            raise DeniedError(ChatCode.SAME_PACKS)
        written_at = timezone.now()
        number = sql.add(
            ChatLine,
            session_id=visit.session,
            user_id=writer,
            name=visit.seat_name,
            text=text,
            phrase=phrase,
            written_at=written_at,
            cleared=False,
        )
        line = LoggedLine(number, writer, visit.seat_name, text, phrase, written_at)
        chat.announce_change(with_line(visit.session, visit.version, line))


@answering
def clear(caller: Caller, table_id: int) -> None:
    """Hide all messages so far; only the host may. They stay in the database."""
    with _locked_chat(caller, table_id) as chat:
        if chat.visit.host != chat.person_id:
            raise DeniedError(ChatCode.NOT_HOST)
        lines = ChatLine.objects.filter(session__table=table_id, cleared=False)
        if lines.update(cleared=True):
            chat.announce_change()


@answering
def mute(caller: Caller, table_id: int, other_id: int) -> None:
    """Mute another player of this table, here and at all tables; no effect if already muted."""
    with _locked_chat(caller, table_id, *MUTING) as chat:
        if other_id == chat.person_id:
            raise DeniedError(ChatCode.OWN_MUTE)
        here = Q(chat_lines__session__table=table_id) | Q(seats__session__table=table_id)
        if not User.objects.filter(here, pk=other_id).exists():
            raise DeniedError(ChatCode.NOT_HERE)
        _mute, is_new = Mute.objects.get_or_create(user_id=chat.person_id, muted_id=other_id)
        if is_new:
            # Mutes are cached with the messages, so every process must read them again.
            chat.announce_change()


@answering
def unmute(caller: Caller, table_id: int, other_id: int) -> None:
    """Unmute another player, here and at all tables; nothing happens if they were not muted."""
    with _locked_chat(caller, table_id, *MUTING) as chat:
        mutes = Mute.objects.filter(user=chat.person_id, muted=other_id)
        gone, _of_models = mutes.delete()
        if gone:
            chat.announce_change()


@answering
def report(caller: Caller, table_id: int, line_id: int) -> None:
    """Report a message to the administrator, once; every viewer of the table may."""
    with _locked_chat(caller, table_id, *REPORTING) as chat:
        table, person = Table.objects.get(pk=table_id), caller.user
        if selectors.table_to_watch(table.slug, person) is None:
            raise DeniedError(ChatCode.TABLE_CLOSED)
        # A cleared message can still be reported.
        line = ChatLine.objects.filter(pk=line_id, session__table=table_id).first()
        if line is None:
            raise DeniedError(ChatCode.NO_LINE)
        if line.user_id == chat.person_id:
            raise DeniedError(ChatCode.OWN_LINE)
        _report, is_new = Report.objects.get_or_create(line=line, user_id=chat.person_id)
        if not is_new:
            raise DeniedError(ChatCode.REPORTED_ALREADY)


def cleaned(text: str) -> str:
    """Return the text on one line, without invisible characters; empty if none is visible."""
    kept = "".join(
        each
        for each in " ".join(text.split())
        if unicodedata.category(each) not in {"Cc", "Cs"} and each not in DIRECTION_OVERRIDES
    )
    # Separators, marks and signs such as the joiner are invisible on their own.
    if all(unicodedata.category(each)[0] in "ZCM" or each in _BLANKS for each in kept):
        return ""
    return kept.strip()
