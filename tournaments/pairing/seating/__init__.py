"""Seating: table groups, seat orders, table numbers and sit-outs over the rounds of an event.

`ways` divides a number of players into tables. `seat_rounds` seats several rounds ahead,
`seat_groups` a single round whose groups are given, and `quality` measures seatings. Perfect
designs are used where they are known (`designs.py`), a search otherwise (`search.py`). The
arguments, which include a seed, determine the result.
"""
