// Clears the selection: by Escape, by a press on the felt or by the Clear button. Anything open
// over the table closes first.

import { getFan, getSelectedNames, select } from "./hand.js";
import { announce, isDialogOpen, table } from "./page.js";
import { isMovePending } from "./pending-move.js";

const PRESSABLE = "button, a, input, summary, details, label, code";

const isTyping = (element) => element.closest?.("input, textarea, select, [contenteditable]");

/** Return whether Escape or a press closes a dialog, drawer or menu, or ends a drag. */
const isOverlayOpen = () =>
  isDialogOpen() ||
  table.dataset.sheet === "open" ||
  document.querySelector("details[data-menu][open], #hand .is-dragged") !== null ||
  (table.dataset.chat === "open" && matchMedia("(max-width: 68.74rem)").matches);

/** Clear the selection and announce it. */
function clearSelection() {
  if (!getSelectedNames().length || isMovePending()) return;
  select([]);
  announce(getFan().dataset.cleared);
}

/** Listen for Escape, presses on the felt and the Clear button. */
export function watchClearSelection() {
  // Captured before the handlers that close what is open over the table.
  const listen = (type, condition) =>
    document.addEventListener(
      type,
      (event) => condition(event) && !isOverlayOpen() && clearSelection(),
      true,
    );
  listen("keydown", (event) => event.key === "Escape" && !isTyping(event.target));
  listen("click", ({ target }) => target.closest?.("#board .felt") && !target.closest(PRESSABLE));
  table.addEventListener("click", (event) => event.target.closest("#clear") && clearSelection());
}

/** Show the button only while cards are selected. */
export function refreshClearButton() {
  const button = document.getElementById("clear");
  if (button) button.hidden = !getSelectedNames().length;
}
