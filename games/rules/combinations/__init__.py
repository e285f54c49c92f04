"""Combinations of a rule set, and which combination beats which.

`classify` and `beats` answer for a rule set. Callers that ask often get the `CombinationTable` that
both read, from `combination_table`.
"""
