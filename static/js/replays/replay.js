// Stepping through a replay. Every step is a link that works without JavaScript; here the arrow keys
// click these links, Play clicks them one after another, and the log marks the current step.

/** Duration of a step in milliseconds, and the text on the speed button. */
const SPEEDS = { slow: [2800, "½×"], normal: [1400, "1×"], fast: [600, "2×"] };
const SPEED_KEY = "replay-speed";
const KEYS = {
  ArrowLeft: "replay-back",
  ArrowRight: "replay-forward",
  Home: "replay-first",
  End: "replay-last",
};

let playing = 0;
let speed = keptSpeed();

const byId = (id) => document.getElementById(id);
const step = () => Number(byId("replay-stage").dataset.step);
const isAtEnd = () => step() === Number(byId("replay-stage").dataset.last);
const isTyping = (element) => element.closest?.("input, textarea, select");
// In these, Home and End scroll.
const isScrolling = (element) => element.closest?.(".replay-log, .replay-result");

function keptSpeed() {
  try {
    const kept = localStorage.getItem(SPEED_KEY);
    return Object.hasOwn(SPEEDS, kept) ? kept : "normal";
  } catch {
    return "normal";
  }
}

function showSpeed() {
  const button = byId("replay-speed");
  button.querySelector("span").textContent = button.dataset[speed];
  button.querySelector("b").textContent = SPEEDS[speed][1];
}

function nextSpeed() {
  const names = Object.keys(SPEEDS);
  speed = names[(names.indexOf(speed) + 1) % names.length];
  try {
    localStorage.setItem(SPEED_KEY, speed);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  showSpeed();
}

function showPlaying() {
  const button = byId("replay-play");
  const label = playing ? button.dataset.pause : button.dataset.play;
  button.toggleAttribute("data-playing", Boolean(playing));
  button.querySelector("[data-label]").textContent = label;
  // On phones the label is hidden.
  button.setAttribute("aria-label", label);
}

function showPlace() {
  const list = document.querySelector(".replay-log");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.querySelector(`[data-step="${step()}"]`);
  line.setAttribute("aria-current", "step");
  // Scroll the list only, not the page.
  const { top, bottom } = line.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  if (top < box.top) list.scrollTop -= box.top - top;
  if (bottom > box.bottom) list.scrollTop += bottom - box.bottom;
}

function goOn() {
  playing = setTimeout(() => byId("replay-forward").click(), SPEEDS[speed][0]);
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  showPlaying();
}

function togglePlaying() {
  if (playing) return stop();
  if (isAtEnd()) {
    // `refresh` continues from there.
    playing = setTimeout(() => byId("replay-first").click());
  } else {
    playing = setTimeout(() => byId("replay-forward").click());
  }
  showPlaying();
}

async function copyLink() {
  const button = byId("replay-link");
  const { step, seat } = byId("replay-stage").dataset;
  const address = new URL(location.pathname, location);
  address.search = new URLSearchParams({ step, seat });
  try {
    await navigator.clipboard.writeText(address.href);
    byId("replay-link-said").textContent = button.dataset.copied;
  } catch {
    // No clipboard without HTTPS, or the user denied access.
    history.replaceState(history.state, "", address);
    byId("replay-link-said").textContent = button.dataset.failed;
  }
}

function refresh() {
  byId("replay-link-said").textContent = "";
  showPlace();
  showSpeed();
  if (playing && isAtEnd()) stop();
  else if (playing) goOn();
  showPlaying();
}

document.addEventListener("click", (event) => {
  // A dragon ends the deal before the first step, so there is nothing to play.
  if (event.target.closest("#replay-play:not([aria-disabled])")) togglePlaying();
  else if (event.target.closest("#replay-speed")) nextSpeed();
  else if (event.target.closest("#replay-link")) copyLink();
  // A manual step stops playing.
  else if (event.isTrusted && playing && event.target.closest("#replay a")) stop();
});

document.addEventListener("keydown", (event) => {
  const link = KEYS[event.key];
  if (!link || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (isTyping(event.target)) return;
  if (!event.key.startsWith("Arrow") && isScrolling(event.target)) return;
  event.preventDefault();
  stop();
  byId(link).click();
});

document.addEventListener("htmx:afterSwap", refresh);
for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    stop();
    byId("replay-said").textContent = byId("replay").dataset.failed;
    byId("replay-link-said").textContent = byId("replay").dataset.failed;
  });
}
showSpeed();
showPlace();
