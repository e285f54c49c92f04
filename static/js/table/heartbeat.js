// Checks that the server still answers. A stalled network leaves a socket open for minutes. So
// after a silence, or if a message stays unanswered, the page sends a ping; without an answer the
// connection counts as lost. The answer also brings any missed updates.

import { isConnected, loseConnection, send, whenSent } from "./connection.js";
import { page, table } from "./page.js";

const QUIET = 15_000;
// Milliseconds to wait for an answer to a message, and then for an answer to the ping.
const UNANSWERED = 1000;
const PATIENCE = 3000;
const PONG = /^pong (-?\d+)$/;

let heardAt = Date.now();
let number = 0;
let askedAt = 0;
let deadline = 0;
let doubt = 0;

/** Send a ping, unless one is pending. */
export function ask() {
  if (!isConnected() || deadline) return;
  number += 1;
  askedAt = Date.now();
  deadline = setTimeout(judge, PATIENCE);
  send({ do: "ping", number, version: table.dataset.version });
}

function judge() {
  deadline = 0;
  // Silence while the device slept doesn't count.
  if (Date.now() - askedAt > 2 * PATIENCE) ask();
  else loseConnection();
}

function hear(event) {
  heardAt = Date.now();
  clearTimeout(doubt);
  const pong = PONG.exec(event.detail.message);
  if (!pong) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (Number(pong[1]) === number) rest();
}

function rest() {
  clearTimeout(deadline);
  deadline = 0;
}

function sent() {
  clearTimeout(doubt);
  doubt = setTimeout(ask, UNANSWERED);
}

/** Sync a page that becomes visible, which may have missed updates. */
function lookAgain() {
  if (document.visibilityState !== "visible") return;
  send({ do: "sync", version: table.dataset.version });
}

/** Cancel pending checks of a lost connection. */
export function forgetHeartbeat() {
  clearTimeout(doubt);
  rest();
}

/** Start watching the connection. Call it before others listen for messages. */
export function watchHeartbeat() {
  page.addEventListener("htmx:wsBeforeMessage", hear);
  whenSent(sent);
  setInterval(() => Date.now() - heardAt >= QUIET && ask(), 1000);
  document.addEventListener("visibilitychange", lookAgain);
}
