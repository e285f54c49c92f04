// Alerts the player: in the tab's title and icon, in an open dialog and, if enabled, by a
// notification while the page is hidden. Also highlights the flags of seats with few cards left.

import { isOn, page } from "./page.js";

const title = document.title;
const icon = document.querySelector('link[rel="icon"]');
const icons = { plain: icon.getAttribute("href"), turn: page.dataset.iconTurn };

let notification = null;

/** Show the current alert everywhere. */
export function refreshCalls() {
  const { title: call, state } = document.getElementById("controls").dataset;
  for (const each of document.querySelectorAll(".dialog-call")) {
    if (each.textContent !== call) each.textContent = call;
  }
  document.title = call ? `● ${call} · ${title}` : title;
  const wanted = state === "your_turn" ? icons.turn : icons.plain;
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
}

/** Highlight what is new at the table. */
export function call({ turn, called }) {
  for (const flag of called) flag.classList.add("is-new");
  if (turn) notify();
}

function notify() {
  const isAllowed = isOn("notices") && window.Notification?.permission === "granted";
  if (!isAllowed || document.visibilityState === "visible") return;
  try {
    notification = new Notification(page.dataset.call, { tag: location.pathname });
  } catch {
    // Some mobile browsers allow notifications only for installed pages.
    return;
  }
  notification.addEventListener("click", () => window.focus());
}

function takeDown() {
  if (document.visibilityState !== "visible") return;
  notification?.close();
  notification = null;
}

export function watchCalls() {
  document.addEventListener("visibilitychange", takeDown);
}
