"""Standings, the cross-table and the title race."""
