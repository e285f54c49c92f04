// A play queued for the player's turn. It stays in the browser and is sent when the turn comes,
// and only if the server has found exactly these cards playable. Until then the server tells after
// each change whether they could be played as the table is now.

import { isConnected } from "./connection.js";
import { isAnswerCurrent, pressButton } from "./controls.js";
import { getSelection } from "./hand.js";
import { announce, table } from "./page.js";
import { isMovePending } from "./pending-move.js";

let queuedPlay = null;
// The message about the last dropped play, shown while its cards stay selected.
let droppedPlay = null;

const getControls = () => document.getElementById("controls");
const getButton = () => document.getElementById("plan");
const getReason = () => document.getElementById("play-reason");
const isMyTurn = () => getControls().dataset.state === "your_turn";

const getSituation = () => ({
  cards: getSelection(),
  deal: document.getElementById("hand").dataset.deal,
  trick: getControls().dataset.trick,
  // Giving a card can't be queued.
  action: document.querySelector('#play-form [name="do"]')?.value,
});

/** Queue the selected cards, or cancel the queued play. */
export function toggleQueuedPlay() {
  if (!getButton()) return;
  if (getButton().disabled) {
    // Refused at once, with a message.
    if (getSelection() && isAnswerCurrent() && getReason()) announce(getReason().textContent);
    return;
  }
  if (queuedPlay) {
    cancelQueuedPlay();
  } else {
    queuedPlay = { ...getSituation(), leadsNext: "leadsNext" in getControls().dataset };
    announce(getControls().dataset.planned);
  }
  refreshQueuedPlay();
}

/** Drop the queued play silently, because the player changed it. */
function cancelQueuedPlay() {
  queuedPlay = null;
  if (getReason()?.textContent === getControls().dataset.planned) getReason().hidden = true;
}

/** Keep, drop or send the queued play. */
export function refreshQueuedPlay() {
  if (queuedPlay) checkQueuedPlay();
  if (getButton()) {
    const canQueue =
      getButton().dataset.available === "true" && isAnswerCurrent() && getSelection() !== "";
    getButton().disabled = !canQueue;
    getButton().setAttribute("aria-pressed", String(queuedPlay !== null));
    if (queuedPlay) showReason(getControls().dataset.planned);
  }
  if (queuedPlay && isMyTurn() && isConnected() && isAnswerCurrent() && !isMovePending())
    sendQueuedPlay();
  else if (droppedPlay) repeatDropMessage();
}

/** Show the message about the dropped play again while it applies. */
function repeatDropMessage() {
  const { cards, deal } = getSituation();
  const canPlay =
    (isMyTurn() ? document.getElementById("play") : getButton())?.dataset.available === "true";
  if (!isAnswerCurrent()) return;
  if (
    queuedPlay ||
    canPlay ||
    !getReason() ||
    cards !== droppedPlay.cards ||
    deal !== droppedPlay.deal
  )
    droppedPlay = null;
  else showDropMessage(getReason(), droppedPlay.reasonText);
}

/** Drop the queued play if it no longer fits cards, trick or deal. */
function checkQueuedPlay() {
  const now = getSituation();
  const isUnchanged = ["cards", "deal", "action"].every((name) => now[name] === queuedPlay[name]);
  // A player whose play was not beaten leads the next trick with it.
  const isSameTrick = now.trick === queuedPlay.trick || (queuedPlay.leadsNext && isMyTurn());
  if (!isUnchanged) cancelQueuedPlay();
  else if (!isSameTrick) dropQueuedPlay(getControls().dataset.anotherTrick);
  else if (!isMyTurn() && isAnswerCurrent() && getButton()?.dataset.available !== "true")
    dropQueuedPlay(getReason().textContent);
}

/** Drop the queued play and say why. */
function dropQueuedPlay(reasonText) {
  queuedPlay = null;
  showDropMessage(getReason(), reasonText);
}

/** Send the queued play, unless it is refused or has a warning. */
function sendQueuedPlay() {
  queuedPlay = null;
  const canPlay = document.getElementById("play").dataset.available === "true";
  // A play with a warning needs the player's own press.
  const warning = document.getElementById("warning");
  if (canPlay && !warning) pressButton("play");
  else showDropMessage(warning ?? getReason());
}

/** Show a sentence beside the buttons. */
function showReason(sentence) {
  getReason().textContent = sentence;
  getReason().hidden = false;
}

/** Show and announce why the queued play was dropped. */
function showDropMessage(element, reasonText = element.textContent) {
  const sentence = getControls().dataset.lapsed.replace("{reason}", reasonText);
  element.textContent = sentence;
  element.hidden = false;
  element.classList.add("is-lapsed");
  droppedPlay = { ...getSituation(), reasonText };
  announce(sentence);
}

/** Listen for clicks on the button that queues a play. */
export function watchQueuedPlay() {
  table.addEventListener("click", (event) => event.target.closest("#plan") && toggleQueuedPlay());
}
