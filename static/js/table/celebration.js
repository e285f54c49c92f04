// Celebrates a win for a second: light runs over a line of text and a few suit symbols rise from it.
// The effects lie over the table and ignore clicks.

import { addToOverlay, animate, isMotionOff } from "./motion.js";

const SUITS = ["♠", "♥", "♣", "♦"];
const DURATION = 1000;

/** Celebrate at a line of text, if there is one, with this number of symbols. */
export function celebrate(line, count) {
  if (!line || isMotionOff()) return;
  const box = line.getBoundingClientRect();
  if (!box.width) return;
  animateShine(box);
  for (let index = 0; index < count; index += 1) animateSymbol(box, index, count);
}

/** Return a positioned element with this class. */
function createEffect(name, left, top) {
  const element = document.createElement("span");
  element.className = name;
  element.style.setProperty("left", `${left}px`);
  element.style.setProperty("top", `${top}px`);
  return element;
}

/** Let light run over the headline. */
function animateShine({ x, y, width, height }) {
  const frame = createEffect("shine", x - 8, y - 4);
  frame.style.setProperty("width", `${width + 16}px`);
  frame.style.setProperty("height", `${height + 8}px`);
  const light = document.createElement("i");
  frame.append(light);
  addToOverlay(frame);
  const keyframes = [{ transform: "translateX(-100%)" }, { transform: "translateX(100%)" }];
  animate(light, keyframes, DURATION, {
    id: "win",
    easing: "ease-in-out",
    onFinish: () => frame.remove(),
  });
}

/** Animate one of several symbols above the headline, with its own delay and path. */
function animateSymbol({ x, y, width, height }, index, count) {
  const symbol = createEffect("suit", x + (width * (index + 0.5)) / count, y + height / 2);
  symbol.textContent = SUITS[index % SUITS.length];
  symbol.classList.toggle("is-red", index % 2 === 1);
  addToOverlay(symbol);
  const drift = (((index * 7) % 5) - 2) * 14;
  const distance = 70 + ((index * 5) % 7) * 14;
  const delay = ((index * 3) % 8) * 40;
  const path = [
    { transform: "translate(-50%, 0) scale(0.5)", opacity: 0 },
    { opacity: 1, offset: 0.25 },
    {
      transform: `translate(calc(-50% + ${drift}px), ${-distance}px) scale(1) rotate(${drift}deg)`,
      opacity: 0,
    },
  ];
  const onFinish = () => symbol.remove();
  animate(symbol, path, DURATION - delay, { id: "win", delay, easing: "ease-out", onFinish });
}
