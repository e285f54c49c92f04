"""Results that wait for their player's yes: the page to answer one, lists, and notices."""
