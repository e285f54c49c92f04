"""Equal shares of a cost that add up exactly. Pure."""


def equal_shares(total: int, count: int, odd_to: int | None = None) -> list[int]:
    """Return `count` shares of the total, in minor units, that add up to it exactly.

    :param odd_to: position of the share that takes what can't be split equally: that of the member
        who paid. None if they have no share; then it goes to the first shares, one unit each

    >>> equal_shares(3800, 3, odd_to=0)
    [1268, 1266, 1266]
    >>> equal_shares(3800, 3)
    [1267, 1267, 1266]
    """
    each, odd = divmod(total, count)
    if odd_to is not None:
        return [each + odd if at == odd_to else each for at in range(count)]
    return [each + (at < odd) for at in range(count)]
