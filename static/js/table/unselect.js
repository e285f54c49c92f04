// Clears the selection: by Escape, by a press on the felt or by the Clear button. Anything open
// over the table closes first.

import { fan, select, selected } from "./hand.js";
import { announce, isDialogOpen, table } from "./page.js";
import { isSending } from "./sending.js";

const PRESSABLE = "button, a, input, summary, details, label, code";

const isTyping = (element) => element.closest?.("input, textarea, select, [contenteditable]");

/** Whether Escape or a press closes a dialog, drawer or menu, or ends a drag. */
const isCovered = () =>
  isDialogOpen() ||
  table.dataset.sheet === "open" ||
  document.querySelector("details[data-menu][open], #hand .is-dragged") !== null ||
  (table.dataset.chat === "open" && matchMedia("(max-width: 68.74rem)").matches);

function clear() {
  if (!selected().length || isSending()) return;
  select([]);
  announce(fan().dataset.cleared);
}

export function watchUnselect() {
  // Captured before the handlers that close what is open over the table.
  const listen = (type, then) =>
    document.addEventListener(type, (event) => then(event) && !isCovered() && clear(), true);
  listen("keydown", (event) => event.key === "Escape" && !isTyping(event.target));
  listen("click", ({ target }) => target.closest?.("#board .felt") && !target.closest(PRESSABLE));
  table.addEventListener("click", (event) => event.target.closest("#clear") && clear());
}

/** Show the button only while cards are selected. */
export function refreshUnselect() {
  const button = document.getElementById("clear");
  if (button) button.hidden = !selected().length;
}
