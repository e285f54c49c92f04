"""Settling sessions and events: who pays whom, and the pages that show it."""
