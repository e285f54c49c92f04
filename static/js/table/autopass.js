// Passes automatically if the player enabled it and passing is the only choice. The delay is
// random, so that it reveals nothing about the hand.

import { isConnected } from "./connection.js";
import { submit } from "./controls.js";
import { announce, isOn, page, table } from "./page.js";

let timer = 0;
// The position in which the player took over.
let leftAlone = null;

const sign = () => document.getElementById("passing");

const isWanted = () =>
  isOn("passing") &&
  document.getElementById("controls").dataset.onlyPass === "true" &&
  isConnected() &&
  leftAlone !== table.dataset.moment;

/** Start, continue or stop passing, depending on the table. */
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

/** Leave this turn to the player after any input. */
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
