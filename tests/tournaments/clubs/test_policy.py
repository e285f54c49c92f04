"""Tests of the policy against a matrix written by hand."""

from itertools import product

import pytest

from tournaments.clubs.policy import GIVEN_ROLES, MAY, OVER_MEMBERS, Right, Role, may

#: Owner, organizer, treasurer, member, non-member.
MATRIX = {
    Right.SEE_MEMBERS: "yes yes yes yes no",
    Right.SEE_ACTIVITY: "yes yes yes yes no",
    Right.PLAY: "yes yes yes yes no",
    Right.LEAVE: "no yes yes yes no",
    Right.INVITE: "yes yes no no no",
    Right.ANSWER_REQUESTS: "yes yes no no no",
    Right.WRITE_NEWS: "yes yes no no no",
    Right.RUN_EVENTS: "yes yes no no no",
    Right.KEEP_RULES: "yes yes no no no",
    Right.KEEP_BOOK: "yes yes yes no no",
    Right.SET_PAYMENT_DETAILS: "yes no yes no no",
    Right.PLAY_AGAINST_THE_HOUSE: "yes yes no no no",
    Right.CORRECT_RESULTS: "yes yes no no no",
    Right.NAME_TREASURER: "yes yes no no no",
    Right.NOTE: "yes yes no no no",
    Right.REMOVE: "yes yes no no no",
    Right.CHANGE_CLUB: "yes no no no no",
    Right.SET_ROLE: "yes no no no no",
    Right.HAND_OVER: "yes no no no no",
    Right.CLOSE: "yes no no no no",
}


def test_the_matrix_has_every_right_and_role():
    assert set(MATRIX) == set(Right)
    assert set(MAY) == set(Role)


@pytest.mark.parametrize("right", Right)
def test_each_role_has_the_rights_in_the_matrix(right: Right):
    allowed = [may(role, right) for role in (*Role, None)]
    assert allowed == [word == "yes" for word in MATRIX[right].split()]


@pytest.mark.parametrize(("role", "over"), list(product(Role, Role)))
def test_members_have_rights_only_over_members_with_lower_roles(role: Role, over: Role):
    lower = list(Role).index(over) > list(Role).index(role)
    for right in OVER_MEMBERS:
        assert may(role, right, over) == (may(role, right) and lower)


def test_the_role_of_owner_cannot_be_assigned():
    assert Role.OWNER not in GIVEN_ROLES
    assert set(GIVEN_ROLES) == set(Role) - {Role.OWNER}


def test_only_the_owner_cannot_leave():
    assert [role for role in Role if not may(role, Right.LEAVE)] == [Role.OWNER]
