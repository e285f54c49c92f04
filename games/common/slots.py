"""Slots: functions that a lower package declares and a higher package provides.

A package must not import the packages above it. It links to their pages by the names of URLs; for
their data and behavior it declares a slot, and a higher package fills it when the apps are ready.
"""

from collections.abc import Callable, Iterator
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Slot(Generic[P, R]):
    """A function that a higher package provides; calling the slot calls the provider."""

    def __init__(self, description: str) -> None:
        self._description = description
        self._provider: Callable[P, R] | None = None

    def fill(self, provider: Callable[P, R]) -> None:
        """Set the provider; it replaces an earlier one."""
        self._provider = provider

    def __call__(self, *args: P.args, **named: P.kwargs) -> R:
        """Call the provider.

        :raises LookupError: the slot has no provider
        """
        if self._provider is None:
            raise LookupError(f"no provider for {self._description}")
        return self._provider(*args, **named)


class Shelf(Generic[P, R]):
    """Any number of functions that higher packages provide, in the order of registration."""

    def __init__(self) -> None:
        self._providers: list[Callable[P, R]] = []

    def put(self, provider: Callable[P, R]) -> None:
        """Add a provider, unless it has been added already."""
        if provider not in self._providers:
            self._providers.append(provider)

    def __call__(self, *args: P.args, **named: P.kwargs) -> list[R]:
        """Return the results of all providers."""
        return [provider(*args, **named) for provider in self._providers]

    def each(self, *args: P.args, **named: P.kwargs) -> Iterator[R]:
        """Yield the results of the providers, each called when it is needed."""
        return (provider(*args, **named) for provider in self._providers)
