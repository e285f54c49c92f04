// Countdowns in seconds, for display only; the server uses its own clock.

import { announce, page, table } from "./page.js";

// End of each countdown by key, so that a view sent again doesn't restart it.
const endTimes = new Map();
// Turns of the player whose end was not near at first and has not been announced.
const unannounced = new Set();

// Seconds from which a countdown is marked as urgent.
const URGENT_SECONDS = 5;
// Seconds left of the player's turn at which it is announced.
const ANNOUNCED_SECONDS = 10;

/** Announce once that the player's time is running out; not on clocks shorter than that. */
function announceHurry(element, key, secondsLeft) {
  if (element.closest("[data-seat-no]")?.dataset.seatNo !== table.dataset.seat) return;
  if (secondsLeft > ANNOUNCED_SECONDS) unannounced.add(key);
  else if (unannounced.delete(key)) announce(page.dataset.timeWarning, false);
}

/** Show the seconds left, and hide or open elements that wait for the end of a countdown. */
export function refreshCountdowns() {
  for (const element of document.querySelectorAll("[data-countdown]")) {
    const key = element.dataset.countdownKey;
    if (!endTimes.has(key))
      endTimes.set(key, Date.now() + 1000 * Number(element.dataset.countdown));
    const secondsLeft = String(Math.max(0, Math.ceil((endTimes.get(key) - Date.now()) / 1000)));
    if (element.textContent !== secondsLeft) element.textContent = secondsLeft;
    element.toggleAttribute("data-last", Number(secondsLeft) <= URGENT_SECONDS);
    announceHurry(element, key, Number(secondsLeft));
    const container = element.closest("[data-hide-at-zero]");
    if (container) container.hidden = secondsLeft === "0";
    element.closest("[data-opens-at-zero]")?.toggleAttribute("data-is-open", secondsLeft === "0");
  }
  showTurnClock();
}

/** Show the time left of the player's turn beside the prompt, in large. */
function showTurnClock() {
  const clock = document.getElementById("turn-clock");
  if (!clock) return;
  const seat = `#board [data-seat-no="${table.dataset.seat}"]`;
  const flag = document.querySelector(`${seat} .flag-clock`)?.cloneNode(true);
  flag?.querySelector(".visually-hidden")?.remove();
  const text = flag?.textContent.trim() ?? "";
  if (clock.textContent !== text) {
    // Numbers are larger than their unit.
    const parts = text.split(/(\d+)/).map((part, place) => {
      if (place % 2 === 0) return part;
      return Object.assign(document.createElement("b"), { textContent: part });
    });
    clock.replaceChildren(...parts);
  }
  clock.toggleAttribute("data-last", flag?.querySelector("[data-last]") != null);
}

/** Refresh all countdowns, twice per second. */
export function startCountdowns() {
  refreshCountdowns();
  setInterval(refreshCountdowns, 500);
}
