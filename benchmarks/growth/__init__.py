"""Cost of pages, sweeps and the lobby as the site's history grows.

``python -m benchmarks.growth`` fills two temporary databases, one with few sessions and one with
many, and prints the CPU time of each page in both. The viewers and their own history are the same
in both, so a difference comes only from the other users' history. The full measurement uses
``--sessions 100000 --actions 5000000``; ``--plans`` also prints the query plan of each statement.
"""
