"""Hours of people who come and go, and whether anything grows: ``make soak``.

The club runs as one process, or with ``--scaled`` as two web servers, a worker and beat on stores
of their own. At each table somebody moves at a steady pace; tables are left and others opened,
pages lose their sockets and come again, people look on for a while, and chat. Memory, open files,
threads and how soon moves are shown are sampled; ``--help`` lists what can be asked for. What it
came to is kept in benchmarks/proofs/soak.md. Tables have one to four people each, as it falls out,
and so the connections that they keep open do not count among the club's files.

The first half of the time counts as warm-up: caches fill, and connections open. Of what follows,
a straight line is laid through the samples (Theil and Sen: the median of the slopes between every
two, which a few outliers do not move). It fails where that line rises by more than 3 % of its
beginning and by more than 4 MiB (8 files, 4 threads); and where moves are shown half as late again
in the last quarter as in the one before, by more than 5 ms (p50) or 50 ms (p99). What others do on
the machine meanwhile shows in that: let it have the machine alone.
"""
