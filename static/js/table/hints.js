// Hints: the first press requests the possible plays from the server, each further press selects
// the next one. They are valid for one version of the table.

import { send } from "./connection.js";
import { selectCodes } from "./hand.js";
import { announce, table } from "./page.js";

let place = -1;
let shown = null;

const holder = () => document.getElementById("hints");

function suggestNext() {
  const hints = JSON.parse(holder().dataset.hints || "[]");
  if (!hints.length) {
    const none = document.getElementById("controls").dataset.noHint;
    const reason = document.getElementById("play-reason");
    if (reason) {
      reason.textContent = none;
      reason.hidden = false;
    }
    announce(none);
    return;
  }
  place = (place + 1) % hints.length;
  selectCodes(hints[place].split(" "));
}

export function hint() {
  if (holder().dataset.version === table.dataset.version) suggestNext();
  else send({ do: "hint", version: table.dataset.version });
}

/** Use requested hints if the last message brought them. */
export function takeHints() {
  if (shown === holder()) return;
  shown = holder();
  place = -1;
  if (shown.dataset.version === table.dataset.version) suggestNext();
}
