// Passing by itself, for those who switched it on, where there is nothing else to do. Not at once
// and not always after the same time: how long somebody takes to pass should tell nothing.

import { isConnected } from "./connection.js";
import { submit } from "./controls.js";
import { announce, isOn, page, table } from "./page.js";

let timer = 0;
// The moment of the table in which the player chose to do it alone.
let leftAlone = null;

const sign = () => document.getElementById("passing");

const isWanted = () =>
  isOn("passing") &&
  document.getElementById("controls").dataset.onlyPass === "true" &&
  isConnected() &&
  leftAlone !== table.dataset.moment;

/** Begin to pass, go on with it, or stop, as the table now stands. */
export function refreshPassing() {
  if (!isWanted()) stop();
  else if (!timer) begin();
  if (sign()) sign().hidden = !timer;
}

function begin() {
  const [shortest, longest] = page.dataset.passAfter.split(" ").map(Number);
  timer = setTimeout(pass, shortest + Math.random() * (longest - shortest));
  announce(sign().dataset.said);
}

function stop() {
  clearTimeout(timer);
  timer = 0;
}

function pass() {
  timer = 0;
  submit("pass");
}

/** The player does something: then this turn is the player's. */
export function leaveAlone() {
  leftAlone = table.dataset.moment;
  refreshPassing();
}

function cancel() {
  leaveAlone();
  document.getElementById("pass").focus();
}

export function watchPassing() {
  table.addEventListener("click", (event) => {
    if (event.target.closest("#passing button")) cancel();
    if (event.target.closest("#hint")) leaveAlone();
  });
}
