"""Training of the network by self-play, outside the running app.

`engine.c` has the rules for fast self-play, `inputs.c` the inputs of the network and `learn.c`
self-play and learning; `library` compiles them where they are used. ``python -m
games.bots.training`` trains (docs/BOTS.md). The app never imports this package.
"""
