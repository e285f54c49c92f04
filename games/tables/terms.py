"""Terms of a session as plain data: the basis of settlements, and what a player agrees to.

A waiting table, its session and a further session at it have the same terms, because the stake of a
table does not change.
"""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from games.agreements.terms import digest_of
from games.tables.absence import AGREES_AFTER
from games.tables.max_loss import MoneyTerms, max_session_loss
from games.tables.models import Session
from games.tables.stakes import has_stake

#: Minutes without an open page after which a player counts as agreeing to an early end.
ABSENT_MINUTES: Final = int(AGREES_AFTER.total_seconds()) // 60


class SessionTerms(MoneyTerms, Protocol):
    """A table, session or event: the fields with the terms of its sessions."""

    @property
    def rules_name(self) -> str: ...
    @property
    def bot_money(self) -> str: ...


def terms_of(session: Session) -> dict[str, Any]:
    """Return the terms of the session, with its rules in full, as JSON data.

    The rules are included in full, because a name may later mean other rules. No query if the
    session's table is loaded; otherwise one.
    """
    return _playing_terms(session, session.table.clock)


def agreement_terms(session: SessionTerms, clock: str) -> dict[str, Any]:
    """Return the terms that taking a seat for a stake agrees to, as JSON data. No query.

    In addition to the session's terms: a bot plays for a player who is away or quits, a player who
    is absent for long counts as agreeing to an early end, and the maximum loss of the session.
    """
    return {
        **_playing_terms(session, clock),
        "stand_in": "bot",
        "absent_minutes": ABSENT_MINUTES,
        "max_loss": max_session_loss(session),
    }


def shown_digest(session: SessionTerms, clock: str) -> str:
    """Return the digest of the terms that a form to take a seat carries; empty for points."""
    return digest_of(agreement_terms(session, clock)) if has_stake(session) else ""


def _playing_terms(session: SessionTerms, clock: str) -> dict[str, Any]:
    """Return rules, length, stake and clock of the session as JSON data."""
    return {
        "rules": {option: _json_value(value) for option, value in session.rules.items()},
        "rules_name": session.rules_name,
        "deals": session.deals_planned,
        "target": session.target,
        "stake_minor": session.stake_minor,
        "currency": session.currency,
        "bot_money": session.bot_money,
        "clock": clock,
    }


def _json_value(value: Any) -> Any:
    """Return the value of a rule option as JSON data, with mutable lists and dictionaries."""
    if isinstance(value, Mapping):
        return {key: _json_value(each) for key, each in value.items()}
    return [_json_value(each) for each in value] if isinstance(value, tuple) else value
