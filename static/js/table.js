// The table's page. The server renders everything; these modules keep what only this browser
// knows: which cards are selected, how they are sorted, whether the connection stands.
//
// Order after each message: first the view is put right (pulse, hand, controls), then focus.

import { watchConnection } from "./table/connection.js";
import { refreshControls, watchControls } from "./table/controls.js";
import { startCountdowns } from "./table/countdown.js";
import { rememberFocus, restoreFocus } from "./table/focus.js";
import { forgetTold, refreshHand, watchHand } from "./table/hand.js";
import { takeHints } from "./table/hints.js";
import { watchKeys } from "./table/keys.js";
import { copyPulse } from "./table/pulse.js";
import { showLatestDeals, watchSheet } from "./table/sheet.js";
import { heard, watchSync } from "./table/sync.js";
import { page } from "./table/page.js";

function refresh() {
  copyPulse();
  refreshHand();
  refreshControls();
  showLatestDeals();
}

page.addEventListener("htmx:wsBeforeMessage", rememberFocus);
page.addEventListener("htmx:wsAfterMessage", () => {
  heard();
  refresh();
  takeHints();
  restoreFocus();
});

watchConnection(() => {
  forgetTold();
  refreshControls();
});
watchHand(refreshControls);
watchControls();
watchKeys();
watchSheet();
watchSync();
startCountdowns();
refresh();
