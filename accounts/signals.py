"""Signals about accounts.

Those about closing are sent inside the transaction, so that receivers' writes commit with it.
"""

from django.dispatch import Signal

#: A user asks to close the account. A receiver with a reason against it returns a sentence in the
#: active language, otherwise None. Arguments: ``user``.
account_closing = Signal()

#: An account was closed: receivers delete data that concerns the user alone, and put the new name
#: into data that others need. Arguments: ``user``, already renamed.
account_closed = Signal()

#: A guest has become a member, which is stored: receivers put the member's name where that user is
#: playing. Arguments: ``user``.
guest_became_member = Signal()
