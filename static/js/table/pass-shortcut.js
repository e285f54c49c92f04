// Passing by key. Because a letter is easily pressed by mistake, passing waits a moment in which
// any other key or press cancels it. Pressing the key again passes at once.

import { announce, table } from "./page.js";

const DELAY = 600;

let timer = 0;
let position = "";

const getButton = () => document.getElementById("pass");
const getNotice = () => document.getElementById("pass-soon");

/** Pass after a moment; at once if the key is pressed again. */
export function passByKey() {
  if (!getButton() || getButton().disabled) return;
  if (timer) {
    pass();
    return;
  }
  position = table.dataset.positionId;
  timer = setTimeout(pass, DELAY);
  if (!getNotice()) return;
  getNotice().hidden = false;
  announce(getNotice().textContent, false);
}

/** Pass, if the table is still in the same position. */
function pass() {
  cancelPass();
  if (position === table.dataset.positionId) getButton()?.click();
}

/** Cancel the pass that was about to happen. */
function cancelPass() {
  clearTimeout(timer);
  timer = 0;
  if (getNotice()) getNotice().hidden = true;
}

/** Cancel the pass on any other key or press. */
export function watchPassShortcut() {
  const cancelByOtherInput = (event) => timer && event.key?.toLowerCase() !== "p" && cancelPass();
  for (const type of ["keydown", "pointerdown"])
    document.addEventListener(type, cancelByOtherInput, true);
}
