// The chat: a tab beside the table, or a drawer over it on small screens.
//
// The server sends the whole talk whenever it changes. Only what is new in it is put into the
// page, so that a screen reader reads that alone, and an open menu or a place in the list stays.

import { send } from "./connection.js";
import { moveFocus } from "./hand.js";
import { isDialogOpen, page, table } from "./page.js";

const panel = document.getElementById("talk-panel");
const toggle = document.getElementById("talk-toggle");
const tabs = [document.getElementById("log-tab"), document.getElementById("talk-tab")];
const form = document.getElementById("talk-form");
const input = document.getElementById("talk-input");
const note = document.getElementById("talk-note");
const heard = document.getElementById("talk-heard");

const isDrawer = window.matchMedia("(max-width: 63.99rem)");
const STORED_READ = `talk-read:${location.pathname}`;
const HEARD_FOR = 6000;
// If no answer comes by then, what was typed can be sent again.
const ANSWER_WITHIN = 4000;

let read = storedRead();
let lastHeard = 0;
let hushing = 0;
// What was typed and sent, until its answer.
let pending = null;
let footShown = "";
// Whether the end of the list is in view, and so stays in view whatever comes.
let isFollowed = true;

const talk = () => document.getElementById("talk");
const log = () => document.getElementById("talk-log");
const isOpen = () => table.dataset.talk === "open";
const isRead = () => isOpen() && document.visibilityState === "visible";
const linesOfOthers = () => [...talk().querySelectorAll(".talk-line:not(.is-own)")];
const number = (line) => Number(line.dataset.line);

function storedRead() {
  try {
    return Number(sessionStorage.getItem(STORED_READ));
  } catch {
    return 0;
  }
}

function storeRead() {
  try {
    sessionStorage.setItem(STORED_READ, String(read));
  } catch {
    // Then a reload counts them as unread again.
  }
}

// --- What arrives

/** Bring the talk on the page up to the one that came. */
function patch(fresh) {
  const shown = talk();
  shown.dataset.maySpeak = fresh.dataset.maySpeak;
  patchLines(shown.querySelector("ol"), [...fresh.querySelectorAll(".talk-line")]);
  const foot = fresh.querySelector(".talk-foot");
  if (foot.innerHTML !== footShown) {
    footShown = foot.innerHTML;
    shown.querySelector(".talk-foot").replaceWith(foot);
  }
  if (isFollowed) showEnd();
  refreshUnread();
}

/** Lines that are still said stay, the others go, new ones come in. */
function patchLines(list, fresh) {
  const said = new Set(fresh.map((line) => line.id));
  for (const line of [...list.children]) if (!said.has(line.id)) line.remove();
  let next = list.firstElementChild;
  for (const line of fresh) {
    if (next?.id === line.id) {
      recolour(next, line);
      next = next.nextElementSibling;
      continue;
    }
    tellTime(line);
    list.insertBefore(line, next);
  }
}

/** All of a line stays as it was said but the colour: seats are drawn, changed and left. */
function recolour(shown, fresh) {
  const [who, as] = [shown, fresh].map((line) => line.querySelector(".talk-who"));
  if (as.dataset.hue === undefined) delete who.dataset.hue;
  else who.dataset.hue = as.dataset.hue;
}

/** The server writes times by its own clock's zone. */
function tellTime(line) {
  const time = line.querySelector("time");
  const options = { hour: "numeric", minute: "2-digit" };
  time.textContent = new Date(time.dateTime).toLocaleTimeString([], options);
}

function showEnd() {
  log().scrollTop = log().scrollHeight;
}

function followEnd() {
  const list = log();
  list.addEventListener("scroll", () => {
    isFollowed = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  });
  // A note below takes some of its height, and opening the chat gives it all of it.
  new ResizeObserver(() => isFollowed && showEnd()).observe(list);
}

function refreshUnread() {
  const others = linesOfOthers();
  const newest = others.at(-1);
  if (newest && isRead() && number(newest) > read) {
    read = number(newest);
    storeRead();
  }
  const unread = others.filter((line) => number(line) > read).length;
  for (const count of document.querySelectorAll(".talk-count")) {
    count.hidden = !unread;
    count.querySelector("b").textContent = unread || "";
  }
  if (newest && number(newest) > lastHeard) {
    lastHeard = number(newest);
    if (!isRead()) hear(newest);
  }
  if (!unread) hush();
}

