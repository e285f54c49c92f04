// Whether the socket stands, the sign that says so, and sending.
//
// The htmx extension keeps what is sent without a connection and sends it later. A move that
// arrives late would be a move in another situation, so nothing is ever left in that queue.

import { page, table } from "./page.js";
import { letGo } from "./press.js";
import { abandon, keepSockets, rawSocket } from "./socket.js";

const sign = document.getElementById("connection");
const words = sign.querySelector("span");
// The extension comes back by itself after these; after a tidy close it would not.
const RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];
// From here on codes are ours: the server does not want us back.
const REFUSED = 4000;
// The browser is no longer the person's: what was theirs goes from the screen, too.
const SESSION_ENDED = 4401;
// The table was closed, and says so in its own place.
const TABLE_CLOSED = 4410;
const LONGEST_WAIT = 5000;
// So long a new socket may take until the server has spoken, and longer with each try: a busy
// server must not be asked ever more often.
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

/** Send a message now, or not at all. */
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

/** A socket that was made must bring the table in time; the network may hold all of it back. */
function made(raw) {
  clearTimeout(deadline);
  const wait = Math.min(LONGEST_GREETING, GREETED_WITHIN + LONGER_EACH * tries);
  tries += 1;
  deadline = setTimeout(() => {
    if (raw.readyState === WebSocket.OPEN) replaceSocket();
    // From this the extension comes back by itself.
    else raw.close();
  }, wait);
}

function replaceSocket() {
  abandon(rawSocket());
  socket.reconnect();
}

/** Give the connection up, whatever the browser says of it: nobody answers at its other end. */
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

/** The server has spoken: from its first words on, what is shown is how the table stands. */
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
  // What was said before comes before.
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
    // A table that was taken away leads its people on.
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

/** Call `then` whenever something was sent. */
export function whenSent(then) {
  wasSent = then;
}

/** Watch the socket; `whenChanged` is called whenever it stands or is lost. */
export function watchConnection(whenChanged) {
  changed = whenChanged;
  keepSockets(made);
  // Jittered, so that a restarted server is not met by everybody at once; and never so long
  // that a player misses a turn for it.
  window.htmx.config.wsReconnectDelay = (tries) =>
    Math.min(LONGEST_WAIT, 400 * 2 ** tries) * (0.5 + Math.random() / 2);
  page.addEventListener("htmx:wsOpen", opened);
  page.addEventListener("htmx:wsAfterSend", () => wasSent());
  page.addEventListener("htmx:wsClose", closed);
  // Leaving the page closes the socket; the sign would flash.
  window.addEventListener("pagehide", () => page.removeEventListener("htmx:wsClose", closed));
  // A page from the browser's memory has a dead socket and an old table.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}
