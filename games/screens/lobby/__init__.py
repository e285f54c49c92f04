"""The lobby: the tables that wait for people."""
