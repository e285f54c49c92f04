"""Finite fields, the arithmetic behind the designs."""

from collections.abc import Iterator
from functools import cache
from itertools import product


def prime_power(number: int) -> tuple[int, int] | None:
    """Return prime and exponent of a prime power, or None for any other number."""
    if number < 2:
        return None
    prime = next(d for d in range(2, number + 1) if number % d == 0)
    exponent = 0
    while number % prime == 0:
        number //= prime
        exponent += 1
    return (prime, exponent) if number == 1 else None


class FiniteField:
    """The field of `order` elements, represented by the numbers 0 to order - 1.

    An element's digits in base p, the prime, are the coefficients of a polynomial. 0 and 1 are the
    neutral elements.
    """

    def __init__(self, order: int) -> None:
        found = prime_power(order)
        if found is None:
            raise ValueError(f"there is no field of {order} elements")
        self.order = order
        self.prime, self.degree = found
        #: Powers of a primitive element: all elements except 0.
        self.powers = next(
            powers
            for tail in product(range(self.prime), repeat=self.degree)
            if len(set(powers := list(self._powers(tail)))) == order - 1 and 0 not in powers
        )
        self._logs = {element: log for log, element in enumerate(self.powers)}

    def _powers(self, tail: tuple[int, ...]) -> Iterator[int]:
        """Yield the powers of x, where x to the degree equals the polynomial `tail`."""
        digits = [1] + [0] * (self.degree - 1)
        for _ in range(self.order - 1):
            yield sum(digit * self.prime**place for place, digit in enumerate(digits))
            top = digits.pop()
            digits = [
                (low + top * fold) % self.prime
                for low, fold in zip([0, *digits], tail, strict=True)
            ]

    def add(self, one: int, other: int) -> int:
        """Return the sum of two elements of the field."""
        total, place = 0, 1
        while one or other:
            total += (one + other) % self.prime * place
            one, other, place = one // self.prime, other // self.prime, place * self.prime
        return total

    def times(self, one: int, other: int) -> int:
        """Return the product of two elements of the field."""
        if not one or not other:
            return 0
        return self.powers[(self._logs[one] + self._logs[other]) % (self.order - 1)]

    def power(self, exponent: int) -> int:
        """Return this power of the first primitive element."""
        return self.powers[exponent % (self.order - 1)]


@cache
def field(order: int) -> FiniteField:
    """Return the field with this number of elements."""
    return FiniteField(order)
