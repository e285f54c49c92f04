// Copy buttons. Without JavaScript the text can be selected in its field.

/** Show the button and copy the text of the field before it. */
function watchCopyButton(container) {
  container.dataset.watched = "";
  const field = container.querySelector("input, textarea");
  const button = container.querySelector("button");
  const status = container.querySelector("[role=status]");
  const sheet = container.querySelector("[data-share-sheet]");
  button.hidden = false;
  if (sheet && navigator.share) {
    sheet.hidden = false;
    // Fails if the user closes the sheet.
    sheet.addEventListener("click", () => navigator.share({ url: field.value }).catch(() => {}));
  }
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = button.dataset.copied;
    } catch {
      // Browsers offer no clipboard without HTTPS, and users may forbid it. A collapsed text is
      // then expanded, so that it can be copied by hand.
      field.closest("details")?.setAttribute("open", "");
      field.focus();
      field.select();
      status.textContent = button.dataset.failed;
    }
  });
}

/** Watch the copy buttons that are not watched yet. */
export function watchCopyButtons() {
  document.querySelectorAll("[data-share]:not([data-watched])").forEach(watchCopyButton);
}

watchCopyButtons();
document.addEventListener("htmx:load", watchCopyButtons);
