// Celebrates a win for a second: light runs over the headline and suit symbols rise from it, more
// of them for a session. The effects lie over the table and ignore clicks.

import { airborne, animate, isStill } from "./motion.js";
import { table } from "./page.js";

const SUITS = ["♠", "♥", "♣", "♦"];
const SECOND = 1000;
const HEADLINES = { deal: "#result .result-head :is(h2, h3)", session: "#result .final-headline" };
const SYMBOLS = { deal: 10, session: 22 };

/** What the viewer just won: "session", "deal" or nothing. */
function won(happened) {
  const first = `#result .final .place-first[data-seat="${table.dataset.seat}"]`;
  if ((happened.won || happened.over) && document.querySelector(first)) return "session";
  return happened.won ? "deal" : "";
}

export function celebrate(happened) {
  const what = won(happened);
  const headline = what && document.querySelector(HEADLINES[what]);
  if (!headline || isStill()) return;
  const box = headline.getBoundingClientRect();
  if (!box.width) return;
  shine(box);
  for (let place = 0; place < SYMBOLS[what]; place += 1) rise(box, place, SYMBOLS[what]);
}

function made(name, left, top) {
  const element = document.createElement("span");
  element.className = name;
  element.style.setProperty("left", `${left}px`);
  element.style.setProperty("top", `${top}px`);
  return element;
}

function shine({ x, y, width, height }) {
  const frame = made("shine", x - 8, y - 4);
  frame.style.setProperty("width", `${width + 16}px`);
  frame.style.setProperty("height", `${height + 8}px`);
  const light = document.createElement("i");
  frame.append(light);
  airborne(frame);
  const run = [{ transform: "translateX(-100%)" }, { transform: "translateX(100%)" }];
  animate(light, run, SECOND, { id: "win", easing: "ease-in-out", whenOver: () => frame.remove() });
}

/** Animate one of several symbols above the headline, with its own delay and path. */
function rise({ x, y, width, height }, place, count) {
  const symbol = made("suit", x + (width * (place + 0.5)) / count, y + height / 2);
  symbol.textContent = SUITS[place % SUITS.length];
  symbol.classList.toggle("is-red", place % 2 === 1);
  airborne(symbol);
  const way = (((place * 7) % 5) - 2) * 14;
  const far = 70 + ((place * 5) % 7) * 14;
  const delay = ((place * 3) % 8) * 40;
  const path = [
    { transform: "translate(-50%, 0) scale(0.5)", opacity: 0 },
    { opacity: 1, offset: 0.25 },
    {
      transform: `translate(calc(-50% + ${way}px), ${-far}px) scale(1) rotate(${way}deg)`,
      opacity: 0,
    },
  ];
  const whenOver = () => symbol.remove();
  animate(symbol, path, SECOND - delay, { id: "win", delay, easing: "ease-out", whenOver });
}
