// Copies data from the pulse to the table's root element, which is never replaced, for CSS and
// other modules. The pulse is the same for all viewers; the viewer's seat comes with the controls,
// because it may change while the page is open.

import { setTwosLow } from "./cards.js";
import { table } from "./page.js";

const PULSE_KEYS = ["version", "positionId", "turn", "clockwise", "twos"];

// Attributes of the viewer's own state; some exist only while they apply.
const VIEWER_KEYS = ["state", "selection", "trick", "onlyPass", "cutIn", "leadsNext", "title"];

/** Copy a data attribute to the table's root, if it changed. */
function copyAttribute(name, from) {
  if (table.dataset[name] !== from.dataset[name]) table.dataset[name] = from.dataset[name];
}

/** Return the table's phase; the page shows that of a running deal a little longer (showdown.js). */
export const getPhase = () => document.getElementById("pulse").dataset.phase;

/** Copy the pulse and the viewer's state to the elements that stay. */
export function copyPulse() {
  const pulse = document.getElementById("pulse");
  for (const name of PULSE_KEYS) {
    copyAttribute(name, pulse);
  }
  setTwosLow(pulse.dataset.twos === "low");
  copyAttribute("seat", document.getElementById("stance"));
  copyStance();
}

/** Copy the stance's data to the controls, which are replaced part by part. */
function copyStance() {
  const { dataset } = document.getElementById("controls");
  const stance = document.getElementById("stance").dataset;
  for (const name of VIEWER_KEYS) {
    if (!(name in stance)) delete dataset[name];
    else if (dataset[name] !== stance[name]) dataset[name] = stance[name];
  }
}
