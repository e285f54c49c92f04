// Copy buttons. Without JavaScript the text can be selected in its field.

function watchShare(share) {
  share.dataset.watched = "";
  const link = share.querySelector("input, textarea");
  const button = share.querySelector("button");
  const said = share.querySelector("[role=status]");
  button.hidden = false;
  link.addEventListener("focus", () => link.select());
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.value);
      said.textContent = button.dataset.copied;
    } catch {
      // Browsers offer no clipboard without HTTPS, and users may forbid it. A collapsed text is
      // then expanded, so that it can be copied by hand.
      link.closest("details")?.setAttribute("open", "");
      link.focus();
      link.select();
      said.textContent = button.dataset.failed;
    }
  });
}

/** Add listeners to buttons that were added to the page since. */
export function watchShares() {
  document.querySelectorAll("[data-share]:not([data-watched])").forEach(watchShare);
}

watchShares();
document.addEventListener("htmx:load", watchShares);
