"""Agreements as rows, as users' actions would write them."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.services import agree
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Session
from games.tables.terms import terms_of
from tests.players import Game
from tests.tournaments.rows import finished_session
from tournaments.events.core.models import Event

STAKE = {"stake_minor": 50, "currency": "HKD"}


def agreed_to_session(
    user: User, session: Session, most: int = 100_000, given: str = "sat", **more: Any
) -> Agreement:
    """Store the user's agreement to the session's terms."""
    terms = {**terms_of(session), "max_loss": most, **more}
    return agree(user, Agreement.Subject.SESSION, session.pk, terms, Agreement.Given(given))


def agreed_to_event(
    user: User, event: Event, most: int = 100_000, given: str = "sign-up", **more: Any
) -> Agreement:
    """Store the user's agreement to an event, or one to answer for a named player."""
    answers_for = more.pop("answers_for", "")
    terms = {
        "stake_minor": event.stake_minor,
        "currency": event.currency,
        "rules": event.rules,
        "rules_name": event.rules_name,
        "format": event.format,
        "format_settings": event.format_settings,
        "deals": event.deals,
        "rounds": 3,
        "max_loss": most,
        **more,
    }
    subject, way = Agreement.Subject.EVENT, Agreement.Given(given)
    return agree(user, subject, event.pk, terms, way, answers_for=answers_for)


def played_for_money(people: list[User], *deals: tuple[int, ...], **terms: Any) -> Session:
    """Return a finished, unsettled session of players who all agreed to it."""
    session = finished_session(people, *deals, **{**STAKE, **terms})
    for each in people:
        agreed_to_session(each, session)
    return session


def waiting_table_with_stake(people: list[User], **terms: Any) -> Game:
    """Return a waiting table for a stake with these players seated."""
    rules = RuleSet.make("pagat", {"players": len(people)})
    game = Game.of(people, rules, bots=False, **{**STAKE, **terms})
    game.all_sit()
    return game
