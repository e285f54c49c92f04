"""To what belongs what happens now: a request, a person, a table. Lines of the log say it.

Each is known to the task or thread that serves somebody, and to what it calls.
"""

from contextvars import ContextVar

#: The name of a request, an open socket or a piece of background work; empty for none.
request_id: ContextVar[str] = ContextVar("request_id", default="")
#: Where the request came from, as limits count it (``accounts.limits``).
address: ContextVar[str] = ContextVar("address", default="")
#: The keys of who asks, and of the table that is asked about; None where that is not known.
person_id: ContextVar[int | None] = ContextVar("person_id", default=None)
table_id: ContextVar[int | None] = ContextVar("table_id", default=None)
