// The elements that no message replaces. Everything else must be looked up anew each time.

export const page = document.getElementById("table-page");
export const table = document.getElementById("table");

const notice = document.getElementById("notice");

let stands = false;

/**
 * Say something that concerns this viewer alone; the same sentence is not said twice running. It
 * stands until something else is said, and an empty sentence ends only what does not stand.
 */
export function announce(sentence, isToStand = true) {
  if (!sentence && stands) return;
  stands = isToStand;
  if (notice.textContent !== sentence) notice.textContent = sentence;
}

/** Whether a dialog lies over the table, so that keys are not meant for it. */
export const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

/** Whether this browser's user has switched it on in the menu. */
export const isOn = (look) => document.documentElement.dataset[look] === "on";
