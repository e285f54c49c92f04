// The elements that no message replaces. Everything else must be looked up anew each time.

export const page = document.getElementById("table-page");
export const table = document.getElementById("table");

const notice = document.getElementById("notice");

/** Say something that concerns this viewer alone; the same sentence is not said twice running. */
export function announce(sentence) {
  if (notice.textContent !== sentence) notice.textContent = sentence;
}
