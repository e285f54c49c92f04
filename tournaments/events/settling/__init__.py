"""Winnings of an event, and their settlement."""
