"""Migrations without wording: labels, help texts and choices may change without one."""

from typing import Any, Final

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.models import Field

#: Arguments of fields, and options of models, that no database sees.
_WORDING: Final = frozenset(
    {"verbose_name", "verbose_name_plural", "help_text", "choices", "error_messages"}
)


def _without_wording(options: dict[str, Any]) -> dict[str, Any]:
    """Return a model's or field's options without labels, help texts and choices."""
    return {name: value for name, value in options.items() if name not in _WORDING}


class Autodetector(MigrationAutodetector):
    """Detects changes of models that a database can see.

    Django's own wants a migration for each changed word. Hundreds of them would cost every test run
    and every new site seconds, since each one renders the models again.
    """

    def deep_deconstruct(self, obj: Any) -> Any:
        """Return an object's parts for comparison; those of a field without labels and choices."""
        found = super().deep_deconstruct(obj)
        if isinstance(obj, Field):
            path, args, kwargs = found
            return path, args, _without_wording(kwargs)
        return found

    def generate_altered_options(self) -> None:
        """Add operations for changed model options, after removing labels from both states."""
        for state in (self.from_state, self.to_state):
            for model in state.models.values():
                model.options = _without_wording(model.options)
        super().generate_altered_options()
