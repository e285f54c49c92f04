"""Hours of play with players coming and going, checking for growth: ``make soak``.

The server runs as one process, or with ``--scaled`` as two web servers, a worker and beat on their
own databases. At each table a player moves at a steady pace. Players leave tables and others open
new ones, pages lose their sockets and reconnect, spectators watch for a while, and players chat.
Memory, open files, threads and the time until moves are shown are sampled; ``--help`` lists the
options. The report is written to benchmarks/proofs/soak.md. Tables have one to four users each, at
random, so the connections that they keep open are not counted among the server's files.

The first half of the time is warm-up, in which caches fill and connections open. A straight line
is fitted through the samples of the second half (Theil–Sen: the median of the slopes between all
pairs, which a few outliers do not affect). The run fails if that line rises by more than 3 % of its
start and by more than 4 MiB (8 files, 4 threads); or if moves are shown more than 50 % later in the
last quarter than in the one before, and by more than 5 ms (p50) or 50 ms (p99). Other work on the
machine distorts the result, so leave the machine to the run.
"""
