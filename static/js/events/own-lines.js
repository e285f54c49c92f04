// Messages are the same for all readers, so this script marks the reader's own lines. It also sorts
// the standings after lines were replaced.

/** Mark the reader's lines, and the table with one of them. */
function markOwnLines() {
  const own = document.querySelector("#event-own")?.dataset.own ?? "";
  for (const line of document.querySelectorAll("[data-entry]")) {
    line.classList.toggle("is-own", line.dataset.entry === own);
  }
  for (const table of document.querySelectorAll(".event-tables > li")) {
    table.classList.toggle("is-own", table.querySelector("[data-entry].is-own") !== null);
  }
}

/** Sort the lines of the standings by their order. */
function sortLines() {
  const body = document.getElementById("standings-lines");
  if (!body) return;
  const getOrder = (line) => Number(line.dataset.order);
  const lines = [...body.children];
  const sorted = lines.toSorted((one, other) => getOrder(one) - getOrder(other));
  if (sorted.some((line, index) => line !== lines[index])) body.append(...sorted);
}

/** Sort the standings and mark the reader's lines. */
export function refreshOwnLines() {
  sortLines();
  markOwnLines();
}
