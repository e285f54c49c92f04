// Keyboard shortcuts. Single-key shortcuts can be turned off in the menu, because voice control and
// screen readers may type them.

import { focusChat } from "../chat/drawer.js";
import { focusEdge, moveCard, moveFocus } from "./hand.js";
import { showShortcuts } from "./shortcuts-dialog.js";
import { isDialogOpen } from "./page.js";
import { showKeysHint } from "./keys-hint.js";
import { passByKey, watchPassShortcut } from "./pass-shortcut.js";

const isTyping = (element) => element.closest?.("input, textarea, select, [contenteditable]");
const isCard = (element) => element.matches?.("#hand .card");
// Buttons and links keep Enter and Space; scrollable elements keep the arrow keys.
const acceptsShortcuts = (element) =>
  element === document.body || element.id === "main" || isCard(element);

const clickButton = (id) => document.getElementById(id)?.click();

const LETTER_ACTIONS = {
  t: () => focusChat(),
  p: passByKey,
  h: () => clickButton("hint"),
  s: () => clickButton("sort"),
  g: () => clickButton("aside"),
  "?": showShortcuts,
};
const CARD_ACTIONS = {
  ArrowLeft: () => moveFocus(-1),
  ArrowRight: () => moveFocus(1),
  ArrowUp: () => moveFocus(-1),
  ArrowDown: () => moveFocus(1),
  Home: () => focusEdge(false),
  End: () => focusEdge(true),
  Enter: () => clickButton(document.getElementById("plan") ? "plan" : "play"),
};
const SHIFT_ACTIONS = {
  ArrowLeft: () => moveCard(-1),
  ArrowRight: () => moveCard(1),
};

/** Return the function of a key, if it has one here. */
function getAction(event, hasLetters) {
  const { key, shiftKey, target } = event;
  if (shiftKey && key.startsWith("Arrow")) return isCard(target) && SHIFT_ACTIONS[key];
  // With single-key shortcuts off, Enter on a card is a click, as on any button.
  const cardAction =
    acceptsShortcuts(target) && (hasLetters || key !== "Enter") && CARD_ACTIONS[key];
  return cardAction || (hasLetters && LETTER_ACTIONS[key.toLowerCase()]);
}

/** Listen for keys. */
export function watchShortcuts() {
  watchPassShortcut();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (isDialogOpen()) return;
    const action = getAction(event, document.documentElement.dataset.keys !== "off");
    if (!action) return;
    event.preventDefault();
    showKeysHint();
    if (!event.repeat || event.key.startsWith("Arrow")) action();
  });
}
