"""Signals of events, sent inside the transaction that makes the change."""

from django.dispatch import Signal

#: Sent when the last deal of a table with real cards is confirmed; argument ``event_table``.
paper_table_finished = Signal()
