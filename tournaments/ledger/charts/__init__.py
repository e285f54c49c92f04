"""Money charts: a balance over time, a club's season, who won from whom.

The geometry modules (`scale`, `downsample`, `step_line`, `season_lines`, `bars`) work on numbers
only and return percentages of the plot area. `balance`, `season` and `won_from` add the text and
the same figures as a table.
"""
