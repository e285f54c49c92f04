// Checks that the server still answers. A stalled network leaves a socket open for minutes. So
// after a silence, or if a message stays unanswered, the page sends a ping; without an answer the
// connection counts as lost. The answer also brings any missed updates.

import { isConnected, loseConnection, send, setSentHandler } from "./connection.js";
import { page, table } from "./page.js";

const SILENCE_TIMEOUT = 15_000;
// Milliseconds to wait for an answer to a message, and then for an answer to the ping.
const ANSWER_TIMEOUT = 1000;
const PONG_TIMEOUT = 3000;
const PONG = /^pong (-?\d+)$/;

let lastMessageAt = Date.now();
let pingNumber = 0;
let pingedAt = 0;
let pongTimer = 0;
let answerTimer = 0;

/** Send a ping, unless one is pending. */
export function sendPing() {
  if (!isConnected() || pongTimer) return;
  pingNumber += 1;
  pingedAt = Date.now();
  pongTimer = setTimeout(checkPong, PONG_TIMEOUT);
  send({ do: "ping", number: pingNumber, version: table.dataset.version });
}

/** Treat the connection as lost if no answer came in time. */
function checkPong() {
  pongTimer = 0;
  // Silence while the device slept doesn't count.
  if (Date.now() - pingedAt > 2 * PONG_TIMEOUT) sendPing();
  else loseConnection();
}

/** Note that the server answers; take answers to pings out of the stream. */
function handleMessage(event) {
  lastMessageAt = Date.now();
  clearTimeout(answerTimer);
  const pong = PONG.exec(event.detail.message);
  if (!pong) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (Number(pong[1]) === pingNumber) cancelPongTimer();
}

/** Stop waiting for the answer to a ping. */
function cancelPongTimer() {
  clearTimeout(pongTimer);
  pongTimer = 0;
}

/** Expect an answer to a message. */
function handleSent() {
  clearTimeout(answerTimer);
  answerTimer = setTimeout(sendPing, ANSWER_TIMEOUT);
}

/** Sync a page that becomes visible, which may have missed updates. */
function syncVisiblePage() {
  if (document.visibilityState !== "visible") return;
  send({ do: "sync", version: table.dataset.version });
}

/** Cancel pending checks of a lost connection. */
export function resetHeartbeat() {
  clearTimeout(answerTimer);
  cancelPongTimer();
}

/** Start watching the connection. Call it before others listen for messages. */
export function watchHeartbeat() {
  page.addEventListener("htmx:wsBeforeMessage", handleMessage);
  setSentHandler(handleSent);
  setInterval(() => Date.now() - lastMessageAt >= SILENCE_TIMEOUT && sendPing(), 1000);
  document.addEventListener("visibilitychange", syncVisiblePage);
}
