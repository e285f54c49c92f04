// The projector view turns its pages automatically if the content doesn't fit on one. In the first
// minutes of a round it shows the seating, later the standings.

import { getServerTime, setClock } from "./clocks.js";
import { watchConnection } from "./connection.js";
import { refreshRoundClock, startRoundClock } from "./round-clock.js";

const PAGE_SECONDS = 10;
// How long the seating of a new round and an announcement are shown, in milliseconds.
const SEATING_DURATION = 4 * 60_000;
const ANNOUNCEMENT_DURATION = 10 * 60_000;

const [pause, next, back] = ["pause", "next", "back"].map((name) =>
  document.getElementById(`projector-${name}`),
);
const pageNumber = document.getElementById("projector-page");
const pager = document.getElementById("projector-turn");

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

let pageIndex = 0;
let pages = [];
let timer = 0;

const isPaused = () => pause.getAttribute("aria-pressed") === "true";

/** Return the part to show: seating, standings or list of players. */
function chooseScene() {
  const findScene = (name) => document.querySelector(`[data-view="${name}"]`);
  const seats = findScene("seats");
  const places = findScene("places");
  const isFresh = seats && getServerTime() - Number(seats.dataset.started) < SEATING_DURATION;
  return (isFresh || !places ? seats : null) ?? places ?? findScene("people");
}

/** Distribute the items over pages, as many on each as fit. */
function paginate() {
  const shown = chooseScene();
  pages = [];
  for (const each of document.querySelectorAll("[data-view]")) each.hidden = each !== shown;
  if (!shown) return;
  const list = shown.querySelector("[data-items]");
  // The podium is a page of its own.
  const podium = shown.querySelector("[data-podium]");
  if (podium) podium.hidden = true;
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
  if (podium) pages.unshift([podium]);
}

/** Show the current page, and its number if there are several. */
function showPage() {
  pageIndex = pages.length ? (pageIndex + pages.length) % pages.length : 0;
  pages.forEach((items, number) => {
    for (const item of items) item.hidden = number !== pageIndex;
  });
  pager.hidden = pages.length < 2;
  pageNumber.textContent = pages.length < 2 ? "" : `${pageIndex + 1} / ${pages.length}`;
}

/** Hide announcements that have been shown for long enough. */
function refreshAnnouncements() {
  for (const each of document.querySelectorAll("[data-announced-at]")) {
    each.hidden = getServerTime() - Number(each.dataset.announcedAt) > ANNOUNCEMENT_DURATION;
  }
}

/** Update announcements, pages and the page shown. */
function refresh() {
  refreshAnnouncements();
  paginate();
  showPage();
}

/** Turn pages automatically, counted from now. */
function restartTimer() {
  clearInterval(timer);
  timer = setInterval(() => {
    refresh();
    if (!isPaused()) turnTo(pageIndex + 1);
  }, 1000 * PAGE_SECONDS);
}

/** Show another page, fading in unless the user prefers reduced motion. */
function turnTo(newIndex) {
  const previousIndex = pageIndex;
  pageIndex = newIndex;
  showPage();
  if (pageIndex === previousIndex || reducedMotion.matches) return;
  pages[pageIndex][0].parentNode.animate([{ opacity: 0 }, { opacity: 1 }], 350);
}

/** Turn the page by hand, and restart the timer. */
function turnBy(step) {
  turnTo(pageIndex + step);
  restartTimer();
}

/** Pause or continue the turning of pages. */
function togglePause() {
  pause.setAttribute("aria-pressed", String(!isPaused()));
}

pause.addEventListener("click", togglePause);
next.addEventListener("click", () => turnBy(1));
back.addEventListener("click", () => turnBy(-1));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isButton = event.target.closest("button, a") !== null;
  if (event.key === " " && !isButton) {
    event.preventDefault();
    togglePause();
  } else if (event.key === "ArrowRight" || event.key === "PageDown") turnBy(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turnBy(-1);
});
let resizeTimer = 0;
window.addEventListener("resize", () => {
  clearTimeout(resizeTimer);
  resizeTimer = setTimeout(refresh, 100);
});
watchConnection(
  () => {},
  () => {
    setClock();
    refreshRoundClock();
    refresh();
  },
);
document.documentElement.dataset.projector = "on";
startRoundClock();
refresh();
document.fonts.ready.then(refresh);
restartTimer();
