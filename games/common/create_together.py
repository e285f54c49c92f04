"""Operation of migrations that creates all tables of an app at once."""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from pgtrigger.migrations import AddTrigger


class CreateTogether(Operation):
    """Creates the tables that some operations lead to, as the first migration of an app.

    After each operation Django renders all models again that are related to its model. With a
    hundred operations on sixty related models that is nearly all that the first start waits for.
    Here they are rendered once, after the last operation.
    """

    reversible = False

    def __init__(self, operations: Sequence[Operation]) -> None:
        """Take operations that need no data, and leave no table without a model."""
        self.operations = operations

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        return type(self).__name__, [], {"operations": self.operations}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # Without this, each operation would render models.
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in to_state.apps.get_app_config(app_label).get_models():
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.create_model(model)
        for operation in self.operations:
            if isinstance(operation, AddTrigger):
                operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return "Create all tables"
