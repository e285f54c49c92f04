"""Payment QR codes that banking apps read to fill in a transfer.

No Django: only the standard library, python-stdnum for check digits and segno for the picture. Each
scheme is a module with its details class and a ``payload`` function; SCHEMES lists them.

Amounts are minor units, hundredths in every currency here, as in the rest of the ledger.
"""
