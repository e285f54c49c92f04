// The root of the table is never swapped, so it learns from the pulse what the styles and the
// other modules read from it. The pulse is the same for everybody; where one sits is told with the
// own controls, for people sit down and change places while the page is open.

import { table } from "./page.js";

const COPIED = ["version", "moment", "turn", "phase", "clockwise"];

function copy(name, from) {
  if (table.dataset[name] !== from.dataset[name]) table.dataset[name] = from.dataset[name];
}

export function copyPulse() {
  const pulse = document.getElementById("pulse");
  for (const name of COPIED) {
    copy(name, pulse);
  }
  copy("seat", document.getElementById("controls"));
}
