"""A user's seats and results, for the download of their data."""

from typing import Any

from django.db.models import QuerySet

from accounts import export
from accounts.models import User
from games.tables.models import Seat
from games.tables.seals import in_unsealed_sessions


def _seats(user: User) -> QuerySet[Seat]:
    """Return the query for the user's seats, except in sessions whose packs are still played."""
    own = in_unsealed_sessions(Seat.objects.filter(user=user))
    return own.select_related("session", "session__table")


def _row_data(seat: Seat) -> dict[str, Any]:
    """Return the seat with its session and results as data for the download."""
    session = seat.session
    return {
        "table": session.table.slug,
        "session": session.number,
        "status": session.status,
        "rules": session.rules_name,
        "stake_minor": session.stake_minor,
        "currency": session.currency,
        "started_at": session.started_at,
        "finished_at": session.finished_at,
        "seat": seat.number,
        "name": seat.name,
        "points": seat.points,
        "net": seat.net,
        "deals": seat.deals_played,
        "deals_won": seat.deals_won,
    }


def provide() -> None:
    """Register this part of the data download; called when the apps are ready."""
    export.provide("sessions", export.pages(_seats, _row_data))
