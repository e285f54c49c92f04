// Says once in each browser, at the first shortcut, which key lists all of them.

const SHOWN_KEY = "keys-hint-shown";
const DURATION = 10_000;

const hint = document.getElementById("keys-hint");
// A touch screen with a keyboard of its own has neither the keys nor the room.
const keyboardQuery = window.matchMedia("(hover: hover) and (pointer: fine)");

let isDone = wasShown();

/** Return whether this browser has shown the hint. */
function wasShown() {
  try {
    return localStorage.getItem(SHOWN_KEY) !== null;
  } catch {
    // Without storage it would come back on every page.
    return true;
  }
}

/** Show the hint for a while, unless it was shown before. */
export function showKeysHint() {
  if (isDone || !keyboardQuery.matches || document.documentElement.dataset.keys === "off") return;
  isDone = true;
  localStorage.setItem(SHOWN_KEY, "");
  hint.hidden = false;
  setTimeout(() => (hint.hidden = true), DURATION);
}
