// The socket's state, its indicator, and sending.
//
// The htmx extension queues messages while there is no connection. A late move could hit another
// position, so that queue is always kept empty.

import { page, table } from "./page.js";
import { letGo } from "./press.js";
import { abandon, keepSockets, rawSocket } from "./socket.js";

const sign = document.getElementById("connection");
const words = sign.querySelector("span");
// Close codes after which the extension reconnects; it doesn't after a normal close.
const RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];
// Own close codes start here: the server refuses to be reconnected.
const REFUSED = 4000;
// The user was signed out: hide their cards.
const SESSION_ENDED = 4401;
// The table was closed and shows that itself.
const TABLE_CLOSED = 4410;
const LONGEST_WAIT = 5000;
// Time for a new socket to receive its first message, growing with each attempt, so that a busy
// server isn't asked ever more often.
const GREETED_WITHIN = 10_000;
const LONGER_EACH = 5000;
const LONGEST_GREETING = 30_000;

let socket = null;
let isGreeted = true;
let changed = () => {};
let wasSent = () => {};
let timer = 0;
let deadline = 0;
let tries = 0;

export function isConnected() {
  return table.dataset.connection === "open";
}

/** Send a message now or drop it. */
export function send(message) {
  if (!isConnected()) return false;
  socket.send(JSON.stringify(message));
  wasSent();
  return true;
}

function show(text) {
  clearTimeout(timer);
  if (words.textContent !== text) words.textContent = text;
  sign.hidden = !text;
}

/** Give up a new socket that doesn't deliver the table in time. */
function made(raw) {
  clearTimeout(deadline);
  const wait = Math.min(LONGEST_GREETING, GREETED_WITHIN + LONGER_EACH * tries);
  tries += 1;
  deadline = setTimeout(() => {
    if (raw.readyState === WebSocket.OPEN) replaceSocket();
    // The extension reconnects after this.
    else raw.close();
  }, wait);
}

function replaceSocket() {
  abandon(rawSocket());
  socket.reconnect();
}

/** Treat the connection as lost although the browser reports it open: the server doesn't answer. */
export function loseConnection() {
  if (!isConnected()) return;
  letGo();
  table.dataset.connection = "lost";
  show(sign.dataset.lost);
  replaceSocket();
  changed();
}

function opened(event) {
  socket = event.detail.socketWrapper;
  socket.queue.length = 0;
  isGreeted = false;
}

/** Mark the connection as up; from the first message on, the page is current. */
export function greeted() {
  if (isGreeted) return;
  isGreeted = true;
  clearTimeout(deadline);
  tries = 0;
  const again = table.dataset.connection === "lost";
  table.dataset.connection = "open";
  if (again) {
    show(sign.dataset.back);
    timer = setTimeout(() => show(""), 2500);
  }
  changed();
}

function closed(event) {
  // Keep the order of announcements.
  letGo();
  clearTimeout(deadline);
  const wrapper = event.detail.socketWrapper;
  const code = event.detail.event.code;
  wrapper.queue.length = 0;
  if (code === TABLE_CLOSED) {
    table.dataset.connection = "closed";
    show("");
  } else if (code >= REFUSED) {
    table.dataset.connection = "ended";
    show(code === SESSION_ENDED ? sign.dataset.signedOut : sign.dataset.ended);
    // A cancelled table links to its event.
    const wayOn = document.querySelector("#status [data-way-on]");
    if (wayOn) setTimeout(() => location.assign(wayOn.href), 2500);
    if (code === SESSION_ENDED) {
      for (const card of document.querySelectorAll("#hand [data-card]")) card.remove();
    }
  } else {
    table.dataset.connection = "lost";
    show(sign.dataset.lost);
    if (!RETRIED_BY_EXTENSION.includes(code)) {
      setTimeout(() => wrapper.reconnect(), 500 + 1000 * Math.random());
    }
  }
  changed();
}

/** Call `then` after every message sent. */
export function whenSent(then) {
  wasSent = then;
}

/** Watch the socket; call `whenChanged` whenever it connects or is lost. */
export function watchConnection(whenChanged) {
  changed = whenChanged;
  keepSockets(made);
  // Jittered, so that not all browsers reconnect to a restarted server at once, and short
  // enough that no player misses a turn.
  window.htmx.config.wsReconnectDelay = (tries) =>
    Math.min(LONGEST_WAIT, 400 * 2 ** tries) * (0.5 + Math.random() / 2);
  page.addEventListener("htmx:wsOpen", opened);
  page.addEventListener("htmx:wsAfterSend", () => wasSent());
  page.addEventListener("htmx:wsClose", closed);
  // Leaving the page closes the socket; don't flash the indicator.
  window.addEventListener("pagehide", () => page.removeEventListener("htmx:wsClose", closed));
  // A page from the back/forward cache has a dead socket and an old table.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}
