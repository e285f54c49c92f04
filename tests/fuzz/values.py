"""Hostile and clumsy input for forms and messages, and the runs that try it."""

from __future__ import annotations

import os
import resource
import secrets
from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st

from tests.proofs import WHOLE, size

#: Cases per run of Hypothesis, which keeps each until the run ends; more would look like growth.
AT_ONCE = 250
#: Permitted growth of memory from a tenth of the work to its end.
SPARE_MIB = 48

TRICKY = (
    "", " ", "0", "-1", "1", "2", "01", "1e9", "99999999999999999999", "-9223372036854775809",
    "NaN", "1.5", "0,5", "\u0663", "\x00", "a\x00b", "\u202eabc", "\u200b", "null", "true", "{}",
    "[]", "' OR 1=1 --", "<script>alert(1)</script>", "{{ 7*7 }}", "{% load x %}", "%00", "on",
    "../../etc/passwd", "yes", "2026-11-23", "0001-01-01", "9999-12-31", "25:61", "HKD", "XXX",
    "3D", "3D 3D", "AS KS", "pagat", "house:", "club:", "end", "pause", "stand_in:1", "propose",
    "no", "withdraw", "//evil.example", "https://evil.example", "x" * 5000, "\U0001f0a1" * 40,
)  # fmt: skip
# UTF-8 can't encode lone surrogates.
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
numbers = st.integers(-(10**20), 10**20).map(str)
values = st.one_of(st.sampled_from(TRICKY), numbers, words)


def run_size(what: str) -> tuple[int, int, bool]:
    """Return the number of cases, the seed, and whether this is CI's small part of the proof.

    The environment variable FUZZ sets the total of forms and messages.
    """
    count = int(os.environ.get("FUZZ") or 0)
    # `random` has the same seed in every run of the tests, so `secrets` draws this one.
    given = os.environ.get("FUZZ_SEED") or 0
    return (
        count // 2 or size(f"fuzz: {what}"),
        int(given) or 1 + secrets.randbelow(10**9),
        not (count or WHOLE),
    )


def memory() -> float:
    """Return the current memory of this process in MiB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 2**20


class Run:
    """One run: counts its cases and checks memory growth."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.count, self.seed, self.is_small = run_size(what)
        self.tried = 0
        self.outcomes: Counter[str] = Counter()
        self.after_a_tenth = 0.0

    def note(self, outcome: str) -> None:
        self.tried += 1
        self.outcomes[outcome] += 1
        if self.tried == self.count // 10:
            self.after_a_tenth = memory()

    def over(self, **strategies: Any) -> Callable[[Callable[..., None]], Callable[[], None]]:
        """Call the decorated function with values from the strategies, using this run's seed."""
        from hypothesis import given

        def tried(function: Callable[..., None]) -> Callable[[], None]:
            def some(count: int, number: int) -> None:
                with_examples = settings(
                    max_examples=count,
                    database=None,
                    deadline=None,
                    derandomize=self.is_small,
                    phases=[Phase.generate, Phase.shrink],
                    suppress_health_check=list(HealthCheck),
                )(given(**strategies)(function))
                (with_examples if self.is_small else seed(self.seed + number)(with_examples))()

            def all_of_them() -> None:
                for begin in range(0, self.count, AT_ONCE):
                    some(min(AT_ONCE, self.count - begin), begin)

            return all_of_them

        return tried

    def end(self) -> None:
        """Print the figures; fail if memory grew."""
        now = memory()
        print(
            f"\n{self.tried} {self.what}, seed {'fixed' if self.is_small else self.seed}:"
            f" {dict(self.outcomes.most_common())};"
            f" {self.after_a_tenth:.0f} MiB after a tenth, {now:.0f} MiB at the end"
        )
        assert self.tried >= self.count * 0.9
        if not self.is_small:
            assert now < self.after_a_tenth + SPARE_MIB, "memory grew"
