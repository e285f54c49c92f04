"""Denials: why something was not done, as a code with parameters instead of a sentence.

The sentence is made when it is shown, in the reader's language.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum, auto
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy

from accounts.caller import Caller
from accounts.models import User

P = ParamSpec("P")
R = TypeVar("R")


class LabelledCode(TextChoices):
    """Base of codes whose sentence is their label: ``EMPTY = labelled("There’s no text.")``."""

    @staticmethod
    def _generate_next_value_(name: str, *_others: object) -> str:
        """Return the name in lower case as the value of `auto`."""
        return name.lower()


def labelled(sentence: str) -> Any:
    """Return the value of a code that is called like its name and has the sentence as label."""
    return auto(), gettext_lazy(sentence)


class Denial(NamedTuple):
    """The reason why a request was refused; nothing has changed."""

    code: StrEnum
    #: Parameters of the sentence, such as by how many characters a line is too long.
    params: Mapping[str, object] = {}


class DeniedError(Exception):
    """Ends a service with a denial; the surrounding transaction is rolled back."""

    def __init__(self, code: StrEnum, **params: object) -> None:
        super().__init__(code)
        self.denial = Denial(code, params)


def calling_user(caller: Caller, code: StrEnum) -> User:
    """Return the user who is calling; raise `DeniedError` with the code without one.

    :raises DeniedError: the browser is not signed in, or its session has ended
    """
    person = caller.person()
    if person is None:
        raise DeniedError(code)
    return person


def answering(service: Callable[P, R]) -> Callable[P, R | Denial]:
    """Return the service, which returns the `Denial` of a `DeniedError` instead of raising it."""

    @wraps(service)
    def answered(*args: P.args, **named: P.kwargs) -> R | Denial:
        """Call the service; return the denial if it raises a `DeniedError`."""
        try:
            return service(*args, **named)
        except DeniedError as error:
            return error.denial

    return answered
