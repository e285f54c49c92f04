// A button that is replaced between press and release gets no click. So messages wait until the
// release, but no longer than a normal press.

import { getRawSocket } from "./socket.js";

const LONGEST_PRESS = 3000;
const PRESSABLE = "button, a, summary";
// Cards are excluded: their elements stay during updates, and drags take long.
const EXCLUDED = "#hand";

const heldMessages = [];
let isPressed = false;
let timer = 0;

/** Hold messages from now on, if a button is pressed. */
function handlePress(event) {
  if (event.type === "keydown" && event.key !== " ") return;
  if (!event.target.closest?.(PRESSABLE) || event.target.closest(EXCLUDED)) return;
  isPressed = true;
  clearTimeout(timer);
  timer = setTimeout(deliverHeldMessages, LONGEST_PRESS);
}

/** Deliver waiting messages just after the click. */
function handleRelease() {
  if (!isPressed) return;
  clearTimeout(timer);
  timer = setTimeout(deliverHeldMessages);
}

/** Deliver the waiting messages. */
export function deliverHeldMessages() {
  clearTimeout(timer);
  isPressed = false;
  for (const [socket, data] of heldMessages.splice(0))
    socket.dispatchEvent(new MessageEvent("message", { data }));
}

/** Hold a message while a button is down. */
function holdMessage(event) {
  if (!isPressed) return;
  heldMessages.push([getRawSocket(), event.detail.message]);
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Delay messages while a button is down. Call it before others listen for messages. */
export function watchPresses(page) {
  page.addEventListener("htmx:wsBeforeMessage", holdMessage);
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, handlePress, true);
  for (const type of ["pointerup", "pointercancel", "keyup"]) {
    document.addEventListener(type, handleRelease, true);
  }
}
