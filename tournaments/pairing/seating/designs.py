"""Perfect plans of meetings, as far as mathematics has them.

Players are numbered from 0. Each construction is a function that returns its rounds; `design` finds
the one for a number of players and a table size.
"""

from dataclasses import dataclass
from itertools import combinations
from math import gcd

from tournaments.pairing.seating.fields import FiniteField, field, prime_power

#: Players of a table, in playing order.
Group = tuple[int, ...]

#: Base rounds of tables of four, found by a search, by number of players. The players are three
#: copies of 0 to q - 1, where c * q + x is x in copy c, and three more. The tables are turned
#: through the copies, each turn adding another of the three to the first table, and the resulting
#: round is shifted modulo q. No two players meet twice, and each misses only two others.
TURNED: dict[int, tuple[Group, ...]] = {
    24: ((6, 8, 19), (10, 9, 7, 4)),
    36: ((9, 16, 30), (17, 14, 18, 23), (15, 0, 21, 2)),
    48: ((5, 28, 44), (38, 16, 6, 34), (39, 15, 25, 27), (32, 7, 33, 41)),
    60: ((4, 34, 54), (27, 9, 41, 50), (56, 44, 52, 20), (0, 49, 48, 13), (55, 21, 24, 26)),
    72: (
        (19, 27, 67),
        (68, 25, 66, 52),
        (5, 62, 61, 58),
        (3, 40, 32, 47),
        (37, 46, 56, 11),
        (64, 59, 31, 53),
    ),
}
#: The same for two more players instead of three: their tables, the first two, have one player of
#: each copy in addition, and stay the same when turned. A turn multiplies by the number in front,
#: whose third power is 1 modulo q. Each player misses only one other.
MULTIPLIED: dict[int, tuple[int, tuple[Group, ...]]] = {
    44: (9, ((4,), (1,), (12, 37, 0, 3), (40, 25, 13, 5), (26, 18, 35, 32))),
    56: (
        7,
        ((2,), (6,), (45, 48, 34, 7), (14, 35, 25, 19), (15, 21, 41, 28), (16, 0, 11, 50)),
    ),
}
#: Base rounds of whist designs for tables of four, by number of players: shifted modulo
#: players - 1, every pair meets three times, and nearly always once in each order and once
#: opposite.
WHIST: dict[int, tuple[Group, ...]] = {
    12: (
        (7, 11, 9, 2),
        (1, 4, 6, 5),
        (0, 10, 8, 3),
    ),
    16: (
        (7, 5, 4, 12),
        (15, 1, 2, 6),
        (3, 0, 9, 11),
        (10, 13, 8, 14),
    ),
    20: (
        (19, 14, 2, 9),
        (10, 8, 11, 16),
        (15, 6, 5, 13),
        (7, 18, 3, 12),
        (4, 0, 1, 17),
    ),
    24: (
        (3, 13, 2, 5),
        (20, 15, 6, 8),
        (10, 14, 0, 23),
        (12, 17, 9, 16),
        (18, 11, 1, 7),
        (22, 19, 4, 21),
    ),
    28: (
        (8, 7, 25, 11),
        (1, 24, 3, 27),
        (21, 2, 22, 10),
        (15, 17, 4, 20),
        (19, 0, 5, 9),
        (26, 16, 14, 23),
        (12, 13, 6, 18),
    ),
    32: (
        (12, 16, 31, 15),
        (28, 18, 23, 29),
        (6, 26, 14, 24),
        (13, 27, 22, 30),
        (0, 3, 10, 19),
        (9, 11, 2, 17),
        (21, 8, 4, 20),
        (25, 5, 7, 1),
    ),
    36: (
        (5, 7, 10, 21),
        (11, 24, 15, 22),
        (3, 9, 27, 8),
        (30, 26, 1, 18),
        (2, 29, 14, 12),
        (25, 6, 0, 32),
        (35, 17, 4, 13),
        (16, 31, 23, 28),
        (19, 33, 34, 20),
    ),
}


@dataclass(frozen=True, slots=True)
class Design:
    """Table groups of several rounds in which pairs meet as evenly as possible.

    Players are numbered from 0.
    """

    #: Tables per round; a player at none of them sits out.
    rounds: tuple[tuple[Group, ...], ...]
    #: Whether all pairs have met equally often after the last round, so that it can start over.
    balanced: bool


