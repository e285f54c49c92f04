// Whether what the page shows is still kept up to date, and what to do with each message.

const live = document.getElementById("event-live");
const lost = document.getElementById("event-lost");
// From here on codes are ours: the server does not want us back.
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

/** Call these before and after each message. */
export function watch(before, after) {
  live.addEventListener("htmx:wsBeforeMessage", before);
  live.addEventListener("htmx:wsAfterMessage", after);
  live.addEventListener("htmx:wsOpen", () => show(""));
  live.addEventListener("htmx:wsClose", closed);
  window.addEventListener("pagehide", () => live.removeEventListener("htmx:wsClose", closed));
  // A page from the browser's memory has a dead socket.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}
