// Messages are the same for all readers, so this script marks the reader's own lines. It also sorts
// the standings after lines were replaced.

function markOwn() {
  const own = document.querySelector("#event-own")?.dataset.own ?? "";
  for (const line of document.querySelectorAll("[data-entry]")) {
    line.classList.toggle("is-own", line.dataset.entry === own);
  }
  for (const table of document.querySelectorAll(".event-tables > li")) {
    table.classList.toggle("is-own", table.querySelector("[data-entry].is-own") !== null);
  }
}

function sortLines() {
  const body = document.getElementById("standings-lines");
  if (!body) return;
  const order = (line) => Number(line.dataset.order);
  const lines = [...body.children];
  const sorted = lines.toSorted((one, other) => order(one) - order(other));
  if (sorted.some((line, place) => line !== lines[place])) body.append(...sorted);
}

export function refreshOwn() {
  sortLines();
  markOwn();
}
