"""Kills and faults while people play, and whether anything was lost: ``make faults``.

One part runs the embedded club, one daphne twice, a worker and beat on a PostgreSQL and a Redis of
their own; each has a folder of its own and leaves nothing behind. People play at a few tables over
sockets while a fault is done to the club, again and again. After each the tables must go on, and
in the end everything that was acknowledged must be there, once, and the book be right. ``--help``
lists what can be asked for. What it came to is kept in benchmarks/proofs/faults.md.

It needs Linux. PostgreSQL (initdb, pg_ctl) and redis-server are taken where they are found, and so
is the right to mount a small disk, which can be full. What is not there is left out, which the
report says.
"""
