import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SOURCE = readFileSync(
  new URL("../../static/js/site/service-worker.js", import.meta.url),
  "utf8",
);

/** Run the worker; return a function that shows a push message and returns the notification. */
function startWorker() {
  const handlers = {};
  const shown = [];
  runInNewContext(SOURCE, {
    VERSION: "1",
    ASSETS: ["/offline/"],
    ICON: "/icon.png",
    addEventListener: (type, handler) => (handlers[type] = handler),
    registration: { showNotification: (title, options) => shown.push({ title, ...options }) },
  });
  return (message) => {
    handlers.push({ data: { json: () => message }, waitUntil: () => {} });
    return shown.at(-1);
  };
}

test("a newer message replaces one with the same tag and alerts again", () => {
  const show = startWorker();
  const message = { title: "Your turn", body: "", tag: "notice-7", url: "/tables/one/" };
  assert.equal(show(message).tag, show(message).tag);
  assert.equal(show(message).renotify, true);
});
