"""Settings of formats: validated on creation, and stored as plain JSON."""

from collections.abc import Mapping
from dataclasses import Field, field, fields
from typing import Any, ClassVar


class FormatError(ValueError):
    """An invalid setting or state of a format: a code with parameters."""

    def __init__(self, code: str, **params: object) -> None:
        #: One of unknown_format, unknown_setting, not_a_mapping, not_whole, not_yes_or_no,
        #: too_small, too_large, no_choice, results_missing.
        self.code = code
        self.params = params
        super().__init__(
            f"{code}: {', '.join(f'{key}={value!r}' for key, value in params.items())}"
        )


def whole(default: int | None, minimum: int, maximum: int) -> Any:
    """Declare an integer setting from `minimum` to `maximum`; None is allowed if the default is."""
    return field(default=default, metadata={"least": minimum, "most": maximum})


def choice(default: str, *values: str) -> Any:
    """Declare a setting that has one of these text values."""
    return field(default=default, metadata={"values": values})


def yes_or_no(default: bool) -> Any:
    """Declare a boolean setting."""
    return field(default=default, metadata={})


class Settings:
    """Base of frozen dataclasses whose fields use `whole`, `choice` or `yes_or_no`.

    :raises FormatError: a value is not allowed
    """

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for each in self._fields():
            _check_value(each, getattr(self, each.name))

    def settings(self) -> dict[str, int | str | bool | None]:
        """Return the settings as JSON data; the inverse of `make`."""
        return {each.name: getattr(self, each.name) for each in self._fields()}

    @classmethod
    def declared(cls) -> dict[str, Field[Any]]:
        """Return the dataclass fields that declare the settings, by name."""
        return {each.name: each for each in cls._fields()}

    @classmethod
    def _fields(cls) -> tuple[Field[Any], ...]:
        """Return the dataclass fields that declare the settings."""
        return fields(cls)  # type: ignore[arg-type]  # every subclass is a dataclass


def checked_settings(
    format_name: str, declared: Mapping[str, object], settings: object
) -> dict[str, Any]:
    """Return the settings as a dict, values unchecked.

    Raise `FormatError` unless they are a mapping with only declared names.
    """
    if not isinstance(settings, Mapping):
        raise FormatError("not_a_mapping", format=format_name)
    for each in settings:
        if each not in declared:
            raise FormatError("unknown_setting", format=format_name, setting=str(each))
    return dict(settings)


def _check_value(declared: Field[Any], value: object) -> None:
    """Raise `FormatError` if the value does not fit the declared setting."""
    limits = declared.metadata
    if "values" in limits:
        if not isinstance(value, str) or value not in limits["values"]:
            raise FormatError(
                "no_choice", setting=declared.name, value=value, values=limits["values"]
            )
    elif "least" in limits:
        if value is None and declared.default is None:
            return
        # In Python a bool is an int, but `True` as a number of rounds is an error.
        if isinstance(value, bool) or not isinstance(value, int):
            raise FormatError("not_whole", setting=declared.name, value=value)
        if value < limits["least"]:
            raise FormatError("too_small", setting=declared.name, value=value, **limits)
        if value > limits["most"]:
            raise FormatError("too_large", setting=declared.name, value=value, **limits)
    elif not isinstance(value, bool):
        raise FormatError("not_yes_or_no", setting=declared.name, value=value)
