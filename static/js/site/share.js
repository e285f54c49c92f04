// Copying what is shown to be passed on. Without this it can be selected in its field.

function watchShare(share) {
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
      // Without encryption browsers have no clipboard to offer, and people may forbid it.
      link.focus();
      link.select();
      said.textContent = button.dataset.failed;
    }
  });
}

document.querySelectorAll("[data-share]").forEach(watchShare);
