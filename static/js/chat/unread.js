// Counts unread messages, and shows the latest one while the chat is closed.

import { labelled } from "../site/wording.js";
import { getLineNumber, getLines, isOpen } from "./elements.js";

const latest = document.getElementById("chat-latest");
const READ_KEY = `chat-read:${location.pathname}`;
const LATEST_DURATION = 6000;

let lastRead = loadLastRead();
let lastShown = 0;
let hideTimer = 0;

const isChatVisible = () => isOpen() && document.visibilityState === "visible";
const getOthersLines = () => getLines().filter((line) => !line.matches(".is-own"));

/** Return the stored number of the last line read; 0 if there is none. */
function loadLastRead() {
  try {
    return Number(sessionStorage.getItem(READ_KEY));
  } catch {
    return 0;
  }
}

/** Store the number of the last line read. */
function storeLastRead() {
  try {
    sessionStorage.setItem(READ_KEY, String(lastRead));
  } catch {
    // Without storage, a reload counts them as unread again.
  }
}

/** Update the unread counts, and show the latest message while the chat is closed. */
export function refreshUnread() {
  const others = getOthersLines();
  const newest = others.at(-1);
  if (newest && isChatVisible() && getLineNumber(newest) > lastRead) {
    lastRead = getLineNumber(newest);
    storeLastRead();
  }
  const unread = others.filter((line) => getLineNumber(line) > lastRead).length;
  for (const count of document.querySelectorAll(".chat-count")) {
    count.hidden = !unread;
    count.querySelector("b").textContent = unread || "";
  }
  if (newest && getLineNumber(newest) > lastShown) {
    lastShown = getLineNumber(newest);
    if (!isChatVisible()) showLatest(newest);
  }
  if (!unread) hideLatest();
}

/** Show a message briefly on small screens while the chat is closed, and announce it. */
function showLatest(line) {
  const [who, text] = [".chat-author", ".chat-body"].map(
    (part) => line.querySelector(part).textContent,
  );
  latest.textContent = labelled(who, text);
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hideLatest, LATEST_DURATION);
}

/** Hide the latest message. */
function hideLatest() {
  clearTimeout(hideTimer);
  latest.textContent = "";
}

/** Count unread messages from now on. */
export function watchUnread() {
  lastShown = Math.max(0, ...getOthersLines().map(getLineNumber));
  refreshUnread();
  document.addEventListener("visibilitychange", refreshUnread);
}
