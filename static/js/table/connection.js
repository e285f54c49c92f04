// The socket's state, its indicator, and sending.
//
// The htmx extension queues messages while there is no connection. A late move could hit another
// position, so that queue is always kept empty.

import { followLanguage } from "../site/follow-language.js";
import { page, table } from "./page.js";
import { deliverHeldMessages } from "./hold-messages.js";
import { abandonSocket, getRawSocket, interceptSockets } from "./socket.js";

const indicator = document.getElementById("connection");
const indicatorText = indicator.querySelector("span");
// Close codes after which the extension reconnects; it doesn't after a normal close.
const RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];
// Own close codes start here: the server refuses to be reconnected.
const FIRST_REFUSAL_CODE = 4000;
// The user was signed out: hide their cards.
const SESSION_ENDED = 4401;
// The table was closed and shows that itself.
const TABLE_CLOSED = 4410;
const LONGEST_DELAY = 5000;
// Time for a new socket to receive its first message, growing with each attempt, so that a busy
// server isn't asked ever more often.
const FIRST_MESSAGE_TIMEOUT = 10_000;
const TIMEOUT_INCREMENT = 5000;
const LONGEST_TIMEOUT = 30_000;

let socket = null;
let hasFirstMessage = true;
let onChange = () => {};
let onSent = () => {};
let hideTimer = 0;
let deadline = 0;
let attempts = 0;

/** Return whether messages can be sent. */
export function isConnected() {
  return table.dataset.connection === "open";
}

/** Send a message now or drop it. */
export function send(message) {
  if (!isConnected()) return false;
  socket.send(JSON.stringify(message));
  onSent();
  return true;
}

/** Show a text about the connection; hide the indicator if it is empty. */
function showStatus(text) {
  clearTimeout(hideTimer);
  if (indicatorText.textContent !== text) indicatorText.textContent = text;
  indicator.hidden = !text;
}

/** Give up a new socket that doesn't deliver the table in time. */
function watchFirstMessage(raw) {
  clearTimeout(deadline);
  const timeout = Math.min(LONGEST_TIMEOUT, FIRST_MESSAGE_TIMEOUT + TIMEOUT_INCREMENT * attempts);
  attempts += 1;
  deadline = setTimeout(() => {
    if (raw.readyState === WebSocket.OPEN) replaceSocket();
    // The extension reconnects after this.
    else raw.close();
  }, timeout);
}

/** Abandon the socket and open another one. */
function replaceSocket() {
  abandonSocket(getRawSocket());
  socket.reconnect();
}

/** Treat the connection as lost although the browser reports it open: the server doesn't answer. */
export function loseConnection() {
  if (!isConnected()) return;
  deliverHeldMessages();
  table.dataset.connection = "lost";
  showStatus(indicator.dataset.disconnected);
  replaceSocket();
  onChange();
}

/** Keep the socket's wrapper, without queued messages. */
function handleOpen(event) {
  socket = event.detail.socketWrapper;
  socket.queue.length = 0;
  hasFirstMessage = false;
}

/** Mark the connection as up; from the first message on, the page is current. */
export function markConnected() {
  if (hasFirstMessage) return;
  hasFirstMessage = true;
  clearTimeout(deadline);
  attempts = 0;
  const isReconnected = table.dataset.connection === "lost";
  table.dataset.connection = "open";
  if (isReconnected) {
    showStatus(indicator.dataset.back);
    hideTimer = setTimeout(() => showStatus(""), 2500);
  }
  onChange();
}

/** Show why the socket closed, and reconnect if htmx does not. */
function handleClose(event) {
  // Keep the order of announcements.
  deliverHeldMessages();
  clearTimeout(deadline);
  const wrapper = event.detail.socketWrapper;
  const code = event.detail.event.code;
  wrapper.queue.length = 0;
  if (followLanguage(code)) return;
  if (code === TABLE_CLOSED) {
    table.dataset.connection = "closed";
    showStatus("");
  } else if (code >= FIRST_REFUSAL_CODE) {
    table.dataset.connection = "ended";
    showStatus(code === SESSION_ENDED ? indicator.dataset.signedOut : indicator.dataset.ended);
    // A cancelled table links to its event.
    const nextPageLink = document.querySelector("#status [data-event-link]");
    if (nextPageLink) setTimeout(() => location.assign(nextPageLink.href), 2500);
    if (code === SESSION_ENDED) {
      for (const card of document.querySelectorAll("#hand [data-card]")) card.remove();
    }
  } else {
    table.dataset.connection = "lost";
    showStatus(indicator.dataset.disconnected);
    if (!RETRIED_BY_EXTENSION.includes(code)) {
      setTimeout(() => wrapper.reconnect(), 500 + 1000 * Math.random());
    }
  }
  onChange();
}

/** Call `handler` after every message sent. */
export function setSentHandler(handler) {
  onSent = handler;
}

/** Watch the socket; call `handler` whenever it connects or is lost. */
export function watchConnection(handler) {
  onChange = handler;
  interceptSockets(watchFirstMessage);
  // Jittered, so that not all browsers reconnect to a restarted server at once, and short
  // enough that no player misses a turn.
  window.htmx.config.wsReconnectDelay = (tries) =>
    Math.min(LONGEST_DELAY, 400 * 2 ** tries) * (0.5 + Math.random() / 2);
  page.addEventListener("htmx:wsOpen", handleOpen);
  page.addEventListener("htmx:wsAfterSend", () => onSent());
  page.addEventListener("htmx:wsClose", handleClose);
  // Leaving the page closes the socket; don't flash the indicator.
  window.addEventListener("pagehide", () => page.removeEventListener("htmx:wsClose", handleClose));
  // A page from the back/forward cache has a dead socket and an old table.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}
