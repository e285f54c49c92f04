// Copies data from the pulse to the table's root element, which is never replaced, for CSS and
// other modules. The pulse is the same for all viewers; the viewer's seat comes with the controls,
// because it may change while the page is open.

import { rankTwosLow } from "./cards.js";
import { table } from "./page.js";

const COPIED = ["version", "moment", "turn", "phase", "clockwise", "twos"];

// Attributes of the viewer's own state; some exist only while they apply.
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

/** Copy the stance's data to the controls, which are replaced part by part. */
function copyStance() {
  const { dataset } = document.getElementById("controls");
  const stance = document.getElementById("stance").dataset;
  for (const name of OWN) {
    if (!(name in stance)) delete dataset[name];
    else if (dataset[name] !== stance[name]) dataset[name] = stance[name];
  }
}
