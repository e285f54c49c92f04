"""Sequences of ranks as people write them."""

import re

#: A hyphen at which no line breaks.
HYPHEN = "\N{NON-BREAKING HYPHEN}"
_BETWEEN_RANKS = re.compile(r"(?<=[2-90JQKA])-(?=[1-9JQKA])")


def sequence_text(sequence: str) -> str:
    """Return the ranks of a sequence, ``10-J-Q-K-A``, so that no line breaks within."""
    return HYPHEN.join("10" if rank == "T" else rank for rank in sequence)


def unbroken(text: str) -> str:
    """Return a text in which no line breaks within a sequence."""
    return _BETWEEN_RANKS.sub(HYPHEN, text)
