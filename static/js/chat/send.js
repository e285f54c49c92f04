// Sends messages and button presses of the chat, and handles the answers.

import { send } from "../table/connection.js";
import { page } from "../table/page.js";
import { input, log, note, panel } from "./page.js";
import { showEnd } from "./patch.js";

// Milliseconds without an answer after which a message can be sent again.
const ANSWER_WITHIN = 4000;

// The message that awaits its answer.
let pending = null;

/** Send a message, or show that there is no connection. */
function trySend(message) {
  const isSent = send(message);
  note.textContent = isSent ? "" : note.dataset.offline;
  return isSent;
}

function submitLine(event) {
  event.preventDefault();
  const text = input.value;
  if (!text.trim() || pending === text) return;
  if (!trySend({ do: "write", text })) return;
  pending = text;
  setTimeout(() => {
    if (pending === text) pending = null;
  }, ANSWER_WITHIN);
  // Keep the focus in the input, also after a press on the button.
  input.focus();
  showEnd();
}

/** Handle the answer; only an accepted message clears the input. */
function takeAnswer() {
  const answer = note.firstElementChild;
  if (!answer) return;
  const isWritten = answer.dataset.outcome === "written";
  if (isWritten && pending !== null && input.value === pending) input.value = "";
  if (isWritten || answer.dataset.outcome === "denied") pending = null;
}

function press(event) {
  const phrase = event.target.closest("[data-phrase]");
  if (phrase) {
    if (trySend({ do: "write", phrase: phrase.dataset.phrase })) showEnd();
    const menu = phrase.closest("details[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    return;
  }
  const choice = event.target.closest("[data-chat-do]");
  if (!choice) return;
  const { chatDo, who } = choice.dataset;
  if (!trySend({ do: chatDo, who, line: choice.closest(".chat-line")?.dataset.line })) return;
  choice.closest("details")?.removeAttribute("open");
  // The pressed button will be removed with its line.
  log.focus({ preventScroll: true });
}

/** Scroll a menu into view that opens at the edge of the list. */
function showMenu(event) {
  if (event.target.open) event.target.scrollIntoView({ block: "nearest" });
}

export function watchWriting() {
  page.addEventListener(
    "htmx:oobAfterSwap",
    (event) => event.detail.target === note && takeAnswer(),
  );
  document.getElementById("chat-form").addEventListener("submit", submitLine);
  input.addEventListener("input", () => (note.textContent = ""));
  panel.addEventListener("click", press);
  panel.addEventListener("toggle", showMenu, true);
}
