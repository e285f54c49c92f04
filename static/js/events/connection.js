// Status of the page's socket, and hooks around each message.

import { followLanguage } from "../site/follow-language.js";

const live = document.getElementById("event-live");
const notice = document.getElementById("event-lost");
// Close codes from here on are our own: the server refuses a new connection.
const FIRST_REFUSAL_CODE = 4000;
const RETRIED_BY_EXTENSION = [1006, 1011, 1012, 1013];

/** Show the text about the connection; hide the notice if it is empty. */
function showNotice(text) {
  notice.hidden = !text;
  if (notice.textContent !== text) notice.textContent = text;
}

/** Show why the socket closed, and reconnect if htmx does not. */
function handleClose(event) {
  const { code } = event.detail.event;
  if (followLanguage(code)) return;
  showNotice(code >= FIRST_REFUSAL_CODE ? notice.dataset.ended : notice.dataset.disconnected);
  if (code < FIRST_REFUSAL_CODE && !RETRIED_BY_EXTENSION.includes(code)) {
    setTimeout(() => event.detail.socketWrapper.reconnect(), 500 + 1000 * Math.random());
  }
}

/** Call `before` and `after` around each message, and show the state of the connection. */
export function watchConnection(before, after) {
  live.addEventListener("htmx:wsBeforeMessage", before);
  live.addEventListener("htmx:wsAfterMessage", after);
  live.addEventListener("htmx:wsOpen", () => showNotice(""));
  live.addEventListener("htmx:wsClose", handleClose);
  window.addEventListener("pagehide", () => live.removeEventListener("htmx:wsClose", handleClose));
  // A page restored from the back/forward cache has a dead socket.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}
