"""Printouts and downloads."""
