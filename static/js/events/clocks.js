// Countdowns of players on turn, by the server's clock. Only a courtesy.

const URGENT_SECONDS = 10;

let clockOffset = 0;
let newestTime = "";

/** Set how far the server's clock is ahead of the browser's, if a message brought its time. */
export function setClock() {
  const { now } = document.getElementById("event-clock").dataset;
  if (now === newestTime) return;
  newestTime = now;
  clockOffset = Number(now) - Date.now();
}

/** Return the time by the server's clock, in milliseconds since 1970. */
export const getServerTime = () => Date.now() + clockOffset;

/** Return milliseconds as minutes and seconds: "1:05". */
export function formatTime(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Show the time left on all clocks. */
export function refreshClocks() {
  for (const element of document.querySelectorAll("[data-until]")) {
    const timeLeft = Number(element.dataset.until) - getServerTime();
    const text = formatTime(timeLeft);
    if (element.textContent !== text) element.textContent = text;
    element.toggleAttribute("data-last", timeLeft <= 1000 * URGENT_SECONDS);
  }
}

/** Set the clock, and refresh all countdowns twice per second. */
export function startClocks() {
  setClock();
  refreshClocks();
  setInterval(refreshClocks, 500);
}
