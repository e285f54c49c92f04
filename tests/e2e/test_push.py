"""Push messages: a member turns them on, and the service worker shows one and opens its page.

Headless Chromium has no push service and shows no notifications, so both are stubs. Everything else
is real: the message reaches a push service of our own, which decrypts it, and DevTools hands it to
the worker.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.server import Server, running
from tests.push_service import PushService, Receiver, push_service

STUB = """
const { endpoint, ...keys } = %s;
Notification.requestPermission = async () => "granted";
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("refused");
  return { toJSON: () => ({ endpoint, keys }) };
};
"""
#: Headless Chromium never permits notifications, so the worker notes what it would show.
NOTE_SHOWN = """() => {
  self.shown = [];
  registration.showNotification = async (title, options) => shown.push({ title, ...options });
}"""
#: Clicks on the last notification; returns the addresses that this opens.
CLICK = """async () => {
  const opened = [];
  let work;
  clients.openWindow = async (url) => opened.push(url);
  const notification = { ...shown.at(-1), close: () => {} };
  const waitUntil = (promise) => { work = promise; };
  dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
  await work;
  return opened;
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("push")
    with running(folder, PUSH_PRIVATE_ENDPOINTS="1") as found:
        yield found


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def signed_in(context: BrowserContext, server: Server, key: str, phone: Receiver) -> Page:
    context.add_init_script(STUB % json.dumps(phone.subscription))
    context.add_cookies([{"name": "sessionid", "value": key, "url": server.url}])
    return context.new_page()


def deliver(page: Page, server: Server, message: dict[str, Any]) -> None:
    """Hand the message to the site's service worker, as the browser's push service would."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []

    def note(event: dict[str, Any]) -> None:
        found.extend(each["registrationId"] for each in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    while not found:
        # Lets the event in.
        page.wait_for_function("navigator.serviceWorker.controller")
    values = {"origin": server.url, "registrationId": found[0], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", values)


@pytest.mark.every_database
def test_a_member_turns_push_on_and_gets_a_message_that_opens_its_page(
    context: BrowserContext, server: Server, service: PushService
):
    made = cast("dict[str, str]", server.beside("club_of", names=["mei"]))
    phone = service.receiver()
    page = signed_in(context, server, made["mei"], phone)
    page.goto(f"{server.url}/accounts/notices/")
    page.get_by_role("button", name="Turn on push messages").click()
    expect(page.get_by_text("Push messages turned on.")).to_be_visible()
    page.get_by_label("Club news").check()
    page.get_by_label("Show names and amounts").check()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("Device settings saved.")).to_be_visible()
    expect(page.get_by_text("This browser", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Turn on push messages")).to_have_count(0)

    server.beside("post_news", club=made["club"], title="Dinner on Friday")
    server.beside("push")
    # The server's own worker may be sending it already.
    message = phone.arriving.get(timeout=PATIENCE / 1000)
    assert message["title"].endswith("Dinner on Friday")
    worker: Worker = context.service_workers[0]
    worker.evaluate(NOTE_SHOWN)
    deliver(page, server, message)
    while not (shown := worker.evaluate("shown")):
        page.wait_for_function("document.readyState")
    assert [each["title"] for each in shown] == [message["title"]]
    assert worker.evaluate(CLICK) == [server.url + message["url"]]

    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("It gets no more push messages.")).to_be_visible()
    server.beside("post_news", club=made["club"], title="Lunch")
    server.beside("push")
    assert len(phone.messages) == 1


def test_a_refused_permission_is_explained(
    context: BrowserContext, server: Server, service: PushService
):
    made = cast("dict[str, str]", server.beside("club_of", names=["ann"]))
    page = signed_in(context, server, made["ann"], service.receiver("laptop"))
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    page.goto(f"{server.url}/accounts/notices/")
    page.get_by_role("button", name="Turn on push messages").click()
    expect(page.get_by_text("doesn’t allow notifications from this site")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on push messages")).to_be_enabled()
