// Card animations: from a seat or the player's hand to the middle, away after a trick, from the
// pack into the hand. Updates are laid out at once, and only transforms and opacity are animated.
// Nothing waits for an animation, and the next update ends it. With reduced motion or on a hidden
// page, nothing is animated.

import { keyOf } from "./hand.js";
import { codeOf, grouped } from "./cards.js";
import { table } from "./page.js";

// Durations in milliseconds. `longest` limits a whole animation, including delays between cards.
const SLIDE = 150;
const FLIGHT = 190;
const LONGEST = 250;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const running = new Set();
const air = document.createElement("div");
air.className = "air";
air.setAttribute("aria-hidden", "true");
table.append(air);

let before = null;

export const isStill = () => still.matches || document.visibilityState !== "visible";

/** Place an element over the table, ignoring clicks. */
export const airborne = (element) => air.append(element);

const boxOf = (element) => element?.getBoundingClientRect();
const isSeen = (box) => box && box.width > 0;

/** The position of a card's picture in the hand, which may be raised above its button. */
function pictureOf(card) {
  const { x, y, height } = boxOf(card);
  const style = getComputedStyle(card, "::before");
  const lift = style.transform === "none" ? 0 : new DOMMatrixReadOnly(style.transform).m42;
  const width = Number.parseFloat(style.width);
  return new DOMRect(x, y + lift, width, Number.parseFloat(style.height) || height);
}

function look() {
  const top = table.querySelector("#board .last.is-top")?.closest(".seat");
  const faces = [...table.querySelectorAll("#board .trick [data-face]")];
  const cards = [...table.querySelectorAll("#hand .card")];
  const { deal } = document.getElementById("hand").dataset;
  return {
    deal: cards.length ? deal : null,
    trick: document.getElementById("controls").dataset.trick,
    owner: top?.dataset.seatNo,
    faces: faces.map((element) => ({ element, code: element.dataset.face, box: boxOf(element) })),
    hand: new Map(cards.map((card) => [keyOf(card), card])),
    isDragged: table.querySelector("#hand .is-dragged") !== null,
  };
}

const topOf = ({ owner, faces }) => [owner, ...faces.map(({ code }) => code)].join(" ");

/** Record all positions before a message. */
export function rememberPlaces(message) {
  before = null;
  if (isStill() || !message.includes('id="pulse"')) return;
  before = look();
  const { hand } = before;
  before.boxes = new Map([...hand].map(([key, card]) => [key, boxOf(card)]));
  before.pictures = new Map([...hand].map(([key, card]) => [key, pictureOf(card)]));
}

/** After a message, animate what has moved. */
export function moveCards() {
  const was = before;
  before = null;
  if (!was) return;
  land();
  const now = look();
  if (now.deal && now.deal !== was.deal) {
    dealOut(now.hand);
    return;
  }
  if (topOf(now) !== topOf(was)) {
    if (was.faces.length) clear(was, now);
    if (now.faces.length) fly(was, now);
  } else {
    for (const [place, { element, box }] of now.faces.entries()) {
      follow(element, was.faces[place].box, box);
    }
  }
  if (!was.isDragged && !now.isDragged) slide(was, now);
}

/** End all card animations, but not a celebration. */
function land() {
  for (const each of [...running]) each.cancel();
  running.clear();
  for (const each of air.querySelectorAll(".face")) each.remove();
}

/** Animate an element for some milliseconds; `whenOver` is called however the animation ends. */
export function animate(element, keyframes, duration, { whenOver = () => {}, ...more } = {}) {
  const options = { duration, easing: EASE, fill: "backwards", id: "card", ...more };
  const motion = element.animate(keyframes, options);
  if (options.id === "card") running.add(motion);
  const over = () => {
    running.delete(motion);
    whenOver();
  };
  motion.finished.then(over, over);
}

/** The delay between cards, in milliseconds, so that the last one arrives in time. */
const stepFor = (count, duration, most) => Math.min(most, (LONGEST - duration) / (count || 1));

/** The transform that shows an element at `to` as if at `from`. */
function shift(from, to, turn = 0) {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const size = to.width ? from.width / to.width : 1;
  return `translate(${x}px, ${y}px) scale(${size}) rotate(${turn}deg)`;
}

