// The root of the table is never swapped, so it learns from the pulse what the styles and the
// other modules read from it.

import { table } from "./page.js";

const COPIED = ["version", "turn", "phase", "clockwise"];

export function copyPulse() {
  const pulse = document.getElementById("pulse");
  for (const name of COPIED) {
    if (table.dataset[name] !== pulse.dataset[name]) table.dataset[name] = pulse.dataset[name];
  }
}
