// Entry point of the table's page. The server renders everything; these modules hold the browser's
// own state: selected cards, their layout and the connection.
//
// Order after each message: first the view (pulse, hand, controls), then automatic actions (queued
// play, passing), then alerts and sounds, focus, and animations last.

import { watchChat } from "../chat/chat.js";
import { refreshAutopass, suspendAutopass, watchAutopass } from "./autopass.js";
import { alertPlayer, refreshAlert, watchAlerts } from "./alerts.js";
import { hideAwaited, watchAwayBars } from "./away-bar.js";
import { announceBanners, restoreOpenMenus, saveOpenMenus, watchMenu } from "./menu.js";
import { markCoachedCards } from "./coach.js";
import { markConnected, watchConnection } from "./connection.js";
import { refreshControls, watchControls } from "./controls.js";
import { refreshCountdowns, startCountdowns } from "./countdown.js";
import { watchDragging } from "./dragging.js";
import { restoreFocus, saveFocus } from "./focus.js";
import { refreshGroups, watchGroups } from "./groups.js";
import { forgetSentSelection, refreshHand, watchHand } from "./hand.js";
import { takeChanges } from "./changes.js";
import { resetHeartbeat, watchHeartbeat } from "./heartbeat.js";
import { showNewHints } from "./hints.js";
import { watchShortcutsDialog } from "./shortcuts-dialog.js";
import { watchShortcuts } from "./shortcuts.js";
import { animateChanges, animateFirstDeal, savePositions } from "./motion.js";
import { refreshQueuedPlay, watchQueuedPlay } from "./queued-play.js";
import { watchPresses } from "./hold-messages.js";
import { copyPulse } from "./pulse.js";
import { watchRulesDialog } from "./rules-dialog.js";
import { scrollToLatestDeals, showAmountsOnPlates, watchScoreSheet } from "./score-sheet.js";
import { saveLayout, showPhase } from "./showdown.js";
import { playSounds, watchSounds } from "./sounds.js";
import { refreshClearButton, watchClearSelection } from "./clear-selection.js";
import { addWord } from "./shuffle-word.js";
import { page, table } from "./page.js";
import { rotateBoard } from "./seat-positions.js";
import { trimLog } from "./log.js";

/** Update what depends on the viewer's hand, selection or connection. */
function refreshViewerState() {
  refreshGroups();
  refreshControls();
  refreshClearButton();
  refreshQueuedPlay();
  refreshAutopass();
  refreshAlert();
}

/** Update everything that the browser adds to the server's page. */
function refreshPage() {
  copyPulse();
  rotateBoard(table);
  showPhase();
  trimLog();
  refreshHand();
  markCoachedCards();
  restoreOpenMenus();
  hideAwaited();
  refreshViewerState();
  announceBanners();
  scrollToLatestDeals();
  showAmountsOnPlates();
  refreshCountdowns();
}

/** Alert the player and play sounds for what has changed. */
function alertChanges() {
  const changes = takeChanges();
  alertPlayer(changes);
  playSounds(changes);
}

watchHeartbeat();
watchPresses(page);
page.addEventListener("htmx:wsBeforeMessage", (event) => {
  savePositions(event.detail.message);
  saveLayout();
  saveFocus();
  saveOpenMenus();
});
page.addEventListener("htmx:wsAfterMessage", () => {
  markConnected();
  refreshPage();
  showNewHints();
  alertChanges();
  addWord();
  restoreFocus();
  animateChanges();
});
page.addEventListener("htmx:wsConfigSend", (event) => {
  if (event.target.closest("#controls")) suspendAutopass();
});
document.documentElement.addEventListener("preference-change", refreshAutopass);

watchConnection(() => {
  forgetSentSelection();
  resetHeartbeat();
  refreshViewerState();
});
watchHand(() => {
  suspendAutopass();
  refreshViewerState();
});
watchControls();
watchMenu();
watchAwayBars();
watchQueuedPlay();
watchAutopass();
watchGroups();
watchDragging();
watchClearSelection();
watchShortcuts();
watchShortcutsDialog();
watchRulesDialog();
watchScoreSheet();
watchAlerts();
watchSounds();
watchChat();
startCountdowns();
refreshPage();
alertChanges();
animateFirstDeal();
