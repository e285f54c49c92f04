"""Writes: the only package that changes a table.

Every function for a user's request takes the `Caller` and the table id first. It locks the table's
row (``core.locked_table``), checks the request against the current table and changes it; at the end
the version is raised, stored and announced, and the next timed step is queued. It returns None, or
a denial: a code with parameters, never a sentence. After a denial nothing has changed.

- `opening`, `starting` and `seating` open tables, seat players and start the session.
- `moves` takes actions of players, `votes` their proposals, `rematch` their answers to another
  session, `bot_speed` the speed of bots, `shuffle_words` their words for a shuffle.
- `session` runs a session from the first deal to the end; `due` schedules the next timed step,
  `timers` carries it out.
- `absences` tracks players without an open page or idle on their turn; `resting` stops tables that
  only bots play while no page shows them.
- `fixed_packs` deals packs set in advance, `lesson` opens a table for one learner, `arranged` has
  tables whose players and times are set from outside, `cleanup` ends abandoned tables.
"""
