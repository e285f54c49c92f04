// A move that is on its way. It shows at once: the cards lift off. After a second it is said, and
// the club is asked for a sign of life; where none comes the connection counts as lost, the cards
// lie in the hand again, still selected, and what came of the move is seen on the new connection.

import { isConnected } from "./connection.js";
import { keyOf } from "./hand.js";
import { ask } from "./heartbeat.js";
import { announce, table } from "./page.js";

const SAID_AFTER = 1000;

let move = null;
let timer = 0;

const said = () => document.getElementById("said");

/** Whether a move awaits its answer; a second one must not follow it. */
export const isSending = () => move !== null;

/** A move was sent, by this form and with these cards. */
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

/** Whether what is shown now is the answer: the table went on, or refuses. */
function isAnswered() {
  if (table.dataset.moment !== move.moment) return true;
  return said() !== move.asked && document.getElementById("refusal") !== null;
}

/** After each message, and when the connection is lost: what is still on its way? */
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
