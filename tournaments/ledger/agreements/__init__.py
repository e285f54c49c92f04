"""Pages of a user's agreements and what was won or lost under each.

They only read: `games.agreements` stores agreements and decides which are in force.
"""
