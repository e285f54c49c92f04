// Drags a card to another position in the hand, by mouse or finger. A press without movement is a
// tap and selects the card; a drag never does.

import { copyLayout, moveBeside, restoreLayout } from "./hand-layout.js";
import { getCards, getName, refreshLayout } from "./hand.js";
import { table } from "./page.js";

// Minimum movement in pixels, because fingers tremble.
const DRAG_THRESHOLD = 8;

let drag = null;
// The end of a drag also fires a click.
let ignoresClick = false;

/** Remember a press on a card, which may become a drag. */
function startPress(event) {
  ignoresClick = false;
  const card = event.target.closest("#hand .card");
  if (!card || drag || event.button !== 0 || !event.isPrimary) return;
  drag = { card, x: event.clientX, y: event.clientY, shift: [0, 0], layoutBefore: null };
}

/** Drag the card, once the pointer has moved far enough. */
function handleMove(event) {
  if (!drag || !event.isPrimary) return;
  // The hand was replaced during the drag, so find the card's new element.
  if (!drag.card.isConnected) return endDrag();
  const isLongEnough = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= DRAG_THRESHOLD;
  if (!drag.layoutBefore && !isLongEnough) return;
  if (!drag.layoutBefore) startDrag();
  reorderAt(event.clientX, event.clientY);
  followPointer(event.clientX, event.clientY);
}

/** Start the drag, and save the layout for cancelling. */
function startDrag() {
  const { left, top } = drag.card.getBoundingClientRect();
  drag.layoutBefore = copyLayout();
  drag.offset = [drag.x - left, drag.y - top];
  drag.card.classList.add("is-dragged");
}

/** Move the card to the pointer's position; the others make room. */
function reorderAt(x, y) {
  const shown = getCards();
  const other = shown.reduce((a, b) => (getDistance(a, x, y) <= getDistance(b, x, y) ? a : b));
  if (other === drag.card) return;
  const isAfter = shown.indexOf(drag.card) < shown.indexOf(other);
  moveBeside(getName(drag.card), getName(other), isAfter);
  refreshLayout();
}

/** Return the distance of a point from a card's visible strip; rows are compared first. */
function getDistance(card, x, y) {
  const { left, right, top, bottom } = getBox(card);
  return 1e4 * Math.max(top - y, 0, y - bottom) + Math.max(left - x, 0, x - right);
}

/** Return the card's position in the row, without the drag's offset. */
function getBox(card) {
  const box = card.getBoundingClientRect();
  const [across, down] = card === drag.card ? drag.shift : [0, 0];
  return new DOMRect(box.left - across, box.top - down, box.width, box.height);
}

/** Move the dragged card to the pointer. */
function followPointer(x, y) {
  const { left, top } = getBox(drag.card);
  drag.shift = [x - drag.offset[0] - left, y - drag.offset[1] - top];
  drag.card.style.setProperty("--drag-x", `${drag.shift[0]}px`);
  drag.card.style.setProperty("--drag-y", `${drag.shift[1]}px`);
}

/** End the drag; the card stays where it is. */
function endDrag() {
  const { card, layoutBefore } = drag;
  ignoresClick = layoutBefore !== null;
  card.classList.remove("is-dragged");
  for (const name of ["--drag-x", "--drag-y"]) card.style.removeProperty(name);
  drag = null;
}

/** End the drag and restore the layout. */
function cancelDrag() {
  if (!drag) return;
  const { layoutBefore } = drag;
  endDrag();
  if (!layoutBefore) return;
  restoreLayout(layoutBefore);
  refreshLayout();
}

/** Listen for pointers that drag cards. */
export function watchDragging() {
  table.addEventListener("pointerdown", startPress);
  document.addEventListener("pointermove", handleMove);
  document.addEventListener("pointerup", (event) => drag && event.isPrimary && endDrag());
  document.addEventListener("pointercancel", cancelDrag);
  document.addEventListener("keydown", (event) => event.key === "Escape" && cancelDrag());
  // A click by keyboard has detail 0 and is intended.
  const swallowClick = (event) => {
    if (ignoresClick && event.detail) event.stopPropagation();
    ignoresClick = false;
  };
  table.addEventListener("click", swallowClick, true);
}
