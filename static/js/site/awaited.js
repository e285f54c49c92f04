// Deferred parts of a page: each listens on the socket named by `data-awaits`, and is loaded by htmx
// (`hx-trigger="awaited"`) when a message says that it is ready.

import { listen } from "./socket.js";

function wait(part) {
  const end = listen(part.dataset.awaits, () => {
    end();
    if (part.isConnected) window.htmx.trigger(part, "awaited");
  });
  // Parts that were replaced or removed stop listening.
  part.addEventListener("htmx:beforeCleanupElement", end);
}

document.addEventListener("htmx:load", ({ target }) => {
  if (target.matches("[data-awaits]")) wait(target);
  for (const part of target.querySelectorAll("[data-awaits]")) wait(part);
});
