// The table's page. The server renders everything; these modules keep what only this browser
// knows: which cards are selected, how they are laid out, whether the connection stands.
//
// Order after each message: first the view is put right (pulse, hand, controls), then what this
// browser does by itself (a plan, passing), then calls and sounds, and focus at last.

import { watchChat } from "../chat/chat.js";
import { refreshPassing, leaveAlone, watchPassing } from "./autopass.js";
import { call, refreshCalls, watchCalls } from "./calls.js";
import { announceMenu, rememberMenus, restoreMenus, watchMenu } from "./menu.js";
import { greeted, watchConnection } from "./connection.js";
import { refreshControls, watchControls } from "./controls.js";
import { refreshCountdowns, startCountdowns } from "./countdown.js";
import { watchDragging } from "./dragging.js";
import { rememberFocus, restoreFocus } from "./focus.js";
import { refreshGroups, watchGroups } from "./groups.js";
import { forgetTold, refreshHand, watchHand } from "./hand.js";
import { takeHappenings } from "./happenings.js";
import { takeHints } from "./hints.js";
import { watchKeyList } from "./keylist.js";
import { watchKeys } from "./keys.js";
import { refreshPlan, watchPlan } from "./plan.js";
import { watchPresses } from "./press.js";
import { copyPulse } from "./pulse.js";
import { watchRules } from "./rules.js";
import { showLatestDeals, watchSheet } from "./sheet.js";
import { sound, watchSounds } from "./sounds.js";
import { heard, watchSync } from "./sync.js";
import { addWord } from "./word.js";
import { page, table } from "./page.js";
import { turnBoard } from "./places.js";

function refreshOwn() {
  refreshGroups();
  refreshControls();
  refreshPlan();
  refreshPassing();
  refreshCalls();
}

function refresh() {
  copyPulse();
  turnBoard(table);
  refreshHand();
  restoreMenus();
  refreshOwn();
  announceMenu();
  showLatestDeals();
  refreshCountdowns();
}

function tell() {
  const happened = takeHappenings();
  call(happened);
  sound(happened);
}

watchPresses(page);
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
watchMenu();
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
watchChat();
startCountdowns();
refresh();
tell();
