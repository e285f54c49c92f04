"""Rounds: proposed, published, played, finished."""
