// Countdowns in seconds, for display only; the server uses its own clock.

import { announce, page, table } from "./page.js";

// End of each countdown by key, so that a view sent again doesn't restart it.
const ends = new Map();
// Turns of the player whose end was not near at first and has not been announced.
const untold = new Set();

// Seconds from which a countdown is marked as urgent.
const LAST_SECONDS = 5;
// Seconds left of the player's turn at which it is announced.
const HURRY_SECONDS = 10;

/** Announce once that the player's time is running out; not on clocks shorter than that. */
function hurry(element, key, left) {
  if (element.closest("[data-seat-no]")?.dataset.seatNo !== table.dataset.seat) return;
  if (left > HURRY_SECONDS) untold.add(key);
  else if (untold.delete(key)) announce(page.dataset.hurry, false);
}

/** Show the seconds left, and remove elements that exist only during a countdown. */
export function refreshCountdowns() {
  for (const element of document.querySelectorAll("[data-countdown]")) {
    const key = element.dataset.countdownKey;
    if (!ends.has(key)) ends.set(key, Date.now() + 1000 * Number(element.dataset.countdown));
    const left = String(Math.max(0, Math.ceil((ends.get(key) - Date.now()) / 1000)));
    if (element.textContent !== left) element.textContent = left;
    element.toggleAttribute("data-last", Number(left) <= LAST_SECONDS);
    hurry(element, key, Number(left));
    const passing = element.closest("[data-gone-at-zero]");
    if (passing) passing.hidden = left === "0";
  }
}

export function startCountdowns() {
  refreshCountdowns();
  setInterval(refreshCountdowns, 500);
}
