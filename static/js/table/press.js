// A button that is replaced between press and release gets no click. So messages wait until the
// release, but no longer than a normal press.

import { rawSocket } from "./socket.js";

const LONGEST_PRESS = 3000;
const PRESSED = "button, a, summary";
// Cards are excluded: their elements stay during updates, and drags take long.
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

/** Deliver waiting messages just after the click. */
function lift() {
  if (!isPressed) return;
  clearTimeout(timer);
  timer = setTimeout(letGo);
}

/** Deliver the waiting messages. */
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

/** Delay messages while a button is down. Call it before others listen for messages. */
export function watchPresses(page) {
  page.addEventListener("htmx:wsBeforeMessage", hold);
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, press, true);
  for (const type of ["pointerup", "pointercancel", "keyup"]) {
    document.addEventListener(type, lift, true);
  }
}
