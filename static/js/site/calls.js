// Alerts: a notice on any open page that the user is needed at a table, followed by a redirect there
// after a moment. No redirect away from a table where the user plays, from unsaved input, or after
// "Stay here"; and only one per table, in all tabs of the browser.

import { listen } from "./socket.js";

const SECONDS = 10;
const ANSWERED = "call-answered";

const said = document.getElementById("call-said");
const notice = () => document.getElementById("call");

// Without storage each page remembers its own answer.
let last = "";
let shown = "";
let timer = 0;
let hasTyped = false;

function answered() {
  try {
    return localStorage.getItem(ANSWERED) ?? last;
  } catch {
    return last;
  }
}

function answer(url) {
  last = url;
  try {
    localStorage.setItem(ANSWERED, url);
  } catch {
    // Storage may be forbidden.
  }
}

function isPlaying() {
  const table = document.getElementById("table");
  return Boolean(table?.dataset.seat) && table.dataset.phase !== "finished";
}

function stop() {
  clearInterval(timer);
  timer = 0;
  const soon = notice().querySelector(".call-soon");
  if (soon) soon.hidden = true;
}

function hide() {
  stop();
  notice().hidden = true;
  said.textContent = "";
}

function stay() {
  answer(shown);
  hide();
}

function go(url) {
  answer(url);
  location.assign(url);
}

function count(url) {
  const end = Date.now() + 1000 * SECONDS;
  const soon = notice().querySelector(".call-soon");
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    soon.querySelector("b").textContent = Math.max(0, left);
    if (left <= 0) {
      stop();
      go(url);
    }
  };
  tick();
  soon.hidden = false;
  timer = setInterval(tick, 500);
}

/** Show the alert, and start the countdown to the redirect unless the user would lose something. */
function look() {
  const { url = "" } = notice().dataset;
  if (url === location.pathname) answer(url);
  if (!url || url === location.pathname || url === answered()) {
    shown = url;
    hide();
    return;
  }
  if (url === shown && timer) stop();
  shown = url;
  notice().hidden = false;
  const words = notice().querySelector("div").textContent.replace(/\s+/g, " ").trim();
  const isSaid = "said" in notice().dataset;
  if (!isSaid && !isPlaying() && !hasTyped) count(url);
  if (said.textContent !== words) said.textContent = words;
}

/** Send the refusal. If that fails, the inviting player just sees that the user doesn't come. */
function decline(url) {
  const headers = JSON.parse(document.body.getAttribute("hx-headers") ?? "{}");
  fetch(url, { method: "POST", headers, keepalive: true }).catch(() => {});
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#call button");
  if (button?.dataset.decline) decline(button.dataset.decline);
  if (button) stay();
  if (event.target.closest("#call a")) answer(shown);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (timer || "said" in notice().dataset)) stay();
});
document.addEventListener("input", (event) => {
  // Preferences and list filters don't count as input.
  if (event.target.closest("[data-menu], form[method='get']")) return;
  hasTyped = true;
  if (timer) stop();
});
// Another tab has followed or dismissed the alert.
window.addEventListener("storage", (event) => {
  if (event.key === ANSWERED && event.newValue && event.newValue === shown) hide();
});
window.addEventListener("pagehide", stop);

const { socket } = notice().dataset;
document.addEventListener("htmx:wsAfterMessage", (event) => {
  if (event.detail.message.includes('id="call"')) look();
});
if (socket) {
  listen(socket, (html) => {
    const made = document.createElement("template");
    made.innerHTML = html;
    notice().replaceWith(made.content.querySelector("#call"));
    look();
  });
}
look();
