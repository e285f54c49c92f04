// The organizer's desk: tables and parts are put anew as things happen. What is filled in stays.

import { refreshClocks, setClock, startClocks } from "./clocks.js";
import { watch } from "./connection.js";
import { giveTokens, holdFormsInUse, isInUse, letGo, remember, restore } from "./kept.js";

const held = document.getElementById("event-held");

/** The forms that are offered now, in the place of others; one that is open stays as it is. */
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
  // Those in use are not even moved: others come and go around them.
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
