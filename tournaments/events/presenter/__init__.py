"""Texts and view data of event pages, ready for templates."""
