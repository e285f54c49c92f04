// Sends messages and button presses of the chat, and handles the answers.

import { send } from "../table/connection.js";
import { page } from "../table/page.js";
import { input, log, note, panel } from "./elements.js";
import { scrollToEnd } from "./patch.js";

// Milliseconds without an answer after which a message can be sent again.
const ANSWER_TIMEOUT = 4000;

// The message that awaits its answer.
let pending = null;

/** Send a message, or show that there is no connection. */
function trySend(message) {
  const isSent = send(message);
  note.textContent = isSent ? "" : note.dataset.offline;
  return isSent;
}

/** Send the text of the input, unless it already awaits its answer. */
function submitLine(event) {
  event.preventDefault();
  const text = input.value;
  if (!text.trim() || pending === text) return;
  if (!trySend({ do: "write", text })) return;
  pending = text;
  setTimeout(() => {
    if (pending === text) pending = null;
  }, ANSWER_TIMEOUT);
  // Keep the focus in the input, also after a press on the button.
  input.focus();
  scrollToEnd();
}

/** Handle the answer; only an accepted message clears the input. */
function handleAnswer() {
  const answer = note.firstElementChild;
  if (!answer) return;
  const isWritten = answer.dataset.outcome === "written";
  if (isWritten && pending !== null && input.value === pending) input.value = "";
  if (isWritten || answer.dataset.outcome === "denied") pending = null;
}

/** Send the phrase or the action of the pressed button. */
function handlePress(event) {
  const phraseButton = event.target.closest("[data-phrase]");
  if (phraseButton) {
    if (trySend({ do: "write", phrase: phraseButton.dataset.phrase })) scrollToEnd();
    const menu = phraseButton.closest("details[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    return;
  }
  const actionButton = event.target.closest("[data-chat-do]");
  if (!actionButton) return;
  const { chatDo, player: who } = actionButton.dataset;
  if (!trySend({ do: chatDo, who, line: actionButton.closest(".chat-line")?.dataset.line })) return;
  actionButton.closest("details")?.removeAttribute("open");
  // The pressed button will be removed with its line.
  log.focus({ preventScroll: true });
}

/** Scroll a menu into view that opens at the edge of the list. */
function scrollToMenu(event) {
  if (event.target.open) event.target.scrollIntoView({ block: "nearest" });
}

/** Listen for input, presses and answers of the chat. */
export function watchWriting() {
  page.addEventListener(
    "htmx:oobAfterSwap",
    (event) => event.detail.target === note && handleAnswer(),
  );
  document.getElementById("chat-form").addEventListener("submit", submitLine);
  input.addEventListener("input", () => (note.textContent = ""));
  panel.addEventListener("click", handlePress);
  panel.addEventListener("toggle", scrollToMenu, true);
}
