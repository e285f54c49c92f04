"""Prometheus metrics of a process, for the administrator (``config.web.metrics``).

All metrics are declared here. No label is looked up for a move: the counters of moves are bound
once.
"""

from prometheus_client import Counter, Gauge, Histogram

#: Bucket bounds in seconds: a move takes a few milliseconds, a page some ten.
MOVE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
PAGE_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

moves = Counter("club_moves", "Actions in deals, by kind and by bot or person.", ["kind", "by"])
move_seconds = Histogram(
    "club_move_seconds",
    "Time from receiving a player's move until its result is rendered for that player's page.",
    buckets=MOVE_SECONDS,
)
refusals = Counter("club_refusals", "Refusals at tables, by code.", ["code"])
sockets = Gauge(
    "club_sockets",
    "Open sockets, by consumer.",
    ["consumer"],
    multiprocess_mode="livesum",
)
turned_away = Counter("club_sockets_turned_away", "Sockets rejected because of a limit.")
left_unopened = Counter(
    "club_sockets_left_unopened", "Sockets whose browser left before they were opened."
)
requests = Counter("club_requests", "Requests, by view and status.", ["view", "status"])
request_seconds = Histogram(
    "club_request_seconds", "Time that a view takes to respond.", ["view"], buckets=PAGE_SECONDS
)
tasks = Counter("club_tasks", "Finished background tasks, by name.", ["task"])
failed_tasks = Counter("club_tasks_failed", "Background tasks that failed, by name.", ["task"])
