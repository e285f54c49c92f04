"""The ledger: what players owe each other, from the result of a game to the last payment.

One folder a feature, from the bottom up: `book` has accounts and postings, and is the only one that
writes postings; `settling` turns results into who pays whom (`settlement` is pure); `corrections`
change results, `payments` settle what is due, `pending` results wait for a player's consent.
`accounts` are clubs', `statements` and `agreements` users'; `payees` and `codes` tell how to pay;
`audit` recomputes everything. `notices` tell users what happened, `access` says who may see and do
what, and `denials` why not.

Locks are taken in one order everywhere: a pending result or a transfer first, then accounts by ID.
"""
