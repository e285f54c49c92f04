"""Rule sets explained in prose, with examples and worked scores.

`prose` explains a whole rule set in chapters. Its examples are found with the rules themselves and
carry their claim as data (`Claim`), so that tests can verify it against the same rules.
`differences` lists how a rule set differs from the basic game, and `preset_origin` says where a
preset is played or comes from.
"""

from games.rulebook.prose.chapters import prose
from games.rulebook.prose.differences import differences
from games.rulebook.prose.dragons import dragon_share
from games.rulebook.prose.option_text import option_sentence
from games.rulebook.prose.origins import preset_origin
from games.rulebook.prose.parts import (
    Chapter,
    Claim,
    Example,
    ExamplePlay,
    Paragraph,
    ScoreLine,
    WorkedScore,
)

__all__ = [
    "Chapter",
    "Claim",
    "Example",
    "ExamplePlay",
    "Paragraph",
    "ScoreLine",
    "WorkedScore",
    "differences",
    "dragon_share",
    "option_sentence",
    "preset_origin",
    "prose",
]
