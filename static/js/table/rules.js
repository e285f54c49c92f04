// The rules dialog, loaded on first use. Without this module the button is a link to the page of
// the rules.

import { watchDialog } from "./dialogs.js";

const dialog = document.getElementById("rules");
const opener = document.getElementById("rules-open");
const body = dialog.querySelector(".dialog-body");
const wait = body.querySelector(".dialog-wait");

function open(event) {
  // Links opened in another tab or window are left to the browser.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  dialog.showModal();
  if (!wait.isConnected) return;
  wait.textContent = wait.dataset.waiting;
  window.htmx.trigger(body, "wanted");
}

export function watchRules() {
  opener.setAttribute("aria-haspopup", "dialog");
  opener.addEventListener("click", open);
  watchDialog(dialog);
  // Not every browser focuses a clicked link, so that the dialog could return the focus to it.
  dialog.addEventListener("close", () => opener.focus());
  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    body.addEventListener(failure, () => (wait.textContent = wait.dataset.failed));
  }
}
