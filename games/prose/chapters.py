"""The rules in words, chapter by chapter."""

from games.prose.combining import combining
from games.prose.dealing import dealing
from games.prose.examples import Examples
from games.prose.parts import Chapter
from games.prose.playing import playing
from games.prose.scoring import scoring
from games.rules import RuleSet


def prose(rules: RuleSet) -> list[Chapter]:
    """Return the rules in the reader's language; only what applies is told."""
    examples = Examples(rules)
    return [dealing(examples), combining(examples), playing(examples), scoring(examples)]
