"""Reviews: a player's own decisions of a finished deal, judged by the strong bot.

Made once on request by a background task, stored, and shown to that player alone.
"""
