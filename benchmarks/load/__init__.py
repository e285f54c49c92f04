"""How many moves the live tables bear, how soon each is seen, and what it costs.

``python -m benchmarks.load`` opens tables of people in a club of its own, plays at them through
sockets as browsers do, and reports; ``--help`` lists what can be asked for. A move takes from when
it is sent until the last page at its table has been sent a later moment. What it costs is what the
club's processes spend of the processor (user and system), from /proc, and so Linux is needed. The
clients share the machine with the club; what they spend is reported apart.
"""
