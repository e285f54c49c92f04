"""Sequences of ranks as text."""

import re

#: Keeps a sequence on one line.
HYPHEN = "\N{NON-BREAKING HYPHEN}"
_BETWEEN_RANKS = re.compile(r"(?<=[2-90JQKA])-(?=[1-9JQKA])")


def sequence_text(sequence: str) -> str:
    """Return the ranks of a sequence, ``10-J-Q-K-A``, with non-breaking hyphens."""
    return HYPHEN.join("10" if rank == "T" else rank for rank in sequence)


def unbroken(text: str) -> str:
    """Return the text with non-breaking hyphens in all sequences."""
    return _BETWEEN_RANKS.sub(HYPHEN, text)
