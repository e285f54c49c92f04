// The buttons. Whether a play is legal and what it is called comes from the server with every
// #controls; here a button is only held back while that answer is not about the cards selected
// now, or while there is no connection.

import { isConnected } from "./connection.js";
import { isTold, nextOrder, selection, sortNext, tellSelection } from "./hand.js";
import { hint } from "./hints.js";
import { announce, page, table } from "./page.js";

const titles = { plain: document.title };
// Forms whose move is on its way: a second press must not send a second move.
const sent = new WeakSet();
let answered = null;

const controls = () => document.getElementById("controls");
const button = (id) => document.getElementById(id);

/** Whether what the server said is about the cards that are selected now. */
function isJudged() {
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
  const ready = button("ready");
  if (ready) ready.disabled = !connected;
  nameSorting();
  nameTitle();
  if (answered !== controls()) {
    answered = controls();
    if (!play || isJudged()) sayVerdict();
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

/** A tab in the background says in its title that it is one's turn. */
function nameTitle() {
  const call = controls().dataset.title;
  document.title = call ? `● ${call} · ${titles.plain}` : titles.plain;
}

/** For those who do not see the buttons: what the selected cards are, or why they will not do. */
function sayVerdict() {
  const refusal = button("refusal");
  const reason = button("play-reason");
  const play = button("play");
  if (refusal) announce(refusal.textContent);
  else if (!play || !selection()) announce("");
  else announce(play.dataset.can === "true" ? play.textContent : reason.textContent);
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
  if (!isConnected() || sent.has(form)) {
    event.preventDefault();
    return;
  }
  sent.add(form);
  form.classList.add("is-sent");
  // If no answer comes the button works again; a move that was accepted is refused the second
  // time, by its version.
  setTimeout(() => {
    sent.delete(form);
    form.classList.remove("is-sent");
  }, 4000);
  parameters.version = table.dataset.version;
  if (parameters.do === "play") parameters.cards = selection();
  for (const name of Object.keys(headers)) delete headers[name];
}

export function watchControls() {
  page.addEventListener("htmx:wsConfigSend", configSend);
  table.addEventListener("click", (event) => {
    if (event.target.closest("#sort")) sortNext();
    if (event.target.closest("#hint")) hint();
  });
}
