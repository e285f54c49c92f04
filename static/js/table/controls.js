// The buttons. The server decides whether a play is legal and how it is labelled. This module
// disables a button while the server's answer is not about the selected cards, or while offline.

import { getNextOrder } from "./hand-layout.js";
import { clearNewCards, takeNews } from "./new-cards.js";
import { isConnected } from "./connection.js";
import {
  getSelectedNames,
  getSelection,
  isSelectionSent,
  refreshHand,
  sendSelection,
  sortByNextOrder,
} from "./hand.js";
import { requestHint } from "./hints.js";
import { announce, page, table } from "./page.js";
import { isMovePending, refreshPendingMove, trackMove } from "./pending-move.js";

// Actions that are valid for one position of the table only.
const MOVES = ["play", "pass", "give", "redeal"];
// Attributes of which at least one changes with every answer.
const ANSWER_IDS = ["controls", "stance", "said", "moves"];
// Forms being sent, so that a second press doesn't send a second move.
const sentForms = new Set();
// Milliseconds for which a press before the first connection is kept.
const EARLY_PRESS_TIMEOUT = 10_000;
let earlyPress = null;
let shownAnswers = [];
let announcedNotes = "";

const getControls = () => document.getElementById("controls");
const getElement = (id) => document.getElementById(id);

/** Return whether the server's answer is about the selected cards. */
export function isAnswerCurrent() {
  return getControls().dataset.selection === getSelection();
}

/** Enable the buttons that can be used now, and announce a new answer. */
export function refreshControls() {
  const connected = isConnected();
  const play = getElement("play");
  const pass = getElement("pass");
  if (play) play.disabled = !(play.dataset.available === "true" && connected && isAnswerCurrent());
  // Disable buttons whose press would be lost.
  for (const each of [pass, getElement("hint")]) {
    if (each) each.disabled = !(each.dataset.available === "true" && connected);
  }
  for (const each of [getElement("ready"), getElement("redeal")]) {
    if (each) each.disabled = !connected;
  }
  labelSortButton();
  if (connected && earlyPress) repeatPress();
  const answers = ANSWER_IDS.map(getElement);
  const isNew = answers.some((each, index) => each !== shownAnswers[index]);
  if (isNew || !connected) for (const form of [...sentForms]) enableForm(form);
  refreshPendingMove();
  if (isNew) {
    shownAnswers = answers;
    if (!play || isAnswerCurrent()) announceAnswer();
    // A new connection has no selection. An outdated answer needs no new request, because the
    // later click has already sent one.
    else if (connected && !isSelectionSent()) sendSelection();
  }
}

/** Show the next sort order on its button. */
function labelSortButton() {
  const sort = getElement("sort");
  if (!sort) return;
  const next = getNextOrder();
  sort.textContent = sort.dataset[`sort${next[0].toUpperCase()}${next.slice(1)}`];
}

/** Announce new cards, notes and the verdict on the selection to screen readers. */
function announceAnswer() {
  const facts = [takeNews(), takeChangedNotes()].filter(Boolean);
  const text = [...facts, getVerdict()].filter(Boolean).join(" ");
  // The next message may follow at once and must not silence this one.
  announce(text, facts.length > 0);
}

/** Return the player's notes if they changed, otherwise an empty text. */
function takeChangedNotes() {
  const notes = [...document.querySelectorAll("#notes li")].map((note) => note.textContent);
  const previousNotes = announcedNotes;
  announcedNotes = notes.join(" ");
  return previousNotes === announcedNotes ? "" : announcedNotes;
}

/** Return the name of the selected combination, or why it can't be played. */
function getVerdict() {
  const refusal = getElement("refusal");
  const play = getElement("play");
  if (refusal) return refusal.textContent;
  if (!play || !getSelection()) return "";
  const plan = getElement("plan");
  if (plan?.dataset.available === "true") return plan.textContent;
  if (play.dataset.available !== "true") return getElement("play-reason").textContent;
  const warning = getElement("warning");
  return warning ? `${play.textContent}. ${warning.textContent}` : play.textContent;
}

/** Submit the form of a button, unless it is disabled. */
export function pressButton(id) {
  const button = getElement(id);
  if (button && !button.disabled) button.form.requestSubmit(button);
}

/** Complete a form that is being sent, or stop it. */
function handleSend(event) {
  const form = event.target;
  const { parameters, headers, triggeringEvent } = event.detail;
  // The extension would queue it, and without the extension the form would reload the page.
  triggeringEvent?.preventDefault();
  const isMove = MOVES.includes(parameters.do);
  if (!isConnected() || sentForms.has(form) || (isMove && isMovePending())) {
    event.preventDefault();
    // After a lost connection the table may have changed.
    if (!("connection" in table.dataset) && !isMove) storePress(form);
    return;
  }
  sentForms.add(form);
  form.classList.add("is-sent");
  if (isMove) prepareMove(form, parameters);
  // Enable the button again if no answer comes.
  else setTimeout(() => enableForm(form), 4000);
  for (const name of Object.keys(headers)) delete headers[name];
}

/** Store the latest press that can't be sent yet. */
function storePress(form) {
  dropPress();
  const id = form.querySelector("[type=submit]")?.id;
  // A form that is sent when its choice changes has no button to press again.
  if (!id) return;
  earlyPress = { id, html: form.innerHTML, timer: setTimeout(dropPress, EARLY_PRESS_TIMEOUT) };
  form.classList.add("is-sent");
}

/** Drop the stored press. */
function dropPress() {
  if (!earlyPress) return;
  clearTimeout(earlyPress.timer);
  getElement(earlyPress.id)?.form.classList.remove("is-sent");
  earlyPress = null;
}

/** On connection, repeat the stored press if the button still means the same. */
function repeatPress() {
  const { id, html } = earlyPress;
  dropPress();
  if (getElement(id)?.form.innerHTML === html) pressButton(id);
}

/** Let the form be sent again. */
function enableForm(form) {
  sentForms.delete(form);
  form.classList.remove("is-sent");
}

/** Add the shown position to a move, so that the server refuses late or repeated ones. */
function prepareMove(form, parameters) {
  parameters.moment = table.dataset.positionId;
  if ("cards" in parameters) parameters.cards = getSelection();
  clearNewCards();
  refreshHand();
  trackMove(form, "cards" in parameters ? getSelectedNames() : []);
}

/** Listen for forms being sent, and for the Sort and Hint buttons. */
export function watchControls() {
  page.addEventListener("htmx:wsConfigSend", handleSend);
  table.addEventListener("click", (event) => {
    if (event.target.closest("#sort")) sortByNextOrder();
    if (event.target.closest("#hint")) requestHint();
  });
}
