"""Kills and other faults during play, checking that nothing is lost: ``make faults``.

One part runs the embedded server; the other runs two daphnes, a worker and beat on their own
PostgreSQL and Redis. Each part has its own temporary folder and leaves nothing behind. Simulated
players play at a few tables over sockets while one fault after another is injected. After each
fault the tables must continue; at the end every acknowledged action must be stored exactly once
and the ledger must pass its audit. ``--help`` lists the options. The report is written to
benchmarks/proofs/faults.md.

The proof needs Linux. It uses PostgreSQL (initdb, pg_ctl) and redis-server if they are installed,
and the permission to mount a small disk, which can be filled. Whatever is missing is skipped and
listed in the report.
"""
