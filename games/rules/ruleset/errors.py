"""The refusal of a rule set."""


class RuleSetError(ValueError):
    """Options that make no rule set.

    :ivar options: the name that is unknown or has an unknown value, or the two options that
        cannot go together, in alphabetical order
    :ivar reason: one sentence that says why
    """

    def __init__(self, options: tuple[str, ...], reason: str) -> None:
        self.options = tuple(sorted(options))
        self.reason = reason
        super().__init__(f"{', '.join(self.options)}: {reason}")
