"""Duplicate rounds, whose tables all play the same packs."""
