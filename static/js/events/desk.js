// The organizers' desk: tables and parts are replaced as things happen; input stays.

import { refreshClocks, setClock, startClocks } from "./clocks.js";
import { watchConnection } from "./connection.js";
import { refreshRoundClock, startRoundClock } from "./round-clock.js";
import {
  addCsrfTokens,
  applyHeldUpdates,
  holdUpdatesOfForms,
  isInUse,
  restoreState,
  saveState,
} from "./page-state.js";

const heldNotice = document.getElementById("event-held");

/** Replace the forms by those on offer now; forms that are open or in use stay. */
function replaceForms() {
  const template = document.getElementById("event-offered");
  const container = document.getElementById("event-decisions");
  const newForms = template.content.cloneNode(true);
  template.innerHTML = "";
  if (!newForms.querySelector("form")) return;
  const isToKeep = (details) => details.open || isInUse(details);
  const kept = [...container.querySelectorAll("details")].filter(isToKeep);
  if (!kept.length) {
    container.replaceChildren(newForms);
    return;
  }
  // Forms in use are not even moved: others are inserted and removed around them.
  const list = kept[0].parentNode;
  for (const details of [...list.children]) if (!kept.includes(details)) details.remove();
  let previous = null;
  for (const details of [...newForms.querySelectorAll("details")]) {
    const existing = kept.find((each) => each.id === details.id);
    if (existing) previous = existing;
    else if (previous) previous.after(details);
    else list.prepend(details);
    if (!existing) previous = details;
  }
}

heldNotice.querySelector("button").addEventListener("click", () => {
  applyHeldUpdates();
  heldNotice.hidden = true;
  addCsrfTokens();
  refreshClocks();
});
holdUpdatesOfForms(() => (heldNotice.hidden = false));
watchConnection(saveState, () => {
  replaceForms();
  addCsrfTokens();
  setClock();
  refreshClocks();
  refreshRoundClock();
  restoreState();
});
startClocks();
startRoundClock();
