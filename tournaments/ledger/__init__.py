"""The ledger: settlements, payments, accounts and statements."""
