"""The refusal of a rule set."""


class RuleSetError(ValueError):
    """Options that make no rule set."""

    def __init__(self, options: tuple[str, ...], reason: str) -> None:
        #: The name that is unknown or has an unknown value, or the two options that cannot go
        #: together, in alphabetical order.
        self.options = tuple(sorted(options))
        #: One sentence that says why.
        self.reason = reason
        super().__init__(f"{', '.join(self.options)}: {reason}")
