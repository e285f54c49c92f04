// Passes automatically if the player enabled it and passing is the only choice. The delay is
// random, so that it reveals nothing about the hand.

import { isConnected } from "./connection.js";
import { pressButton } from "./controls.js";
import { announce, isPreferenceOn, page, table } from "./page.js";

let timer = 0;
// The position in which the player took over.
let manualPosition = null;

const getNotice = () => document.getElementById("passing");

const shouldPass = () =>
  isPreferenceOn("passing") &&
  document.getElementById("controls").dataset.onlyPass === "true" &&
  isConnected() &&
  manualPosition !== table.dataset.positionId;

/** Start, continue or stop passing, depending on the table. */
export function refreshAutopass() {
  if (!shouldPass()) stopTimer();
  else if (!timer) startTimer();
  if (getNotice()) getNotice().hidden = !timer;
}

/** Start the timer and announce that the turn will be passed. */
function startTimer() {
  const [shortest, longest] = page.dataset.passAfter.split(" ").map(Number);
  timer = setTimeout(pass, shortest + Math.random() * (longest - shortest));
  announce(getNotice().dataset.message);
}

/** Stop the timer. */
function stopTimer() {
  clearTimeout(timer);
  timer = 0;
}

/** Pass the turn. */
function pass() {
  timer = 0;
  pressButton("pass");
}

/** Leave this turn to the player after any input. */
export function suspendAutopass() {
  manualPosition = table.dataset.positionId;
  refreshAutopass();
}

/** Leave this turn to the player, and move the focus to the Pass button. */
function cancelAutopass() {
  suspendAutopass();
  document.getElementById("pass").focus();
}

/** Listen for clicks that suspend automatic passing. */
export function watchAutopass() {
  table.addEventListener("click", (event) => {
    if (event.target.closest("#passing button")) cancelAutopass();
    if (event.target.closest("#hint")) suspendAutopass();
  });
}
