"""Signals of tables, sent inside the transaction, so that receivers commit with it."""

from django.dispatch import Signal

#: A session has ended. Argument: ``session`` (games.tables.models.Session).
session_finished = Signal()
