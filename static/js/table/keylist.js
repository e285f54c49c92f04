// The dialog with all keyboard shortcuts, opened by the key "?" and from the menu.

import { watchDialog } from "./dialogs.js";

const dialog = document.getElementById("keys");
const opener = document.getElementById("keys-open");

export const showKeys = () => dialog.showModal();

function openFromMenu() {
  const menu = opener.closest("details");
  menu.open = false;
  // A closing dialog returns the focus to the button, which is hidden by then.
  menu.querySelector("summary").focus();
  showKeys();
}

export function watchKeyList() {
  opener.addEventListener("click", openFromMenu);
  watchDialog(dialog);
}
