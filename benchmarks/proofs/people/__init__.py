"""People at tables, who bear what happens to a club: they come back, ask again and play on.

A `Page` is kept open as the script of a real one does, a `Party` are those who play at one table,
and `Moves` remembers what they were shown to be done, which must never be lost.
"""
