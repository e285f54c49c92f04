// What the dialogs over the table have in common.

/** Close the dialog by a press beside it, too. */
export function watchDialog(dialog) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
