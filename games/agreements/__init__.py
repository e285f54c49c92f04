"""Agreements: what users agreed to before they could owe anything.

This package stores them and knows which are in force. Their pages, with what was won or lost under
each, are in ``tournaments.ledger.agreements``.
"""
