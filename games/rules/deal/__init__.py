"""State of a deal and its actions.

`start` deals from a pack, `apply` returns the deal after an action or a `Refusal`, `judge` returns
what some cards would be, and `next_deal` what the next deal starts from. The caller shuffles and
keeps time.
"""
