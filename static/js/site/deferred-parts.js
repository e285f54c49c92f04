// Deferred parts of a page: each listens on the socket named by `data-awaits`, and is loaded by htmx
// (`hx-trigger="part-ready"`) when a message says that it is ready.

import { listen } from "./socket.js";

/** Load the part when its socket says that it is ready. */
function loadWhenReady(part) {
  const stopListening = listen(part.dataset.awaits, () => {
    stopListening();
    if (part.isConnected) window.htmx.trigger(part, "part-ready");
  });
  // Parts that were replaced or removed stop listening.
  part.addEventListener("htmx:beforeCleanupElement", stopListening);
}

document.addEventListener("htmx:load", ({ target }) => {
  if (target.matches("[data-awaits]")) loadWhenReady(target);
  for (const part of target.querySelectorAll("[data-awaits]")) loadWhenReady(part);
});
