// The table's page. The server renders everything; these modules keep what only this browser
// knows: which cards are selected, how they are laid out, whether the connection stands.
//
// Order after each message: first the view is put right (pulse, hand, controls), then what this
// browser does by itself (a plan, passing), then calls and sounds, and focus at last.

import { refreshPassing, leaveAlone, watchPassing } from "./table/autopass.js";
import { call, refreshCalls, watchCalls } from "./table/calls.js";
import { rememberMenus, restoreMenus, tellCompany, watchCompany } from "./table/company.js";
import { greeted, watchConnection } from "./table/connection.js";
import { refreshControls, watchControls } from "./table/controls.js";
import { refreshCountdowns, startCountdowns } from "./table/countdown.js";
import { watchDragging } from "./table/dragging.js";
import { rememberFocus, restoreFocus } from "./table/focus.js";
import { refreshGroups, watchGroups } from "./table/groups.js";
import { forgetTold, refreshHand, watchHand } from "./table/hand.js";
import { takeHappenings } from "./table/happenings.js";
import { takeHints } from "./table/hints.js";
import { watchKeyList } from "./table/keylist.js";
import { watchKeys } from "./table/keys.js";
import { refreshPlan, watchPlan } from "./table/plan.js";
import { copyPulse } from "./table/pulse.js";
import { watchRules } from "./table/rules.js";
import { showLatestDeals, watchSheet } from "./table/sheet.js";
import { sound, watchSounds } from "./table/sounds.js";
import { heard, watchSync } from "./table/sync.js";
import { watchTalk } from "./table/talk.js";
import { addWord } from "./table/word.js";
import { page } from "./table/page.js";

function refreshOwn() {
  refreshGroups();
  refreshControls();
  refreshPlan();
  refreshPassing();
  refreshCalls();
}

function refresh() {
  copyPulse();
  refreshHand();
  restoreMenus();
  refreshOwn();
  tellCompany();
  showLatestDeals();
  refreshCountdowns();
}

function tell() {
  const happened = takeHappenings();
  call(happened);
  sound(happened);
}

page.addEventListener("htmx:wsBeforeMessage", () => {
  rememberFocus();
  rememberMenus();
});
page.addEventListener("htmx:wsAfterMessage", () => {
  heard();
  greeted();
  refresh();
  takeHints();
  tell();
  addWord();
  restoreFocus();
});
page.addEventListener("htmx:wsConfigSend", (event) => {
  if (event.target.closest("#controls")) leaveAlone();
});
document.documentElement.addEventListener("lookchange", refreshPassing);

watchConnection(() => {
  forgetTold();
  refreshOwn();
});
watchHand(() => {
  leaveAlone();
  refreshOwn();
});
watchControls();
watchCompany();
watchPlan();
watchPassing();
watchGroups();
watchDragging();
watchKeys();
watchKeyList();
watchRules();
watchSheet();
watchCalls();
watchSounds();
watchSync();
watchTalk();
startCountdowns();
refresh();
tell();
