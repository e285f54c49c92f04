// Deferred parts of a page: each listens on the socket named by `data-awaits`, and is loaded by htmx
// (`hx-trigger="awaited"`) when a message says that it is ready.

import { listen } from "./socket.js";

function loadWhenReady(part) {
  const stopListening = listen(part.dataset.awaits, () => {
    stopListening();
    if (part.isConnected) window.htmx.trigger(part, "awaited");
  });
  // Parts that were replaced or removed stop listening.
  part.addEventListener("htmx:beforeCleanupElement", stopListening);
}

document.addEventListener("htmx:load", ({ target }) => {
  if (target.matches("[data-awaits]")) loadWhenReady(target);
  for (const part of target.querySelectorAll("[data-awaits]")) loadWhenReady(part);
});
