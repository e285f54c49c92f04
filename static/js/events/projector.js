// The projector view turns its pages automatically if the content doesn't fit on one. In the first
// minutes of a round it shows the seating, later the standings.

import { clubTime, setClock } from "./clocks.js";
import { watch } from "./connection.js";

const PAGE_SECONDS = 10;
// How long the seating of a new round and an announcement are shown, in milliseconds.
const FRESH = 4 * 60_000;
const ANNOUNCED = 10 * 60_000;

const [pause, next, back] = ["pause", "next", "back"].map((name) =>
  document.getElementById(`projector-${name}`),
);
const said = document.getElementById("projector-page");
const turn = document.getElementById("projector-turn");

const still = matchMedia("(prefers-reduced-motion: reduce)");

let page = 0;
let pages = [];
let timer = 0;

const isPaused = () => pause.getAttribute("aria-pressed") === "true";

function scene() {
  const find = (name) => document.querySelector(`[data-scene="${name}"]`);
  const seats = find("seats");
  const places = find("places");
  const isFresh = seats && clubTime() - Number(seats.dataset.started) < FRESH;
  return (isFresh || !places ? seats : null) ?? places ?? find("people");
}

/** Distribute the items over pages, as many on each as fit. */
function layOut() {
  const shown = scene();
  pages = [];
  for (const each of document.querySelectorAll("[data-scene]")) each.hidden = each !== shown;
  if (!shown) return;
  const list = shown.querySelector("[data-items]");
  const items = [...list.children];
  for (const item of items) item.hidden = true;
  let fitting = [];
  for (const item of items) {
    item.hidden = false;
    const isFull =
      list.scrollHeight > list.clientHeight + 1 || list.scrollWidth > list.clientWidth + 1;
    if (isFull && fitting.length) {
      pages.push(fitting);
      for (const each of fitting) each.hidden = true;
      fitting = [];
    }
    fitting.push(item);
  }
  if (fitting.length) pages.push(fitting);
}

function show() {
  page = pages.length ? (page + pages.length) % pages.length : 0;
  pages.forEach((items, number) => {
    for (const item of items) item.hidden = number !== page;
  });
  turn.hidden = pages.length < 2;
  said.textContent = pages.length < 2 ? "" : `${page + 1} / ${pages.length}`;
}

function announce() {
  for (const each of document.querySelectorAll("[data-at]")) {
    each.hidden = clubTime() - Number(each.dataset.at) > ANNOUNCED;
  }
}

function refresh() {
  announce();
  layOut();
  show();
}

function wait() {
  clearInterval(timer);
  timer = setInterval(() => {
    refresh();
    if (!isPaused()) turnTo(page + 1);
  }, 1000 * PAGE_SECONDS);
}

/** Show another page, fading in unless the user prefers reduced motion. */
function turnTo(other) {
  const before = page;
  page = other;
  show();
  if (page === before || still.matches) return;
  pages[page][0].parentNode.animate([{ opacity: 0 }, { opacity: 1 }], 350);
}

function go(step) {
  turnTo(page + step);
  wait();
}

function toggle() {
  pause.setAttribute("aria-pressed", String(!isPaused()));
}

pause.addEventListener("click", toggle);
next.addEventListener("click", () => go(1));
back.addEventListener("click", () => go(-1));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isButton = event.target.closest("button, a") !== null;
  if (event.key === " " && !isButton) {
    event.preventDefault();
    toggle();
  } else if (event.key === "ArrowRight" || event.key === "PageDown") go(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") go(-1);
});
let laidOut = 0;
window.addEventListener("resize", () => {
  clearTimeout(laidOut);
  laidOut = setTimeout(refresh, 100);
});
watch(
  () => {},
  () => {
    setClock();
    refresh();
  },
);
document.documentElement.dataset.projector = "on";
setClock();
refresh();
document.fonts.ready.then(refresh);
wait();
