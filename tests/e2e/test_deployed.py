"""The deployment of docs/deploy.md behind nginx: play continues while web servers restart.

Takes minutes: ``pytest -m slow tests/e2e/test_deployed.py``, with PostgreSQL and Redis set. Prints
how long browsers were without a server.
"""

from __future__ import annotations

import os
import shutil
import signal
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.e2e.conftest import BROWSERS, FLAGS, PATIENCE
from tests.e2e.server import HOME, Server, free_port, wait_until
from tests.e2e.table import TablePage

SITE = HOME / "docs" / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.program,
    pytest.mark.skipif(settings.EMBEDDED, reason="needs DATABASE_URL and REDIS_URL"),
    pytest.mark.skipif(not Path(NGINX).exists(), reason="needs nginx"),
]

#: Name of the session cookie over HTTPS.
COOKIE = "__Host-sessionid"
#: Records how long the page's socket was closed, in milliseconds.
WATCH = """() => {
    window.away = [];
    let since = 0;
    const table = document.querySelector("#table");
    new MutationObserver(() => {
        const isOpen = table.dataset.connection === "open";
        if (!isOpen && !since) since = performance.now();
        if (isOpen && since) { window.away.push(Math.round(performance.now() - since)); since = 0; }
    }).observe(table, { attributes: true, attributeFilter: ["data-connection"] });
}"""


class Deployed(Server):
    """nginx, two web servers, a worker for each queue, and beat."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, HTTPS="1", NEXT_DEAL_SECONDS="600", LOG_FORMAT="json")
        self.url = f"https://127.0.0.1:{self.port}"
        self.ports = [free_port(), free_port()]
        self._folder = folder
        self._web: dict[int, subprocess.Popen[bytes]] = {}
        worker = ["-m", "celery", "-A", "config", "worker", "--concurrency", "1"]
        worker += ["--without-gossip", "--without-mingle"]
        self._commands = [
            [*worker, "--queues", "tables", "--hostname", "tables@%h"],
            [*worker, "--queues", "reviews,celery", "--hostname", "celery@%h"],
            ["-m", "celery", "-A", "config", "beat", "--schedule", str(folder / "beat")],
        ]

    def start(self) -> None:
        self._processes += [self._run([sys.executable, *each]) for each in self._commands]
        for port in self.ports:
            self.open(port)
        self._processes.append(self._run([NGINX, "-c", str(self._proxy()), "-g", "daemon off;"]))
        anybody = ssl._create_unverified_context()
        page = f"{self.url}/robots.txt"
        wait_until(answers(page, context=anybody), "the proxy does not answer")

    def _run(self, command: list[str]) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command, cwd=HOME, env=self._env, stdout=log, stderr=log, start_new_session=True
            )

    def open(self, port: int) -> None:
        """Start the web server on that port, and wait until it is ready."""
        daphne = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "-v", "0"]
        self._web[port] = self._run([*daphne, "config.asgi:application"])
        ready = f"http://127.0.0.1:{port}/health/ready"
        wait_until(answers(ready), "the web server does not answer")

    def end(self, port: int) -> int:
        """Ask the web server on that port to stop; return its exit status."""
        process = self._web.pop(port)
        process.send_signal(signal.SIGTERM)
        return process.wait(timeout=20)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> list[int]:
        self._processes += self._web.values()
        self._web.clear()
        return super().kill(how)

    def _proxy(self) -> Path:
        """Write nginx's configuration from docs/deploy.md, with test ports and certificate."""
        key, certificate = self._folder / "key.pem", self._folder / "certificate.pem"
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", "/CN=127.0.0.1", "-keyout", str(key), "-out", str(certificate)),
            ],
            check=True,
            capture_output=True,
        )
        site = SITE.read_text()
        for said, meant in (
            ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;"),
            ("127.0.0.1:8001", f"127.0.0.1:{self.ports[0]}"),
            ("127.0.0.1:8002", f"127.0.0.1:{self.ports[1]}"),
            ("/etc/ssl/club/fullchain.pem", str(certificate)),
            ("/etc/ssl/club/privkey.pem", str(key)),
            ("club.example.org", "127.0.0.1"),
        ):
            assert said in site
            site = site.replace(said, meant)
        file = self._folder / "nginx.conf"
        paths = "".join(
            f"{name}_temp_path {self._folder / name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        file.write_text(
            f"pid {self._folder / 'nginx.pid'};\nerror_log stderr warn;\nworker_processes 1;\n"
            f"events {{}}\nhttp {{\n{paths}{site}}}\n"
        )
        return file


