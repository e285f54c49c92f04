"""Clubs: who belongs to one, what each may do there, invitations, news and house rules."""
