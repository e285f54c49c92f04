"""Settings of formats: validated on creation, and stored as plain JSON."""

from collections.abc import Mapping
from dataclasses import Field, field, fields
from typing import Any, ClassVar


class FormatError(ValueError):
    """An invalid setting or state of a format: a code with parameters."""

    def __init__(self, code: str, **params: object) -> None:
        #: One of unknown_format, unknown_setting, not_a_mapping, not_whole, not_yes_or_no,
        #: too_small, too_large, no_choice, repeated, rising, results_missing.
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


def added_option() -> Any:
    """Declare a boolean setting that is on for new events and off for those that lack it."""
    return field(default=False, metadata={"is_stored": False, "suggested": True})


def ordering(default: tuple[str, ...], *values: str) -> Any:
    """Declare a setting that is a sequence of different text values; the default is not stored."""
    return field(default=default, kw_only=True, metadata={"ordered": values, "is_stored": False})


def numbers(count: int, most: int) -> Any:
    """Declare a setting that is a sequence of integers from 0, none higher than the one before.

    It is not stored if it is empty.

    :param count: maximum number of integers
    """
    return field(
        default=(), kw_only=True, metadata={"count": count, "highest": most, "is_stored": False}
    )


class Settings:
    """Base of frozen dataclasses whose fields use `whole`, `choice` or `yes_or_no`.

    :raises FormatError: a value is not allowed
    """

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for each in self._fields():
            _check_value(each, getattr(self, each.name))
            if isinstance(each.default, tuple):
                # JSON has lists, which can't be hashed.
                object.__setattr__(self, each.name, tuple(getattr(self, each.name)))

    def settings(self) -> dict[str, int | str | bool | list[str] | None]:
        """Return the settings as JSON data; the inverse of `make`.

        Settings that were added later are left out if they have their defaults, so the terms of
        events that were stored before stay the same.
        """
        found = {}
        for each in self._fields():
            value = getattr(self, each.name)
            if each.metadata.get("is_stored", True) or value != each.default:
                found[each.name] = list(value) if isinstance(value, tuple) else value
        return found

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
    if "ordered" in limits:
        known = limits["ordered"]
        if not isinstance(value, list | tuple) or not all(each in known for each in value):
            raise FormatError("no_choice", setting=declared.name, value=value, values=known)
        if len(set(value)) < len(value):
            raise FormatError("repeated", setting=declared.name, value=value)
    elif "count" in limits:
        _check_numbers(declared.name, value, limits["count"], limits["highest"])
    elif "values" in limits:
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


def _check_numbers(name: str, value: object, count: int, most: int) -> None:
    """Raise `FormatError` unless the value is a sequence as declared with `numbers`."""
    if not isinstance(value, list | tuple):
        raise FormatError("not_whole", setting=name, value=value)
    if len(value) > count:
        raise FormatError("too_large", setting=name, value=len(value), most=count)
    for index, each in enumerate(value):
        if isinstance(each, bool) or not isinstance(each, int):
            raise FormatError("not_whole", setting=name, value=each)
        if not 0 <= each <= most:
            raise FormatError("too_large", setting=name, value=each, most=most)
        if index and each > value[index - 1]:
            raise FormatError("rising", setting=name, value=each)
