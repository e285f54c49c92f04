"""Entries: sign-up, waiting list, check-in, invitations and leaving."""
