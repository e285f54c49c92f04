// The organizers' desk: tables and parts are replaced as things happen; input stays.

import { refreshClocks, setClock, startClocks } from "./clocks.js";
import { watch } from "./connection.js";
import { giveTokens, holdFormsInUse, isInUse, letGo, remember, restore } from "./kept.js";

const held = document.getElementById("event-held");

/** Replace the forms by those on offer now; forms that are open or in use stay. */
function takeOffered() {
  const offered = document.getElementById("event-offered");
  const place = document.getElementById("event-decisions");
  const coming = offered.content.cloneNode(true);
  offered.innerHTML = "";
  if (!coming.querySelector("form")) return;
  const isKept = (details) => details.open || isInUse(details);
  const kept = [...place.querySelectorAll("details")].filter(isKept);
  if (!kept.length) {
    place.replaceChildren(coming);
    return;
  }
  // Forms in use are not even moved: others are inserted and removed around them.
  const list = kept[0].parentNode;
  for (const details of [...list.children]) if (!kept.includes(details)) details.remove();
  let after = null;
  for (const details of [...coming.querySelectorAll("details")]) {
    const same = kept.find((each) => each.id === details.id);
    if (same) after = same;
    else if (after) after.after(details);
    else list.prepend(details);
    if (!same) after = details;
  }
}

held.querySelector("button").addEventListener("click", () => {
  letGo();
  held.hidden = true;
  giveTokens();
  refreshClocks();
});
holdFormsInUse(() => (held.hidden = false));
watch(remember, () => {
  takeOffered();
  giveTokens();
  setClock();
  refreshClocks();
  restore();
});
startClocks();
