"""What games tells the world; sent inside the transaction, so what follows commits with it."""

from django.dispatch import Signal

#: The last deal of a session has its result. Arguments: ``session`` (games.tables.models.Session).
session_finished = Signal()
