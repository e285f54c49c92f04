// Status of the page's socket, and hooks around each message.

const live = document.getElementById("event-live");
const lost = document.getElementById("event-lost");
// Close codes from here on are our own: the server refuses a new connection.
const REFUSED = 4000;
const RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];

function show(text) {
  lost.hidden = !text;
  if (lost.textContent !== text) lost.textContent = text;
}

function closed(event) {
  const { code } = event.detail.event;
  show(code >= REFUSED ? lost.dataset.ended : lost.dataset.lost);
  if (code < REFUSED && !RETRIED_BY_EXTENSION.includes(code)) {
    setTimeout(() => event.detail.socketWrapper.reconnect(), 500 + 1000 * Math.random());
  }
}

/** Call `before` and `after` around each message, and show the state of the connection. */
export function watch(before, after) {
  live.addEventListener("htmx:wsBeforeMessage", before);
  live.addEventListener("htmx:wsAfterMessage", after);
  live.addEventListener("htmx:wsOpen", () => show(""));
  live.addEventListener("htmx:wsClose", closed);
  window.addEventListener("pagehide", () => live.removeEventListener("htmx:wsClose", closed));
  // A page restored from the back/forward cache has a dead socket.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}
