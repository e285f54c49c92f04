// Countdowns of players on turn, by the server's clock. Only a courtesy.

const HURRY_SECONDS = 10;

let ahead = 0;

/** Set how far the server's clock is ahead of the browser's, from the newest message. */
export function setClock() {
  ahead = Number(document.getElementById("event-clock").dataset.now) - Date.now();
}

/** Return the time by the server's clock, in milliseconds since 1970. */
export const clubTime = () => Date.now() + ahead;

function clock(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function refreshClocks() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const left = Number(element.dataset.until) - clubTime();
    const text = clock(left);
    if (element.textContent !== text) element.textContent = text;
    element.toggleAttribute("data-last", left <= 1000 * HURRY_SECONDS);
  }
}

export function startClocks() {
  setClock();
  refreshClocks();
  setInterval(refreshClocks, 500);
}
