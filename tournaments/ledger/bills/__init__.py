"""Shared costs of a club's members: who paid, who bears which share, and who agreed to it."""
