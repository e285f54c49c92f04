"""Charts of money: a balance over time, a club's season, who won from whom.

The geometry (`scale`, `thinned`, `step_line`, `season_lines`, `bars`) knows numbers only and
answers with shares of the room there is, in percent; `balance`, `season` and `won_from` put what
is seen into words, with the same figures as a table.
"""
