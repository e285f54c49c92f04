"""Every page in a made-up language: no text on it is left in English."""

import re

import pytest
from django.test import Client

from tests.config.permissions.scene import town
from tests.config.permissions.table import lines
from tests.config.permissions.test_pages import FILE, ROLES, asked, cookies, keys
from tests.games.screens.test_languages import STRANGE, Words, in_english, strange

__all__ = ["strange"]

#: Names of users, clubs, events and house rules, and what users have written.
TYPED = [
    r"\w+@example.org", "olga", "oscar", "pia", "hana", "asa", "ivo", "Aunt", "Harbour Club",
    "Every Tuesday at seven",
    "Tonight", "Bring cards", "Friday", "Room", "Done", "Open", "Running", "Draft", "Paper",
    "Same packs", "House rules", "The club's", "The club’s", "The club", "Ours", "Misread", "Pizza",
]  # fmt: skip
#: Names of bots and guests, languages, ways to pay, formats of files, and UTC with its minutes.
SAME = [
    "Bot", "Guest \\w+", "Ada", "Bruno", "Haruto", "Kofi", "Lucía", "Mei", "mei", "English",
    "Strange", "PayNow", "FPS", "QR Ph", "QRIS", "DuitNow QR", "PromptPay", "UPI", "IBAN", "BIC",
    "HK", "CSV", "JSON", "UTC", "\\d+ min",
]  # fmt: skip
#: Roles whose pages differ most from each other.
READERS = ("anonymous", "guest", "player", "organizer", "owner")
#: Names of time zones, which have no translation.
ZONES = re.compile(r'<select name="time_zone".*?</select>', re.DOTALL)


@pytest.mark.django_db
@pytest.mark.long
def test_no_page_has_text_in_english(strange, queued):
    made = town()
    sessions = keys(made)
    client = Client(headers={"accept-language": STRANGE})
    left, count = [], 0
    for line in lines(FILE, ROLES):
        method, path, _sent = asked(line, made.places)
        for role, answer in line.wanted(ROLES).items():
            if method != "GET" or answer != "o" or role not in READERS:
                continue
            client.cookies = cookies(sessions[role])
            response = client.get(path)
            if not response.headers.get("Content-Type", "").startswith("text/html"):
                continue
            count += 1
            read = Words(ZONES.sub("", response.content.decode()))
            for text in [read.text, *read.spoken]:
                if found := in_english(text, [*TYPED, *SAME]):
                    left.append(f"{path} for {role}: {sorted(found)}")
    assert count > 400
    assert not left, "\n".join(left)
