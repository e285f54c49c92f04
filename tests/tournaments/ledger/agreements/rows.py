"""Agreements as rows, as users' own actions would write them."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.services import agree
from games.rules.ruleset import RuleSet
from games.tables.models import Session
from games.tables.terms import terms_of
from tests.players import Game
from tests.tournaments.rows import finished_session
from tournaments.events.models import Event

STAKE = {"stake_minor": 50, "currency": "HKD"}


def agreed_to_session(
    user: User, session: Session, most: int = 100_000, given: str = "sat", **more: Any
) -> Agreement:
    """The user agreed to the session's terms."""
    terms = {**terms_of(session), "max_loss": most, **more}
    return agree(user, Agreement.Subject.SESSION, session.pk, terms, Agreement.Given(given))


def agreed_to_event(
    user: User, event: Event, most: int = 100_000, given: str = "sign-up", **more: Any
) -> Agreement:
    """The user agreed to an event's terms, or answers for a player by name."""
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
    """A finished session of people who all agreed to it; it is not settled."""
    session = finished_session(people, *deals, **{**STAKE, **terms})
    for each in people:
        agreed_to_session(each, session)
    return session


def waiting_for_money(people: list[User], **terms: Any) -> Game:
    """A table for a stake at which these people have their seats and wait."""
    rules = RuleSet.make("pagat", {"players": len(people)})
    game = Game.of(people, rules, bots=False, **{**STAKE, **terms})
    game.all_sit()
    return game
