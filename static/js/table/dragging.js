// Drags a card to another position in the hand, by mouse or finger. A press without movement is a
// tap and selects the card; a drag never does.

import { copyLayout, layBeside, restoreLayout } from "./arrangement.js";
import { cards, keyOf, rearranged } from "./hand.js";
import { table } from "./page.js";

// Minimum movement in pixels, because fingers tremble.
const FIRM = 8;

let drag = null;
// The end of a drag also fires a click.
let isClickLeft = false;

function press(event) {
  isClickLeft = false;
  const card = event.target.closest("#hand .card");
  if (!card || drag || event.button !== 0 || !event.isPrimary) return;
  drag = { card, x: event.clientX, y: event.clientY, shift: [0, 0], before: null };
}

function move(event) {
  if (!drag || !event.isPrimary) return;
  // The hand was replaced during the drag, so find the card's new element.
  if (!drag.card.isConnected) return end();
  const isFirm = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= FIRM;
  if (!drag.before && !isFirm) return;
  if (!drag.before) begin();
  makeRoom(event.clientX, event.clientY);
  follow(event.clientX, event.clientY);
}

function begin() {
  const { left, top } = drag.card.getBoundingClientRect();
  drag.before = copyLayout();
  drag.held = [drag.x - left, drag.y - top];
  drag.card.classList.add("is-dragged");
}

/** Move the card to the pointer's position; the others make room. */
function makeRoom(x, y) {
  const shown = cards();
  const other = shown.reduce((a, b) => (distance(a, x, y) <= distance(b, x, y) ? a : b));
  if (other === drag.card) return;
  const isAfter = shown.indexOf(drag.card) < shown.indexOf(other);
  layBeside(keyOf(drag.card), keyOf(other), isAfter);
  rearranged();
}

/** Distance of a point from a card's visible strip; rows are compared first. */
function distance(card, x, y) {
  const { left, right, top, bottom } = placeOf(card);
  return 1e4 * Math.max(top - y, 0, y - bottom) + Math.max(left - x, 0, x - right);
}

/** The card's position in the row, without the drag's offset. */
function placeOf(card) {
  const box = card.getBoundingClientRect();
  const [across, down] = card === drag.card ? drag.shift : [0, 0];
  return new DOMRect(box.left - across, box.top - down, box.width, box.height);
}

function follow(x, y) {
  const { left, top } = placeOf(drag.card);
  drag.shift = [x - drag.held[0] - left, y - drag.held[1] - top];
  drag.card.style.setProperty("--drag-x", `${drag.shift[0]}px`);
  drag.card.style.setProperty("--drag-y", `${drag.shift[1]}px`);
}

function end() {
  const { card, before } = drag;
  isClickLeft = before !== null;
  card.classList.remove("is-dragged");
  for (const name of ["--drag-x", "--drag-y"]) card.style.removeProperty(name);
  drag = null;
}

function giveUp() {
  if (!drag) return;
  const { before } = drag;
  end();
  if (!before) return;
  restoreLayout(before);
  rearranged();
}

export function watchDragging() {
  table.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", (event) => drag && event.isPrimary && end());
  document.addEventListener("pointercancel", giveUp);
  document.addEventListener("keydown", (event) => event.key === "Escape" && giveUp());
  // A click by keyboard has detail 0 and is intended.
  const swallow = (event) => {
    if (isClickLeft && event.detail) event.stopPropagation();
    isClickLeft = false;
  };
  table.addEventListener("click", swallow, true);
}
