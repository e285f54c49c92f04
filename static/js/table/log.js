// What happened: new lines come above the others, and the oldest make room. How the deal began stays.

export function trimLog() {
  const list = document.getElementById("log-lines");
  // A table that was closed has none.
  if (!list) return;
  const lines = [...list.querySelectorAll("li:not([data-stays])")];
  for (const line of lines.slice(Number(list.dataset.most) || lines.length)) line.remove();
}
