"""Events of a club: entrants, rounds, seating, results and standings."""
