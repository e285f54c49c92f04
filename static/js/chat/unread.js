// Counts unread messages, and shows the latest one while the chat is closed.

import { isOpen, lines, number } from "./page.js";

const latest = document.getElementById("chat-latest");
const STORED_READ = `chat-read:${location.pathname}`;
const LATEST_FOR = 6000;

let read = storedRead();
let lastShown = 0;
let hiding = 0;

const isRead = () => isOpen() && document.visibilityState === "visible";
const linesOfOthers = () => lines().filter((line) => !line.matches(".is-own"));

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
    // Without storage, a reload counts them as unread again.
  }
}

export function refreshUnread() {
  const others = linesOfOthers();
  const newest = others.at(-1);
  if (newest && isRead() && number(newest) > read) {
    read = number(newest);
    storeRead();
  }
  const unread = others.filter((line) => number(line) > read).length;
  for (const count of document.querySelectorAll(".chat-count")) {
    count.hidden = !unread;
    count.querySelector("b").textContent = unread || "";
  }
  if (newest && number(newest) > lastShown) {
    lastShown = number(newest);
    if (!isRead()) showLatest(newest);
  }
  if (!unread) hideLatest();
}

/** Show a message briefly on small screens while the chat is closed, and announce it. */
function showLatest(line) {
  const [who, words] = [".chat-who", ".chat-words"].map(
    (part) => line.querySelector(part).textContent,
  );
  latest.textContent = `${who}: ${words}`;
  clearTimeout(hiding);
  hiding = setTimeout(hideLatest, LATEST_FOR);
}

function hideLatest() {
  clearTimeout(hiding);
  latest.textContent = "";
}

export function watchUnread() {
  lastShown = Math.max(0, ...linesOfOthers().map(number));
  refreshUnread();
  document.addEventListener("visibilitychange", refreshUnread);
}
