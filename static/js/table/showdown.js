// The end of a deal. The last cards stay on the felt for two seconds while the other hands fan out;
// then the result slides in. Only looks: the whole message, with the result, is already in the page.
// Any key or press ends it and does nothing else. With reduced motion or on a hidden page the result
// is shown at once.

import { celebrate } from "./celebration.js";
import { focusResult } from "./focus.js";
import { animate, isMotionOff } from "./motion.js";
import { page, table } from "./page.js";
import { getPhase } from "./pulse.js";

const FAN_DELAY = 500;
const DURATION = 2200;
const FAN_DURATION = 220;
const SLIDE_DURATION = 250;
// A touch gets its click a little later.
const CLICK_TIMEOUT = 300;
const MODIFIERS = ["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"];
// Parts of the felt that the server removes at the end of a deal; others would move without them.
const KEPT_PARTS = [".facts", ".stock", ".notices"];
const EVENTS = { keydown: handleKey, pointerdown: handlePress, visibilitychange: endShowdown };

let timers = [];
let keptParts = [];
let areHandsShown = false;

const isRunning = () => timers.length > 0;
const getFelt = () => table.querySelector("#board .felt");

/** Before a message, keep what the layout of a running deal needs. */
export function saveLayout() {
  if (isRunning() || table.dataset.phase !== "playing" || isMotionOff()) return;
  keptParts = KEPT_PARTS.map((name) => getFelt()?.querySelector(name)).filter(Boolean);
  for (const name of ["hand", "controls"]) {
    const { height } = document.getElementById(name).getBoundingClientRect();
    table.style.setProperty(`--held-${name}`, `${height}px`);
  }
}

/** Show the table's phase; at the end of a deal, that of a running deal for two more seconds. */
export function showPhase() {
  const phase = getPhase();
  const isOver = ["between", "finished"].includes(phase);
  if (isRunning() && isOver) showParts();
  else if (isRunning()) stopShowdown();
  else if (isOver && table.dataset.phase === "playing" && !isMotionOff()) startShowdown();
  if (!isRunning() && table.dataset.phase !== phase) table.dataset.phase = phase;
}

/** Start the showdown, and celebrate if the viewer won. */
function startShowdown() {
  table.dataset.showdown = "";
  timers = [setTimeout(showHands, FAN_DELAY), setTimeout(endShowdown, DURATION)];
  for (const [type, handler] of Object.entries(EVENTS)) addEventListener(type, handler, true);
  showParts();
  celebrate(table.querySelector(".victory"), 8);
}

/** Put what the showdown adds into the felt, which a message may have replaced. */
function showParts() {
  const felt = getFelt();
  for (const part of keptParts) {
    const current = felt.querySelector(`.${part.classList[0]}`);
    if (current && current !== part) current.replaceWith(part);
    else if (!current) felt.append(part);
  }
  const isWinner = felt.querySelector(`.is-winner[data-seat-no="${table.dataset.seat}"]`) !== null;
  const middle = felt.querySelector(".middle");
  if (isWinner && !middle.querySelector(".victory")) middle.prepend(createVictory());
  if (areHandsShown) for (const [seat, hand] of createHands()) addHand(seat, hand);
}

/** Return the line with the crown for the winner, which the status line says to screen readers. */
function createVictory() {
  const line = document.createElement("p");
  line.className = "victory";
  line.setAttribute("aria-hidden", "true");
  line.textContent = page.dataset.victory;
  return line;
}

/** Return the hands of the result, unless sealed or already shown, with the seats they belong to. */
function createHands() {
  const rows = [...document.querySelectorAll("#result[data-open-hands] .remaining-hand")];
  return rows
    .map((row) => [
      table.querySelector(`#board .seat[data-seat-no="${row.dataset.seat}"]`),
      [...row.querySelectorAll(".remaining-hand-cards .face")],
    ])
    .filter(([seat, faces]) => faces.length && !seat.querySelector(".open-hand"))
    .filter(([seat]) => seat.dataset.seatNo !== table.dataset.seat)
    .map(([seat, faces]) => [seat, createHand(faces)]);
}

/** Return an element with copies of these cards. */
function createHand(faces) {
  const hand = document.createElement("div");
  hand.className = "open-hand";
  hand.setAttribute("aria-hidden", "true");
  hand.style.setProperty("--count", faces.length);
  hand.append(...faces.map((face) => face.cloneNode()));
  return hand;
}

/** Put a hand beside the plate of its seat. */
const addHand = (seat, hand) => seat.querySelector(".nameplate").append(hand);

/** Fan out the other hands. */
function showHands() {
  areHandsShown = true;
  const hands = createHands();
  for (const [seat, hand] of hands) addHand(seat, hand);
  for (const [, hand] of hands) {
    const { left } = hand.getBoundingClientRect();
    for (const face of hand.children) {
      const shift = left - face.getBoundingClientRect().left;
      animate(face, [{ transform: `translateX(${shift}px)`, opacity: 0 }, {}], FAN_DURATION);
    }
  }
}

/** Stop the showdown without showing the result. */
function stopShowdown() {
  for (const timer of timers) clearTimeout(timer);
  for (const [type, handler] of Object.entries(EVENTS)) removeEventListener(type, handler, true);
  for (const each of table.querySelectorAll(".open-hand, .victory")) each.remove();
  for (const part of keptParts) part.remove();
  timers = keptParts = [];
  areHandsShown = false;
  delete table.dataset.showdown;
}

/** Let the result slide in, and celebrate a won session. */
function endShowdown() {
  stopShowdown();
  table.dataset.phase = getPhase();
  focusResult();
  if (isMotionOff()) return;
  const from = { transform: "translateY(1.5rem)", opacity: 0 };
  animate(document.getElementById("result"), [from, {}], SLIDE_DURATION);
  const winner = `#result .place-first[data-seat="${table.dataset.seat}"]`;
  if (document.querySelector(winner)) celebrate(document.querySelector(".final-headline"), 16);
}

/** Keep an event from everything else. */
function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** End the showdown by a key, but not by one that types or belongs to the browser. */
function handleKey(event) {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
  const isForBrowser = event.ctrlKey || event.metaKey || event.altKey;
  if (isTyping || isForBrowser || MODIFIERS.includes(event.key)) return;
  swallow(event);
  endShowdown();
}

/** End the showdown by a press, whose click does nothing. */
function handlePress(event) {
  swallow(event);
  endShowdown();
  addEventListener("click", swallow, { capture: true, once: true });
  const stop = () => removeEventListener("click", swallow, true);
  const stopSoon = () => setTimeout(stop, CLICK_TIMEOUT);
  // A touch that scrolls is cancelled and gets no click; the next one must get its own.
  for (const type of ["pointerup", "pointercancel"])
    addEventListener(type, stopSoon, { once: true });
}
