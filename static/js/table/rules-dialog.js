// The rules dialog, loaded on first use. Without this module the button is a link to the page of
// the rules.

import { watchDialog } from "./dialogs.js";

const dialog = document.getElementById("rules");
const openButton = document.getElementById("rules-open");
const body = dialog.querySelector(".dialog-body");
const loadingNote = body.querySelector(".dialog-wait");

/** Open the dialog, and load the rules the first time. */
function openDialog(event) {
  // Links opened in another tab or window are left to the browser.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  dialog.showModal();
  if (!loadingNote.isConnected) return;
  loadingNote.textContent = loadingNote.dataset.waiting;
  window.htmx.trigger(body, "load-rules");
}

/** Listen for the button that opens the rules. */
export function watchRulesDialog() {
  openButton.setAttribute("aria-haspopup", "dialog");
  openButton.addEventListener("click", openDialog);
  watchDialog(dialog);
  // Not every browser focuses a clicked link, so that the dialog could return the focus to it.
  dialog.addEventListener("close", () => openButton.focus());
  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    body.addEventListener(failure, () => (loadingNote.textContent = loadingNote.dataset.failed));
  }
}
