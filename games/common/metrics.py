"""What a process counts of itself, for whoever watches over the club (``config.web.metrics``).

All of it is declared here. Nothing that happens at each move looks a label up: the counters of
moves are bound once.
"""

from prometheus_client import Counter, Gauge, Histogram

#: Bounds of seconds: a move takes a few thousandths of one, a page some hundredths.
MOVE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
PAGE_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

moves = Counter("club_moves", "Actions in deals, by what they are and who acts.", ["kind", "by"])
move_seconds = Histogram(
    "club_move_seconds",
    "From a person's move being received until that person's page is sent what came of it.",
    buckets=MOVE_SECONDS,
)
refusals = Counter("club_refusals", "What was refused at tables, by its code.", ["code"])
sockets = Gauge(
    "club_sockets",
    "Pages with an open socket, by the consumer that serves them.",
    ["consumer"],
    multiprocess_mode="livesum",
)
turned_away = Counter("club_sockets_turned_away", "Sockets that would have been one too many.")
left_unopened = Counter(
    "club_sockets_left_unopened", "Sockets whose browser had gone before their turn to be opened."
)
requests = Counter(
    "club_requests", "Requests, by the name of the view and status.", ["view", "status"]
)
request_seconds = Histogram(
    "club_request_seconds", "How long a view takes to answer.", ["view"], buckets=PAGE_SECONDS
)
tasks = Counter("club_tasks", "Background work done, by its name.", ["task"])
failed_tasks = Counter("club_tasks_failed", "Background work that ended with an error.", ["task"])
