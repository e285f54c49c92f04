// The clock of a round with real cards. It counts down by the server's clock from times in the page.

import { isPreferenceOn } from "../table/page.js";
import { isSoundAllowed, playSound } from "../table/sounds.js";
import { formatTime, getServerTime, setClock } from "./clocks.js";

// Time left at the previous refresh, and the end it belongs to: a mark is announced when passed.
let previous = { ends: 0, left: 0 };
let isSoundOn = isPreferenceOn("sounds");

/** Announce to screen readers the mark that was passed since the previous refresh, if any. */
function announce(clock, before, now) {
  const passed = [...clock.querySelectorAll("template[data-mark]")].filter((each) => {
    const mark = Number(each.dataset.mark) * 60_000;
    return now <= mark && before > mark;
  });
  const text = passed.at(-1)?.content.textContent;
  if (text) clock.querySelector("[data-said]").textContent = text;
}

/** Show the time left, and its end once: in words, to screen readers and as a sound. */
export function refreshRoundClock() {
  const clock = document.querySelector("[data-round-clock]");
  if (!clock) return;
  const ends = Number(clock.dataset.ends);
  const left = ends ? ends - getServerTime() : 1000 * Number(clock.dataset.left);
  const time = clock.querySelector("[data-time]");
  const text = formatTime(left);
  if (time.textContent !== text) time.textContent = text;
  const isUp = left <= 0;
  clock.classList.toggle("is-up", isUp);
  clock.querySelector("[data-up]").hidden = !isUp;
  clock.querySelector("[data-state]").hidden = isUp;
  const button = clock.querySelector("[data-sound]");
  button.hidden = !ends || isUp;
  // Browsers play sounds only after the first press in a page.
  button.setAttribute("aria-pressed", String(isSoundOn && isSoundAllowed()));
  if (ends && previous.ends === ends) {
    announce(clock, previous.left, left);
    if (isUp && previous.left > 0 && isSoundOn) playSound("timeUp");
  }
  previous = { ends, left };
}

/** Turn the sound at the end on or off; play it when it is turned on. */
function toggleSound(button) {
  isSoundOn = button.getAttribute("aria-pressed") !== "true";
  if (isSoundOn) playSound("timeUp");
  refreshRoundClock();
}

/** Refresh the clock four times a second, and let its button turn the sound on and off. */
export function startRoundClock() {
  // Before the press itself allows sounds: the button says what was shown.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sound]");
    if (button) toggleSound(button);
  });
  setClock();
  refreshRoundClock();
  setInterval(refreshRoundClock, 250);
}
