"""Replays of finished deals, their downloads, and the shuffle check."""
