"""Comparison of statement counts."""

from collections.abc import Sequence


def assert_at_most(counts: Sequence[int], limits: Sequence[int]) -> None:
    """Raise AssertionError if a count exceeds the limit at the same place."""
    within = [count <= limit for count, limit in zip(counts, limits, strict=True)]
    assert all(within), f"{list(counts)} statements, at most {list(limits)} allowed"
