// The elements that messages never replace. Look up all others on each use.

export const page = document.getElementById("table-page");
export const table = document.getElementById("table");

const notice = document.getElementById("notice");

let hasStandingText = false;

/**
 * Announce a sentence to this viewer; an immediate repetition is skipped. A standing announcement
 * stays until the next sentence; an empty sentence clears only others.
 */
export function announce(sentence, isStanding = true) {
  if (!sentence && hasStandingText) return;
  hasStandingText = isStanding;
  if (notice.textContent !== sentence) notice.textContent = sentence;
}

/** Return whether a dialog covers the table, so that keys aren't meant for the table. */
export const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

/** Return whether the user turned this preference on in the menu. */
export const isPreferenceOn = (preference) => document.documentElement.dataset[preference] === "on";
