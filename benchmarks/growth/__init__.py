"""What must not grow: pages, sweeps and the lobby of a club with very much behind it.

``python -m benchmarks.growth`` fills two databases of its own, one of few sessions and one of many,
and says what each page costs the processor in both: the same people look, who have played the same,
so what differs is what others have played since. With ``--sessions 100000 --actions 5000000`` it is
the whole measure, and with ``--plans`` it says by which indexes each statement goes.
"""
