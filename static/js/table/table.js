// Entry point of the table's page. The server renders everything; these modules hold the browser's
// own state: selected cards, their layout and the connection.
//
// Order after each message: first the view (pulse, hand, controls), then automatic actions (queued
// play, passing), then alerts and sounds, focus, and animations last.

import { watchChat } from "../chat/chat.js";
import { refreshPassing, leaveAlone, watchPassing } from "./autopass.js";
import { call, refreshCalls, watchCalls } from "./calls.js";
import { announceMenu, rememberMenus, restoreMenus, watchMenu } from "./menu.js";
import { markCards } from "./coach.js";
import { greeted, watchConnection } from "./connection.js";
import { refreshControls, watchControls } from "./controls.js";
import { refreshCountdowns, startCountdowns } from "./countdown.js";
import { watchDragging } from "./dragging.js";
import { rememberFocus, restoreFocus } from "./focus.js";
import { refreshGroups, watchGroups } from "./groups.js";
import { forgetTold, refreshHand, watchHand } from "./hand.js";
import { takeHappenings } from "./happenings.js";
import { forgetHeartbeat, watchHeartbeat } from "./heartbeat.js";
import { takeHints } from "./hints.js";
import { watchKeyList } from "./keylist.js";
import { watchKeys } from "./keys.js";
import { dealAtFirst, moveCards, rememberPlaces } from "./motion.js";
import { refreshPlan, watchPlan } from "./plan.js";
import { watchPresses } from "./press.js";
import { celebrate } from "./celebration.js";
import { copyPulse } from "./pulse.js";
import { watchRules } from "./rules.js";
import { showLatestDeals, watchSheet } from "./sheet.js";
import { sound, watchSounds } from "./sounds.js";
import { refreshUnselect, watchUnselect } from "./unselect.js";
import { addWord } from "./word.js";
import { page, table } from "./page.js";
import { turnBoard } from "./places.js";
import { trimLog } from "./log.js";

function refreshOwn() {
  refreshGroups();
  refreshControls();
  refreshUnselect();
  refreshPlan();
  refreshPassing();
  refreshCalls();
}

function refresh() {
  copyPulse();
  turnBoard(table);
  trimLog();
  refreshHand();
  markCards();
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
  return happened;
}

watchHeartbeat();
watchPresses(page);
page.addEventListener("htmx:wsBeforeMessage", (event) => {
  rememberPlaces(event.detail.message);
  rememberFocus();
  rememberMenus();
});
page.addEventListener("htmx:wsAfterMessage", () => {
  greeted();
  refresh();
  takeHints();
  const happened = tell();
  addWord();
  restoreFocus();
  moveCards();
  celebrate(happened);
});
page.addEventListener("htmx:wsConfigSend", (event) => {
  if (event.target.closest("#controls")) leaveAlone();
});
document.documentElement.addEventListener("lookchange", refreshPassing);

watchConnection(() => {
  forgetTold();
  forgetHeartbeat();
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
watchUnselect();
watchKeys();
watchKeyList();
watchRules();
watchSheet();
watchCalls();
watchSounds();
watchChat();
startCountdowns();
refresh();
tell();
dealAtFirst();
