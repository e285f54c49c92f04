// Card animations: from a seat or the player's hand to the middle, away after a trick, from the
// pack into the hand. Updates are laid out at once, and only transforms and opacity are animated.
// Nothing waits for an animation, and the next update ends it. With reduced motion or on a hidden
// page, nothing is animated.

import { getName } from "./hand.js";
import { getCode, groupBy } from "./cards.js";
import { table } from "./page.js";

// Durations in milliseconds. MAX_DURATION limits a whole animation, including delays between cards.
const SLIDE_DURATION = 150;
const FLIGHT_DURATION = 190;
const MAX_DURATION = 250;
const EASING = "cubic-bezier(0.2, 0.7, 0.3, 1)";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const runningAnimations = new Set();
const overlay = document.createElement("div");
overlay.className = "animation-layer";
overlay.setAttribute("aria-hidden", "true");
table.append(overlay);

let previous = null;

/** Return whether nothing is animated: with reduced motion or on a hidden page. */
export const isMotionOff = () => reducedMotion.matches || document.visibilityState !== "visible";

/** Place an element over the table, ignoring clicks. */
export const addToOverlay = (element) => overlay.append(element);

const getBox = (element) => element?.getBoundingClientRect();
const isVisible = (box) => box && box.width > 0;

/** Return the position of a card's picture in the hand, which may be raised above its button. */
function getPictureBox(card) {
  const { x, y, height } = getBox(card);
  const style = getComputedStyle(card, "::before");
  const lift = style.transform === "none" ? 0 : new DOMMatrixReadOnly(style.transform).m42;
  const width = Number.parseFloat(style.width);
  return new DOMRect(x, y + lift, width, Number.parseFloat(style.height) || height);
}

/** Return the cards on the page with their positions. */
function readPositions() {
  const top = table.querySelector("#board .last-play.is-top")?.closest(".seat");
  const faces = [...table.querySelectorAll("#board .trick [data-face]")];
  const cards = [...table.querySelectorAll("#hand .card")];
  const { deal } = document.getElementById("hand").dataset;
  return {
    deal: cards.length ? deal : null,
    trick: document.getElementById("controls").dataset.trick,
    owner: top?.dataset.seatNo,
    faces: faces.map((element) => ({ element, code: element.dataset.face, box: getBox(element) })),
    hand: new Map(cards.map((card) => [getName(card), card])),
    isDragged: table.querySelector("#hand .is-dragged") !== null,
  };
}

const getPlayKey = ({ owner, faces }) => [owner, ...faces.map(({ code }) => code)].join(" ");

/** Record all positions before a message. */
export function savePositions(message) {
  previous = null;
  if (isMotionOff() || !message.includes('id="pulse"')) return;
  previous = readPositions();
  const { hand } = previous;
  previous.boxes = new Map([...hand].map(([key, card]) => [key, getBox(card)]));
  previous.pictures = new Map([...hand].map(([key, card]) => [key, getPictureBox(card)]));
}

/** After a message, animate what has moved. */
export function animateChanges() {
  const old = previous;
  previous = null;
  if (!old) return;
  endAnimations();
  const now = readPositions();
  if (now.deal && now.deal !== old.deal) {
    animateDeal(now.hand);
    return;
  }
  if (getPlayKey(now) !== getPlayKey(old)) {
    if (old.faces.length) animateAway(old, now);
    if (now.faces.length) animatePlay(old, now);
  } else {
    for (const [index, { element, box }] of now.faces.entries()) {
      animateMove(element, old.faces[index].box, box);
    }
  }
  if (!old.isDragged && !now.isDragged) animateHand(old, now);
}

/** End all card animations, but not a celebration. */
function endAnimations() {
  for (const each of [...runningAnimations]) each.cancel();
  runningAnimations.clear();
  for (const each of overlay.querySelectorAll(".face")) each.remove();
}

/** Animate an element for some milliseconds; `onFinish` is called however the animation ends. */
export function animate(element, keyframes, duration, { onFinish = () => {}, ...more } = {}) {
  const options = { duration, easing: EASING, fill: "backwards", id: "card", ...more };
  const animation = element.animate(keyframes, options);
  if (options.id === "card") runningAnimations.add(animation);
  const finish = () => {
    runningAnimations.delete(animation);
    onFinish();
  };
  animation.finished.then(finish, finish);
}

/** Return the delay between cards, in milliseconds, so that the last one arrives in time. */
const getDelay = (count, duration, longest) =>
  Math.min(longest, (MAX_DURATION - duration) / (count || 1));

/** Return the transform that shows an element at `to` as if at `from`. */
function getTransform(from, to, angle = 0) {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const scale = to.width ? from.width / to.width : 1;
  return `translate(${x}px, ${y}px) scale(${scale}) rotate(${angle}deg)`;
}

