// Alerts: a notice on any open page that the user is needed at a table, followed by a redirect there
// after a moment. No redirect away from a table where the user plays, from a page with a form to fill
// in, from an organizer's desk, after "Stay here", or if the user went to another page during the
// countdown; and only one per table and round, in all tabs of the browser. On forms and desks the
// alert is a low bar.

import { listen } from "./socket.js";

const COUNTDOWN_SECONDS = 10;
const ANSWERED_KEY = "call-answered";
/** Preferences, list filters and choices that are kept anyway don't count as forms in use. */
const NO_INPUT = "[data-menu], form[method='get'], .play-strength";
const FORM_FIELDS =
  "main form[method='post'] :is(input:not([type='hidden'], [type='submit']), select, textarea)";
// An announcement must not make the browser forget that the user stays away from a table.
const SEEN_KEY = "announcement-seen";
// The alert for which a page of this tab has counted down: the next page doesn't start again.
const COUNTED_KEY = "call-counted";

const announcement = document.getElementById("call-said");
const getNotice = () => document.getElementById("call");

// Without storage each page remembers its own answers.
let answered = [];
let shownUrl = "";
let timer = 0;
let deadline = 0;
let hasTyped = false;

/** Return the key under which answers to alerts of the current kind are shared by all tabs. */
function storageKey() {
  return getNotice().dataset.seenUrl ? SEEN_KEY : ANSWERED_KEY;
}

/** Return whether the alert with this address was answered: in this tab, or last in any tab. */
function isAnswered(url) {
  try {
    if (localStorage.getItem(storageKey()) === url) return true;
    answered = JSON.parse(sessionStorage.getItem(ANSWERED_KEY)) ?? answered;
  } catch {
    // Storage may be forbidden.
  }
  return answered.includes(url);
}

/** Store the address of the alert that is answered. */
function storeAnswered(url) {
  if (!isAnswered(url)) answered.push(url);
  try {
    sessionStorage.setItem(ANSWERED_KEY, JSON.stringify(answered));
    localStorage.setItem(storageKey(), url);
  } catch {
    // Storage may be forbidden.
  }
}

/** Return whether the element is a field into which the user may be about to enter something. */
function isField(element) {
  return Boolean(element?.matches("input, select, textarea") && !element.closest(NO_INPUT));
}

/** Return whether the user fills in a form of this page, or may be about to, or runs an event. */
function isWorking() {
  if (hasTyped || isField(document.activeElement)) return true;
  if (document.querySelector("main [data-no-redirect]")) return true;
  // Fields in closed menus don't count; browsers that can't tell count them.
  const isShown = (field) => field.checkVisibility?.() ?? true;
  return [...document.querySelectorAll(FORM_FIELDS)].some((each) => isField(each) && isShown(each));
}

/** If the user works on this page, stop the countdown and make the alert a low bar. */
function makeWay() {
  if (!isWorking()) return;
  if (timer) stopCountdown();
  getNotice().classList.add("is-bar");
}

/** Return whether this page is a table where the user plays. */
function isPlaying() {
  const table = document.getElementById("table");
  return Boolean(table?.dataset.seat) && table.dataset.phase !== "finished";
}

/** Return whether the alert leads to this page, or calls the user to the table that it shows. */
function isHere(url) {
  if (getNotice().dataset.pageUrl === location.pathname) return true;
  const [path] = url.split("#");
  return path === location.pathname && (path === url || isPlaying());
}

/** Stop the countdown to the redirect. */
function stopCountdown() {
  clearInterval(timer);
  timer = 0;
  const countdown = getNotice().querySelector(".alert-countdown");
  if (countdown) countdown.hidden = true;
}

/** Stop the countdown and hide the alert. */
function hideNotice() {
  stopCountdown();
  getNotice().hidden = true;
  announcement.textContent = "";
}

/** Stay on this page, and don't show this alert again; an announcement on no device. */
function dismissNotice() {
  storeAnswered(shownUrl);
  const { seenUrl } = getNotice().dataset;
  if (seenUrl) post(seenUrl);
  hideNotice();
}

/** Go to the table. */
function openTable(url) {
  storeAnswered(url);
  location.assign(url);
}

/** Start the countdown to the redirect, unless an earlier page of this tab has started it. */
function startCountdown(url) {
  try {
    if (sessionStorage.getItem(COUNTED_KEY) === url) return;
    sessionStorage.setItem(COUNTED_KEY, url);
  } catch {
    // Storage may be forbidden.
  }
  deadline = Date.now() + 1000 * COUNTDOWN_SECONDS;
  countDown(url);
}

/** Count the seconds down, then go to the table. */
function countDown(url) {
  const countdown = getNotice().querySelector(".alert-countdown");
  const tick = () => {
    // A form may have been opened.
    makeWay();
    if (!timer) return;
    const secondsLeft = Math.ceil((deadline - Date.now()) / 1000);
    countdown.querySelector("b").textContent = Math.max(0, secondsLeft);
    if (secondsLeft <= 0) {
      stopCountdown();
      openTable(url);
    }
  };
  countdown.hidden = false;
  timer = setInterval(tick, 500);
  tick();
}

/** Show the alert, and start the countdown to the redirect unless the user would lose something. */
function refreshNotice() {
  const { url = "" } = getNotice().dataset;
  const isCounting = Boolean(timer) && url === shownUrl;
  if (isHere(url)) storeAnswered(url);
  if (!url || isHere(url) || isAnswered(url)) {
    shownUrl = url;
    hideNotice();
    return;
  }
  stopCountdown();
  shownUrl = url;
  getNotice().hidden = false;
  makeWay();
  // The field in use must not be under the alert; the page's scroll padding leaves room for it.
  const { activeElement } = document;
  if (activeElement?.matches("input, select, textarea")) {
    activeElement.scrollIntoView({ block: "nearest" });
  }
  const text = getNotice().querySelector("div").textContent.replace(/\s+/g, " ").trim();
  const isTextOnly = "noRedirect" in getNotice().dataset;
  if (!isTextOnly && !isPlaying() && !isWorking()) {
    if (isCounting) countDown(url);
    else startCountdown(url);
  }
  if (announcement.textContent !== text) announcement.textContent = text;
}

/**
 * Post to that address. If that fails, an inviting player just sees that the user doesn't come, and
 * an announcement is shown again on other devices.
 */
function post(url) {
  const headers = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}");
  fetch(url, { method: "POST", headers, keepalive: true }).catch(() => {});
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#call button");
  if (button?.dataset.decline) post(button.dataset.decline);
  if (button) dismissNotice();
  if (event.target.closest("#call a")) storeAnswered(shownUrl);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (timer || "noRedirect" in getNotice().dataset)) dismissNotice();
});
document.addEventListener("input", (event) => {
  if (event.target.closest(NO_INPUT)) return;
  hasTyped = true;
  makeWay();
});
document.addEventListener("focusin", makeWay);
// Another tab has followed or dismissed the alert.
window.addEventListener("storage", (event) => {
  if (event.key === storageKey() && event.newValue && event.newValue === shownUrl) hideNotice();
});
window.addEventListener("pagehide", stopCountdown);

const { socket } = getNotice().dataset;
document.addEventListener("htmx:wsAfterMessage", (event) => {
  if (event.detail.message.includes('id="call"')) refreshNotice();
});
if (socket) {
  listen(socket, (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    getNotice().replaceWith(template.content.querySelector("#call"));
    refreshNotice();
  });
}
refreshNotice();
