"""Event services: the only package that changes events.

Every service called by a user takes the `Caller` and the event's number first. It locks the
event's row (``core.locked_event``) and returns None, or a denial: a code with parameters. Decisions
of organizers are appended to the event's activity log with their reasons.

`lifecycle` covers an event from creation to check-in, `entries` the participants, `places` the
waiting list. `terms` computes what an event with a stake can cost and who has agreed to it;
`agreements` and `invited` record agreements. `rounds` proposes and seats rounds, `publication`
opens their tables, `results` ends them. `desk`, `penalties`, `corrections` and `substitutes` are
organizers' decisions, limited by `result_limits`. `house` computes what the club itself can lose.
`paper` covers deals with real cards, `club_night` club nights, `season` seasons, in which several
events count. `settlement` settles finished events with the amounts of `winnings`. `format_input`
presents an event to its format. `upkeep` does the work of lost tasks and time-based work.
"""
