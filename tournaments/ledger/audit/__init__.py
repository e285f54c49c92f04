"""The audit of the ledger: recomputes every balance from the recorded actions of every deal.

`deals` replays deals through the rules, `sources` compares results of sessions and events with
their settlements (`chains`), `clubs` checks carried balances, `charges` dues and bills, `payments`
the payments, `accounts` the postings themselves, and `agreements` the players' agreements. An error
found is a `Fault`; `sentences` has the messages.
"""
