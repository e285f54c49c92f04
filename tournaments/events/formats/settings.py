"""The settings of formats: checked when a format is made, and as plain JSON."""

from collections.abc import Mapping
from dataclasses import Field, field, fields
from typing import Any, ClassVar


class FormatError(ValueError):
    """Something that a format cannot be made of, or go on with: a code with its parameters."""

    def __init__(self, code: str, **params: object) -> None:
        #: unknown_format, unknown_setting, not_a_mapping, not_whole, not_yes_or_no, too_small,
        #: too_large, no_choice or results_missing.
        self.code = code
        self.params = params
        super().__init__(
            f"{code}: {', '.join(f'{key}={value!r}' for key, value in params.items())}"
        )


def whole(default: int | None, least: int, most: int) -> Any:
    """Declare a setting that is a whole number within limits; it may be None if the default is."""
    return field(default=default, metadata={"least": least, "most": most})


def choice(default: str, *values: str) -> Any:
    """Declare a setting that is one of the values."""
    return field(default=default, metadata={"values": values})


def yes_or_no(default: bool) -> Any:
    """Declare a setting that is on or off."""
    return field(default=default, metadata={})


class Settings:
    """A frozen dataclass of settings, each declared by `whole`, `choice` or `yes_or_no`.

    :raises FormatError: for a value that is not allowed
    """

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for each in self._fields():
            _check(each, getattr(self, each.name))

    def settings(self) -> dict[str, int | str | bool | None]:
        """Return the settings as JSON has them; `make` takes them back."""
        return {each.name: getattr(self, each.name) for each in self._fields()}

    @classmethod
    def declared(cls) -> dict[str, Field[Any]]:
        """Return the settings that there are, by name."""
        return {each.name: each for each in cls._fields()}

    @classmethod
    def _fields(cls) -> tuple[Field[Any], ...]:
        return fields(cls)  # type: ignore[arg-type]  # whoever inherits is a dataclass


def check_names(name: str, known: Mapping[str, object], given: object) -> dict[str, Any]:
    """Return what was given as settings, which must be a mapping of known names.

    :raises FormatError: when it is not
    """
    if not isinstance(given, Mapping):
        raise FormatError("not_a_mapping", format=name)
    for each in given:
        if each not in known:
            raise FormatError("unknown_setting", format=name, setting=str(each))
    return dict(given)


def _check(declared: Field[Any], value: object) -> None:
    limits = declared.metadata
    if "values" in limits:
        if not isinstance(value, str) or value not in limits["values"]:
            raise FormatError(
                "no_choice", setting=declared.name, value=value, values=limits["values"]
            )
    elif "least" in limits:
        if value is None and declared.default is None:
            return
        # To Python a bool is an int, yet True rounds are a caller's mistake.
        if isinstance(value, bool) or not isinstance(value, int):
            raise FormatError("not_whole", setting=declared.name, value=value)
        if value < limits["least"]:
            raise FormatError("too_small", setting=declared.name, value=value, **limits)
        if value > limits["most"]:
            raise FormatError("too_large", setting=declared.name, value=value, **limits)
    elif not isinstance(value, bool):
        raise FormatError("not_yes_or_no", setting=declared.name, value=value)
