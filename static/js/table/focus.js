// Restores the focus after an element was replaced: to the same button or card or, if that is gone
// or disabled, to the hand; after a deal, to the headline of its result.

import { focusCard, getCards, getName } from "./hand.js";
import { table } from "./page.js";

// Replaced elements that can be scrolled by keyboard.
const SCROLLERS = [".log", "#sheet .sheet-scroll"];

let savedFocus = null;

/** Save which element has the focus. */
export function saveFocus() {
  const focused = document.activeElement;
  savedFocus = null;
  if (!focused || !table.contains(focused)) return;
  savedFocus = {
    id: focused.id,
    card: focused.dataset.card && getName(focused),
    place: getCards().indexOf(focused),
    scroller: SCROLLERS.find((each) => focused.matches(each)),
    element: focused,
  };
}

/** Move the focus to the saved element or to what replaces it. */
export function restoreFocus() {
  if (!savedFocus) return;
  if (savedFocus.element.isConnected && document.activeElement === savedFocus.element) return;
  const { id, card, place, scroller } = savedFocus;
  const sameElement = id && document.getElementById(id);
  if (sameElement && !sameElement.disabled) {
    sameElement.focus({ preventScroll: true });
  } else if (scroller) {
    document.querySelector(scroller)?.focus({ preventScroll: true });
  } else {
    const shown = getCards();
    const sameCard = card && shown.find((each) => getName(each) === card);
    if (shown.length) focusCard(sameCard || shown[Math.min(Math.max(place, 0), shown.length - 1)]);
    else focusResult();
  }
}

/** Move the focus to the result if the element that had it is gone; a hidden result can't take it. */
export function focusResult() {
  if (!savedFocus || document.activeElement !== document.body) return;
  document.querySelector("#result h2")?.focus({ preventScroll: true });
}
