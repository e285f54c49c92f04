"""What people tell the world; sent inside the transaction, so what follows commits with it."""

from django.dispatch import Signal

#: Somebody wants to close their account. Whoever knows a reason against it returns a sentence in
#: the reader's language, and None otherwise. Arguments: ``user``.
account_closing = Signal()

#: An account was closed: what is the person's own alone goes, and what others rest on takes the new
#: name. Arguments: ``user``, who is called by it already.
account_closed = Signal()
