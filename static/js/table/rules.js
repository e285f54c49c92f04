// The rules at hand, in a dialog over the table; fetched when first asked for. Without this
// module the button is a link to the same rules on a page of their own.

import { watchDialog } from "./dialogs.js";

const dialog = document.getElementById("rules");
const opener = document.getElementById("rules-open");
const body = dialog.querySelector(".dialog-body");
const wait = body.querySelector(".dialog-wait");

function open(event) {
  // A link that is to open elsewhere is left to the browser.
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
  // Not every browser gives a pressed link the focus that it could return.
  dialog.addEventListener("close", () => opener.focus());
  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    body.addEventListener(failure, () => (wait.textContent = wait.dataset.failed));
  }
}
