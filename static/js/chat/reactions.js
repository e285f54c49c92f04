// Shows a reaction briefly at its writer's seat, in addition to the chat.

import { table } from "../table/page.js";

const SHOWN_FOR = 2400;
const RISE = [
  { opacity: 0, transform: "translateY(40%) scale(0.4)" },
  { opacity: 1, transform: "translateY(0) scale(1.15)", offset: 0.12 },
  { opacity: 1, transform: "translateY(0) scale(1)", offset: 0.2 },
  { opacity: 1, transform: "translateY(-25%) scale(1)", offset: 0.8 },
  { opacity: 0, transform: "translateY(-70%) scale(0.9)" },
];
const STILL = [{ opacity: 1 }, { opacity: 1 }];

const isStill = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Show a line's picture, if it has one, above its writer's name plate. */
export function showReaction(line) {
  const drawing = line.querySelector(".chat-drawing");
  const seat = line.querySelector(".chat-who").dataset.hue;
  const plate = seat && table.querySelector(`[data-seat-no="${seat}"] .plate`);
  const place = (
    plate?.offsetParent ? plate : document.getElementById("hand")
  )?.getBoundingClientRect();
  if (!drawing || !place?.width) return;
  const shown = new Image(56, 56);
  shown.src = drawing.src;
  shown.alt = "";
  shown.className = "reaction";
  shown.style.left = `${place.left + place.width / 2 - 28}px`;
  shown.style.top = `${Math.max(4, place.top + place.height / 2 - 40)}px`;
  table.append(shown);
  const motion = shown.animate(isStill.matches ? STILL : RISE, SHOWN_FOR);
  motion.finished.finally(() => shown.remove());
}
