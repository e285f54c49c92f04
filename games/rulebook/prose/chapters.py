"""All chapters of the rules."""

from games.rulebook.prose.combinations import combinations_chapter
from games.rulebook.prose.deals import deal_chapter
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import Chapter
from games.rulebook.prose.scores import score_chapter
from games.rulebook.prose.tricks import play_chapter
from games.rules.ruleset.rule_set import RuleSet


def prose(rules: RuleSet) -> list[Chapter]:
    """Return the rules as chapters in the reader's language, without options that don't apply."""
    examples = Examples(rules)
    return [
        deal_chapter(examples),
        combinations_chapter(examples),
        play_chapter(examples),
        score_chapter(examples),
    ]
