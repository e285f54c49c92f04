// A button that is replaced between pressing it and letting go is never clicked. So what comes
// meanwhile waits until it was let go, but no longer than a press takes.

import { rawSocket } from "./socket.js";

const LONGEST_PRESS = 3000;
const PRESSED = "button, a, summary";
// Cards stay where they are while the table goes on; dragging them takes long.
const LASTING = "#hand";

const held = [];
let isPressed = false;
let timer = 0;

function press(event) {
  if (event.type === "keydown" && event.key !== " ") return;
  if (!event.target.closest?.(PRESSED) || event.target.closest(LASTING)) return;
  isPressed = true;
  clearTimeout(timer);
  timer = setTimeout(letGo, LONGEST_PRESS);
}

/** The click comes right behind; what waits comes after it. */
function lift() {
  if (!isPressed) return;
  clearTimeout(timer);
  timer = setTimeout(letGo);
}

/** Take what has waited. */
export function letGo() {
  clearTimeout(timer);
  isPressed = false;
  for (const [from, data] of held.splice(0))
    from.dispatchEvent(new MessageEvent("message", { data }));
}

function hold(event) {
  if (!isPressed) return;
  held.push([rawSocket(), event.detail.message]);
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Hold back what comes while a button is down; to be called before others listen. */
export function watchPresses(page) {
  page.addEventListener("htmx:wsBeforeMessage", hold);
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, press, true);
  for (const type of ["pointerup", "pointercancel", "keyup"]) {
    document.addEventListener(type, lift, true);
  }
}
