"""Simulated players who cope with faults: they reconnect, ask again and play on.

A `Page` stays open and reconnects like the script of a real page, `Players` are those of one table,
and `Moves` records the moves that were shown as done, which must never be lost.
"""
