// Playing by keyboard. Single letters can be switched off in the menu, for people whose voice
// control or screen reader types them.

import { submit } from "./controls.js";
import { focusEdge, moveFocus, sortNext } from "./hand.js";
import { hint } from "./hints.js";

const isTyping = (element) => element.closest?.("input, textarea, select, [contenteditable]");
const isCard = (element) => element.matches?.("#hand .card");
// On a button or a link Enter and Space are that button's; arrows scroll what can be scrolled.
const isFree = (element) => element === document.body || element.id === "main" || isCard(element);

const LETTERS = {
  p: () => submit("pass"),
  h: () => pressHint(),
  s: () => document.getElementById("sort") && sortNext(),
};
const ON_CARDS = {
  ArrowLeft: () => moveFocus(-1),
  ArrowRight: () => moveFocus(1),
  ArrowUp: () => moveFocus(-1),
  ArrowDown: () => moveFocus(1),
  Home: () => focusEdge(false),
  End: () => focusEdge(true),
  Enter: () => submit("play"),
};

function pressHint() {
  const button = document.getElementById("hint");
  if (button && !button.disabled) hint();
}

export function watchKeys() {
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(at)) return;
    const letters = document.documentElement.dataset.keys !== "off";
    // Enter on a card is a click on it where single keys are off, as on any other button.
    const onCards = isFree(at) && (letters || event.key !== "Enter") && ON_CARDS[event.key];
    const action = onCards || (letters && LETTERS[event.key.toLowerCase()]);
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith("Arrow")) action();
  });
}
