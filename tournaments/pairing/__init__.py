"""Pairing, pure: formats, seating and standings of events, over the rules of the game alone."""