/** The origin of a seat's cards: its plate or, if hidden, its side of the felt. */
function placeOf(seat) {
  const element = table.querySelector(`#board .seat[data-seat-no="${seat}"]`);
  const plate = boxOf(element?.querySelector(".plate"));
  if (isSeen(plate)) return around(plate.x + plate.width / 2, plate.y + plate.height / 2);
  const { x, y, width, height } = boxOf(table.querySelector("#board .felt"));
  const sides = { own: [0.5, 1], top: [0.5, 0], left: [0, 0.4], right: [1, 0.4] };
  const [across, down] = sides[element?.dataset.place] ?? [0.5, 0.5];
  return around(x + across * width, y + down * height);
}

const around = (x, y) => new DOMRect(x - 15, y - 21, 30, 42);

/** Move a new play from the player's hand or from its seat. */
function fly(was, { owner, faces, hand }) {
  const seat = placeOf(owner);
  const gone = [...was.pictures].filter(([key]) => !hand.has(key));
  const pictures = grouped(gone, ([key]) => codeOf(key));
  const middle = faces[0].element.closest(".middle");
  const step = stepFor(faces.length, FLIGHT, 12);
  middle.classList.add("has-flight");
  for (const [place, { element, code, box }] of faces.entries()) {
    const [, own] = (owner === table.dataset.seat && pictures.get(code)?.shift()) || [];
    const from = { transform: shift(own ?? seat, box, own ? 0 : -8), opacity: own ? 1 : 0.3 };
    const isLast = place === faces.length - 1;
    animate(element, [from, { opacity: 1, offset: 0.5 }, {}], FLIGHT, {
      delay: place * step,
      whenOver: () => isLast && middle.classList.remove("has-flight"),
    });
  }
}

/** Move the previous play away: for the next one or, after the trick, to its winner. */
function clear(was, now) {
  const isOver = !now.faces.length || now.trick !== was.trick;
  const winner = isOver ? placeOf(was.owner) : null;
  for (const { element, box } of was.faces) {
    const ghost = element.cloneNode(false);
    for (const name of ["role", "aria-label"]) ghost.removeAttribute(name);
    for (const [name, value] of Object.entries({ left: box.x, top: box.y, width: box.width })) {
      ghost.style.setProperty(name, `${value}px`);
    }
    airborne(ghost);
    const to = winner ? shift(winner, box, 14) : "scale(0.94)";
    animate(ghost, [{}, { transform: to, opacity: 0 }], winner ? FLIGHT : SLIDE, {
      fill: "both",
      whenOver: () => ghost.remove(),
    });
  }
}

/** Move elements from their previous to their new positions. */
function follow(element, from, to) {
  if (Math.hypot(from.x - to.x, from.y - to.y) < 1) return;
  animate(element, [{ transform: shift(from, to) }, {}], SLIDE);
}

/** Close up the remaining cards, and bring new ones from the stock or the middle. */
function slide(was, { hand }) {
  if (!hand.size || !was.hand.size) return;
  const stock = boxOf(table.querySelector("#board .stock"));
  const felt = boxOf(table.querySelector("#board .felt"));
  const source = isSeen(stock) ? stock : around(felt.x + felt.width / 2, felt.y + felt.height / 2);
  for (const [key, card] of hand) {
    const to = boxOf(card);
    const from = was.boxes.get(key);
    if (!from) {
      const there = new DOMRect(source.x, source.y, to.width, to.height);
      animate(card, [{ transform: shift(there, to), opacity: 0.3 }, {}], FLIGHT);
    } else {
      follow(card, from, to);
    }
  }
}

/** Deal the hand card by card from the middle of the felt. */
function dealOut(hand) {
  const felt = boxOf(table.querySelector("#board .felt"));
  const pack = around(felt.x + felt.width / 2, felt.y + felt.height / 2);
  const step = stepFor(hand.size, FLIGHT, 6);
  const codes = [...table.querySelectorAll("#hand .card")];
  codes.forEach((card, place) => {
    const to = boxOf(card);
    const from = new DOMRect(pack.x, pack.y, to.width, to.height);
    const turn = 12 * (place / codes.length - 0.5);
    animate(card, [{ transform: shift(from, to, turn), opacity: 0.4 }, {}], FLIGHT, {
      delay: place * step,
    });
  });
}

/** Animate the deal on a page loaded just after it started. */
export function dealAtFirst() {
  const [visit] = performance.getEntriesByType("navigation");
  if (isStill() || visit?.type !== "navigate") return;
  const { moment, phase, players } = table.dataset;
  const isFresh = phase === "playing" && Number(moment.split(".").at(-1)) < Number(players);
  const { hand } = look();
  if (isFresh && hand.size) dealOut(hand);
}
