"""Notices of the ledger, and their mails."""