def design(players: int, size: int) -> Design | None:
    """Return the known design for this many players at full tables of this size, or None.

    At most one player may sit out in each round. With one player fewer, a design gives rounds with
    one smaller table.
    """
    if size == 2 and players % 2 == 0:
        return Design(_circle(players), balanced=True)
    if (players, size) == (8, 4):
        return Design(_planes_of_eight(), balanced=True)
    if size == 4 and players in TURNED:
        return Design(_rounds_by_copies(players, TURNED[players]), balanced=False)
    if size == 4 and players in MULTIPLIED:
        return Design(_rounds_by_factor(players, *MULTIPLIED[players]), balanced=False)
    if size == 4 and players % 4 == 1 and prime_power(players):
        return Design(_one_sits_out(field(players)), balanced=True)
    if size == 4 and players % 12 == 4 and prime_power((players - 1) // 3):
        return Design(_three_copies(field((players - 1) // 3)), balanced=True)
    if players % size == 0 and players // size >= size and prime_power(players // size):
        rounds = _lines(size, players // size)
        return Design(rounds, balanced=len(rounds) * (size - 1) == players - 1)
    return None


def whist(players: int) -> Design | None:
    """Return the whist design in which all pairs meet three times at tables of four, or None."""
    if players not in WHIST:
        return None
    return Design(_shifted_rounds(players, players - 1, WHIST[players]), balanced=True)


def _circle(players: int) -> tuple[tuple[Group, ...], ...]:
    """Return the rounds in which an even number of players all meet in pairs.

    One player stays, and the others move round in a circle.
    """
    turn = players - 1
    return tuple(
        (
            (turn, shift),
            *(((shift + step) % turn, (shift - step) % turn) for step in range(1, players // 2)),
        )
        for shift in range(turn)
    )


def _planes_of_eight() -> tuple[tuple[Group, ...], ...]:
    """Return seven rounds of 8 in which every pair meets three times; after three, all have met.

    Players are vectors of three bits, and a round separates those orthogonal to a vector from the
    others. Each of the first three vectors is the sum of the other two, so no two players differ
    along all three.
    """

    def orthogonal(vector: int, player: int) -> bool:
        """Return whether player and vector are orthogonal over the field of two elements."""
        return (vector & player).bit_count() % 2 == 0

    return tuple(
        (
            tuple(player for player in range(8) if orthogonal(vector, player)),
            tuple(player for player in range(8) if not orthogonal(vector, player)),
        )
        for vector in range(1, 8)
    )


def _one_sits_out(numbers: FiniteField) -> tuple[tuple[Group, ...], ...]:
    """Return the perfect rounds of q players; q = 4t + 1 is a prime power.

    With i a square root of -1, the tables of round s are s + a(1, i, -1, -i), with a from each
    coset of the powers of i; s sits out. The differences of neighbours are a(i - 1) times the
    powers of i, so every ordered pair is adjacent once. The differences of opposite seats are 2a
    and 2ai, up to the sign, so every pair is opposite once.
    """
    quarter = (numbers.order - 1) // 4
    return tuple(
        tuple(
            tuple(numbers.add(shift, numbers.power(coset + turn * quarter)) for turn in range(4))
            for coset in range(quarter)
        )
        for shift in range(numbers.order)
    )


def _three_copies(numbers: FiniteField) -> tuple[tuple[Group, ...], ...]:
    """Return q rounds of 3q + 1 players at tables of four; every pair meets once; q = 4t + 1.

    The construction of Ray-Chaudhuri and Wilson: three copies of the field and one more player.
    With w a primitive element, the base round has the three zeros with that player, and w^j and
    -w^j of a copy with w^(j+t) and -w^(j+t) of the next, for j below t and each copy.
    """
    order = numbers.order
    quarter = (order - 1) // 4

    def base(copy: int, coset: int) -> Group:
        """Return a base table that mixes a copy of the field with the next copy."""
        following = (copy + 1) % 3 * order
        return (
            copy * order + numbers.power(coset),
            following + numbers.power(coset + quarter),
            copy * order + numbers.power(coset + 2 * quarter),
            following + numbers.power(coset + 3 * quarter),
        )

    bases = [base(copy, coset) for copy in range(3) for coset in range(quarter)]
    return tuple(
        (
            (3 * order, shift, order + shift, 2 * order + shift),
            *(
                tuple(
                    player // order * order + numbers.add(player % order, shift) for player in group
                )
                for group in bases
            ),
        )
        for shift in range(order)
    )


def _lines(size: int, order: int) -> tuple[tuple[Group, ...], ...]:
    """Return rounds of size * order players without a repeat; order is a prime power >= size.

    Players are points (x, y) with x below `size`; a round's tables are the lines of one slope.
    Players with the same x never meet on such a line. If a design exists for them, they play it
    among themselves afterwards.
    """
    numbers = field(order)
    rounds = [
        tuple(
            tuple(x * order + numbers.add(numbers.times(slope, x), rise) for x in range(size))
            for rise in range(order)
        )
        for slope in range(order)
    ]
    columns = ((tuple(range(size)),),) if order == size else ()
    inner = design(order, size) if order > size and order % size == 0 else None
    if inner and len(inner.rounds) * (size - 1) >= order:  # pairs meet more than once in it
        inner = None
    for round_ in inner.rounds if inner else columns:
        rounds.append(
            tuple(tuple(x * order + y for y in group) for x in range(size) for group in round_)
        )
    return tuple(rounds)


def _rounds_by_copies(
    players: int, base_tables: tuple[Group, ...]
) -> tuple[tuple[Group, ...], ...]:
    """Return the rounds of base tables that are turned through three copies and then shifted."""
    modulus = (players - 1) // 3
    moving = 3 * modulus
    base = [
        tuple((player + turn * modulus) % moving for player in table)
        + ((moving + turn,) if len(table) == 3 else ())
        for table in base_tables
        for turn in range(3)
    ]
    return _shifted_rounds(players, modulus, tuple(base))


def _rounds_by_factor(
    players: int, factor: int, base_tables: tuple[Group, ...]
) -> tuple[tuple[Group, ...], ...]:
    """Return the rounds of base tables that are turned by a factor and then shifted."""
    modulus = (players - 2) // 3
    moving = 3 * modulus

    def turned(player: int, turns: int) -> int:
        """Return the player who has this one's place after the base tables were turned."""
        copy, place = divmod(player, modulus)
        return (copy + turns) % 3 * modulus + place * pow(factor, turns, modulus) % modulus

    base: list[Group] = []
    for number, table in enumerate(base_tables):
        turns = [tuple(turned(player, turn) for player in table) for turn in range(3)]
        if len(table) == 1:
            turns = [(*(player for (player,) in turns), moving + number)]
        base += turns
    return _shifted_rounds(players, modulus, tuple(base))


def _shifted_rounds(
    players: int, modulus: int, base_tables: tuple[Group, ...]
) -> tuple[tuple[Group, ...], ...]:
    """Return all shifts of a base round, ordered so that few pairs meet in consecutive rounds."""
    moving = players // modulus * modulus

    def shift(player: int, distance: int) -> int:
        """Return the player shifted by this many places within their copy."""
        if player >= moving:
            return player
        return player // modulus * modulus + (player % modulus + distance) % modulus

    rounds = [
        tuple(tuple(shift(player, by) for player in table) for table in base_tables)
        for by in range(modulus)
    ]
    # Any stride without a common divisor reaches all rounds. Rounds that are one stride apart
    # always have the same number of pairs in common; the best stride has the fewest immediate
    # repeats.
    first = _pairs_who_meet(rounds[0])
    stride = min(
        (step for step in range(1, modulus) if gcd(step, modulus) == 1),
        key=lambda step: len(first & _pairs_who_meet(rounds[step])),
    )
    return tuple(rounds[turn * stride % modulus] for turn in range(modulus))


def _pairs_who_meet(round_: tuple[Group, ...]) -> set[frozenset[int]]:
    """Return all pairs of player numbers that share a table in a round."""
    return {frozenset(pair) for group in round_ for pair in combinations(group, 2)}
