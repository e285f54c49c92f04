// Playing by keyboard. Single letters can be switched off in the menu, for people whose voice
// control or screen reader types them.

import { focusChat } from "../chat/drawer.js";
import { focusEdge, moveCard, moveFocus } from "./hand.js";
import { showKeys } from "./keylist.js";
import { isDialogOpen } from "./page.js";
import { passByKey, watchPassKey } from "./passkey.js";

const isTyping = (element) => element.closest?.("input, textarea, select, [contenteditable]");
const isCard = (element) => element.matches?.("#hand .card");
// On a button or a link Enter and Space are that button's; arrows scroll what can be scrolled.
const isFree = (element) => element === document.body || element.id === "main" || isCard(element);

const press = (id) => document.getElementById(id)?.click();

const LETTERS = {
  t: () => focusChat(),
  p: passByKey,
  h: () => press("hint"),
  s: () => press("sort"),
  g: () => press("aside"),
  "?": showKeys,
};
const ON_CARDS = {
  ArrowLeft: () => moveFocus(-1),
  ArrowRight: () => moveFocus(1),
  ArrowUp: () => moveFocus(-1),
  ArrowDown: () => moveFocus(1),
  Home: () => focusEdge(false),
  End: () => focusEdge(true),
  Enter: () => press(document.getElementById("plan") ? "plan" : "play"),
};
const ON_A_CARD_WITH_SHIFT = {
  ArrowLeft: () => moveCard(-1),
  ArrowRight: () => moveCard(1),
};

function actionFor(event, hasLetters) {
  const { key, shiftKey, target } = event;
  if (shiftKey && key.startsWith("Arrow")) return isCard(target) && ON_A_CARD_WITH_SHIFT[key];
  // Enter on a card is a click on it where single keys are off, as on any other button.
  const onCards = isFree(target) && (hasLetters || key !== "Enter") && ON_CARDS[key];
  return onCards || (hasLetters && LETTERS[key.toLowerCase()]);
}

export function watchKeys() {
  watchPassKey();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (isDialogOpen()) return;
    const action = actionFor(event, document.documentElement.dataset.keys !== "off");
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith("Arrow")) action();
  });
}