/** Return the origin of a seat's cards: its plate or, if hidden, its side of the felt. */
function getSeatOrigin(seat) {
  const element = table.querySelector(`#board .seat[data-seat-no="${seat}"]`);
  const plate = getBox(element?.querySelector(".nameplate"));
  if (isVisible(plate))
    return createBoxAround(plate.x + plate.width / 2, plate.y + plate.height / 2);
  const { x, y, width, height } = getBox(table.querySelector("#board .felt"));
  const sides = { own: [0.5, 1], top: [0.5, 0], left: [0, 0.4], right: [1, 0.4] };
  const [across, down] = sides[element?.dataset.seatPosition] ?? [0.5, 0.5];
  return createBoxAround(x + across * width, y + down * height);
}

const createBoxAround = (x, y) => new DOMRect(x - 15, y - 21, 30, 42);

/** Move a new play from the player's hand or from its seat. */
function animatePlay(old, { owner, faces, hand }) {
  const seat = getSeatOrigin(owner);
  const played = [...old.pictures].filter(([key]) => !hand.has(key));
  const pictures = groupBy(played, ([key]) => getCode(key));
  const middle = faces[0].element.closest(".middle");
  const step = getDelay(faces.length, FLIGHT_DURATION, 12);
  middle.classList.add("has-moving-cards");
  for (const [index, { element, code, box }] of faces.entries()) {
    const [, picture] = (owner === table.dataset.seat && pictures.get(code)?.shift()) || [];
    const from = {
      transform: getTransform(picture ?? seat, box, picture ? 0 : -8),
      opacity: picture ? 1 : 0.3,
    };
    const isLast = index === faces.length - 1;
    animate(element, [from, { opacity: 1, offset: 0.5 }, {}], FLIGHT_DURATION, {
      delay: index * step,
      onFinish: () => isLast && middle.classList.remove("has-moving-cards"),
    });
  }
}

/** Move the previous play away: for the next one or, after the trick, to its winner. */
function animateAway(old, now) {
  const isOver = !now.faces.length || now.trick !== old.trick;
  const winner = isOver ? getSeatOrigin(old.owner) : null;
  for (const { element, box } of old.faces) {
    const ghost = element.cloneNode(false);
    for (const name of ["role", "aria-label"]) ghost.removeAttribute(name);
    for (const [name, value] of Object.entries({ left: box.x, top: box.y, width: box.width })) {
      ghost.style.setProperty(name, `${value}px`);
    }
    addToOverlay(ghost);
    const to = winner ? getTransform(winner, box, 14) : "scale(0.94)";
    animate(ghost, [{}, { transform: to, opacity: 0 }], winner ? FLIGHT_DURATION : SLIDE_DURATION, {
      fill: "both",
      onFinish: () => ghost.remove(),
    });
  }
}

/** Move elements from their previous to their new positions. */
function animateMove(element, from, to) {
  if (Math.hypot(from.x - to.x, from.y - to.y) < 1) return;
  animate(element, [{ transform: getTransform(from, to) }, {}], SLIDE_DURATION);
}

/** Close up the remaining cards, and bring new ones from the stock or the middle. */
function animateHand(old, { hand }) {
  if (!hand.size || !old.hand.size) return;
  const stock = getBox(table.querySelector("#board .stock"));
  const felt = getBox(table.querySelector("#board .felt"));
  const source = isVisible(stock)
    ? stock
    : createBoxAround(felt.x + felt.width / 2, felt.y + felt.height / 2);
  for (const [key, card] of hand) {
    const to = getBox(card);
    const from = old.boxes.get(key);
    if (!from) {
      const start = new DOMRect(source.x, source.y, to.width, to.height);
      animate(card, [{ transform: getTransform(start, to), opacity: 0.3 }, {}], FLIGHT_DURATION);
    } else {
      animateMove(card, from, to);
    }
  }
}

/** Deal the hand card by card from the middle of the felt. */
function animateDeal(hand) {
  const felt = getBox(table.querySelector("#board .felt"));
  const pack = createBoxAround(felt.x + felt.width / 2, felt.y + felt.height / 2);
  const step = getDelay(hand.size, FLIGHT_DURATION, 6);
  const cards = [...table.querySelectorAll("#hand .card")];
  cards.forEach((card, index) => {
    const to = getBox(card);
    const from = new DOMRect(pack.x, pack.y, to.width, to.height);
    const angle = 12 * (index / cards.length - 0.5);
    animate(
      card,
      [{ transform: getTransform(from, to, angle), opacity: 0.4 }, {}],
      FLIGHT_DURATION,
      {
        delay: index * step,
      },
    );
  });
}

/** Animate the deal on a page loaded just after it started. */
export function animateFirstDeal() {
  const [navigation] = performance.getEntriesByType("navigation");
  if (isMotionOff() || navigation?.type !== "navigate") return;
  const { positionId, phase, players } = table.dataset;
  const isFresh = phase === "playing" && Number(positionId.split(".").at(-1)) < Number(players);
  const { hand } = readPositions();
  if (isFresh && hand.size) animateDeal(hand);
}
