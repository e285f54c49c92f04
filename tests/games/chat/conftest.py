"""A table with people who chat."""

import pytest

from tests.games.chat.support import ChatTable


@pytest.fixture
def friends(club) -> ChatTable:
    return ChatTable(club)
