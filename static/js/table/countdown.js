// Seconds until something happens at the table. Only a courtesy: the server goes by its own clock.

import { announce, page, table } from "./page.js";

// When each countdown ends, by its key: a view that is sent again must not start it anew.
const ends = new Map();
// The own turns whose end was not near when they came, and is not told yet.
const untold = new Set();

// From here on they are marked as the last.
const LAST_SECONDS = 5;
// With so many left of the own turn, it is told.
const HURRY_SECONDS = 10;

/** Tell once that the own time runs out; not on clocks that are as short as that anyway. */
function hurry(element, key, left) {
  if (element.closest("[data-seat-no]")?.dataset.seatNo !== table.dataset.seat) return;
  if (left > HURRY_SECONDS) untold.add(key);
  else if (untold.delete(key)) announce(page.dataset.hurry, false);
}

/** Show the seconds left; what is only there while they run goes with them. */
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
