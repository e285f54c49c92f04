"""Equal shares: they add up exactly, and differ by no more than what can't be split."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ledger.bills.split import equal_shares


@given(st.integers(1, 10**15), st.integers(1, 500), st.data())
def test_equal_shares_add_up_and_the_one_who_paid_bears_the_rest(total, count, data):
    odd_to = data.draw(st.none() | st.integers(0, count - 1))
    shares = equal_shares(total, count, odd_to)
    assert len(shares) == count
    assert sum(shares) == total
    each, odd = divmod(total, count)
    if odd_to is None:
        assert shares == sorted(shares, reverse=True)
        assert set(shares) <= {each, each + 1}
    else:
        assert shares.pop(odd_to) == each + odd
        assert set(shares) <= {each}
