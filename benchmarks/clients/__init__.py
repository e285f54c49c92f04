"""Simulated players, who use a site over sockets as browsers do.

A `Browser` has one socket. A `Page` stays open and reconnects like the script of a real page;
`Players` are those of one table, who play on through faults. `protocol` has their messages;
`Records` reads the site's database.
"""
