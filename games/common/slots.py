"""Places that a lower room leaves open for what a higher one provides.

A room must not know what lies above it, not even by the name of a page. So it declares a slot;
whoever is above fills it when the apps are ready.
"""

from collections.abc import Callable, Iterator
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Slot(Generic[P, R]):
    """One thing to be provided from above, called like the function that fills it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._provider: Callable[P, R] | None = None

    def fill(self, provider: Callable[P, R]) -> None:
        """Let the provider answer; the last one to be given does."""
        self._provider = provider

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        """Ask the provider.

        :raises LookupError: nothing has filled the slot
        """
        if self._provider is None:
            raise LookupError(f"nobody provides {self._what}")
        return self._provider(*args, **named)


class Shelf(Generic[P, R]):
    """Any number of things to be provided from above, in the order in which they were put here."""

    def __init__(self) -> None:
        self._providers: list[Callable[P, R]] = []

    def put(self, provider: Callable[P, R]) -> None:
        """Add a provider; the same one counts once."""
        if provider not in self._providers:
            self._providers.append(provider)

    def __call__(self, *args: P.args, **named: P.kwargs) -> list[R]:
        """Ask all providers."""
        return [provider(*args, **named) for provider in self._providers]

    def each(self, *args: P.args, **named: P.kwargs) -> Iterator[R]:
        """Ask the providers one after the other, for as long as answers are wanted."""
        return (provider(*args, **named) for provider in self._providers)
