// Alerts the player: in the tab's title and icon, in an open dialog and, if enabled, by a
// notification while the page is hidden. Also highlights the flags of seats with few cards left.

import { isPreferenceOn, page } from "./page.js";

const title = document.title;
const icon = document.querySelector('link[rel="icon"]');
const icons = { plain: icon.getAttribute("href"), turn: page.dataset.iconTurn };

let notification = null;

/** Show the current alert everywhere. */
export function refreshAlert() {
  const { title: alertTitle, state } = document.getElementById("controls").dataset;
  for (const each of document.querySelectorAll(".dialog-call")) {
    if (each.textContent !== alertTitle) each.textContent = alertTitle;
  }
  document.title = alertTitle ? `● ${alertTitle} · ${title}` : title;
  const iconUrl = state === "your_turn" ? icons.turn : icons.plain;
  if (icon.getAttribute("href") !== iconUrl) icon.href = iconUrl;
}

/** Highlight new last-card flags, and show a notification when the player's turn comes. */
export function alertPlayer({ turn, lastCards }) {
  for (const flag of lastCards) flag.classList.add("is-new");
  if (turn) showNotification();
}

/** Show a notification, if allowed and the page is hidden. */
function showNotification() {
  const isAllowed = isPreferenceOn("notices") && window.Notification?.permission === "granted";
  if (!isAllowed || document.visibilityState === "visible") return;
  try {
    notification = new Notification(page.dataset.notificationTitle, { tag: location.pathname });
  } catch {
    // Some mobile browsers allow notifications only for installed pages.
    return;
  }
  notification.addEventListener("click", () => window.focus());
}

/** Close the notification when the page becomes visible. */
function closeNotification() {
  if (document.visibilityState !== "visible") return;
  notification?.close();
  notification = null;
}

/** Close notifications when the player returns. */
export function watchAlerts() {
  document.addEventListener("visibilitychange", closeNotification);
}
