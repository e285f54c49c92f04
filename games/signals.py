"""What games tells the world. Sent inside the transaction: what follows commits or fails with it."""

from django.dispatch import Signal

#: A deal has its result. Arguments: ``deal`` (games.models.Deal).
deal_finished = Signal()

#: The last deal of a session has its result. Arguments: ``session`` (games.models.Session).
session_finished = Signal()
