// The game log: new entries are inserted on top and the oldest removed, except how the deal began.

/** Remove the oldest entries of the log. */
export function trimLog() {
  const list = document.getElementById("log-lines");
  // A closed table has no log.
  if (!list) return;
  const lines = [...list.querySelectorAll("li:not([data-pinned])")];
  for (const line of lines.slice(Number(list.dataset.maxLines) || lines.length)) line.remove();
}
