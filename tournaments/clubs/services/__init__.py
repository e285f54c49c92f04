"""Services of clubs, the only code that changes them.

Each locks the club's row, appends to the club's activity in the same transaction, and returns a
`Denial` if it changed nothing.
"""
