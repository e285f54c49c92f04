"""Texts of pages and notices of settlements and payments."""
