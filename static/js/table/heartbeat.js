// Whether the club still answers. A network that holds everything back leaves a socket open for
// minutes, whatever the browser says of it. So after a silence, and where something that was sent
// stays unanswered, the club is asked for a sign of life; where none comes the connection is lost.
// The answer also brings what the page has missed.

import { isConnected, loseConnection, send, whenSent } from "./connection.js";
import { page, table } from "./page.js";

const QUIET = 15_000;
// After so long without an answer to what was sent, and then after so long without a sign.
const UNANSWERED = 1000;
const PATIENCE = 3000;
const PONG = /^pong (-?\d+)$/;

let heardAt = Date.now();
let number = 0;
let askedAt = 0;
let deadline = 0;
let doubt = 0;

/** Ask for a sign of life, unless one is awaited already. */
export function ask() {
  if (!isConnected() || deadline) return;
  number += 1;
  askedAt = Date.now();
  deadline = setTimeout(judge, PATIENCE);
  send({ do: "ping", number, version: table.dataset.version });
}

function judge() {
  deadline = 0;
  // A browser that slept has heard nothing because it slept.
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

/** What came to the front may have missed something long ago: the server looks, too. */
function lookAgain() {
  if (document.visibilityState !== "visible") return;
  send({ do: "sync", version: table.dataset.version });
}

/** Nothing is awaited of a connection that is gone. */
export function forgetHeartbeat() {
  clearTimeout(doubt);
  rest();
}

/** Watch over the connection; to be called before others listen for messages. */
export function watchHeartbeat() {
  page.addEventListener("htmx:wsBeforeMessage", hear);
  whenSent(sent);
  setInterval(() => Date.now() - heardAt >= QUIET && ask(), 1000);
  document.addEventListener("visibilitychange", lookAgain);
}
