// A move being sent. The cards lift off at once. After a second a message appears and the page
// sends a ping; without an answer the connection counts as lost, the cards return to the hand
// still selected, and the new connection shows the outcome.

import { isConnected } from "./connection.js";
import { getName } from "./hand.js";
import { sendPing } from "./heartbeat.js";
import { announce, table } from "./page.js";

const NOTICE_DELAY = 1000;

let move = null;
let timer = 0;

const getAnswer = () => document.getElementById("said");

/** Return whether a move awaits its answer, so that no second one may be sent. */
export const isMovePending = () => move !== null;

/** Record a move sent by this form with these cards. */
export function trackMove(form, cards) {
  move = {
    form: form.id,
    cards,
    moment: table.dataset.positionId,
    previousAnswer: getAnswer(),
    isSlow: false,
  };
  clearTimeout(timer);
  timer = setTimeout(showNotice, NOTICE_DELAY);
  showState();
}

/** Show that the answer takes long, and send a ping. */
function showNotice() {
  move.isSlow = true;
  showState();
  announce(document.getElementById("sending")?.textContent ?? "", false);
  sendPing();
}

/** Return whether the answer is shown: a new version of the table, or a refusal. */
function isAnswered() {
  if (table.dataset.positionId !== move.moment) return true;
  return getAnswer() !== move.previousAnswer && document.getElementById("refusal") !== null;
}

/** Update the state after each message and when the connection is lost. */
export function refreshPendingMove() {
  if (!move) return;
  if (!isConnected() || isAnswered()) {
    move = null;
    clearTimeout(timer);
  }
  showState();
}

/** Show which cards and which button belong to the pending move. */
function showState() {
  for (const card of table.querySelectorAll("#hand .card")) {
    card.classList.toggle("is-sending", move?.cards.includes(getName(card)) ?? false);
  }
  const form = move && document.getElementById(move.form);
  for (const each of table.querySelectorAll("#controls form")) {
    if (each === form) each.classList.add("is-sent");
    if (each === form) each.querySelector("button").setAttribute("aria-busy", "true");
    else each.querySelector("button")?.removeAttribute("aria-busy");
  }
  const notice = document.getElementById("sending");
  if (notice) notice.hidden = !move?.isSlow;
}
