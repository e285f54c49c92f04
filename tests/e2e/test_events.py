"""Events of bots on a running server: web, queue and sweep working together."""

import re
import urllib.parse
from collections.abc import Callable
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.server import Server, running, wait_until

pytestmark = [pytest.mark.program, pytest.mark.long]

#: No thinking time for bots, and no pause at results.
HASTE = {"NEXT_DEAL_SECONDS": "0"}
#: Formats with their settings, for two rounds of eight bots.
SMALL = {
    "fixed_rounds": {"rounds": 2},
    "rotation": {"rounds": 2},
    "swiss": {"rounds": 2},
    "groups": {"groups": 2, "group_rounds": 1},
    "knock_out": {},
    "duplicate": {"rounds": 2},
}


def post(server: Server, key: str, path: str) -> None:
    """Send the desk's form at that address that starts the round, as a browser does."""
    club = HTTPConnection(urllib.parse.urlsplit(server.url).netloc)
    cookies = SimpleCookie({"sessionid": key})

    def ask(method: str, at: str, body: str = "") -> tuple[int, str]:
        known = "; ".join(f"{name}={each.value}" for name, each in cookies.items())
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        club.request(method, at, body, {"Cookie": known, **form})
        answer = club.getresponse()
        for header in answer.headers.get_all("Set-Cookie") or ():
            cookies.load(header)
        return answer.status, answer.read().decode()

    status, page = ask("GET", path)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token, status
    body = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1]})
    assert ask("POST", f"{path}publish/", body)[0] == 302
    said = ask("GET", path)[1]
    assert "Round published. All tables have started." in said, re.findall(
        r'class="message[^<]*<[^<]*', said
    )


def look(server: Server, slug: str) -> dict[str, Any]:
    found = server.beside("look_at_event", slug=slug)
    assert isinstance(found, dict)
    return found


def wait(server: Server, slug: str, is_so_far: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until the event meets the condition; return its state."""
    found: dict[str, Any] = {}

    def reached() -> bool:
        found.clear()
        found.update(look(server, slug))
        return is_so_far(found)

    wait_until(reached, f"the event {slug} does not continue")
    return found


def test_events_of_bots_run_from_opening_to_final_standings(tmp_path: Path):
    with running(tmp_path, **HASTE) as server:
        events = {
            name: server.beside("open_event", format_name=name, bots=8, deals=1, **settings)
            for name, settings in SMALL.items()
        }
        for number in (1, 2):
            for slug, key in events.values():
                post(server, key, f"/events/{slug}/desk/")
            for slug, _key in events.values():
                over = ["finished"] * number + ["proposed"] * (number == 1)
                wait(server, slug, lambda found, over=over: found["rounds"] == over)
        for name, (slug, _key) in events.items():
            found = wait(server, slug, lambda found: found["status"] == "finished")
            assert found["sum"] == 0, name
            assert found["sessions"] == found["tables"], name
            assert found["scored"] == found["deals"] == found["tables"], name


def test_a_killed_server_resumes_in_the_middle_of_a_round(tmp_path: Path):
    # Slow enough to be killed between two deals of a round.
    with running(tmp_path, BOT_DELAY="0.05,0.05", **HASTE) as server:
        slug, key = server.beside(
            "open_event", format_name="fixed_rounds", bots=8, deals=2, rounds=2
        )
        post(server, key, f"/events/{slug}/desk/")
        wait(server, slug, lambda found: found["scored"] >= 1)
        server.kill()
        before = look(server, slug)
        assert before["rounds"] == ["running"]
        assert before["scored"] < 4
        server.start()
        wait(server, slug, lambda found: found["rounds"] == ["finished", "proposed"])
        post(server, key, f"/events/{slug}/desk/")
        found = wait(server, slug, lambda found: found["status"] == "finished")
        assert found == {
            "status": "finished",
            "rounds": ["finished", "finished"],
            "tables": 4,
            "done": 4,
            "sessions": 4,
            "deals": 8,
            "scored": 8,
            "seats": 16,
            "sum": 0,
            "begun": 2,
        }
