// The buttons. The server decides whether a play is legal and how it is labelled. This module
// disables a button while the server's answer is not about the selected cards, or while offline.

import { nextOrder } from "./arrangement.js";
import { forgetArrivals, takeNews } from "./arrivals.js";
import { isConnected } from "./connection.js";
import { isTold, refreshHand, selected, selection, sortNext, tellSelection } from "./hand.js";
import { hint } from "./hints.js";
import { announce, page, table } from "./page.js";
import { beginSending, isSending, refreshSending } from "./sending.js";

// Actions that are valid for one position of the table only.
const MOVES = ["play", "pass", "give", "redeal"];
// Attributes of which at least one changes with every answer.
const ANSWERS = ["controls", "stance", "said", "moves"];
// Forms being sent, so that a second press doesn't send a second move.
const sent = new Set();
// Milliseconds for which a press before the first connection is kept.
const KEPT = 10_000;
let early = null;
let answered = [];
let notesTold = "";

const controls = () => document.getElementById("controls");
const button = (id) => document.getElementById(id);

/** Whether the server's answer is about the selected cards. */
export function isJudged() {
  return controls().dataset.selection === selection();
}

export function refreshControls() {
  const connected = isConnected();
  const play = button("play");
  const pass = button("pass");
  if (play) play.disabled = !(play.dataset.can === "true" && connected && isJudged());
  // Disable buttons whose press would be lost.
  for (const each of [pass, button("hint")]) {
    if (each) each.disabled = !(each.dataset.can === "true" && connected);
  }
  for (const each of [button("ready"), button("redeal")]) {
    if (each) each.disabled = !connected;
  }
  nameSorting();
  if (connected && early) pressAgain();
  const answer = ANSWERS.map(button);
  const isNew = answer.some((each, place) => each !== answered[place]);
  if (isNew || !connected) for (const form of [...sent]) release(form);
  refreshSending();
  if (isNew) {
    answered = answer;
    if (!play || isJudged()) sayAnswer();
    // A new connection has no selection. An outdated answer needs no new request, because the
    // later click has already sent one.
    else if (connected && !isTold()) tellSelection();
  }
}

function nameSorting() {
  const sort = button("sort");
  if (!sort) return;
  const next = nextOrder();
  sort.textContent = sort.dataset[`sort${next[0].toUpperCase()}${next.slice(1)}`];
}

/** Announce new cards, notes and the verdict on the selection to screen readers. */
function sayAnswer() {
  const facts = [takeNews(), takeNotes()].filter(Boolean);
  const said = [...facts, verdict()].filter(Boolean).join(" ");
  // The next message may follow at once and must not silence this one.
  announce(said, facts.length > 0);
}

/** The player's notes, if they changed. */
function takeNotes() {
  const notes = [...document.querySelectorAll("#notes li")].map((note) => note.textContent);
  const told = notesTold;
  notesTold = notes.join(" ");
  return told === notesTold ? "" : notesTold;
}

/** The name of the selected combination, or why it can't be played. */
function verdict() {
  const refusal = button("refusal");
  const play = button("play");
  if (refusal) return refusal.textContent;
  if (!play || !selection()) return "";
  const plan = button("plan");
  if (plan?.dataset.can === "true") return plan.textContent;
  if (play.dataset.can !== "true") return button("play-reason").textContent;
  const warning = button("warning");
  return warning ? `${play.textContent}. ${warning.textContent}` : play.textContent;
}

export function submit(id) {
  const pressed = button(id);
  if (pressed && !pressed.disabled) pressed.form.requestSubmit(pressed);
}

function configSend(event) {
  const form = event.target;
  const { parameters, headers, triggeringEvent } = event.detail;
  // The extension would queue it, and without the extension the form would reload the page.
  triggeringEvent?.preventDefault();
  const isMove = MOVES.includes(parameters.do);
  if (!isConnected() || sent.has(form) || (isMove && isSending())) {
    event.preventDefault();
    // After a lost connection the table may have changed.
    if (!("connection" in table.dataset) && !isMove) keepPress(form);
    return;
  }
  sent.add(form);
  form.classList.add("is-sent");
  if (isMove) configMove(form, parameters);
  // Enable the button again if no answer comes.
  else setTimeout(() => release(form), 4000);
  for (const name of Object.keys(headers)) delete headers[name];
}

/** Keep the latest press that can't be sent yet. */
function keepPress(form) {
  forgetPress();
  const { id } = form.querySelector("[type=submit]");
  early = { id, asked: form.innerHTML, timer: setTimeout(forgetPress, KEPT) };
  form.classList.add("is-sent");
}

function forgetPress() {
  if (!early) return;
  clearTimeout(early.timer);
  button(early.id)?.form.classList.remove("is-sent");
  early = null;
}

/** On connection, repeat the kept press if the button still means the same. */
function pressAgain() {
  const { id, asked } = early;
  forgetPress();
  if (button(id)?.form.innerHTML === asked) submit(id);
}

function release(form) {
  sent.delete(form);
  form.classList.remove("is-sent");
}

/** Add the shown position to a move, so that the server refuses late or repeated ones. */
function configMove(form, parameters) {
  parameters.moment = table.dataset.moment;
  if ("cards" in parameters) parameters.cards = selection();
  forgetArrivals();
  refreshHand();
  beginSending(form, "cards" in parameters ? selected() : []);
}

export function watchControls() {
  page.addEventListener("htmx:wsConfigSend", configSend);
  table.addEventListener("click", (event) => {
    if (event.target.closest("#sort")) sortNext();
    if (event.target.closest("#hint")) hint();
  });
}