def answers(address: str, **options: Any) -> Callable[[], bool]:
    """Return a check of whether this address answers with a status other than 503."""

    def check() -> bool:
        try:
            urllib.request.urlopen(address, timeout=5, **options).close()
        except urllib.error.HTTPError as answer:
            return answer.code != 503
        except OSError:
            return False
        return True

    return check


@pytest.fixture(scope="module")
def chromium(playwright_driver: Playwright) -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    flags = [*FLAGS, "--ignore-certificate-errors"]
    browser = playwright_driver.chromium.launch(executable_path=path, args=flags)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    server = Deployed(tmp_path_factory.mktemp("deployed"))
    try:
        server.start()
        yield server
    finally:
        server.kill()
        server.remove()


@pytest.fixture
def four(chromium: Browser, club_server: Deployed) -> Iterator[list[TablePage]]:
    """Return four players' pages of one table, where a deal has started."""
    path, keys = cast("tuple[str, list[str]]", club_server.beside("party", people=4))
    pages: list[Page] = []
    for key in keys:
        context = chromium.new_context(reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        cookie = {"name": COOKIE, "value": key, "url": club_server.url, "secure": True}
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(club_server.url + path)
        pages.append(page)
    yield [TablePage(page).settle() for page in pages]
    for page in pages:
        page.context.close()


def take_turns(tables: list[TablePage], count: int) -> None:
    """Take `count` actions, each by the player to act, and check that every page shows them."""
    for _ in range(count):
        turn = tables[0].data("turn")
        assert tables[0].data("phase") == "playing"
        acting = next(table for table in tables if table.data("seat") == turn)
        acting.take_turn()
        for table in tables:
            expect(table.root).to_have_attribute("data-version", str(acting.version))


def play_out(tables: list[TablePage]) -> int:
    """Play until the deal is over; return the number of actions."""
    count = 0
    while tables[0].data("phase") == "playing":
        take_turns(tables, 1)
        count += 1
    for table in tables:
        assert table.data("phase") != "playing"
    return count


def test_four_players_play_a_deal_while_the_web_servers_restart_one_by_one(
    four: list[TablePage], club_server: Deployed
):
    for table in four:
        table.page.evaluate(WATCH)
    # No deal is over before its ninth action.
    take_turns(four, 1)
    done = 1
    for port in club_server.ports:
        assert club_server.end(port) == 0
        # One server is away, so play continues through the other.
        take_turns(four, 2)
        done += 2
        club_server.open(port)
        take_turns(four, 1)
        done += 1
    done += play_out(four)
    assert len(club_server.recorded(four[0].slug)) == done
    away = [table.page.evaluate("window.away") for table in four]
    print(f"\n{done} actions; milliseconds without a server, by page: {away}")
    # The table's sockets are all on one of the two servers, which was away once.
    assert all(away)
    assert "Traceback" not in club_server.log.read_text()


def test_the_proxy_refuses_an_oversized_request_body(club_server: Deployed):
    anybody = ssl._create_unverified_context()
    for size, code in ((2_000_000, 413), (10_000, 403)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{club_server.url}/", b"x" * size, 60, context=anybody)
        assert refused.value.code == code
        assert (b"<center>nginx" in refused.value.read()) == (code == 413)
