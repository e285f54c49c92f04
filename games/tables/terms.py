"""What all at a table have accepted by sitting down: the terms of one session, as plain data."""

from typing import Any

from games.tables.models import Session


def terms_of(session: Session) -> dict[str, Any]:
    """Return the terms of the session as JSON has them: they can be kept, and compared.

    The rules are there in full, not by their name alone: names can come to mean something else.
    No query where the session's table is at hand, otherwise one.
    """
    return {
        "rules": dict(session.rules),
        "rules_name": session.rules_name,
        "deals": session.deals_planned,
        "target": session.target,
        "stake_minor": session.stake_minor,
        "currency": session.currency,
        "bot_money": session.bot_money,
        "clock": session.table.clock,
    }
