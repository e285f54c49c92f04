"""Hands for several tests."""

#: Weak enough to be thrown in where weak hands are, and what the others then hold.
WEAK = "3D 4C 5D 6C 7D 8C 9D TC 3H 4H 5H 6H 7H"

OTHERS = (
    "3C 4D 5C 6D 7C 8D 9C TD JD QD KD AD 2D",
    "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
    "8H 9H TH JC QC KC AC 2C JH QH KH AH 2H",
)
