"""Simulated players, who use a site over sockets as browsers do.

A `Browser` has one socket. A `Page` stays open and reconnects like the script of a real page;
`Players` are those of one table, who play on through faults. `protocol` has what is sent and shown,
`Records` what is stored.
"""
