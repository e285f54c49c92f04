// Restores the focus after an element was replaced: to the same button or card or, if that is gone
// or disabled, to the hand.

import { cards, focusCard, keyOf } from "./hand.js";
import { table } from "./page.js";

// Replaced elements that can be scrolled by keyboard.
const SCROLLERS = [".log", "#sheet .sheet-scroll"];

let remembered = null;

export function rememberFocus() {
  const focused = document.activeElement;
  remembered = null;
  if (!focused || !table.contains(focused)) return;
  remembered = {
    id: focused.id,
    card: focused.dataset.card && keyOf(focused),
    place: cards().indexOf(focused),
    scroller: SCROLLERS.find((each) => focused.matches(each)),
    element: focused,
  };
}

export function restoreFocus() {
  if (!remembered) return;
  if (remembered.element.isConnected && document.activeElement === remembered.element) return;
  const { id, card, place, scroller } = remembered;
  const same = id && document.getElementById(id);
  if (same && !same.disabled) {
    same.focus({ preventScroll: true });
  } else if (scroller) {
    document.querySelector(scroller)?.focus({ preventScroll: true });
  } else {
    const shown = cards();
    const twin = card && shown.find((each) => keyOf(each) === card);
    focusCard(twin || shown[Math.min(Math.max(place, 0), shown.length - 1)]);
  }
}
