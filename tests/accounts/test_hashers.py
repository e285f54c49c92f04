"""Hashing passwords blocks no page, move or database connection, and leaves one processor free."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings as club
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.db import connection
from django.urls import reverse

from accounts import hashers
from accounts.models import User
from config.asgi import application

pytestmark = pytest.mark.every_database

PASSWORD = "three ducks at dusk"
PATIENCE = 60


class BlockingHasher(hashers.ClubHasher):
    """Password hasher that blocks while it computes the hash, until it is released."""

    iterations = 1
    #: Number of threads that are hashing, and its maximum.
    now = most = 0
    armed = in_transaction = False
    lock = threading.Lock()
    begun = threading.Semaphore(0)
    go_on = threading.Event()


def blocking(function):
    def blocked(*args, **named):
        if not BlockingHasher.armed:
            return function(*args, **named)
        with BlockingHasher.lock:
            BlockingHasher.now += 1
            BlockingHasher.most = max(BlockingHasher.most, BlockingHasher.now)
            BlockingHasher.in_transaction |= connection.in_atomic_block
        BlockingHasher.begun.release()
        assert BlockingHasher.go_on.wait(PATIENCE)
        with BlockingHasher.lock:
            BlockingHasher.now -= 1
        return function(*args, **named)

    return blocked


@pytest.fixture
def blocking_hasher(settings, monkeypatch):
    settings.PASSWORD_HASHERS = [f"{__name__}.BlockingHasher"]
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_RATE_LIMITS = False
    BlockingHasher.now = BlockingHasher.most = 0
    BlockingHasher.armed = BlockingHasher.in_transaction = False
    BlockingHasher.begun = threading.Semaphore(0)
    BlockingHasher.go_on = threading.Event()
    # Patched below our own hasher, which limits concurrency.
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", blocking(PBKDF2PasswordHasher.encode))
    yield BlockingHasher
    BlockingHasher.go_on.set()


async def request_status(path: str, form: str = "") -> int:
    """Send a request to the application as the web server does; return the response's status."""
    headers = [
        (b"host", b"localhost"),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"cookie", b"csrftoken=" + b"x" * 32),
        (b"x-csrftoken", b"x" * 32),
    ]
    sent = ApplicationCommunicator(
        application,
        {
            "type": "http", "http_version": "1.1", "method": "POST" if form else "GET",
            "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
            "scheme": "http", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2),
            "headers": headers,
        },
    )  # fmt: skip
    await sent.send_input({"type": "http.request", "body": form.encode(), "more_body": False})
    answer = await sent.receive_output(PATIENCE)
    status = answer["status"]
    while (await sent.receive_output(PATIENCE)).get("more_body"):
        pass
    await sent.wait(PATIENCE)
    return int(status)


def write() -> None:
    User.objects.create_user(f"written-{User.objects.count()}")
    # Otherwise the thread would keep its connection, and the pool would never get it back.
    connection.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("account_login", f"login=ada&password={PASSWORD}"),
        ("account_login", "login=nobody&password=wrong"),
        ("account_signup", f"username=grace&password1={PASSWORD}&email=g@example.org"),
    ],
)
async def test_pages_are_served_and_data_is_written_while_a_hash_is_computed(
    blocking_hasher, name, form
):
    await sync_to_async(User.objects.create_user)("ada", "ada@example.org", PASSWORD)
    blocking_hasher.armed = True
    url = reverse(name)
    signing = asyncio.create_task(request_status(url, form.replace(" ", "+")))
    assert await asyncio.to_thread(blocking_hasher.begun.acquire, timeout=PATIENCE)
    assert await request_status("/") == 200
    await sync_to_async(write, thread_sensitive=False)()
    assert blocking_hasher.now == 1
    blocking_hasher.go_on.set()
    assert await signing in (200, 302)
    assert not blocking_hasher.in_transaction


@pytest.mark.django_db(transaction=True)
async def test_concurrent_sign_ins_wait_without_a_database_connection(blocking_hasher, monkeypatch):
    monkeypatch.setattr(hashers, "_semaphore", threading.BoundedSemaphore(2))
    # More than the pool has connections.
    names = [f"p{number}" for number in range(6 if club.SQLITE else 20)]
    for name in names:
        await sync_to_async(User.objects.create_user)(name, password=PASSWORD)
    blocking_hasher.armed = True
    url, form = reverse("account_login"), f"&password={PASSWORD}".replace(" ", "+")
    signing = [asyncio.create_task(request_status(url, f"login={name}{form}")) for name in names]
    for _ in range(2):
        assert await asyncio.to_thread(blocking_hasher.begun.acquire, timeout=PATIENCE)
    # The lobby needs the database for every viewer.
    assert [await request_status(reverse("lobby")) for _ in range(3)] == [200] * 3
    assert blocking_hasher.now == 2
    blocking_hasher.go_on.set()
    assert set(await asyncio.gather(*signing)) == {302}
    assert blocking_hasher.most == 2


def test_hashes_of_django_and_of_the_club_are_the_same(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    made = make_password(PASSWORD)
    settings.PASSWORD_HASHERS = ["accounts.hashers.ClubHasher"]
    assert check_password(PASSWORD, made)
    assert make_password(PASSWORD).startswith("pbkdf2_sha256$")
