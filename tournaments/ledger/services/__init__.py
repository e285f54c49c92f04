"""Writes: the only package that changes the ledger.

`settlements` settles sessions and events, `corrections` corrects sessions; `payments` records
payments and waivers under a lock on the transfer (`locking`); `reminders` reminds of open payments;
`clubs` changes a club's settings and settles its carried balances; `notices` notifies users. `book`
is the only module that writes postings, and defines the order of locks.
"""
