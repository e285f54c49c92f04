// Bars about absent players: "Wait" hides one in this browser until its player is away again.

import { table } from "./page.js";

const AWAITED_KEY = `awaited:${location.pathname}`;
const BARS = "#menu [data-absence]";

let awaited = loadAwaited();

/** Return the stored absences whose bars are hidden. */
function loadAwaited() {
  try {
    return JSON.parse(localStorage.getItem(AWAITED_KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Store the hidden absences that still exist, or nothing if there are none. */
function storeAwaited() {
  try {
    if (awaited.length) localStorage.setItem(AWAITED_KEY, JSON.stringify(awaited));
    else localStorage.removeItem(AWAITED_KEY);
  } catch {
    // Without storage, a reload shows the bars again.
  }
}

/** Hide the bars of the players for whom this browser's player waits. */
export function hideAwaited() {
  for (const bar of document.querySelectorAll(BARS))
    bar.hidden = awaited.includes(bar.dataset.absence);
}

/** Wait for the player of a bar. */
function handleClick(event) {
  const bar = event.target.closest("[data-wait]")?.closest(BARS);
  if (!bar) return;
  const current = [...document.querySelectorAll(BARS)].map((each) => each.dataset.absence);
  awaited = [...awaited.filter((each) => current.includes(each)), bar.dataset.absence];
  storeAwaited();
  hideAwaited();
  // Focus must not be lost with the button.
  document.getElementById("table-menu-open")?.focus({ preventScroll: true });
}

/** Listen for clicks on "Wait". */
export function watchAwayBars() {
  table.addEventListener("click", handleClick);
}
