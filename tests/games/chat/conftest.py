"""Fixtures: a table with a chat."""

import pytest

from tests.games.chat.support import ChatTable


@pytest.fixture
def friends(club) -> ChatTable:
    return ChatTable(club)
