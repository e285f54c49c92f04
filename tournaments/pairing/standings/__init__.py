"""Standings: ranking of entrants, with the arithmetic behind it.

Pure: computed only from the rounds played and the entrants' penalties and adjustments. A corrected
result is simply a changed round. Equal totals are decided by the event's tie-breaks, in their
order; if all are equal, the place is shared. The order in which entrants are given has no
influence.
"""
