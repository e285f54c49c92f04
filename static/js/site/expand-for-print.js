// Expands collapsed parts for printing.

let expanded = [];

addEventListener("beforeprint", () => {
  expanded = [...document.querySelectorAll("main details:not([open])")];
  for (const details of expanded) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of expanded) details.open = false;
  expanded = [];
});
