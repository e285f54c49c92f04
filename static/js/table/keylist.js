// The list of all keys, in a dialog over the table: by the key "?" and from the menu.

import { watchDialog } from "./dialogs.js";

const dialog = document.getElementById("keys");
const opener = document.getElementById("keys-open");

export const showKeys = () => dialog.showModal();

function openFromMenu() {
  const menu = opener.closest("details");
  menu.open = false;
  // A closing dialog gives the focus back to where it was, and the button is out of sight then.
  menu.querySelector("summary").focus();
  showKeys();
}

export function watchKeyList() {
  opener.addEventListener("click", openFromMenu);
  watchDialog(dialog);
}
