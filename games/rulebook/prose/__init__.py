"""The rules of a table in words: what a rule set comes to, told to people who play cards.

`prose` tells a whole rule set in chapters. Its examples are found with the rules themselves, and
carry what they claim as data (`Claim`), so that the same rules can be asked again whether it
holds. `differences` tells what sets a rule set apart from the basic game, and `where_played` who
plays by a preset.
"""

from games.rulebook.prose.chapters import prose
from games.rulebook.prose.differences import differences
from games.rulebook.prose.dragons import dragon_share
from games.rulebook.prose.parts import (
    Chapter,
    Claim,
    Example,
    ExamplePlay,
    Paragraph,
    ScoreLine,
    WorkedScore,
)
from games.rulebook.prose.places import where_played
from games.rulebook.prose.words import option_sentence

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
    "prose",
    "where_played",
]
