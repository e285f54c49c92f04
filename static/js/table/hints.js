// Hints: the first press requests the possible plays from the server, each further press selects
// the next one. They are valid for one version of the table.

import { send } from "./connection.js";
import { selectCodes } from "./hand.js";
import { announce, table } from "./page.js";

let index = -1;
let shownHolder = null;

const getHolder = () => document.getElementById("hints");

/** Select the next possible play, or announce that there is none. */
function suggestNext() {
  const hints = JSON.parse(getHolder().dataset.hints || "[]");
  if (!hints.length) {
    const noHintText = document.getElementById("controls").dataset.noHint;
    const reason = document.getElementById("play-reason");
    if (reason) {
      reason.textContent = noHintText;
      reason.hidden = false;
    }
    announce(noHintText);
    return;
  }
  index = (index + 1) % hints.length;
  selectCodes(hints[index].split(" "));
}

/** Select the next possible play, or ask the server for them. */
export function requestHint() {
  if (getHolder().dataset.version === table.dataset.version) suggestNext();
  else send({ do: "hint", version: table.dataset.version });
}

/** Use requested hints if the last message brought them. */
export function showNewHints() {
  if (shownHolder === getHolder()) return;
  shownHolder = getHolder();
  index = -1;
  if (shownHolder.dataset.version === table.dataset.version) suggestNext();
}
