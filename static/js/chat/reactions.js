// Shows a reaction briefly at its writer's seat, in addition to the chat.

import { table } from "../table/page.js";

const DURATION = 2400;
const RISE_KEYFRAMES = [
  { opacity: 0, transform: "translateY(40%) scale(0.4)" },
  { opacity: 1, transform: "translateY(0) scale(1.15)", offset: 0.12 },
  { opacity: 1, transform: "translateY(0) scale(1)", offset: 0.2 },
  { opacity: 1, transform: "translateY(-25%) scale(1)", offset: 0.8 },
  { opacity: 0, transform: "translateY(-70%) scale(0.9)" },
];
const STILL_KEYFRAMES = [{ opacity: 1 }, { opacity: 1 }];

const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Show a line's picture, if it has one, above its writer's name plate. */
export function showReaction(line) {
  const drawing = line.querySelector(".chat-drawing");
  const seat = line.querySelector(".chat-author").dataset.seat;
  const plate = seat && table.querySelector(`[data-seat-no="${seat}"] .nameplate`);
  const box = (
    plate?.offsetParent ? plate : document.getElementById("hand")
  )?.getBoundingClientRect();
  if (!drawing || !box?.width) return;
  const image = new Image(56, 56);
  image.src = drawing.src;
  image.alt = "";
  image.className = "reaction";
  image.style.left = `${box.left + box.width / 2 - 28}px`;
  image.style.top = `${Math.max(4, box.top + box.height / 2 - 40)}px`;
  table.append(image);
  const animation = image.animate(
    reducedMotion.matches ? STILL_KEYFRAMES : RISE_KEYFRAMES,
    DURATION,
  );
  animation.finished.finally(() => image.remove());
}
