// Parts of a page that are not there yet: each waits at a socket, `data-awaits`, and fetches itself
// by htmx (`hx-trigger="awaited"`) when it is told that it can.

import { listen } from "./socket.js";

function wait(part) {
  const end = listen(part.dataset.awaits, () => {
    end();
    if (part.isConnected) window.htmx.trigger(part, "awaited");
  });
  // What is put elsewhere on the page, or taken away with it, waits no longer.
  part.addEventListener("htmx:beforeCleanupElement", end);
}

document.addEventListener("htmx:load", ({ target }) => {
  if (target.matches("[data-awaits]")) wait(target);
  for (const part of target.querySelectorAll("[data-awaits]")) wait(part);
});
