// The dialog with all keyboard shortcuts, opened by the key "?" and from the menu.

import { watchDialog } from "./dialogs.js";

const dialog = document.getElementById("keys");
const openButton = document.getElementById("keys-open");

/** Open the dialog. */
export const showShortcuts = () => dialog.showModal();

/** Close the menu and open the dialog. */
function openFromMenu() {
  const menu = openButton.closest("details");
  menu.open = false;
  // A closing dialog returns the focus to the button, which is hidden by then.
  menu.querySelector("summary").focus();
  showShortcuts();
}

/** Listen for the menu's item and for presses outside the dialog. */
export function watchShortcutsDialog() {
  openButton.addEventListener("click", openFromMenu);
  watchDialog(dialog);
}
