// Keyboard shortcuts. Single-key shortcuts can be turned off in the menu, because voice control and
// screen readers may type them.

import { focusChat } from "../chat/drawer.js";
import { focusEdge, moveCard, moveFocus } from "./hand.js";
import { showKeys } from "./keylist.js";
import { isDialogOpen } from "./page.js";
import { passByKey, watchPassKey } from "./passkey.js";

const isTyping = (element) => element.closest?.("input, textarea, select, [contenteditable]");
const isCard = (element) => element.matches?.("#hand .card");
// Buttons and links keep Enter and Space; scrollable elements keep the arrow keys.
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
  // With single-key shortcuts off, Enter on a card is a click, as on any button.
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
