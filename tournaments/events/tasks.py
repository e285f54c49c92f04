"""Celery tasks of events; each calls one service, or two that follow each other."""

from celery import shared_task

from tournaments.events import upkeep
from tournaments.events.club_nights.services import take_night_result
from tournaments.events.notices.services import remind_entrants
from tournaments.events.rounds import proposal, results
from tournaments.events.series import services as series
from tournaments.events.settling import services
from tournaments.events.starting import services as starting


@shared_task
def session_over(session_id: int, event_id: int) -> None:
    """Take the result of a table, and propose the next round after the round's last table."""
    results.take_result(session_id)
    proposal.propose_round(event_id)


@shared_task
def remind() -> None:
    """Remind entrants of events within a day."""
    remind_entrants()


@shared_task
def continue_series() -> None:
    """Create the events of series that are due."""
    series.continue_series()


@shared_task
def propose_next(event_id: int) -> None:
    """Propose the next round, or end the event, if all results of the newest round are in."""
    proposal.propose_round(event_id)


@shared_task
def night_session_over(session_id: int) -> None:
    """Count a finished session of a club night."""
    take_night_result(session_id)


@shared_task
def settle_event(event_id: int) -> None:
    """Settle a finished event."""
    services.settle_event(event_id)


@shared_task
def start_if_all_accepted(event_id: int) -> None:
    """Start an event that was waiting for all invited members to accept."""
    starting.start_if_all_accepted(event_id)


@shared_task
def sweep() -> None:
    """Take results, propose rounds and settle events whose tasks were lost."""
    upkeep.sweep()
