"""Corrections of results, and the consent that they need."""
