"""Load benchmark: moves per second, time until every page shows a move, and cost.

``python -m benchmarks.load`` starts a server, opens tables, plays at them through sockets as
browsers do, and prints a report; ``--help`` lists the options. The time of a move runs from sending
it until the last page at its table has been sent a later position. The cost is the CPU time (user
and system) of the server's processes, read from /proc, so Linux is needed. The clients run on the
same machine; their CPU time is reported separately.
"""
