"""Why something was not done: a code and its parameters, no sentence.

The sentence is made by whoever shows it, in the reader's language.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Denial(NamedTuple):
    """Something was asked for that cannot be done; nothing was changed."""

    code: StrEnum
    #: What the sentence needs besides, such as by how many characters a line is too long.
    params: Mapping[str, object] = {}


class DeniedError(Exception):
    """Ends a service from within; the transaction around it is rolled back."""

    def __init__(self, code: StrEnum, **params: object) -> None:
        super().__init__(code)
        self.denial = Denial(code, params)


def answering(service: Callable[P, R]) -> Callable[P, R | Denial]:
    """Let a service answer with the denial that ended it from within."""

    @wraps(service)
    def answered(*args: P.args, **named: P.kwargs) -> R | Denial:
        try:
            return service(*args, **named)
        except DeniedError as error:
            return error.denial

    return answered
