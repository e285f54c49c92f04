"""The general ledger: accounts, their holders, and postings that sum to zero."""
