"""Rule sets explained in prose, with examples and worked scores.

`prose` explains a whole rule set in chapters. Its examples are found with the rules themselves and
carry their claim as data (`Claim`), so that tests can verify it against the same rules.
`differences` lists how a rule set differs from the basic game, and `preset_origin` says where a
preset is played or comes from.
"""
