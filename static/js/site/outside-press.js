// A press outside an open pop-up, panel or menu only closes it: what lies under the finger is not
// pressed. Modal dialogs need no help, because the browser makes the page behind them inert.

// Functions that return what is open: its parts, in which a press is inside, and how to close it.
const sources = [];
// What the current press closes when it is released.
let closing = [];
// Whether the click of the current press must not reach what it would press.
let isSwallowed = false;

/**
 * Have a press outside close something.
 *
 * @param {() => {parts: Element[], close: () => void}[]} listOpen returns what is open now. Its
 *   parts include the button that opened it, which closes it by itself.
 */
export function watchOutsidePress(listOpen) {
  sources.push(listOpen);
}

/** Return what is open and doesn't contain the target of an event. */
function listLeft(event) {
  // The target may no longer be on the page.
  const path = event.composedPath();
  return sources
    .flatMap((listOpen) => listOpen())
    .filter(({ parts }) => !parts.some((part) => path.includes(part)));
}

/** Remember what a press will close. Until its release it may still be a swipe that scrolls. */
function handlePress(event) {
  forgetPress();
  if (event.button !== 0 || !event.isPrimary) return;
  closing = listLeft(event);
  isSwallowed = closing.length > 0;
  if (isSwallowed) event.stopPropagation();
}

/** Keep a press from moving the focus, opening a list of choices or selecting text. */
function keepFocus(event) {
  if (!isSwallowed) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Close what the press was outside of. A disabled button under it would get no click. */
function handleRelease(event) {
  if (!event.isPrimary) return;
  for (const { parts, close } of closing) {
    // The browser would leave the focus on the button that opened it.
    if (parts.some((part) => part.contains(document.activeElement))) document.activeElement.blur();
    close();
  }
  closing = [];
}

/** Keep the click of such a press from what lies there; a click by keyboard closes and clicks. */
function handleClick(event) {
  if (isSwallowed && event.isTrusted) {
    event.preventDefault();
    event.stopImmediatePropagation();
    isSwallowed = false;
    return;
  }
  for (const { close } of listLeft(event)) close();
}

/** Forget a press that is not going to be a click. */
function forgetPress() {
  closing = [];
  isSwallowed = false;
}

// Of the same element as other listeners for presses, which still hear of it.
document.addEventListener("pointerdown", handlePress, true);
document.addEventListener("mousedown", keepFocus, true);
window.addEventListener("pointerup", handleRelease, true);
window.addEventListener("click", handleClick, true);
for (const type of ["pointercancel", "keydown"]) window.addEventListener(type, forgetPress, true);
