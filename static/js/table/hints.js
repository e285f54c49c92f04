// Hints: the first press requests the possible plays from the server, each further press selects
// the next one. They are valid for one version of the table.

import { send } from "./connection.js";
import { selectCodes } from "./hand.js";
import { announce, table } from "./page.js";

let index = -1;
let shownHolder = null;

const getHolder = () => document.getElementById("hints");

/** Show a sentence where the reason against a play is shown, and announce it. */
function tell(sentence) {
  const reason = document.getElementById("play-reason");
  if (reason) {
    reason.textContent = sentence;
    reason.hidden = false;
  }
  announce(sentence);
}

/** Select the next possible play, or tell that there is none, or that passing is better. */
function suggestNext() {
  const hints = JSON.parse(getHolder().dataset.hints || "[]");
  const { noHint, passHint } = document.getElementById("controls").dataset;
  if (!hints.length) {
    tell(noHint);
    return;
  }
  index = (index + 1) % hints.length;
  if (hints[index]) selectCodes(hints[index].split(" "));
  else tell(passHint);
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
