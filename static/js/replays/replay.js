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

let playTimer = 0;
let speed = loadSpeed();

const getElement = (id) => document.getElementById(id);
const getStep = () => Number(getElement("replay-stage").dataset.step);
const isAtEnd = () => getStep() === Number(getElement("replay-stage").dataset.last);
const isTyping = (element) => element.closest?.("input, textarea, select");
// In these, Home and End scroll.
const isScrolling = (element) => element.closest?.(".replay-log, .replay-result");

/** Return the stored speed, or the normal one. */
function loadSpeed() {
  try {
    const stored = localStorage.getItem(SPEED_KEY);
    return Object.hasOwn(SPEEDS, stored) ? stored : "normal";
  } catch {
    return "normal";
  }
}

/** Show the speed on its button. */
function showSpeed() {
  const button = getElement("replay-speed");
  button.querySelector("span").textContent = button.dataset[speed];
  button.querySelector("b").textContent = SPEEDS[speed][1];
}

/** Switch to the next speed and store it. */
function selectNextSpeed() {
  const names = Object.keys(SPEEDS);
  speed = names[(names.indexOf(speed) + 1) % names.length];
  try {
    localStorage.setItem(SPEED_KEY, speed);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  showSpeed();
}

/** Show on the button whether the replay is playing. */
function showPlaying() {
  const button = getElement("replay-play");
  const label = playTimer ? button.dataset.pause : button.dataset.play;
  button.toggleAttribute("data-playing", Boolean(playTimer));
  button.querySelector("[data-label]").textContent = label;
  // On phones the label is hidden.
  button.setAttribute("aria-label", label);
}

/** Mark the current step in the log and scroll it into view. */
function markStep() {
  const list = document.querySelector(".replay-log");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.querySelector(`[data-step="${getStep()}"]`);
  line.setAttribute("aria-current", "step");
  // Scroll the list only, not the page.
  const { top, bottom } = line.getBoundingClientRect();
  const box = list.getBoundingClientRect();
  if (top < box.top) list.scrollTop -= box.top - top;
  if (bottom > box.bottom) list.scrollTop += bottom - box.bottom;
}

/** Go to the next step after the duration of one. */
function scheduleStep() {
  playTimer = setTimeout(() => getElement("replay-forward").click(), SPEEDS[speed][0]);
}

/** Stop playing. */
function stopPlaying() {
  clearTimeout(playTimer);
  playTimer = 0;
  showPlaying();
}

/** Start or stop playing; at the end, start again from the first step. */
function togglePlaying() {
  if (playTimer) return stopPlaying();
  if (isAtEnd()) {
    // `refresh` continues from there.
    playTimer = setTimeout(() => getElement("replay-first").click());
  } else {
    playTimer = setTimeout(() => getElement("replay-forward").click());
  }
  showPlaying();
}

/** Copy a link to the current step and seat. */
async function copyLink() {
  const button = getElement("replay-link");
  const { step, seat } = getElement("replay-stage").dataset;
  const url = new URL(location.pathname, location);
  url.search = new URLSearchParams({ step, seat });
  try {
    await navigator.clipboard.writeText(url.href);
    getElement("replay-link-said").textContent = button.dataset.copied;
  } catch {
    // No clipboard without HTTPS, or the user denied access.
    history.replaceState(history.state, "", url);
    getElement("replay-link-said").textContent = button.dataset.failed;
  }
}

/** Update the controls after a step, and schedule the next one. */
function refresh() {
  getElement("replay-link-said").textContent = "";
  markStep();
  showSpeed();
  if (playTimer && isAtEnd()) stopPlaying();
  else if (playTimer) scheduleStep();
  showPlaying();
}

document.addEventListener("click", (event) => {
  // A dragon ends the deal before the first step, so there is nothing to play.
  if (event.target.closest("#replay-play:not([aria-disabled])")) togglePlaying();
  else if (event.target.closest("#replay-speed")) selectNextSpeed();
  else if (event.target.closest("#replay-link")) copyLink();
  // A manual step stops playing.
  else if (event.isTrusted && playTimer && event.target.closest("#replay a")) stopPlaying();
});

document.addEventListener("keydown", (event) => {
  const linkId = KEYS[event.key];
  if (!linkId || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (isTyping(event.target)) return;
  if (!event.key.startsWith("Arrow") && isScrolling(event.target)) return;
  event.preventDefault();
  stopPlaying();
  getElement(linkId).click();
});

document.addEventListener("htmx:afterSwap", refresh);
for (const failure of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    stopPlaying();
    getElement("replay-said").textContent = getElement("replay").dataset.failed;
    getElement("replay-link-said").textContent = getElement("replay").dataset.failed;
  });
}
showSpeed();
markStep();
