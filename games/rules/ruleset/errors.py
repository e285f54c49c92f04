"""Error for an invalid rule set."""


class RuleSetError(ValueError):
    """An unknown preset, option or value, or two options in conflict, with the reason."""

    def __init__(self, options: tuple[str, ...], reason: str) -> None:
        #: The option that is unknown or has an unknown value, or the two options in conflict, in
        #: alphabetical order.
        self.options = tuple(sorted(options))
        #: The reason, one sentence.
        self.reason = reason
        super().__init__(f"{', '.join(self.options)}: {reason}")
