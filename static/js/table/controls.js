// The buttons. Whether a play is legal and what it is called comes from the server with the
// parts of #controls; here a button is only held back while that answer is not about the cards
// selected now, or while there is no connection.

import { nextOrder } from "./arrangement.js";
import { forgetArrivals, takeNews } from "./arrivals.js";
import { isConnected } from "./connection.js";
import { isTold, refreshHand, selected, selection, sortNext, tellSelection } from "./hand.js";
import { hint } from "./hints.js";
import { announce, page, table } from "./page.js";
import { beginSending, isSending, refreshSending } from "./sending.js";

// What is made for one moment of the table, and comes too late in another.
const MOVES = ["play", "pass", "give", "redeal"];
// What comes with an answer: at least one of them is another then.
const ANSWERS = ["controls", "stance", "said", "moves"];
// Forms that are on their way: a second press must not send a second move.
const sent = new Set();
// What was pressed before the first connection stood is carried out by it, unless that takes longer.
const KEPT = 10_000;
let early = null;
let answered = [];
let notesTold = "";

const controls = () => document.getElementById("controls");
const button = (id) => document.getElementById(id);

/** Whether what the server said is about the cards that are selected now. */
export function isJudged() {
  return controls().dataset.selection === selection();
}

export function refreshControls() {
  const connected = isConnected();
  const play = button("play");
  const pass = button("pass");
  if (play) play.disabled = !(play.dataset.can === "true" && connected && isJudged());
  // Nothing that would be lost can be pressed.
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
    // A fresh connection knows nothing. An answer that another click overtook needs no new
    // question: that click has asked.
    else if (connected && !isTold()) tellSelection();
  }
}

function nameSorting() {
  const sort = button("sort");
  if (!sort) return;
  const next = nextOrder();
  sort.textContent = sort.dataset[`sort${next[0].toUpperCase()}${next.slice(1)}`];
}

/** For those who do not see it: what is new in the hand and beside it, and the verdict. */
function sayAnswer() {
  const facts = [takeNews(), takeNotes()].filter(Boolean);
  const said = [...facts, verdict()].filter(Boolean).join(" ");
  // The next message may follow at once, and should not silence facts.
  announce(said, facts.length > 0);
}

/** The notes for this player, when they are others than before. */
function takeNotes() {
  const notes = [...document.querySelectorAll("#notes li")].map((note) => note.textContent);
  const told = notesTold;
  notesTold = notes.join(" ");
  return told === notesTold ? "" : notesTold;
}

/** What the selected cards are, or why they will not do. */
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
  // The extension would queue it, and without the extension the form would load the page.
  triggeringEvent?.preventDefault();
  const isMove = MOVES.includes(parameters.do);
  if (!isConnected() || sent.has(form) || (isMove && isSending())) {
    event.preventDefault();
    // A table that was lost may be another when it is found again.
    if (!("connection" in table.dataset) && !isMove) keepPress(form);
    return;
  }
  sent.add(form);
  form.classList.add("is-sent");
  if (isMove) configMove(form, parameters);
  // If no answer comes the button works again.
  else setTimeout(() => release(form), 4000);
  for (const name of Object.keys(headers)) delete headers[name];
}

/** Keep a press that nothing can carry away yet; of several the last one counts. */
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

/** The connection stands: what was pressed is pressed, where it still asks for the same. */
function pressAgain() {
  const { id, asked } = early;
  forgetPress();
  if (button(id)?.form.innerHTML === asked) submit(id);
}

function release(form) {
  sent.delete(form);
  form.classList.remove("is-sent");
}

/** A move is for the moment that the page shows: another is refused, and so is its repetition. */
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
