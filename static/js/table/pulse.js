// The root of the table is never swapped, so it learns from the pulse what the styles and the
// other modules read from it. The pulse is the same for everybody; where one sits is told with the
// own controls, for people sit down and change places while the page is open.

import { rankTwosLow } from "./cards.js";
import { table } from "./page.js";

const COPIED = ["version", "moment", "turn", "phase", "clockwise", "twos"];

// What is told of the own move: some of it is there only while it holds.
const OWN = ["state", "selection", "trick", "onlyPass", "cutIn", "leadsNext", "title"];

function copy(name, from) {
  if (table.dataset[name] !== from.dataset[name]) table.dataset[name] = from.dataset[name];
}

export function copyPulse() {
  const pulse = document.getElementById("pulse");
  for (const name of COPIED) {
    copy(name, pulse);
  }
  rankTwosLow(pulse.dataset.twos === "low");
  copy("seat", document.getElementById("stance"));
  copyStance();
}

/** The controls are swapped part by part, and learn from their stance how they stand. */
function copyStance() {
  const { dataset } = document.getElementById("controls");
  const stance = document.getElementById("stance").dataset;
  for (const name of OWN) {
    if (!(name in stance)) delete dataset[name];
    else if (dataset[name] !== stance[name]) dataset[name] = stance[name];
  }
}
