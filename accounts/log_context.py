"""Context (request, user, table) attached to every log line.

Each value is visible to the thread or asyncio task that handles a request, and to what it calls.
"""

from contextvars import ContextVar

#: The ID of a request, an open socket or a background task; empty if there is none.
request_id: ContextVar[str] = ContextVar("request_id", default="")
#: The client's address, as used for rate limits (``accounts.limits``).
address: ContextVar[str] = ContextVar("address", default="")
#: Primary keys of the requesting user and of the table; None if unknown.
person_id: ContextVar[int | None] = ContextVar("person_id", default=None)
table_id: ContextVar[int | None] = ContextVar("table_id", default=None)
