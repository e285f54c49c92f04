"""Payment codes: what a banking app reads from a picture to fill in a transfer.

Pure: the standard library, python-stdnum for numbers that have check digits, segno for the picture.
Each scheme is a module with its details and one function ``payload``; SCHEMES knows them all.

Amounts are minor units, hundredths in every currency here, as in the rest of the ledger.
"""
