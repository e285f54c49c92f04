"""What games tells the world; sent inside the transaction, so what follows commits with it."""

from django.dispatch import Signal

#: A deal has its result. Arguments: ``deal`` (games.models.Deal).
deal_finished = Signal()

#: The last deal of a session has its result. Arguments: ``session`` (games.models.Session).
session_finished = Signal()
