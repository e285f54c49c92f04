// A move being sent. The cards lift off at once. After a second a message appears and the page
// sends a ping; without an answer the connection counts as lost, the cards return to the hand
// still selected, and the new connection shows the outcome.

import { isConnected } from "./connection.js";
import { keyOf } from "./hand.js";
import { ask } from "./heartbeat.js";
import { announce, table } from "./page.js";

const SAID_AFTER = 1000;

let move = null;
let timer = 0;

const said = () => document.getElementById("said");

/** Whether a move awaits its answer, so that no second one may be sent. */
export const isSending = () => move !== null;

/** Record a move sent by this form with these cards. */
export function beginSending(form, cards) {
  move = { form: form.id, cards, moment: table.dataset.moment, asked: said(), isLong: false };
  clearTimeout(timer);
  timer = setTimeout(wait, SAID_AFTER);
  show();
}

function wait() {
  move.isLong = true;
  show();
  announce(document.getElementById("sending")?.textContent ?? "", false);
  ask();
}

/** Whether the answer is shown: a new version of the table, or a refusal. */
function isAnswered() {
  if (table.dataset.moment !== move.moment) return true;
  return said() !== move.asked && document.getElementById("refusal") !== null;
}

/** Update the state after each message and when the connection is lost. */
export function refreshSending() {
  if (!move) return;
  if (!isConnected() || isAnswered()) {
    move = null;
    clearTimeout(timer);
  }
  show();
}

function show() {
  for (const card of table.querySelectorAll("#hand .card")) {
    card.classList.toggle("is-sending", move?.cards.includes(keyOf(card)) ?? false);
  }
  const form = move && document.getElementById(move.form);
  for (const each of table.querySelectorAll("#controls form")) {
    if (each === form) each.classList.add("is-sent");
    if (each === form) each.querySelector("button").setAttribute("aria-busy", "true");
    else each.querySelector("button")?.removeAttribute("aria-busy");
  }
  const sign = document.getElementById("sending");
  if (sign) sign.hidden = !move?.isLong;
}