/** What is said while the chat is closed: shown for a moment on small screens, and read aloud. */
function hear(line) {
  const [who, text] = [".talk-who", ".talk-text"].map((part) => line.querySelector(part).textContent);
  heard.textContent = `${who}: ${text}`;
  clearTimeout(hushing);
  hushing = setTimeout(hush, HEARD_FOR);
}

function hush() {
  clearTimeout(hushing);
  heard.textContent = "";
}

/** The answer to what was sent; only an accepted line empties the field. */
function takeAnswer() {
  const answer = note.firstElementChild;
  if (!answer) return;
  const isSaid = answer.dataset.outcome === "said";
  if (isSaid && pending !== null && input.value === pending) input.value = "";
  if (isSaid || answer.dataset.outcome === "refused") pending = null;
}

// --- What is sent

/** Send it, or say that there is no connection. */
function trySend(message) {
  const isSent = send(message);
  note.textContent = isSent ? "" : note.dataset.offline;
  return isSent;
}

function submitLine(event) {
  event.preventDefault();
  const text = input.value;
  if (!text.trim() || pending === text) return;
  if (!trySend({ do: "say", text })) return;
  pending = text;
  setTimeout(() => {
    if (pending === text) pending = null;
  }, ANSWER_WITHIN);
  // By a press on the button, too: one goes on writing.
  input.focus();
  showEnd();
}

function press(event) {
  const phrase = event.target.closest("[data-phrase]");
  if (phrase) {
    if (trySend({ do: "say", phrase: phrase.dataset.phrase })) showEnd();
    return;
  }
  const choice = event.target.closest("[data-talk-do]");
  if (!choice) return;
  const { talkDo, who, line } = choice.dataset;
  if (!trySend({ do: talkDo, who, line })) return;
  choice.closest("details")?.removeAttribute("open");
  // What was pressed will be gone with its line.
  log().focus({ preventScroll: true });
}

/** A menu that opens at the edge of the list comes into view. */
function showMenu(event) {
  if (event.target.open) event.target.scrollIntoView({ block: "nearest" });
}

// --- Opening and closing

function setOpen(open) {
  if (open === isOpen()) return;
  table.dataset.talk = open ? "open" : "";
  toggle.setAttribute("aria-expanded", String(open));
  for (const tab of tabs) {
    const isChosen = (tab.id === "talk-tab") === open;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  if (open) showEnd();
  refreshUnread();
}

function openDrawer() {
  setOpen(true);
  panel.querySelector(".talk-close").focus();
}

function closeDrawer() {
  setOpen(false);
  toggle.focus();
}

/** Open the chat and go to where one writes, or where one reads if one may not write. */
export function focusTalk() {
  setOpen(true);
  const maySpeak = talk().dataset.maySpeak === "true";
  (maySpeak ? input : log()).focus();
}

function chooseTab(event) {
  if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
  event.preventDefault();
  setOpen(event.key === "End" || (event.key !== "Home" && !isOpen()));
  tabs[isOpen() ? 1 : 0].focus();
}

function leave(event) {
  if (event.key !== "Escape" || isDialogOpen() || !isOpen()) return;
  if (isDrawer.matches) closeDrawer();
  else if (panel.contains(document.activeElement)) moveFocus(0);
}

function pressBeside(event) {
  if (!isDrawer.matches || !isOpen()) return;
  if (event.target.closest("[data-talk-close]")) closeDrawer();
  // Composed: what was pressed may be gone from the page by now.
  else if (!event.composedPath().some((each) => each === panel || each === toggle)) setOpen(false);
}

export function watchTalk() {
  for (const line of talk().querySelectorAll(".talk-line")) tellTime(line);
  footShown = talk().querySelector(".talk-foot").innerHTML;
  lastHeard = Math.max(0, ...linesOfOthers().map(number));
  refreshUnread();
  followEnd();
  page.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.target !== talk()) return;
    event.detail.shouldSwap = false;
    patch(event.detail.fragment.firstElementChild);
  });
  page.addEventListener("htmx:oobAfterSwap", (event) => event.detail.target === note && takeAnswer());
  form.addEventListener("submit", submitLine);
  input.addEventListener("input", () => (note.textContent = ""));
  panel.addEventListener("click", press);
  panel.addEventListener("toggle", showMenu, true);
  toggle.addEventListener("click", () => (isOpen() ? closeDrawer() : openDrawer()));
  tabs[0].addEventListener("click", () => setOpen(false));
  tabs[1].addEventListener("click", () => setOpen(true));
  tabs[0].parentElement.addEventListener("keydown", chooseTab);
  table.addEventListener("click", pressBeside);
  document.addEventListener("keydown", leave);
  document.addEventListener("visibilitychange", refreshUnread);
}
