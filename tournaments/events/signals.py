"""What others are told of events, inside the transaction in which it happens."""

from django.dispatch import Signal

#: The last deal of a table with real cards is confirmed; ``event_table``.
paper_table_finished = Signal()
