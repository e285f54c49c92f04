// Shared behaviour of the table's dialogs.

/** Also close the dialog by a press outside it. */
export function watchDialog(dialog) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
